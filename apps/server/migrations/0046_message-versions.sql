-- An edited message keeps its earlier versions, for admins.
alter table messages
  add column edited_at timestamptz(3),
  add column edited_by bigint,
  add foreign key (account_id, edited_by) references users (account_id, id) on delete set null (edited_by);
create index messages_edited_by on messages (account_id, edited_by) where edited_by is not null;

create table message_versions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  message_id uuid not null,
  body text,
  type text not null check (type in ('reply', 'note', 'bot')),
  private boolean not null,
  subject short_text,
  -- When the next version took its place, and who wrote that one.
  replaced_at timestamptz(3) not null default now(),
  replaced_by bigint,
  primary key (account_id, id),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade,
  foreign key (account_id, replaced_by) references users (account_id, id) on delete set null (replaced_by)
);
create index message_versions_of_message on message_versions (account_id, message_id, replaced_at desc);
create index message_versions_of_user on message_versions (account_id, replaced_by) where replaced_by is not null;
