-- Each message updates its conversation, and every list is sorted by last_activity_at. So each message pays for each
-- index here. The fillfactor leaves room for updates that change no indexed column.
create table conversations (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  customer_id uuid not null,
  inbox_id uuid,
  assignee_id bigint,
  status text not null default 'open' check (status in ('open', 'closed')),
  priority text not null default 'not_priority' check (priority in ('priority', 'not_priority')),
  read boolean not null default false,
  source text not null default 'chat'
    check (source in ('chat', 'slack', 'mattermost', 'email', 'sms', 'api', 'sandbox')),
  subject short_text,
  metadata json_map,
  -- The number of the newest message. A message takes its number by updating this row, so there are no gaps.
  last_seq bigint not null default 0,
  last_activity_at timestamptz(3),
  first_replied_at timestamptz(3),
  closed_at timestamptz(3),
  archived_at timestamptz(3),
  -- Snoozed until a time, or until the customer writes.
  snoozed_at timestamptz(3),
  snoozed_until timestamptz(3),
  -- A conversation is in one place at a time, and every list starts with it. It is a column because an index over
  -- `archived_at is null` cannot return a list in order: PostgreSQL would sort all that it finds.
  place text not null generated always as (
    case when archived_at is not null then 'archived' when snoozed_at is not null then 'snoozed' else status end
  ) stored check (place in ('open', 'closed', 'snoozed', 'archived')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (id),
  check (snoozed_until is null or snoozed_at is not null),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete set null (inbox_id),
  foreign key (account_id, assignee_id) references users (account_id, id) on delete set null (assignee_id)
) with (fillfactor = 85);
create index conversations_by_activity
  on conversations (account_id, place, last_activity_at desc nulls first, id desc);
create index conversations_of_inbox
  on conversations (account_id, inbox_id, place, last_activity_at desc nulls first, id desc) where inbox_id is not null;
-- Unassigned conversations are a list too, so this includes them.
create index conversations_of_assignee
  on conversations (account_id, assignee_id, place, last_activity_at desc nulls first, id desc);
create index conversations_of_customer on conversations (account_id, customer_id, created_at desc, id desc);
create index conversations_with_priority
  on conversations (account_id, place, last_activity_at desc nulls first, id desc) where priority = 'priority';
create index conversations_unread
  on conversations (account_id, place, last_activity_at desc nulls first, id desc) where not read;

create table messages (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  customer_id uuid,
  user_id bigint,
  seq bigint not null,
  client_message_id uuid,
  body text,
  type text not null default 'reply' check (type in ('reply', 'note', 'bot')),
  content_type short_text not null default 'text',
  private boolean not null default false,
  source text not null default 'chat'
    check (source in ('chat', 'slack', 'mattermost', 'email', 'sms', 'api', 'sandbox')),
  subject short_text,
  metadata json_map,
  sent_at timestamptz(3) not null default now(),
  -- When the customer's widget received the team's message. A seen message was delivered.
  delivered_at timestamptz(3),
  seen_at timestamptz(3),
  edited_at timestamptz(3),
  edited_by bigint,
  -- The account's id is one of the words, so a search in the index finds only this account's messages.
  words tsvector generated always as (
    to_tsvector('simple', searchable(body)) || array_to_tsvector(array[account_id::text])
  ) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (conversation_id, seq),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id),
  foreign key (account_id, edited_by) references users (account_id, id) on delete set null (edited_by)
);
create unique index messages_sent_once
  on messages (conversation_id, client_message_id) where client_message_id is not null;
create index messages_by_time on messages (account_id, created_at desc, id desc);
create index messages_of_customer on messages (account_id, customer_id, created_at desc) where customer_id is not null;
create index messages_of_user on messages (account_id, user_id, created_at desc) where user_id is not null;
create index messages_edited_by on messages (account_id, edited_by) where edited_by is not null;
-- New words wait in a pending list before they enter the index. The list is short: every search reads it, and the
-- message that fills it pays for emptying it.
create index messages_by_words on messages using gin (words) with (gin_pending_list_limit = 512);

-- The earlier versions of an edited message. Admins can read them.
create table message_versions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  message_id uuid not null,
  body text,
  type text not null check (type in ('reply', 'note', 'bot')),
  private boolean not null,
  subject short_text,
  -- When the next version replaced this one, and who wrote the next one.
  replaced_at timestamptz(3) not null default now(),
  replaced_by bigint,
  primary key (account_id, id),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade,
  foreign key (account_id, replaced_by) references users (account_id, id) on delete set null (replaced_by)
);
create index message_versions_of_message on message_versions (account_id, message_id, replaced_at desc);
create index message_versions_of_user on message_versions (account_id, replaced_by) where replaced_by is not null;

create table mentions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  message_id uuid not null,
  user_id bigint not null,
  seen_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, message_id, user_id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index mentions_of_conversation on mentions (account_id, conversation_id);
create index mentions_of_user on mentions (account_id, user_id, conversation_id);
create index mentions_unseen on mentions (account_id, user_id, conversation_id) where seen_at is null;

-- Messages to send later. Files and mentioned users have no references here: createMessage sends the message and
-- refuses ids of other accounts.
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

-- Saved replies.
create table canned_responses (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  name short_text not null,
  content text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id)
);
create unique index canned_responses_by_name on canned_responses (account_id, lower(name));
create index canned_responses_by_update on canned_responses (account_id, updated_at desc, id desc);

-- Links with which an outsider reads one conversation. Only a hash of the token is stored.
create table conversation_shares (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  token_hash bytea not null,
  created_by bigint,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (account_id, id),
  unique (token_hash),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, created_by) references users (account_id, id) on delete set null (created_by)
);
create index conversation_shares_of_conversation on conversation_shares (account_id, conversation_id, created_at desc);
create index conversation_shares_of_user on conversation_shares (account_id, created_by) where created_by is not null;
create index conversation_shares_by_expiry on conversation_shares (expires_at);
