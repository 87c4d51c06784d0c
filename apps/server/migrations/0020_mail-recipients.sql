-- Who gets an agent's message by mail. Without a row, the person who wrote last gets it.
create table message_recipients (
  account_id uuid not null,
  message_id uuid not null,
  to_emails jsonb not null default '[]' check (jsonb_typeof(to_emails) = 'array'),
  cc_emails jsonb not null default '[]' check (jsonb_typeof(cc_emails) = 'array'),
  bcc_emails jsonb not null default '[]' check (jsonb_typeof(bcc_emails) = 'array'),
  primary key (account_id, message_id),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade
);

alter table scheduled_messages add column email json_map;

alter table outgoing_mails add column to_emails jsonb not null default '[]' check (jsonb_typeof(to_emails) = 'array');
alter table outgoing_mails add column cc_emails jsonb not null default '[]' check (jsonb_typeof(cc_emails) = 'array');
alter table outgoing_mails add column bcc_emails jsonb not null default '[]' check (jsonb_typeof(bcc_emails) = 'array');
update outgoing_mails set to_emails = people;

-- The part of a mail that the thread shows at once: people, and the new text as HTML if it has any formatting.
alter table incoming_mails add column summary json_map not null default '{}';

-- What an agent's mails from an inbox end with, as Markdown.
create table signatures (
  account_id uuid not null,
  inbox_id uuid not null,
  user_id bigint not null,
  body text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, inbox_id, user_id),
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index signatures_of_user on signatures (account_id, user_id);
