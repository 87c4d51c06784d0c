-- The accounts that remind their team: looked for every half hour.
create index accounts_with_reminders on accounts (id)
  where settings -> 'conversation_reminders_enabled' = 'true'::jsonb;

-- What has been told by mail of a conversation, and when the next mail may go out. It does not refer to the conversation's
-- row: such a reference would lock that row while the event log is read, and the next message waits for this lock.
create table message_alerts (
  account_id uuid not null references accounts on delete cascade,
  conversation_id uuid not null,
  told_seq bigint not null,
  waiting boolean not null default true,
  mail_at timestamptz(3) not null default now(),
  primary key (account_id, conversation_id)
);

alter table sent_mails drop constraint sent_mails_kind_check;
alter table sent_mails add constraint sent_mails_kind_check
  check (kind in ('verification', 'password-reset', 'invitation', 'mention', 'alert'));
