-- Functions of an account, which the API calls lambdas. They run in the server for events and at times.
create table lambdas (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  creator_id bigint,
  name short_text not null,
  description text check (length(description) <= 2000),
  -- The draft. The code that runs is that of the deployed version.
  code text check (length(code) <= 1000000),
  language text check (language = 'javascript'),
  runtime text check (runtime = 'nodejs14.x'),
  status text not null default 'pending' check (status in ('pending', 'active', 'inactive')),
  metadata json_map,
  events text[] not null default '{message:created}',
  cron short_text,
  -- Up to when the times of `cron` are handled.
  cron_done_until timestamptz(3),
  deployed_version integer,
  -- The key that the deployed code gets. Without it, its calls of our API are refused.
  api_key_id uuid,
  last_deployed_at timestamptz(3),
  last_executed_at timestamptz(3),
  -- The process that runs it, until when. Only one does, so that the order holds.
  leased_by uuid,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (id),
  check (last_deployed_at is not null or status = 'pending'),
  foreign key (account_id, creator_id) references users (account_id, id) on delete set null (creator_id),
  foreign key (account_id, api_key_id) references personal_api_keys (account_id, id) on delete set null (api_key_id)
);
create index lambdas_of_creator on lambdas (account_id, creator_id) where creator_id is not null;
create index lambdas_of_api_key on lambdas (account_id, api_key_id) where api_key_id is not null;
create index lambdas_with_cron on lambdas (id) where cron is not null and status = 'active';

-- Every deployed state of the code.
create table lambda_versions (
  account_id uuid not null references accounts on delete cascade,
  lambda_id uuid not null,
  number integer not null,
  code text not null,
  user_id bigint,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, lambda_id, number),
  foreign key (account_id, lambda_id) references lambdas (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create index lambda_versions_of_user on lambda_versions (account_id, user_id) where user_id is not null;

-- Values that a function reads from its environment, encrypted with the secret key.
create table lambda_secrets (
  account_id uuid not null references accounts on delete cascade,
  lambda_id uuid not null,
  name text not null check (length(name) <= 64),
  value_encrypted text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, lambda_id, name),
  foreign key (account_id, lambda_id) references lambdas (account_id, id) on delete cascade
);

-- A draft that runs over past events.
create table lambda_rehearsals (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  lambda_id uuid not null,
  code text not null,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, lambda_id) references lambdas (account_id, id) on delete cascade
);
create index lambda_rehearsals_of_lambda on lambda_rehearsals (account_id, lambda_id);

-- The queue of runs and their log. Deleted with the customer or the conversation that a run is about, and after 30 days. There
-- are no references to those: they would lock rows that the next message needs.
create table lambda_runs (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  lambda_id uuid not null,
  rehearsal_id uuid,
  position bigint generated always as identity,
  trigger text not null check (trigger in ('event', 'cron', 'test', 'rehearsal')),
  event text not null,
  -- The time of a run that the clock started.
  due_at timestamptz(3),
  -- Runs with the same key happen one after the other.
  order_key uuid not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'succeeded', 'failed')),
  attempts integer not null default 0,
  version integer,
  input text not null,
  result text,
  error text,
  output jsonb not null default '[]' check (jsonb_typeof(output) = 'array'),
  writes jsonb not null default '[]' check (jsonb_typeof(writes) = 'array'),
  conversation_id uuid,
  customer_id uuid,
  duration_ms integer,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, lambda_id) references lambdas (account_id, id) on delete cascade,
  foreign key (account_id, rehearsal_id) references lambda_rehearsals (account_id, id) on delete cascade
);
create index lambda_runs_in_order on lambda_runs (account_id, lambda_id, position) where rehearsal_id is null;
create index lambda_runs_by_status on lambda_runs (account_id, lambda_id, status, position) where rehearsal_id is null;
create index lambda_runs_open on lambda_runs (lambda_id, position) where status in ('waiting', 'running');
create index lambda_runs_of_lambda on lambda_runs (account_id, lambda_id);
create index lambda_runs_of_rehearsal on lambda_runs (account_id, rehearsal_id) where rehearsal_id is not null;
create unique index lambda_runs_once_per_time on lambda_runs (lambda_id, due_at) where due_at is not null;
create index lambda_runs_of_conversation on lambda_runs (account_id, conversation_id) where conversation_id is not null;
create index lambda_runs_of_customer on lambda_runs (account_id, customer_id) where customer_id is not null;
create index lambda_runs_by_age on lambda_runs (created_at);
