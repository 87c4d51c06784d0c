create table event_subscriptions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  webhook_url text not null,
  verified boolean not null default false,
  scope text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id)
);

create table lambdas (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  creator_id bigint,
  name short_text not null,
  description text,
  code text,
  language text check (language in ('javascript')),
  runtime text,
  status text not null default 'pending' check (status in ('pending', 'active', 'inactive')),
  last_deployed_at timestamptz(3),
  last_executed_at timestamptz(3),
  lambda_function_name text,
  lambda_function_handler text,
  lambda_revision_id text,
  lambda_last_update_status text,
  metadata json_map,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, creator_id) references users (account_id, id) on delete set null (creator_id)
);
create index lambdas_of_creator on lambdas (account_id, creator_id) where creator_id is not null;
