-- Each message updates its conversation, and last_activity_at is in the order of every list, so each index here is paid
-- for with every message. The fillfactor leaves room for the updates that change no indexed column.
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
  -- The number of its newest message. Numbers are taken by updating this row, so they have no gaps.
  last_seq bigint not null default 0,
  last_activity_at timestamptz(3),
  first_replied_at timestamptz(3),
  closed_at timestamptz(3),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete set null (inbox_id),
  foreign key (account_id, assignee_id) references users (account_id, id) on delete set null (assignee_id)
) with (fillfactor = 85);
create index conversations_by_activity
  on conversations (account_id, status, last_activity_at desc nulls first, id desc) where archived_at is null;
create index conversations_of_inbox
  on conversations (account_id, inbox_id, status, last_activity_at desc nulls first, id desc) where inbox_id is not null;
create index conversations_of_assignee
  on conversations (account_id, assignee_id, status, last_activity_at desc nulls first, id desc)
  where assignee_id is not null;
create index conversations_of_customer on conversations (account_id, customer_id, created_at desc, id desc);
create index conversations_with_priority
  on conversations (account_id, status, last_activity_at desc nulls first, id desc)
  where priority = 'priority' and archived_at is null;
create index conversations_unread
  on conversations (account_id, status, inbox_id, assignee_id, priority) where not read and archived_at is null;
-- By closed_at and not by updated_at, which is never earlier: a column that each message changes would cost every update.
create index conversations_to_archive on conversations (closed_at) where status = 'closed' and archived_at is null;

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
  seen_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (conversation_id, seq),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create unique index messages_sent_once
  on messages (conversation_id, client_message_id) where client_message_id is not null;
create index messages_by_time on messages (account_id, created_at desc, id desc);
-- Also answers "did this customer say the same within the last minute?".
create index messages_of_customer on messages (account_id, customer_id, created_at desc) where customer_id is not null;
create index messages_of_user on messages (account_id, user_id, created_at desc) where user_id is not null;

create table files (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  customer_id uuid,
  user_id bigint,
  filename short_text not null,
  unique_filename text,
  file_url text not null,
  content_type short_text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (unique_filename),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create index files_of_customer on files (account_id, customer_id) where customer_id is not null;
create index files_of_user on files (account_id, user_id) where user_id is not null;

create table message_files (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  message_id uuid not null,
  file_id uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, message_id, file_id),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade,
  foreign key (account_id, file_id) references files (account_id, id) on delete cascade
);
create index message_files_of_file on message_files (account_id, file_id);

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
