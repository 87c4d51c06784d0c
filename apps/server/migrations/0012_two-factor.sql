-- The secret that a person's authenticator app shares with us. It counts once a code has confirmed it.
create table two_factor_secrets (
  account_id uuid not null,
  user_id bigint not null,
  secret_encrypted text not null,
  confirmed_at timestamptz(3),
  -- The newest time step whose code was taken: it and all before it are spent.
  last_step bigint not null default 0,
  wrong_codes integer not null default 0,
  wrong_code_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- Each lets its owner in once; the row goes with its use.
create table recovery_codes (
  account_id uuid not null,
  user_id bigint not null,
  code_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, user_id, code_hash),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
