create table sessions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  user_id bigint not null,
  user_agent text,
  ip text,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index sessions_of_user on sessions (account_id, user_id);
create index sessions_by_expiry on sessions (expires_at);

-- Each token works once. Only the device that used it may use it again for a moment; used_by is a hash of that device.
create table renewal_tokens (
  token_hash bytea primary key,
  account_id uuid not null,
  session_id uuid not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  used_by bytea,
  foreign key (account_id, session_id) references sessions (account_id, id) on delete cascade
);
create index renewal_tokens_of_session on renewal_tokens (account_id, session_id);
create index renewal_tokens_by_expiry on renewal_tokens (expires_at);

-- Every process keeps in memory who is signed in. This notice removes a user or a session from that memory.
create function notify_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', tg_argv[0] || ':' || old.id);
  return null;
end
$$;

create trigger user_changed after update on users for each row
  when (
    (old.email, old.role, old.password_hash, old.disabled_at, old.archived_at)
    is distinct from (new.email, new.role, new.password_hash, new.disabled_at, new.archived_at)
  )
  execute function notify_changed('user');
create trigger user_deleted after delete on users for each row execute function notify_changed('user');

create trigger session_revoked after update on sessions for each row
  when (old.revoked_at is null and new.revoked_at is not null)
  execute function notify_changed('session');
create trigger session_deleted after delete on sessions for each row execute function notify_changed('session');

-- The secret of a user's authenticator app. It counts once a code has confirmed it.
create table two_factor_secrets (
  account_id uuid not null,
  user_id bigint not null,
  secret_encrypted text not null,
  confirmed_at timestamptz(3),
  -- The newest time step with an accepted code. Codes of this step and of earlier ones are refused.
  last_step bigint not null default 0,
  wrong_codes integer not null default 0,
  wrong_code_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- Each code works once: using it deletes its row.
create table recovery_codes (
  account_id uuid not null,
  user_id bigint not null,
  code_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, user_id, code_hash),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- One row: the secret key that encrypted the stored secrets. Another key stops the start.
create table secret_key_fingerprint (
  only_row boolean primary key default true check (only_row),
  fingerprint bytea not null,
  created_at timestamptz(3) not null default now()
);
