-- A mail to everybody who waits for an issue.
create table issue_emails (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  issue_id uuid not null,
  user_id bigint not null,
  inbox_id uuid,
  subject short_text not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, issue_id) references issues (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete set null (inbox_id)
);
create index issue_emails_of_issue on issue_emails (account_id, issue_id, created_at);
create index issue_emails_of_user on issue_emails (account_id, user_id);
create index issue_emails_of_inbox on issue_emails (account_id, inbox_id) where inbox_id is not null;

-- The newest of these mails for which this customer was looked at, and when one was written to them.
alter table customer_issues add column issue_email_id uuid;
alter table customer_issues add column emailed_at timestamptz(3);
alter table customer_issues add foreign key (account_id, issue_email_id)
  references issue_emails (account_id, id) on delete set null (issue_email_id);
create index customer_issues_of_email on customer_issues (account_id, issue_email_id) where issue_email_id is not null;

alter table outgoing_mails drop constraint outgoing_mails_kind_check;
-- `issue`: to somebody who waits for an issue.
alter table outgoing_mails add constraint outgoing_mails_kind_check check (kind in ('notice', 'reply', 'issue'));

alter table suppressed_emails drop constraint suppressed_emails_reason_check;
alter table suppressed_emails add constraint suppressed_emails_reason_check
  check (reason in ('bounce', 'complaint', 'unsubscribe'));
