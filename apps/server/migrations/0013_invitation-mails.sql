-- An invitation that was mailed is for that address; one that is handed on as a link is for whoever holds it.
alter table user_invitations
  add column email short_text check (email = lower(email)),
  add column invited_by bigint,
  add foreign key (account_id, invited_by) references users (account_id, id) on delete set null (invited_by);
create index user_invitations_by_inviter on user_invitations (account_id, invited_by) where invited_by is not null;

-- What was mailed to whom, so that nobody's mailbox is filled in our name. The address is kept as a keyed hash. No account
-- owns these rows: founding and deleting accounts must not be a way around the limits.
create table sent_mails (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('verification', 'password-reset', 'invitation')),
  address_hash bytea not null,
  sender text not null,
  created_at timestamptz(3) not null default now()
);
create index sent_mails_to_address on sent_mails (address_hash, kind, created_at);
create index sent_mails_of_sender on sent_mails (sender, kind, created_at);
create index sent_mails_by_age on sent_mails (created_at);
