-- Up to which message of a conversation by mail it was decided who gets a mail. A message that rightly got none has no row in
-- outgoing_mails, and a later job would decide again, when other people may have written.
create table decided_replies (
  account_id uuid not null,
  conversation_id uuid not null,
  -- The number of the message.
  seq bigint not null,
  primary key (account_id, conversation_id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);

-- Mails whose last try failed, of all accounts.
create index outgoing_mails_failing on outgoing_mails (updated_at) where state = 'queued' and failure is not null;
