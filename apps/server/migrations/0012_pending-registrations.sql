-- Registrations that wait for the person to open the link in the email and enter the password that they chose.
create table pending_registrations (
  id uuid primary key default gen_random_uuid(),
  email short_text not null check (email = lower(email)),
  password_hash text not null,
  -- Of a new company; null for somebody who joins by invitation.
  company_name short_text,
  invitation_id uuid references user_invitations (id) on delete cascade,
  redirect text check (length(redirect) <= 2000),
  -- Where the call came from. The limit of emails counts by it.
  network text not null,
  mail_allowed boolean not null default false,
  token_hash bytea unique,
  attempts integer not null default 0,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  check ((company_name is null) <> (invitation_id is null))
);
create index pending_registrations_of_email on pending_registrations (email);
create index pending_registrations_of_invitation on pending_registrations (invitation_id) where invitation_id is not null;
create index pending_registrations_by_expiry on pending_registrations (expires_at);

alter table sent_mails drop constraint sent_mails_kind_check;
alter table sent_mails add constraint sent_mails_kind_check
  check (kind in ('verification', 'password-reset', 'invitation', 'mention', 'alert', 'registration'));
