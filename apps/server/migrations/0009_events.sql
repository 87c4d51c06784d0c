-- What happened, written in the transaction of the fact and never changed. It keeps ids, not copies, and keeps them after
-- a customer is erased: so conversation_id refers to nothing.
create table events (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts on delete cascade,
  conversation_id uuid,
  type text not null,
  payload json_map not null default '{}',
  actor text,
  created_at timestamptz(3) not null default now(),
  -- Ids are handed out before the commit, so a reader must stop before the oldest transaction still in flight.
  txid xid8 not null default pg_current_xact_id()
);
create index events_in_order on events (txid, id);
create index events_of_account on events (account_id, id);
create index events_of_conversation on events (account_id, conversation_id, id) where conversation_id is not null;

-- How far each reader of the log has come, in the order (txid, id): ids alone are drawn in another order than they commit.
create table event_readers (
  name text primary key,
  last_txid xid8 not null default '0',
  last_event_id bigint not null default 0,
  updated_at timestamptz(3) not null default now()
);
