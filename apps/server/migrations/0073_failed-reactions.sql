-- Reactions to events that failed. Each is tried again with back-off; next_try_at is null once nobody tries any more.
create table failed_reactions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  event_type text not null,
  event_ids bigint[] not null,
  reaction text not null,
  attempts integer not null default 1,
  error text not null,
  next_try_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id)
);
create index failed_reactions_due on failed_reactions (next_try_at) where next_try_at is not null;
create index failed_reactions_of_account on failed_reactions (account_id, created_at desc);
