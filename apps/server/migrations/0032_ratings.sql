-- Visitors are asked to rate the closed conversations of such an inbox.
alter table inboxes add column ratings_enabled boolean not null default false;

-- One row for each closing that a customer is asked to rate. The score is null until they do.
create table ratings (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  -- The rated user: the assignee at that time, or else the last one who answered.
  user_id bigint,
  -- When the conversation was closed.
  asked_at timestamptz(3) not null,
  -- When to ask by mail, too. Null once that is done.
  mail_at timestamptz(3),
  score integer check (score between 1 and 5),
  comment text,
  source text check (source in ('widget', 'chat_page', 'email')),
  rated_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, conversation_id, asked_at),
  check ((score is null) = (rated_at is null) and (score is null) = (source is null)),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create index ratings_by_time on ratings (account_id, asked_at desc, id desc) include (score, user_id, conversation_id);
create index ratings_of_user on ratings (account_id, user_id) where user_id is not null;
create index ratings_to_mail on ratings (mail_at) where mail_at is not null;

alter table sent_mails drop constraint sent_mails_kind_check;
alter table sent_mails add constraint sent_mails_kind_check check (
  kind in ('verification', 'password-reset', 'invitation', 'mention', 'alert', 'registration', 'webhook-paused',
    'reply', 'mailbox-failing', 'connection-failing', 'payment-failed', 'rating-request'));
