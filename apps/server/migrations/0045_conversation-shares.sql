-- Links with which an outsider reads one conversation. Only a hash of the token is stored.
create table conversation_shares (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  token_hash bytea not null,
  created_by bigint,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (account_id, id),
  unique (token_hash),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, created_by) references users (account_id, id) on delete set null (created_by)
);
create index conversation_shares_of_conversation on conversation_shares (account_id, conversation_id, created_at desc);
create index conversation_shares_of_user on conversation_shares (account_id, created_by) where created_by is not null;
create index conversation_shares_by_expiry on conversation_shares (expires_at);
