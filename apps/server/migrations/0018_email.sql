-- The addresses at which an inbox takes mail.
create table forwarding_addresses (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  inbox_id uuid not null,
  -- Ours, made by the server, in lower case. Unique over all accounts: it decides where a mail goes.
  forwarding_email_address short_text not null unique check (forwarding_email_address = lower(forwarding_email_address)),
  -- The company's own address, which forwards to ours.
  source_email_address short_text,
  description text,
  state short_text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete cascade
);
create index forwarding_addresses_of_inbox on forwarding_addresses (account_id, inbox_id);
create index forwarding_addresses_by_update on forwarding_addresses (account_id, updated_at desc, id desc);

-- One row for each mail that was taken. The raw mail is a file.
create table incoming_mails (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  -- A hash of Message-ID, sender and text: the same mail is taken once, over whichever way it comes.
  taken_key bytea not null,
  source text not null check (source in ('smtp', 'ses', 'http', 'imap')),
  -- The id that the source gave the mail.
  provider_id text,
  -- With angle brackets.
  rfc_message_id text,
  from_email short_text,
  -- Where the sender wants answers.
  reply_to_email short_text,
  -- All emails in the mail's From, To and Cc, in lower case.
  people jsonb not null default '[]' check (jsonb_typeof(people) = 'array'),
  subject text not null default '',
  kind text not null check (kind in ('person', 'notification', 'auto-reply', 'bounce', 'complaint')),
  kind_reason text,
  -- Whether the sender's domain vouches for the mail.
  verdict text not null check (verdict in ('pass', 'fail', 'unknown')),
  -- The rule that found the conversation.
  thread_reason text
    check (thread_reason in ('reply_address', 'plain_reply_address', 'references', 'new', 'new_unknown_sender')),
  -- Null for a mail that became a message.
  ignored_reason text check (ignored_reason in ('auto-reply', 'bounce', 'complaint')),
  conversation_id uuid,
  message_id uuid,
  raw_file_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, taken_key),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, message_id) references messages (account_id, id) on delete set null (message_id),
  foreign key (account_id, raw_file_id) references files (account_id, id) on delete set null (raw_file_id)
);
create unique index incoming_mails_by_provider_id
  on incoming_mails (account_id, source, provider_id) where provider_id is not null;
create index incoming_mails_by_message_id on incoming_mails (account_id, rfc_message_id) where rfc_message_id is not null;
create index incoming_mails_of_conversation on incoming_mails (account_id, conversation_id) where conversation_id is not null;
create index incoming_mails_of_message on incoming_mails (account_id, message_id) where message_id is not null;
create index incoming_mails_of_file on incoming_mails (account_id, raw_file_id) where raw_file_id is not null;

-- No message has a raw mail, so nothing else would remove it.
create function release_raw_mail() returns trigger language plpgsql as $$
begin
  update files set unattached_since = now() where account_id = old.account_id and id = old.raw_file_id;
  return null;
end
$$;
create trigger incoming_mails_released after delete on incoming_mails
  for each row when (old.raw_file_id is not null) execute function release_raw_mail();
-- Mails without a conversation are removed after a month.
create index incoming_mails_ignored on incoming_mails (created_at) where conversation_id is null;

-- One row for each mail to customers.
create table outgoing_mails (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  -- `notice`: messages of a chat that the customer has not seen. `reply`: an answer in a conversation by mail.
  kind text not null check (kind in ('notice', 'reply')),
  -- The messages in the mail. They have no references: deleting one leaves the mail as it was sent.
  message_ids jsonb not null default '[]' check (jsonb_typeof(message_ids) = 'array'),
  -- With angle brackets, chosen by us.
  rfc_message_id text not null,
  -- All recipients, in lower case.
  people jsonb not null default '[]' check (jsonb_typeof(people) = 'array'),
  subject text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'bounced')),
  -- What the mail server answered.
  failure text,
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, rfc_message_id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);
create index outgoing_mails_of_conversation on outgoing_mails (account_id, conversation_id, created_at, id);

-- Chats with an answer that is mailed if the customer does not see it in time. A job would keep the ids of an erased
-- conversation while it waits.
create table unseen_answers (
  account_id uuid not null,
  conversation_id uuid not null,
  mail_at timestamptz(3) not null default now(),
  primary key (account_id, conversation_id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);
create index unseen_answers_by_time on unseen_answers (mail_at);

-- Emails that bounced or complained. They get no automatic mail. A hash, so that the table names nobody.
create table suppressed_emails (
  account_id uuid not null references accounts on delete cascade,
  email_hash bytea not null,
  reason text not null check (reason in ('bounce', 'complaint')),
  created_at timestamptz(3) not null default now(),
  primary key (account_id, email_hash)
);

alter table sent_mails drop constraint sent_mails_kind_check;
alter table sent_mails add constraint sent_mails_kind_check check (
  kind in ('verification', 'password-reset', 'invitation', 'mention', 'alert', 'registration', 'webhook-paused',
    'reply'));
