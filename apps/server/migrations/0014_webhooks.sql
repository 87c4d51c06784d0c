-- URLs that get the events of an account.
create table event_subscriptions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  webhook_url text not null check (length(webhook_url) <= 2000),
  verified boolean not null default false,
  -- Free text of older scripts: the names of further events. `events` is the choice of the dashboard and wins.
  scope text check (length(scope) <= 2000),
  events text[],
  secret_encrypted text not null,
  previous_secret_encrypted text,
  previous_secret_expires_at timestamptz(3),
  -- Failed attempts since the last success. While there are some, nothing is sent before retry_at.
  failures integer not null default 0,
  failing_since timestamptz(3),
  retry_at timestamptz(3) not null default now(),
  -- Its events are kept, but not sent until an admin resumes it.
  paused_at timestamptz(3),
  -- The process that delivers to it, until when. Only one does, so that the order holds.
  leased_by uuid,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (id)
);

-- What is sent, as it was when the event was read from the log. Deleted with the customer or the conversation that it is
-- about, and after 30 days. There are no references to those: they would lock rows that the next message needs.
create table webhook_events (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  type text not null,
  conversation_id uuid,
  customer_id uuid,
  body text not null,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (id)
);
create index webhook_events_of_conversation on webhook_events (account_id, conversation_id)
  where conversation_id is not null;
create index webhook_events_of_customer on webhook_events (account_id, customer_id) where customer_id is not null;
create index webhook_events_by_age on webhook_events (created_at);

-- One event for one subscription. Those with the same order_key are sent one after the other.
create table webhook_deliveries (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  subscription_id uuid not null,
  webhook_event_id uuid not null,
  -- Of the event log: events of one key are sent in this order. 0 for a test.
  event_id bigint not null,
  position bigint generated always as identity,
  type text not null,
  order_key uuid not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  is_test boolean not null default false,
  attempts integer not null default 0,
  -- Since when it is tried without success. After three days it has failed.
  tried_since timestamptz(3),
  next_try_at timestamptz(3) not null default now(),
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, subscription_id) references event_subscriptions (account_id, id) on delete cascade,
  foreign key (account_id, webhook_event_id) references webhook_events (account_id, id) on delete cascade
);
create index webhook_deliveries_of_event on webhook_deliveries (account_id, webhook_event_id);
create index webhook_deliveries_in_order on webhook_deliveries (account_id, subscription_id, position);
create index webhook_deliveries_by_status on webhook_deliveries (account_id, subscription_id, status, position);
create index webhook_deliveries_by_type on webhook_deliveries (account_id, subscription_id, type, position);
create index webhook_deliveries_waiting on webhook_deliveries (subscription_id, event_id, position) where status = 'waiting';
create index webhook_deliveries_waiting_by_key on webhook_deliveries (subscription_id, order_key, event_id)
  where status = 'waiting';

create table webhook_attempts (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts on delete cascade,
  delivery_id uuid not null,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  -- The HTTP status, or why there was none.
  status integer,
  failure text,
  -- The beginning of the answer.
  answer text,
  foreign key (account_id, delivery_id) references webhook_deliveries (account_id, id) on delete cascade
);
create index webhook_attempts_of_delivery on webhook_attempts (account_id, delivery_id, id);

alter table sent_mails drop constraint sent_mails_kind_check;
alter table sent_mails add constraint sent_mails_kind_check check (
  kind in ('verification', 'password-reset', 'invitation', 'mention', 'alert', 'registration', 'webhook-paused'));
