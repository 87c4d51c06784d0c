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

create table renewal_tokens (
  token_hash bytea primary key,
  account_id uuid not null,
  session_id uuid not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  foreign key (account_id, session_id) references sessions (account_id, id) on delete cascade
);
create index renewal_tokens_of_session on renewal_tokens (account_id, session_id);
create index renewal_tokens_by_expiry on renewal_tokens (expires_at);

-- Every process remembers who is signed in, and forgets it on this notice.
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
