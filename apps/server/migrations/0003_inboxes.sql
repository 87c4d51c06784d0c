create table inboxes (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  name short_text not null,
  description text,
  slug short_text,
  is_primary boolean not null default false,
  is_private boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id)
);
create unique index inboxes_one_primary on inboxes (account_id) where is_primary;

create table inbox_members (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  inbox_id uuid not null,
  user_id bigint not null,
  role text not null check (role in ('admin', 'user')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, inbox_id, user_id),
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index inbox_members_of_user on inbox_members (account_id, user_id);

create table widget_settings (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  inbox_id uuid not null,
  title short_text,
  subtitle short_text,
  color short_text,
  greeting text,
  new_message_placeholder short_text,
  email_input_placeholder short_text,
  new_messages_notification_text short_text,
  show_agent_availability boolean not null default false,
  agent_available_text short_text,
  agent_unavailable_text short_text,
  require_email_upfront boolean not null default false,
  is_open_by_default boolean not null default false,
  is_branding_hidden boolean not null default false,
  icon_variant text not null default 'outlined' check (icon_variant in ('outlined', 'filled')),
  custom_icon_url text,
  iframe_url_override text,
  base_url text,
  away_message text,
  last_seen_at timestamptz(3),
  host short_text,
  pathname text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, inbox_id),
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete cascade
);

create table forwarding_addresses (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  inbox_id uuid,
  forwarding_email_address short_text not null unique,
  source_email_address short_text,
  state short_text,
  description text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete cascade
);
create index forwarding_addresses_of_inbox on forwarding_addresses (account_id, inbox_id);

create table canned_responses (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  name short_text not null,
  content text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, name)
);
