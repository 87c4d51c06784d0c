-- Calls of /api/v1 with an Idempotency-Key, for 24 hours. Without an answer the call did nothing yet.
create table idempotent_calls (
  account_id uuid not null references accounts (id) on delete cascade,
  key_hash bytea not null,
  -- A hash of the path and the body.
  fingerprint bytea not null,
  status integer,
  location text,
  answer text,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, key_hash)
);
create index idempotent_calls_by_age on idempotent_calls (created_at);
