-- What happened, written in the transaction of the fact and never changed. Events keep ids and no copies. The ids stay
-- after a customer is erased, so conversation_id has no reference.
create table events (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts on delete cascade,
  conversation_id uuid,
  type text not null,
  payload json_map not null default '{}',
  actor text,
  created_at timestamptz(3) not null default now(),
  -- Ids are assigned before the commit, so a reader stops before the oldest transaction that is still running.
  txid xid8 not null default pg_current_xact_id()
);
create index events_in_order on events (txid, id);
create index events_of_account on events (account_id, id);
create index events_of_conversation on events (account_id, conversation_id, id) where conversation_id is not null;
-- A customer's timeline reads these three, newest first: events of the customer, changes of their conversations (of the
-- messages only the first of an exchange), and changes of their issues.
create index events_of_customer on events (account_id, (payload ->> 'customer_id'), id) where payload ? 'customer_id';
create index events_of_conversation_timeline on events (account_id, conversation_id, id)
  where conversation_id is not null and (type = 'conversation:created' or payload ?| array['became', 'begins']);
create index events_of_issue on events (account_id, (payload ->> 'issue_id'), id)
  where type = 'issue:updated' and payload ? 'became';
-- Events of a customer who was merged and brought back, for erasing them.
create index events_of_merged_customer on events (account_id, (payload ->> 'merged_customer_id'))
  where payload ? 'merged_customer_id';

-- The position of each reader of the log, in the order (txid, id): events do not commit in the order of their ids.
create table event_readers (
  name text primary key,
  last_txid xid8 not null default '0',
  last_event_id bigint not null default 0,
  updated_at timestamptz(3) not null default now()
);

-- Reactions to events that failed. They are tried again with back-off. next_try_at is null after the last try.
create table failed_reactions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  event_type text not null,
  event_ids bigint[] not null,
  reaction text not null,
  attempts integer not null default 1,
  error text not null,
  next_try_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (id)
);
create index failed_reactions_due on failed_reactions (next_try_at) where next_try_at is not null;
create index failed_reactions_of_account on failed_reactions (account_id, created_at desc);

-- The last heartbeat of each worker of the job queue. When a worker is silent, others get its jobs.
-- Each process also holds a shared advisory lock, process_lock, which PostgreSQL drops when the process dies.
create table job_workers (
  worker_id text primary key,
  process_lock integer,
  seen_at timestamptz(3) not null default now()
);

-- Sent emails, so that nobody can use us to fill a mailbox. The email address is a keyed hash. The rows belong to no
-- account: otherwise a new account would be a way around the limits.
create table sent_mails (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('verification', 'password-reset', 'invitation', 'mention', 'alert')),
  address_hash bytea not null,
  sender text not null,
  created_at timestamptz(3) not null default now()
);
create index sent_mails_to_address on sent_mails (address_hash, kind, created_at);
create index sent_mails_of_sender on sent_mails (sender, kind, created_at);
create index sent_mails_by_age on sent_mails (created_at);

-- Which messages of a conversation were emailed to the team, and when the next email may go out. The conversation has no
-- reference here: it would lock the conversation's row while the event log is read, and the next message would wait.
create table message_alerts (
  account_id uuid not null references accounts on delete cascade,
  conversation_id uuid not null,
  mailed_seq bigint not null,
  waiting boolean not null default true,
  mail_at timestamptz(3) not null default now(),
  primary key (account_id, conversation_id)
);
