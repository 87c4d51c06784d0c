-- Messages that wait for their time. Files and people are named by id only: sending goes through the door of all
-- messages, which refuses what is not the account's own.
create table scheduled_messages (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  user_id bigint not null,
  body text,
  type text not null check (type in ('reply', 'note')),
  file_ids jsonb not null default '[]' check (jsonb_typeof(file_ids) = 'array'),
  mentioned_user_ids jsonb not null default '[]' check (jsonb_typeof(mentioned_user_ids) = 'array'),
  metadata json_map,
  send_at timestamptz(3) not null,
  held_reason text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index scheduled_messages_of_conversation on scheduled_messages (account_id, conversation_id, send_at, id);
create index scheduled_messages_of_user on scheduled_messages (account_id, user_id);
