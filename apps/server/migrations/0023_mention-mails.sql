alter table user_settings add column email_alert_on_mention boolean not null default true;

alter table sent_mails drop constraint sent_mails_kind_check;
alter table sent_mails add constraint sent_mails_kind_check
  check (kind in ('verification', 'password-reset', 'invitation', 'mention'));
