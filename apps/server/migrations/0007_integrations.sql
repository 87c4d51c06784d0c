-- Tokens of outside services are stored encrypted, in columns that end in _encrypted.

create table slack_authorizations (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  inbox_id uuid,
  type text not null default 'reply' check (type in ('reply', 'support')),
  access_token_encrypted bytea not null,
  app_id text,
  authed_user_id text,
  bot_user_id text,
  channel text,
  channel_id text,
  configuration_url text,
  webhook_url text,
  scope text,
  team_id text,
  team_name text,
  token_type text,
  metadata json_map,
  settings json_map,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete cascade
);
create index slack_authorizations_of_inbox on slack_authorizations (account_id, inbox_id, type, created_at desc);
create index slack_authorizations_by_team on slack_authorizations (team_id, type, created_at desc);

create table slack_conversation_threads (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  slack_channel text not null,
  slack_thread_ts text not null,
  slack_team text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  -- Slack's events name the channel and the thread, not our account.
  unique (slack_channel, slack_thread_ts, account_id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);
create index slack_conversation_threads_of_conversation
  on slack_conversation_threads (account_id, conversation_id, slack_channel);

create table google_authorizations (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  inbox_id uuid,
  user_id bigint,
  client text not null check (client in ('gmail', 'sheets')),
  type text check (type in ('personal', 'support', 'sheets')),
  access_token_encrypted bytea,
  refresh_token_encrypted bytea not null,
  token_type text,
  -- Seconds since 1970, as Google gives it.
  expires_at bigint,
  scope text,
  metadata json_map,
  settings json_map,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create index google_authorizations_of_inbox on google_authorizations (account_id, inbox_id, client, created_at desc);
create index google_authorizations_of_user on google_authorizations (account_id, user_id);

create table gmail_conversation_threads (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  gmail_thread_id text not null,
  gmail_initial_subject text,
  last_gmail_message_id text,
  last_gmail_history_id text,
  last_synced_at timestamptz(3),
  metadata json_map,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);
create index gmail_conversation_threads_by_thread on gmail_conversation_threads (account_id, gmail_thread_id);
create index gmail_conversation_threads_of_conversation on gmail_conversation_threads (account_id, conversation_id);

create table mattermost_authorizations (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  inbox_id uuid,
  user_id bigint,
  access_token_encrypted bytea not null,
  refresh_token_encrypted bytea,
  bot_token_encrypted bytea,
  verification_token_encrypted bytea,
  mattermost_url text,
  channel_id text,
  channel_name text,
  team_id text,
  team_domain text,
  webhook_url text,
  scope text,
  metadata json_map,
  settings json_map,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create index mattermost_authorizations_of_inbox on mattermost_authorizations (account_id, inbox_id, created_at desc);
create index mattermost_authorizations_of_user on mattermost_authorizations (account_id, user_id);
create index mattermost_authorizations_by_channel on mattermost_authorizations (channel_id);

create table mattermost_conversation_threads (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  mattermost_channel_id text not null,
  mattermost_post_root_id text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);
create index mattermost_conversation_threads_by_post
  on mattermost_conversation_threads (account_id, mattermost_channel_id, mattermost_post_root_id);
create index mattermost_conversation_threads_of_conversation
  on mattermost_conversation_threads (account_id, conversation_id);

create table twilio_authorizations (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  inbox_id uuid,
  user_id bigint,
  twilio_account_sid text not null,
  twilio_auth_token_encrypted bytea not null,
  from_phone_number text not null,
  metadata json_map,
  settings json_map,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create index twilio_authorizations_of_inbox on twilio_authorizations (account_id, inbox_id, created_at desc);
create index twilio_authorizations_of_user on twilio_authorizations (account_id, user_id);
create index twilio_authorizations_by_number on twilio_authorizations (twilio_account_sid, from_phone_number);

create table github_authorizations (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  user_id bigint,
  access_token_encrypted bytea,
  access_token_expires_at timestamptz(3),
  refresh_token_encrypted bytea,
  refresh_token_expires_at timestamptz(3),
  token_type text,
  scope text,
  github_installation_id text,
  metadata json_map,
  settings json_map,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create index github_authorizations_of_user on github_authorizations (account_id, user_id);
create index github_authorizations_by_installation on github_authorizations (github_installation_id);

create table hubspot_authorizations (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  user_id bigint,
  access_token_encrypted bytea not null,
  refresh_token_encrypted bytea not null,
  expires_at timestamptz(3),
  token_type text,
  hubspot_app_id bigint,
  hubspot_portal_id bigint,
  scope text,
  metadata json_map,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create index hubspot_authorizations_of_user on hubspot_authorizations (account_id, user_id);

create table intercom_authorizations (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  user_id bigint,
  access_token_encrypted bytea not null,
  token_type text,
  scope text,
  metadata json_map,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create index intercom_authorizations_of_user on intercom_authorizations (account_id, user_id);
