-- A name for a filter over customers, so that the team can look at the same people again and again. The filter's tags and
-- companies may be gone by then: nobody has them any more.
create table segments (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  creator_id bigint,
  name short_text not null,
  filter json_map not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, name),
  foreign key (account_id, creator_id) references users (account_id, id) on delete set null (creator_id)
);
create index segments_of_creator on segments (account_id, creator_id) where creator_id is not null;

create index customers_by_first_seen on customers (account_id, first_seen);
