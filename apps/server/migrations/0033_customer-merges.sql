-- Two customers who turned out to be one person. Here stands who went away, as they were; what the one who stayed was given by
-- them (by field, what was there before); and what was moved. That is what an undo needs.
create table customer_merges (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  -- Whom the old id means today: the one who was kept then, or whom they were merged into later. Nothing outlives that one.
  customer_id uuid not null,
  kept_id uuid not null,
  merged_id uuid not null unique,
  user_id bigint,
  merged json_map not null,
  filled json_map not null,
  moved json_map not null,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create index customer_merges_of_customer on customer_merges (account_id, customer_id, created_at desc, id desc);
create index customer_merges_of_user on customer_merges (account_id, user_id) where user_id is not null;
-- A site goes on naming people by the ids that it knows.
create index customer_merges_by_external_id on customer_merges (account_id, (merged ->> 'external_id'));

-- What the log says of somebody who was merged and came back, for when they are erased.
create index events_of_merged_customer on events (account_id, (payload ->> 'merged_customer_id'))
  where payload ? 'merged_customer_id';
