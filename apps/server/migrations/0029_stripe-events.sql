-- Events that Stripe sent. It repeats an event until we answer, and each is handled once.
create table stripe_events (
  id text primary key,
  created_at timestamptz(3) not null default now()
);
create index stripe_events_by_age on stripe_events (created_at);

alter table sent_mails drop constraint sent_mails_kind_check;
alter table sent_mails add constraint sent_mails_kind_check check (
  kind in ('verification', 'password-reset', 'invitation', 'mention', 'alert', 'registration', 'webhook-paused',
    'reply', 'mailbox-failing', 'connection-failing', 'payment-failed'));
