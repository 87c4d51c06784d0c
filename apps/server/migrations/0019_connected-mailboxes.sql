-- A company's own mailbox, at most one for each inbox.
create table connected_mailboxes (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  inbox_id uuid not null,
  -- In lower case. Mail from it is its owner's.
  email short_text not null check (email = lower(email)),
  from_name short_text,
  -- Host, port, security, user and folder. Null: no mail is fetched.
  imap json_map,
  imap_password_encrypted text check ((imap_password_encrypted is null) = (imap is null)),
  -- Host, port, security and user. Null: answers leave through the mail server of the install.
  smtp json_map,
  smtp_password_encrypted text check ((smtp_password_encrypted is null) = (smtp is null)),
  -- The first connection. Older mail is not taken.
  takes_since timestamptz(3),
  -- IMAP's name for the numbering of the folder, and the last number that was handled in it.
  uid_validity bigint,
  last_uid bigint,
  -- Set while a folder that was numbered anew is looked through: older mails were handled.
  rescan_since timestamptz(3),
  -- The last time that nothing new was left.
  checked_at timestamptz(3),
  -- Set while a connection is open.
  connected_at timestamptz(3),
  last_mail_at timestamptz(3),
  -- A mail that could not be fetched or stored, and how often. After a few times it is left out.
  stuck_uid bigint,
  stuck_tries integer not null default 0,
  left_out integer not null default 0,
  left_out_reason text check (left_out_reason in ('too_large', 'unreadable')),
  left_out_at timestamptz(3),
  -- Since the last success.
  failures integer not null default 0,
  failing_since timestamptz(3),
  failure text,
  retry_at timestamptz(3) not null default now(),
  -- The admins got a mail about the current failure.
  admins_mailed_at timestamptz(3),
  smtp_failure text,
  smtp_failing_since timestamptz(3),
  -- The process that reads the mailbox.
  leased_by uuid,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, inbox_id),
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete cascade
);
create index connected_mailboxes_due on connected_mailboxes (retry_at) where imap is not null;

alter table sent_mails drop constraint sent_mails_kind_check;
alter table sent_mails add constraint sent_mails_kind_check check (
  kind in ('verification', 'password-reset', 'invitation', 'mention', 'alert', 'registration', 'webhook-paused',
    'reply', 'mailbox-failing'));
