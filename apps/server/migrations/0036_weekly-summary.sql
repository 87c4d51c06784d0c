-- The summary of the last week, for users who want it, and the Monday of the last week that was summarized.
alter table user_settings
  add column email_weekly_summary boolean not null default false,
  add column weekly_summary_of date;
create index user_settings_with_weekly_summary on user_settings (account_id) where email_weekly_summary;

alter table sent_mails drop constraint sent_mails_kind_check;
alter table sent_mails add constraint sent_mails_kind_check check (
  kind in ('verification', 'password-reset', 'invitation', 'mention', 'alert', 'registration', 'webhook-paused',
    'reply', 'mailbox-failing', 'connection-failing', 'payment-failed', 'rating-request', 'weekly-summary'));
