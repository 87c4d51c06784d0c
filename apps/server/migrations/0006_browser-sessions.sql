create table browser_sessions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  customer_id uuid,
  metadata json_map,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade
);
create index browser_sessions_by_update on browser_sessions (account_id, updated_at desc, id desc);
create index browser_sessions_active
  on browser_sessions (account_id, updated_at desc, id desc) where finished_at is null;
create index browser_sessions_of_customer
  on browser_sessions (account_id, customer_id, updated_at desc) where customer_id is not null;

create table browser_replay_events (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  browser_session_id uuid not null,
  event json_map not null,
  -- The recorder counts microseconds, and the wire shows them.
  timestamp timestamptz(6) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, browser_session_id) references browser_sessions (account_id, id) on delete cascade
);
create index browser_replay_events_of_session
  on browser_replay_events (account_id, browser_session_id, timestamp, id);
