-- Keys with which scripts act as their owner. The database alone gives no key away: the value is encrypted with the secret key.
create table personal_api_keys (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  user_id bigint not null,
  label short_text not null,
  value_hash bytea not null unique,
  value_encrypted text not null,
  scope text not null default 'everything' check (scope in ('read', 'messages', 'everything')),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_ip text,
  last_used_agent text check (length(last_used_agent) <= 255),
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index personal_api_keys_of_user on personal_api_keys (account_id, user_id, created_at);

create trigger personal_api_key_deleted after delete on personal_api_keys for each row
  execute function notify_changed('api_key');
