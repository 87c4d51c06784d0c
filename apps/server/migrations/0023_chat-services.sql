-- Connections to outside chat services. `service` is the name of its folder under src/integrations.
create table connected_services (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  service short_text not null,
  -- reply: every conversation of the inbox is mirrored to one channel. support: customers write in channels of the service.
  kind text not null default 'reply' check (kind in ('reply', 'support')),
  -- Null: the primary inbox.
  inbox_id uuid,
  team_id short_text,
  team_name short_text,
  channel_id short_text,
  channel_name short_text,
  -- The user of the service that our bot is.
  bot_user_id short_text,
  -- What else the service gave us, without secrets.
  details json_map not null default '{}',
  -- Chosen by the admins.
  settings json_map not null default '{}',
  -- A JSON object with the tokens.
  secrets_encrypted text not null,
  connected_by bigint,
  -- Since the last success. While there are some, nothing is sent before retry_at.
  failures integer not null default 0,
  failing_since timestamptz(3),
  failure text,
  retry_at timestamptz(3) not null default now(),
  -- The service refuses the token. Nothing is sent until an admin connects again.
  revoked_at timestamptz(3),
  -- The admins got a mail about the current failure.
  admins_mailed_at timestamptz(3),
  last_activity_at timestamptz(3),
  -- The process that sends to it, until when. Only one does, so that the order holds.
  leased_by uuid,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete cascade,
  foreign key (account_id, connected_by) references users (account_id, id) on delete set null (connected_by)
);
create index connected_services_of_inbox on connected_services (account_id, inbox_id) where inbox_id is not null;
create index connected_services_of_user on connected_services (account_id, connected_by) where connected_by is not null;
create index connected_services_by_team on connected_services (service, team_id);
create index connected_services_by_channel on connected_services (service, channel_id);

-- Where a conversation is in a service.
create table service_threads (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  service short_text not null,
  team_id short_text,
  channel_id short_text not null,
  -- The service's id of the first post.
  thread_id short_text not null,
  -- Asked from the service once.
  permalink text,
  channel_name short_text,
  -- The state of the conversation that the first post shows.
  shown_state short_text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, conversation_id, service, channel_id),
  unique (account_id, service, channel_id, thread_id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);
create index service_threads_by_channel on service_threads (service, channel_id, thread_id);

-- Where a message is in a service: it came from there, or it was sent there. A long message has several posts.
create table service_posts (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  message_id uuid not null,
  service short_text not null,
  channel_id short_text not null,
  post_id short_text not null,
  position bigint generated always as identity,
  primary key (account_id, id),
  unique (account_id, service, channel_id, post_id),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade
);
create index service_posts_of_message on service_posts (account_id, message_id);

-- What is to be sent, in order for each conversation. Sent edits and states are deleted. The conversation has no reference here: it would lock the
-- conversation's row while the event log is read, and the next message would wait.
create table service_deliveries (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  connection_id uuid not null,
  conversation_id uuid not null,
  -- Null for `state`, which is about the whole conversation.
  message_id uuid,
  channel_id short_text not null,
  kind text not null check (kind in ('message', 'edit', 'state')),
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  -- The service may have got it: a process began to send it and did not store how that ended.
  begun boolean not null default false,
  failure text,
  position bigint generated always as identity,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, connection_id) references connected_services (account_id, id) on delete cascade,
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade
);
create index service_deliveries_waiting on service_deliveries (connection_id, position) where status = 'waiting';
create index service_deliveries_of_conversation on service_deliveries (account_id, conversation_id, connection_id, position);
create index service_deliveries_of_message on service_deliveries (account_id, message_id) where message_id is not null;
create index service_deliveries_of_connection on service_deliveries (account_id, connection_id);

-- What services sent us. The body is deleted as soon as it is handled.
create table service_events (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  service short_text not null,
  -- The service's name for it: each is taken once.
  event_id short_text not null,
  -- Those with the same key are handled one after the other.
  order_key short_text not null,
  body json_map,
  status text not null default 'waiting' check (status in ('waiting', 'handled', 'failed')),
  attempts integer not null default 0,
  position bigint generated always as identity,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, service, event_id)
);
create index service_events_waiting on service_events (account_id, service, order_key, position) where status = 'waiting';
create index service_events_by_age on service_events (created_at);

-- A user who is at a service to allow the connection. Only a hash of the state is stored.
create table oauth_states (
  state_hash bytea primary key,
  account_id uuid not null,
  user_id bigint not null,
  inbox_id uuid,
  service short_text not null,
  kind short_text not null,
  -- PKCE. Null where the service has no PKCE.
  code_verifier_encrypted text,
  expires_at timestamptz(3) not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete cascade
);
create index oauth_states_of_user on oauth_states (account_id, user_id);
create index oauth_states_of_inbox on oauth_states (account_id, inbox_id) where inbox_id is not null;
create index oauth_states_by_expiry on oauth_states (expires_at);

alter table sent_mails drop constraint sent_mails_kind_check;
alter table sent_mails add constraint sent_mails_kind_check check (
  kind in ('verification', 'password-reset', 'invitation', 'mention', 'alert', 'registration', 'webhook-paused',
    'reply', 'mailbox-failing', 'connection-failing'));
