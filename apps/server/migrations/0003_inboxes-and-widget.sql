create table inboxes (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  name short_text not null,
  description text,
  slug short_text,
  is_primary boolean not null default false,
  is_private boolean not null default false,
  -- The sites that may embed this inbox's chat, as `https://shop.example`, `shop.example:8080` or `*.shop.example`.
  -- An empty list allows every site.
  allowed_sites jsonb not null default '[]' check (jsonb_typeof(allowed_sites) = 'array'),
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
  -- When and where a page last loaded the widget.
  last_seen_at timestamptz(3),
  host short_text,
  pathname text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, inbox_id),
  foreign key (account_id, inbox_id) references inboxes (account_id, id) on delete cascade
);

-- The keys with which a site's own server proves who a visitor is, encrypted with the installation's secret key.
-- `userHash` and `identityToken` have separate keys. With one key for both, a person who may choose their own id
-- could get a hash that is also the signature of a token.
create table identity_verification (
  account_id uuid not null references accounts on delete cascade primary key,
  -- Nobody is accepted as a named customer without proof.
  required boolean not null default false,
  key_encrypted text not null,
  token_key_encrypted text not null,
  previous_key_encrypted text,
  previous_token_key_encrypted text,
  previous_key_expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((previous_key_encrypted is null) = (previous_key_expires_at is null))
);
