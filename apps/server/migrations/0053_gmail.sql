alter table incoming_mails drop constraint incoming_mails_source_check;
alter table incoming_mails add constraint incoming_mails_source_check
  check (source in ('smtp', 'ses', 'http', 'imap', 'gmail'));

-- How far the mailbox of a connection was read.
create table gmail_mailboxes (
  account_id uuid not null,
  connection_id uuid not null,
  -- In lower case. Another one means that the connection was made again with another mailbox.
  email short_text not null,
  -- Older mail is not taken.
  takes_since timestamptz(3) not null,
  -- Gmail's name for the place up to which changes are known.
  history_id short_text,
  -- Set while all threads since this time are listed, with the next page and the place from which to go on afterwards.
  listing_since timestamptz(3),
  listing_token text,
  listing_history_id short_text,
  -- The last time that nothing new was left.
  checked_at timestamptz(3),
  -- Until then Gmail reports new mail to the Pub/Sub topic.
  watched_until timestamptz(3),
  left_out integer not null default 0,
  left_out_reason text check (left_out_reason in ('too_large', 'unreadable')),
  left_out_at timestamptz(3),
  primary key (account_id, connection_id),
  foreign key (account_id, connection_id) references connected_services (account_id, id) on delete cascade
);

-- The threads of these mailboxes. An erased conversation leaves its thread: Gmail's ids say nothing, and its mails must not come back.
create table gmail_threads (
  account_id uuid not null,
  connection_id uuid not null,
  thread_id short_text not null,
  -- The first conversation of the thread.
  conversation_id uuid,
  -- Gmail's ids of the mails that became messages or were passed over.
  handled_ids text[] not null default '{}',
  -- Set while the thread has to be read.
  waiting_since timestamptz(3),
  -- Grows with each change at Gmail.
  version integer not null default 0,
  -- How often a mail of it could not be stored.
  tries integer not null default 0,
  primary key (account_id, connection_id, thread_id),
  foreign key (account_id, connection_id) references connected_services (account_id, id) on delete cascade,
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete set null (conversation_id)
);
create index gmail_threads_waiting on gmail_threads (account_id, connection_id, waiting_since, thread_id)
  where waiting_since is not null;
create index gmail_threads_of_conversation on gmail_threads (account_id, conversation_id) where conversation_id is not null;

-- Mails that a process began to send: after a crash Gmail is asked whether it has them.
create table gmail_sends (
  account_id uuid not null,
  connection_id uuid not null,
  -- Ours, with angle brackets. Gmail replaces it.
  rfc_message_id text not null,
  begun_at timestamptz(3) not null default now(),
  primary key (account_id, rfc_message_id),
  foreign key (account_id, connection_id) references connected_services (account_id, id) on delete cascade
);
create index gmail_sends_of_connection on gmail_sends (account_id, connection_id);
create index gmail_sends_by_age on gmail_sends (begun_at);
