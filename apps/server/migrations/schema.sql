-- Generated from the migrations by `npm run schema`. Do not edit.

create domain conversation_place as text CHECK ((VALUE = ANY (ARRAY['open'::text, 'closed'::text, 'snoozed'::text, 'archived'::text])));

create domain conversation_priority as text CHECK ((VALUE = ANY (ARRAY['priority'::text, 'not_priority'::text])));

create domain conversation_status as text CHECK ((VALUE = ANY (ARRAY['open'::text, 'closed'::text])));

create domain json_map as jsonb CHECK ((jsonb_typeof(VALUE) = 'object'::text));

create domain message_source as text CHECK ((VALUE = ANY (ARRAY['chat'::text, 'slack'::text, 'mattermost'::text, 'discord'::text, 'email'::text, 'sms'::text, 'api'::text, 'sandbox'::text])));

create domain message_type as text CHECK ((VALUE = ANY (ARRAY['reply'::text, 'note'::text, 'bot'::text])));

create domain short_text as text CHECK ((char_length(VALUE) <= 255));

create table account_billing (
  account_id uuid not null,
  stripe_customer_id text,
  stripe_subscription_id text,
  stripe_product_id text,
  stripe_default_payment_method_id text,
  subscription_status text,
  trial_used_at timestamp(3) with time zone,
  payment_failed_at timestamp(3) with time zone,
  version integer not null default 0,
  attempt integer not null default 0,
  leased_by uuid,
  leased_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint account_billing_pkey PRIMARY KEY (account_id),
  constraint account_billing_stripe_customer_id_key UNIQUE (stripe_customer_id),
  constraint account_billing_stripe_subscription_id_key UNIQUE (stripe_subscription_id),
  constraint account_billing_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX account_billing_unpaid ON account_billing (payment_failed_at) WHERE (payment_failed_at IS NOT NULL);

create table accounts (
  id uuid not null default gen_random_uuid(),
  company_name short_text not null,
  company_logo_url text,
  time_zone short_text,
  language text not null default 'en'::text,
  working_hours jsonb not null default '[]'::jsonb,
  settings json_map,
  subscription_plan text not null default 'starter'::text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  plan_since timestamp(3) with time zone not null default now(),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text, 'pt'::text, 'ja'::text, 'ar'::text]))),
  constraint accounts_subscription_plan_check CHECK ((subscription_plan = ANY (ARRAY['starter'::text, 'lite'::text, 'team'::text]))),
  constraint accounts_working_hours_check CHECK ((jsonb_typeof(working_hours) = 'array'::text))
);
CREATE INDEX accounts_with_reminders ON accounts (id) WHERE (((settings)::jsonb -> 'conversation_reminders_enabled'::text) = 'true'::jsonb);
CREATE TRIGGER accounts_plan_changed BEFORE UPDATE OF subscription_plan ON accounts FOR EACH ROW WHEN ((old.subscription_plan <> new.subscription_plan)) EXECUTE FUNCTION note_plan_change();

create table browser_sessions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  customer_id uuid,
  metadata json_map,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  state_sent_at bigint,
  pointing_agreed boolean not null default false,
  recording_truncated boolean not null default false,
  constraint browser_sessions_pkey PRIMARY KEY (account_id, id),
  constraint browser_sessions_id_key UNIQUE (id),
  constraint browser_sessions_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES customers(account_id, id) ON DELETE CASCADE,
  constraint browser_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX browser_sessions_active ON browser_sessions (account_id, updated_at DESC, id DESC) WHERE (finished_at IS NULL);
CREATE INDEX browser_sessions_by_update ON browser_sessions (account_id, updated_at DESC, id DESC);
CREATE INDEX browser_sessions_of_customer ON browser_sessions (account_id, customer_id, updated_at DESC) WHERE (customer_id IS NOT NULL);

create table canned_responses (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  name short_text not null,
  content text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint canned_responses_pkey PRIMARY KEY (account_id, id),
  constraint canned_responses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX canned_responses_by_name ON canned_responses (account_id, lower((name)::text));
CREATE INDEX canned_responses_by_update ON canned_responses (account_id, updated_at DESC, id DESC);

create table companies (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  name short_text not null,
  external_id short_text,
  website_url text,
  description text,
  logo_image_url text,
  industry short_text,
  slack_channel_id text,
  slack_channel_name text,
  slack_team_id text,
  slack_team_name text,
  metadata json_map,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint companies_pkey PRIMARY KEY (account_id, id),
  constraint companies_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX companies_by_name ON companies (account_id, lower((name)::text), id);

create table connected_mailboxes (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  inbox_id uuid not null,
  email short_text not null,
  from_name short_text,
  imap json_map,
  imap_password_encrypted text,
  smtp json_map,
  smtp_password_encrypted text,
  takes_since timestamp(3) with time zone,
  uid_validity bigint,
  last_uid bigint,
  rescan_since timestamp(3) with time zone,
  checked_at timestamp(3) with time zone,
  connected_at timestamp(3) with time zone,
  last_mail_at timestamp(3) with time zone,
  stuck_uid bigint,
  stuck_tries integer not null default 0,
  left_out integer not null default 0,
  left_out_reason text,
  left_out_at timestamp(3) with time zone,
  failures integer not null default 0,
  failing_since timestamp(3) with time zone,
  failure text,
  retry_at timestamp(3) with time zone not null default now(),
  admins_mailed_at timestamp(3) with time zone,
  smtp_failure text,
  smtp_failing_since timestamp(3) with time zone,
  leased_by uuid,
  leased_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint connected_mailboxes_pkey PRIMARY KEY (account_id, id),
  constraint connected_mailboxes_account_id_inbox_id_key UNIQUE (account_id, inbox_id),
  constraint connected_mailboxes_check CHECK (((imap_password_encrypted IS NULL) = (imap IS NULL))),
  constraint connected_mailboxes_check1 CHECK (((smtp_password_encrypted IS NULL) = (smtp IS NULL))),
  constraint connected_mailboxes_email_check CHECK (((email)::text = lower((email)::text))),
  constraint connected_mailboxes_left_out_reason_check CHECK ((left_out_reason = ANY (ARRAY['too_large'::text, 'unreadable'::text]))),
  constraint connected_mailboxes_account_id_inbox_id_fkey FOREIGN KEY (account_id, inbox_id) REFERENCES inboxes(account_id, id) ON DELETE CASCADE
);
CREATE INDEX connected_mailboxes_due ON connected_mailboxes (retry_at) WHERE (imap IS NOT NULL);

create table connected_services (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  service short_text not null,
  kind text not null default 'reply'::text,
  inbox_id uuid,
  team_id short_text,
  team_name short_text,
  channel_id short_text,
  channel_name short_text,
  bot_user_id short_text,
  details json_map not null default '{}'::jsonb,
  settings json_map not null default '{}'::jsonb,
  secrets_encrypted text not null,
  connected_by bigint,
  failures integer not null default 0,
  failing_since timestamp(3) with time zone,
  failure text,
  retry_at timestamp(3) with time zone not null default now(),
  revoked_at timestamp(3) with time zone,
  admins_mailed_at timestamp(3) with time zone,
  last_activity_at timestamp(3) with time zone,
  leased_by uuid,
  leased_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  poll_at timestamp(3) with time zone not null default now(),
  poll_failing_since timestamp(3) with time zone,
  poll_failure text,
  token_expires_at timestamp(3) with time zone,
  renewing_until timestamp(3) with time zone,
  constraint connected_services_pkey PRIMARY KEY (account_id, id),
  constraint connected_services_id_key UNIQUE (id),
  constraint connected_services_kind_check CHECK ((kind = ANY (ARRAY['reply'::text, 'support'::text, 'account'::text, 'personal'::text]))),
  constraint connected_services_account_id_connected_by_fkey FOREIGN KEY (account_id, connected_by) REFERENCES users(account_id, id) ON DELETE SET NULL (connected_by),
  constraint connected_services_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint connected_services_account_id_inbox_id_fkey FOREIGN KEY (account_id, inbox_id) REFERENCES inboxes(account_id, id) ON DELETE CASCADE
);
CREATE INDEX connected_services_by_channel ON connected_services (service, channel_id);
CREATE INDEX connected_services_by_team ON connected_services (service, team_id);
CREATE INDEX connected_services_of_inbox ON connected_services (account_id, inbox_id) WHERE (inbox_id IS NOT NULL);
CREATE INDEX connected_services_of_user ON connected_services (account_id, connected_by) WHERE (connected_by IS NOT NULL);

create table conversation_counts (
  id bigint not null generated always as identity,
  account_id uuid not null,
  place text not null,
  read boolean not null,
  priority text not null,
  source text not null,
  inbox_id uuid,
  assignee_id bigint,
  change bigint not null,
  constraint conversation_counts_pkey PRIMARY KEY (account_id, id),
  constraint conversation_counts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);

create table conversation_shares (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  token_hash bytea not null,
  created_by bigint,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  constraint conversation_shares_pkey PRIMARY KEY (account_id, id),
  constraint conversation_shares_token_hash_key UNIQUE (token_hash),
  constraint conversation_shares_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE CASCADE,
  constraint conversation_shares_account_id_created_by_fkey FOREIGN KEY (account_id, created_by) REFERENCES users(account_id, id) ON DELETE SET NULL (created_by)
);
CREATE INDEX conversation_shares_by_expiry ON conversation_shares (expires_at);
CREATE INDEX conversation_shares_of_conversation ON conversation_shares (account_id, conversation_id, created_at DESC);
CREATE INDEX conversation_shares_of_user ON conversation_shares (account_id, created_by) WHERE (created_by IS NOT NULL);

create table conversation_tags (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  tag_id uuid not null,
  creator_id bigint,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint conversation_tags_pkey PRIMARY KEY (account_id, id),
  constraint conversation_tags_account_id_conversation_id_tag_id_key UNIQUE (account_id, conversation_id, tag_id),
  constraint conversation_tags_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE CASCADE,
  constraint conversation_tags_account_id_creator_id_fkey FOREIGN KEY (account_id, creator_id) REFERENCES users(account_id, id) ON DELETE SET NULL (creator_id),
  constraint conversation_tags_account_id_tag_id_fkey FOREIGN KEY (account_id, tag_id) REFERENCES tags(account_id, id) ON DELETE CASCADE
);
CREATE INDEX conversation_tags_of_creator ON conversation_tags (account_id, creator_id) WHERE (creator_id IS NOT NULL);
CREATE INDEX conversation_tags_of_tag ON conversation_tags (account_id, tag_id, conversation_id);
CREATE TRIGGER conversation_tags_no_longer_reported AFTER DELETE ON conversation_tags REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION report_changed_tags();
CREATE TRIGGER conversation_tags_reported AFTER INSERT ON conversation_tags REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION report_changed_tags();

create table conversations (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  customer_id uuid not null,
  inbox_id uuid,
  assignee_id bigint,
  status conversation_status not null default 'open'::text,
  priority conversation_priority not null default 'not_priority'::text,
  read boolean not null default false,
  source message_source not null default 'chat'::text,
  subject short_text,
  metadata json_map,
  last_seq bigint not null default 0,
  last_activity_at timestamp(3) with time zone,
  first_replied_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  archived_at timestamp(3) with time zone,
  snoozed_at timestamp(3) with time zone,
  snoozed_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  place conversation_place not null generated always as (
CASE
    WHEN (archived_at IS NOT NULL) THEN 'archived'::text
    WHEN (snoozed_at IS NOT NULL) THEN 'snoozed'::text
    ELSE (status)::text
END) stored,
  constraint conversations_pkey PRIMARY KEY (account_id, id),
  constraint conversations_id_key UNIQUE (id),
  constraint conversations_check CHECK (((snoozed_until IS NULL) OR (snoozed_at IS NOT NULL))),
  constraint conversations_account_id_assignee_id_fkey FOREIGN KEY (account_id, assignee_id) REFERENCES users(account_id, id) ON DELETE SET NULL (assignee_id),
  constraint conversations_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES customers(account_id, id) ON DELETE CASCADE,
  constraint conversations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint conversations_account_id_inbox_id_fkey FOREIGN KEY (account_id, inbox_id) REFERENCES inboxes(account_id, id) ON DELETE SET NULL (inbox_id)
) with (fillfactor=85);
CREATE INDEX conversations_archived ON conversations (account_id, (
CASE
    WHEN (snoozed_at IS NOT NULL) THEN 'snoozed'::text
    ELSE (status)::text
END), last_activity_at DESC, id DESC) WHERE (archived_at IS NOT NULL);
CREATE INDEX conversations_by_activity ON conversations (account_id, place, last_activity_at DESC, id DESC);
CREATE INDEX conversations_of_assignee ON conversations (account_id, assignee_id, place, last_activity_at DESC, id DESC);
CREATE INDEX conversations_of_customer ON conversations (account_id, customer_id, created_at DESC, id DESC);
CREATE INDEX conversations_of_inbox ON conversations (account_id, inbox_id, place, last_activity_at DESC, id DESC) WHERE (inbox_id IS NOT NULL);
CREATE INDEX conversations_unread ON conversations (account_id, place, last_activity_at DESC, id DESC) WHERE (NOT read);
CREATE INDEX conversations_with_priority ON conversations (account_id, place, last_activity_at DESC, id DESC) WHERE ((priority)::text = 'priority'::text);
CREATE TRIGGER conversations_counted AFTER INSERT OR DELETE ON conversations FOR EACH ROW EXECUTE FUNCTION count_conversation();
CREATE TRIGGER conversations_recounted AFTER UPDATE ON conversations FOR EACH ROW EXECUTE FUNCTION count_conversation();

create table customer_counts (
  id bigint not null generated always as identity,
  account_id uuid not null,
  has_email boolean not null,
  change bigint not null,
  constraint customer_counts_pkey PRIMARY KEY (account_id, id),
  constraint customer_counts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);

create table customer_import_keys (
  account_id uuid not null,
  import_id uuid not null,
  key text not null,
  line bigint not null,
  constraint customer_import_keys_pkey PRIMARY KEY (account_id, import_id, key),
  constraint customer_import_keys_account_id_import_id_fkey FOREIGN KEY (account_id, import_id) REFERENCES customer_imports(account_id, id) ON DELETE CASCADE
);

create table customer_imports (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  user_id bigint,
  filename short_text not null,
  file_key text not null,
  size bigint not null,
  encoding text not null,
  delimiter text not null,
  columns jsonb not null default '[]'::jsonb,
  mapping jsonb not null default '[]'::jsonb,
  status text not null default 'uploaded'::text,
  run bigint not null default 0,
  rows_read bigint not null default 0,
  bytes_read bigint not null default 0,
  created_count bigint not null default 0,
  updated_count bigint not null default 0,
  skipped_count bigint not null default 0,
  problems jsonb not null default '[]'::jsonb,
  failure text,
  finished_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint customer_imports_pkey PRIMARY KEY (account_id, id),
  constraint customer_imports_columns_check CHECK ((jsonb_typeof(columns) = 'array'::text)),
  constraint customer_imports_encoding_check CHECK ((encoding = ANY (ARRAY['utf8'::text, 'utf16le'::text, 'utf16be'::text, 'latin1'::text]))),
  constraint customer_imports_mapping_check CHECK ((jsonb_typeof(mapping) = 'array'::text)),
  constraint customer_imports_problems_check CHECK ((jsonb_typeof(problems) = 'array'::text)),
  constraint customer_imports_status_check CHECK ((status = ANY (ARRAY['uploaded'::text, 'checking'::text, 'checked'::text, 'importing'::text, 'done'::text, 'failed'::text]))),
  constraint customer_imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint customer_imports_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE SET NULL (user_id)
);
CREATE INDEX customer_imports_by_time ON customer_imports (account_id, created_at DESC, id DESC);
CREATE INDEX customer_imports_of_user ON customer_imports (account_id, user_id) WHERE (user_id IS NOT NULL);

create table customer_issues (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  customer_id uuid not null,
  issue_id uuid not null,
  creator_id bigint,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  issue_email_id uuid,
  emailed_at timestamp(3) with time zone,
  constraint customer_issues_pkey PRIMARY KEY (account_id, id),
  constraint customer_issues_account_id_customer_id_issue_id_key UNIQUE (account_id, customer_id, issue_id),
  constraint customer_issues_account_id_creator_id_fkey FOREIGN KEY (account_id, creator_id) REFERENCES users(account_id, id) ON DELETE SET NULL (creator_id),
  constraint customer_issues_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES customers(account_id, id) ON DELETE CASCADE,
  constraint customer_issues_account_id_issue_email_id_fkey FOREIGN KEY (account_id, issue_email_id) REFERENCES issue_emails(account_id, id) ON DELETE SET NULL (issue_email_id),
  constraint customer_issues_account_id_issue_id_fkey FOREIGN KEY (account_id, issue_id) REFERENCES issues(account_id, id) ON DELETE CASCADE
);
CREATE INDEX customer_issues_of_creator ON customer_issues (account_id, creator_id) WHERE (creator_id IS NOT NULL);
CREATE INDEX customer_issues_of_email ON customer_issues (account_id, issue_email_id) WHERE (issue_email_id IS NOT NULL);
CREATE INDEX customer_issues_of_issue ON customer_issues (account_id, issue_id, customer_id);

create table customer_merges (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  customer_id uuid not null,
  kept_id uuid not null,
  merged_id uuid not null,
  user_id bigint,
  merged json_map not null,
  filled json_map not null,
  moved json_map not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint customer_merges_pkey PRIMARY KEY (account_id, id),
  constraint customer_merges_merged_id_key UNIQUE (merged_id),
  constraint customer_merges_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES customers(account_id, id) ON DELETE CASCADE,
  constraint customer_merges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint customer_merges_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE SET NULL (user_id)
);
CREATE INDEX customer_merges_by_external_id ON customer_merges (account_id, (((merged)::jsonb ->> 'external_id'::text)));
CREATE INDEX customer_merges_of_customer ON customer_merges (account_id, customer_id, created_at DESC, id DESC);
CREATE INDEX customer_merges_of_user ON customer_merges (account_id, user_id) WHERE (user_id IS NOT NULL);

create table customer_search (
  account_id uuid not null,
  customer_id uuid not null,
  terms tsvector not null,
  constraint customer_search_pkey PRIMARY KEY (account_id, customer_id),
  constraint customer_search_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES customers(account_id, id) ON DELETE CASCADE
);
CREATE INDEX customer_search_by_terms ON customer_search USING gin (terms) WITH (gin_pending_list_limit='512');

create table customer_tags (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  customer_id uuid not null,
  tag_id uuid not null,
  creator_id bigint,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint customer_tags_pkey PRIMARY KEY (account_id, id),
  constraint customer_tags_account_id_customer_id_tag_id_key UNIQUE (account_id, customer_id, tag_id),
  constraint customer_tags_account_id_creator_id_fkey FOREIGN KEY (account_id, creator_id) REFERENCES users(account_id, id) ON DELETE SET NULL (creator_id),
  constraint customer_tags_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES customers(account_id, id) ON DELETE CASCADE,
  constraint customer_tags_account_id_tag_id_fkey FOREIGN KEY (account_id, tag_id) REFERENCES tags(account_id, id) ON DELETE CASCADE
);
CREATE INDEX customer_tags_of_creator ON customer_tags (account_id, creator_id) WHERE (creator_id IS NOT NULL);
CREATE INDEX customer_tags_of_tag ON customer_tags (account_id, tag_id, customer_id);

create table customers (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  company_id uuid,
  name short_text,
  email short_text,
  phone short_text,
  external_id short_text,
  profile_photo_url text,
  first_seen date not null default ((now() AT TIME ZONE 'utc'::text))::date,
  last_seen_at timestamp(3) with time zone,
  seen_order timestamp(3) with time zone not null generated always as (COALESCE(last_seen_at, to_timestamp((0)::double precision))) stored,
  current_url text,
  host short_text,
  pathname text,
  browser short_text,
  browser_version short_text,
  browser_language short_text,
  os short_text,
  ip short_text,
  screen_height integer,
  screen_width integer,
  lib short_text,
  time_zone short_text,
  metadata json_map,
  found_by text not null generated always as (regexp_replace(lower(searchable(((((((COALESCE((name)::text, ''::text) || ' '::text) || COALESCE((email)::text, ''::text)) || ' '::text) || COALESCE((phone)::text, ''::text)) || ' '::text) || COALESCE((external_id)::text, ''::text)))), '[\s!-/:-@\[-`{-~]+'::text, ' '::text, 'g'::text)) stored,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint customers_pkey PRIMARY KEY (account_id, id),
  constraint customers_id_key UNIQUE (id),
  constraint customers_account_id_company_id_fkey FOREIGN KEY (account_id, company_id) REFERENCES companies(account_id, id) ON DELETE SET NULL (company_id),
  constraint customers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
) with (fillfactor=90);
CREATE INDEX customers_by_email ON customers (account_id, lower((email)::text)) WHERE (email IS NOT NULL);
CREATE INDEX customers_by_external_id ON customers (account_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX customers_by_first_seen ON customers (account_id, first_seen);
CREATE INDEX customers_by_last_seen ON customers (account_id, seen_order DESC, id DESC);
CREATE INDEX customers_by_phone ON customers (account_id, regexp_replace((phone)::text, '[^0-9+]'::text, ''::text, 'g'::text)) WHERE (phone IS NOT NULL);
CREATE INDEX customers_of_company ON customers (account_id, company_id, seen_order DESC, id DESC) WHERE (company_id IS NOT NULL);
CREATE INDEX customers_with_email ON customers (account_id, seen_order DESC, id DESC) WHERE (email IS NOT NULL);
CREATE TRIGGER customers_counted AFTER INSERT ON customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_customers();
CREATE TRIGGER customers_indexed AFTER INSERT ON customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_new_customers();
CREATE TRIGGER customers_no_longer_reported AFTER DELETE ON customers FOR EACH ROW EXECUTE FUNCTION report_changed_customer();
CREATE TRIGGER customers_recounted AFTER UPDATE ON customers FOR EACH ROW WHEN (((old.email IS NULL) <> (new.email IS NULL))) EXECUTE FUNCTION count_customer();
CREATE TRIGGER customers_reindexed AFTER UPDATE ON customers FOR EACH ROW WHEN (((((((old.name)::text IS DISTINCT FROM (new.name)::text) OR ((old.email)::text IS DISTINCT FROM (new.email)::text)) OR ((old.phone)::text IS DISTINCT FROM (new.phone)::text)) OR ((old.external_id)::text IS DISTINCT FROM (new.external_id)::text)) OR ((old.metadata)::jsonb IS DISTINCT FROM (new.metadata)::jsonb))) EXECUTE FUNCTION index_changed_customer();
CREATE TRIGGER customers_reported AFTER INSERT ON customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION report_new_customers();
CREATE TRIGGER customers_reported_again AFTER UPDATE ON customers FOR EACH ROW WHEN ((((((old.browser)::text IS DISTINCT FROM (new.browser)::text) OR ((old.os)::text IS DISTINCT FROM (new.os)::text)) OR ((old.time_zone)::text IS DISTINCT FROM (new.time_zone)::text)) OR (old.first_seen IS DISTINCT FROM new.first_seen))) EXECUTE FUNCTION report_changed_customer();
CREATE TRIGGER customers_uncounted AFTER DELETE ON customers FOR EACH ROW EXECUTE FUNCTION count_customer();

create table decided_replies (
  account_id uuid not null,
  conversation_id uuid not null,
  seq bigint not null,
  constraint decided_replies_pkey PRIMARY KEY (account_id, conversation_id),
  constraint decided_replies_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE CASCADE
);

create table event_readers (
  name text not null,
  last_txid xid8 not null default '0'::xid8,
  last_event_id bigint not null default 0,
  updated_at timestamp(3) with time zone not null default now(),
  constraint event_readers_pkey PRIMARY KEY (name)
);

create table event_subscriptions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  webhook_url text not null,
  verified boolean not null default false,
  scope text,
  events text[],
  secret_encrypted text not null,
  previous_secret_encrypted text,
  previous_secret_expires_at timestamp(3) with time zone,
  failures integer not null default 0,
  failing_since timestamp(3) with time zone,
  retry_at timestamp(3) with time zone not null default now(),
  paused_at timestamp(3) with time zone,
  leased_by uuid,
  leased_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint event_subscriptions_pkey PRIMARY KEY (account_id, id),
  constraint event_subscriptions_id_key UNIQUE (id),
  constraint event_subscriptions_scope_check CHECK ((length(scope) <= 2000)),
  constraint event_subscriptions_webhook_url_check CHECK ((length(webhook_url) <= 2000)),
  constraint event_subscriptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table events (
  id bigint not null generated always as identity,
  account_id uuid not null,
  conversation_id uuid,
  type text not null,
  payload json_map not null default '{}'::jsonb,
  actor text,
  created_at timestamp(3) with time zone not null default now(),
  txid xid8 not null default pg_current_xact_id(),
  constraint events_pkey PRIMARY KEY (id),
  constraint events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX events_in_order ON events (txid, id);
CREATE INDEX events_of_account ON events (account_id, id);
CREATE INDEX events_of_conversation ON events (account_id, conversation_id, id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX events_of_conversation_timeline ON events (account_id, conversation_id, id) WHERE ((conversation_id IS NOT NULL) AND ((type = 'conversation:created'::text) OR ((payload)::jsonb ?| ARRAY['became'::text, 'begins'::text])));
CREATE INDEX events_of_customer ON events (account_id, (((payload)::jsonb ->> 'customer_id'::text)), id) WHERE ((payload)::jsonb ? 'customer_id'::text);
CREATE INDEX events_of_issue ON events (account_id, (((payload)::jsonb ->> 'issue_id'::text)), id) WHERE ((type = 'issue:updated'::text) AND ((payload)::jsonb ? 'became'::text));
CREATE INDEX events_of_merged_customer ON events (account_id, (((payload)::jsonb ->> 'merged_customer_id'::text))) WHERE ((payload)::jsonb ? 'merged_customer_id'::text);

create table failed_reactions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  event_type text not null,
  event_ids bigint[] not null,
  reaction text not null,
  attempts integer not null default 1,
  error text not null,
  next_try_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint failed_reactions_pkey PRIMARY KEY (account_id, id),
  constraint failed_reactions_id_key UNIQUE (id),
  constraint failed_reactions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX failed_reactions_due ON failed_reactions (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX failed_reactions_of_account ON failed_reactions (account_id, created_at DESC);

create table files (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  customer_id uuid,
  user_id bigint,
  filename short_text not null,
  unique_filename text,
  file_url text not null,
  content_type short_text not null,
  size bigint,
  unattached_since timestamp(3) with time zone default now(),
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint files_pkey PRIMARY KEY (account_id, id),
  constraint files_unique_filename_key UNIQUE (unique_filename),
  constraint files_size_check CHECK ((size >= 0)),
  constraint files_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES customers(account_id, id) ON DELETE CASCADE,
  constraint files_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint files_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE SET NULL (user_id)
);
CREATE INDEX files_of_customer ON files (account_id, customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX files_of_user ON files (account_id, user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX files_unattached ON files (unattached_since) WHERE (unattached_since IS NOT NULL);

create table forwarding_addresses (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  inbox_id uuid not null,
  forwarding_email_address short_text not null,
  source_email_address short_text,
  description text,
  state short_text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint forwarding_addresses_pkey PRIMARY KEY (account_id, id),
  constraint forwarding_addresses_forwarding_email_address_key UNIQUE (forwarding_email_address),
  constraint forwarding_addresses_forwarding_email_address_check CHECK (((forwarding_email_address)::text = lower((forwarding_email_address)::text))),
  constraint forwarding_addresses_account_id_inbox_id_fkey FOREIGN KEY (account_id, inbox_id) REFERENCES inboxes(account_id, id) ON DELETE CASCADE
);
CREATE INDEX forwarding_addresses_by_update ON forwarding_addresses (account_id, updated_at DESC, id DESC);
CREATE INDEX forwarding_addresses_of_inbox ON forwarding_addresses (account_id, inbox_id);

create table gmail_mailboxes (
  account_id uuid not null,
  connection_id uuid not null,
  email short_text not null,
  takes_since timestamp(3) with time zone not null,
  history_id short_text,
  listing_since timestamp(3) with time zone,
  listing_token text,
  listing_history_id short_text,
  checked_at timestamp(3) with time zone,
  watched_until timestamp(3) with time zone,
  left_out integer not null default 0,
  left_out_reason text,
  left_out_at timestamp(3) with time zone,
  constraint gmail_mailboxes_pkey PRIMARY KEY (account_id, connection_id),
  constraint gmail_mailboxes_left_out_reason_check CHECK ((left_out_reason = ANY (ARRAY['too_large'::text, 'unreadable'::text]))),
  constraint gmail_mailboxes_account_id_connection_id_fkey FOREIGN KEY (account_id, connection_id) REFERENCES connected_services(account_id, id) ON DELETE CASCADE
);

create table gmail_sends (
  account_id uuid not null,
  connection_id uuid not null,
  rfc_message_id text not null,
  begun_at timestamp(3) with time zone not null default now(),
  constraint gmail_sends_pkey PRIMARY KEY (account_id, rfc_message_id),
  constraint gmail_sends_account_id_connection_id_fkey FOREIGN KEY (account_id, connection_id) REFERENCES connected_services(account_id, id) ON DELETE CASCADE
);
CREATE INDEX gmail_sends_by_age ON gmail_sends (begun_at);
CREATE INDEX gmail_sends_of_connection ON gmail_sends (account_id, connection_id);

create table gmail_threads (
  account_id uuid not null,
  connection_id uuid not null,
  thread_id short_text not null,
  conversation_id uuid,
  handled_ids text[] not null default '{}'::text[],
  waiting_since timestamp(3) with time zone,
  version integer not null default 0,
  tries integer not null default 0,
  constraint gmail_threads_pkey PRIMARY KEY (account_id, connection_id, thread_id),
  constraint gmail_threads_account_id_connection_id_fkey FOREIGN KEY (account_id, connection_id) REFERENCES connected_services(account_id, id) ON DELETE CASCADE,
  constraint gmail_threads_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE SET NULL (conversation_id)
);
CREATE INDEX gmail_threads_of_conversation ON gmail_threads (account_id, conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX gmail_threads_waiting ON gmail_threads (account_id, connection_id, waiting_since, thread_id) WHERE (waiting_since IS NOT NULL);

create table idempotent_calls (
  account_id uuid not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  status integer,
  location text,
  answer text,
  created_at timestamp(3) with time zone not null default now(),
  constraint idempotent_calls_pkey PRIMARY KEY (account_id, key_hash),
  constraint idempotent_calls_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX idempotent_calls_by_age ON idempotent_calls (created_at);

create table identity_verification (
  account_id uuid not null,
  required boolean not null default false,
  key_encrypted text not null,
  token_key_encrypted text not null,
  previous_key_encrypted text,
  previous_token_key_encrypted text,
  previous_key_expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint identity_verification_pkey PRIMARY KEY (account_id),
  constraint identity_verification_check CHECK (((previous_key_encrypted IS NULL) = (previous_key_expires_at IS NULL))),
  constraint identity_verification_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table imported_status (
  account_id uuid not null,
  conversation_id uuid not null,
  number integer not null,
  status text not null,
  at timestamp(3) with time zone not null,
  constraint imported_status_pkey PRIMARY KEY (account_id, conversation_id, number),
  constraint imported_status_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text]))),
  constraint imported_status_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE CASCADE
);

create table inbox_members (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  inbox_id uuid not null,
  user_id bigint not null,
  role text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint inbox_members_pkey PRIMARY KEY (account_id, id),
  constraint inbox_members_account_id_inbox_id_user_id_key UNIQUE (account_id, inbox_id, user_id),
  constraint inbox_members_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'user'::text]))),
  constraint inbox_members_account_id_inbox_id_fkey FOREIGN KEY (account_id, inbox_id) REFERENCES inboxes(account_id, id) ON DELETE CASCADE,
  constraint inbox_members_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);
CREATE INDEX inbox_members_of_user ON inbox_members (account_id, user_id);

create table inboxes (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  name short_text not null,
  description text,
  slug short_text,
  is_primary boolean not null default false,
  is_private boolean not null default false,
  allowed_sites jsonb not null default '[]'::jsonb,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  ratings_enabled boolean not null default false,
  constraint inboxes_pkey PRIMARY KEY (account_id, id),
  constraint inboxes_allowed_sites_check CHECK ((jsonb_typeof(allowed_sites) = 'array'::text)),
  constraint inboxes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX inboxes_one_primary ON inboxes (account_id) WHERE is_primary;

create table incoming_mails (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  taken_key bytea not null,
  source text not null,
  provider_id text,
  rfc_message_id text,
  from_email short_text,
  reply_to_email short_text,
  people jsonb not null default '[]'::jsonb,
  subject text not null default ''::text,
  kind text not null,
  kind_reason text,
  verdict text not null,
  thread_reason text,
  ignored_reason text,
  conversation_id uuid,
  message_id uuid,
  raw_file_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  summary json_map not null default '{}'::jsonb,
  constraint incoming_mails_pkey PRIMARY KEY (account_id, id),
  constraint incoming_mails_account_id_taken_key_key UNIQUE (account_id, taken_key),
  constraint incoming_mails_ignored_reason_check CHECK ((ignored_reason = ANY (ARRAY['auto-reply'::text, 'bounce'::text, 'complaint'::text]))),
  constraint incoming_mails_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'notification'::text, 'auto-reply'::text, 'bounce'::text, 'complaint'::text]))),
  constraint incoming_mails_people_check CHECK ((jsonb_typeof(people) = 'array'::text)),
  constraint incoming_mails_source_check CHECK ((source = ANY (ARRAY['smtp'::text, 'ses'::text, 'http'::text, 'imap'::text, 'gmail'::text]))),
  constraint incoming_mails_thread_reason_check CHECK ((thread_reason = ANY (ARRAY['reply_address'::text, 'plain_reply_address'::text, 'references'::text, 'new'::text, 'new_unknown_sender'::text]))),
  constraint incoming_mails_verdict_check CHECK ((verdict = ANY (ARRAY['pass'::text, 'fail'::text, 'unknown'::text]))),
  constraint incoming_mails_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE CASCADE,
  constraint incoming_mails_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint incoming_mails_account_id_message_id_fkey FOREIGN KEY (account_id, message_id) REFERENCES messages(account_id, id) ON DELETE SET NULL (message_id),
  constraint incoming_mails_account_id_raw_file_id_fkey FOREIGN KEY (account_id, raw_file_id) REFERENCES files(account_id, id) ON DELETE SET NULL (raw_file_id)
);
CREATE INDEX incoming_mails_by_message_id ON incoming_mails (account_id, rfc_message_id) WHERE (rfc_message_id IS NOT NULL);
CREATE UNIQUE INDEX incoming_mails_by_provider_id ON incoming_mails (account_id, source, provider_id) WHERE (provider_id IS NOT NULL);
CREATE UNIQUE INDEX incoming_mails_by_token ON incoming_mails (provider_id) WHERE ((source = 'http'::text) AND (provider_id IS NOT NULL));
CREATE INDEX incoming_mails_ignored ON incoming_mails (created_at) WHERE (conversation_id IS NULL);
CREATE INDEX incoming_mails_of_conversation ON incoming_mails (account_id, conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX incoming_mails_of_file ON incoming_mails (account_id, raw_file_id) WHERE (raw_file_id IS NOT NULL);
CREATE INDEX incoming_mails_of_message ON incoming_mails (account_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX incoming_mails_reports ON incoming_mails (account_id) WHERE (ignored_reason IS NOT NULL);
CREATE TRIGGER incoming_mails_released AFTER DELETE ON incoming_mails FOR EACH ROW WHEN ((old.raw_file_id IS NOT NULL)) EXECUTE FUNCTION release_raw_mail();

create table intercom_imports (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  user_id bigint,
  workspace_id short_text not null,
  state text not null default 'running'::text,
  run integer not null default 0,
  phase text not null default 'people'::text,
  next_page text,
  went_back boolean not null default false,
  people_seen integer not null default 0,
  people_total integer,
  conversations_seen integer not null default 0,
  conversations_total integer,
  people_count integer not null default 0,
  conversations_count integer not null default 0,
  messages_count integer not null default 0,
  skipped_count integer not null default 0,
  problems jsonb not null default '[]'::jsonb,
  failure text,
  failing_since timestamp(3) with time zone,
  failures integer not null default 0,
  retry_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint intercom_imports_pkey PRIMARY KEY (account_id, id),
  constraint intercom_imports_phase_check CHECK ((phase = ANY (ARRAY['people'::text, 'conversations'::text, 'changes'::text]))),
  constraint intercom_imports_problems_check CHECK ((jsonb_typeof(problems) = 'array'::text)),
  constraint intercom_imports_state_check CHECK ((state = ANY (ARRAY['running'::text, 'stopped'::text, 'done'::text, 'failed'::text]))),
  constraint intercom_imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint intercom_imports_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE SET NULL (user_id)
);
CREATE INDEX intercom_imports_newest ON intercom_imports (account_id, created_at DESC, id DESC);
CREATE INDEX intercom_imports_of_user ON intercom_imports (account_id, user_id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX intercom_imports_running ON intercom_imports (account_id) WHERE (state = 'running'::text);

create table intercom_records (
  account_id uuid not null,
  workspace_id short_text not null,
  kind text not null,
  intercom_id short_text not null,
  our_id uuid not null,
  version bigint not null,
  part_ids text[] not null default '{}'::text[],
  constraint intercom_records_pkey PRIMARY KEY (account_id, workspace_id, kind, intercom_id),
  constraint intercom_records_kind_check CHECK ((kind = ANY (ARRAY['contact'::text, 'conversation'::text]))),
  constraint intercom_records_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table issue_emails (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  issue_id uuid not null,
  user_id bigint not null,
  inbox_id uuid,
  subject short_text not null,
  body text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint issue_emails_pkey PRIMARY KEY (account_id, id),
  constraint issue_emails_account_id_inbox_id_fkey FOREIGN KEY (account_id, inbox_id) REFERENCES inboxes(account_id, id) ON DELETE SET NULL (inbox_id),
  constraint issue_emails_account_id_issue_id_fkey FOREIGN KEY (account_id, issue_id) REFERENCES issues(account_id, id) ON DELETE CASCADE,
  constraint issue_emails_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);
CREATE INDEX issue_emails_of_inbox ON issue_emails (account_id, inbox_id) WHERE (inbox_id IS NOT NULL);
CREATE INDEX issue_emails_of_issue ON issue_emails (account_id, issue_id, created_at);
CREATE INDEX issue_emails_of_user ON issue_emails (account_id, user_id);

create table issues (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  creator_id bigint,
  assignee_id bigint,
  title short_text not null,
  body text,
  state text not null default 'unstarted'::text,
  github_issue_url text,
  finished_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  github_issue_id text,
  github_state text,
  github_failure text,
  constraint issues_pkey PRIMARY KEY (account_id, id),
  constraint issues_state_check CHECK ((state = ANY (ARRAY['unstarted'::text, 'in_progress'::text, 'in_review'::text, 'done'::text, 'closed'::text]))),
  constraint issues_account_id_assignee_id_fkey FOREIGN KEY (account_id, assignee_id) REFERENCES users(account_id, id) ON DELETE SET NULL (assignee_id),
  constraint issues_account_id_creator_id_fkey FOREIGN KEY (account_id, creator_id) REFERENCES users(account_id, id) ON DELETE SET NULL (creator_id),
  constraint issues_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX issues_by_github_issue_id ON issues (account_id, github_issue_id) WHERE (github_issue_id IS NOT NULL);
CREATE INDEX issues_by_github_issue_url ON issues (account_id, github_issue_url) WHERE (github_issue_url IS NOT NULL);
CREATE INDEX issues_by_state ON issues (account_id, state, created_at DESC);
CREATE INDEX issues_by_update ON issues (account_id, updated_at DESC, id DESC);
CREATE INDEX issues_of_assignee ON issues (account_id, assignee_id) WHERE (assignee_id IS NOT NULL);
CREATE INDEX issues_of_creator ON issues (account_id, creator_id) WHERE (creator_id IS NOT NULL);

create table job_workers (
  worker_id text not null,
  process_lock integer,
  seen_at timestamp(3) with time zone not null default now(),
  constraint job_workers_pkey PRIMARY KEY (worker_id)
);

create table kept_keys (
  purpose text not null,
  key bytea not null,
  constraint kept_keys_pkey PRIMARY KEY (purpose)
);

create table lambda_rehearsals (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  lambda_id uuid not null,
  code text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint lambda_rehearsals_pkey PRIMARY KEY (account_id, id),
  constraint lambda_rehearsals_id_key UNIQUE (id),
  constraint lambda_rehearsals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint lambda_rehearsals_account_id_lambda_id_fkey FOREIGN KEY (account_id, lambda_id) REFERENCES lambdas(account_id, id) ON DELETE CASCADE
);
CREATE INDEX lambda_rehearsals_of_lambda ON lambda_rehearsals (account_id, lambda_id);

create table lambda_runs (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  lambda_id uuid not null,
  rehearsal_id uuid,
  position bigint not null generated always as identity,
  trigger text not null,
  event text not null,
  due_at timestamp(3) with time zone,
  order_key uuid not null,
  status text not null default 'waiting'::text,
  attempts integer not null default 0,
  version integer,
  input text not null,
  result text,
  error text,
  output jsonb not null default '[]'::jsonb,
  writes jsonb not null default '[]'::jsonb,
  conversation_id uuid,
  customer_id uuid,
  duration_ms integer,
  created_at timestamp(3) with time zone not null default now(),
  finished_at timestamp(3) with time zone,
  constraint lambda_runs_pkey PRIMARY KEY (account_id, id),
  constraint lambda_runs_id_key UNIQUE (id),
  constraint lambda_runs_output_check CHECK ((jsonb_typeof(output) = 'array'::text)),
  constraint lambda_runs_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'succeeded'::text, 'failed'::text]))),
  constraint lambda_runs_trigger_check CHECK ((trigger = ANY (ARRAY['event'::text, 'cron'::text, 'test'::text, 'rehearsal'::text]))),
  constraint lambda_runs_writes_check CHECK ((jsonb_typeof(writes) = 'array'::text)),
  constraint lambda_runs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint lambda_runs_account_id_lambda_id_fkey FOREIGN KEY (account_id, lambda_id) REFERENCES lambdas(account_id, id) ON DELETE CASCADE,
  constraint lambda_runs_account_id_rehearsal_id_fkey FOREIGN KEY (account_id, rehearsal_id) REFERENCES lambda_rehearsals(account_id, id) ON DELETE CASCADE
);
CREATE INDEX lambda_runs_by_age ON lambda_runs (created_at);
CREATE INDEX lambda_runs_by_status ON lambda_runs (account_id, lambda_id, status, "position") WHERE (rehearsal_id IS NULL);
CREATE INDEX lambda_runs_in_order ON lambda_runs (account_id, lambda_id, "position") WHERE (rehearsal_id IS NULL);
CREATE INDEX lambda_runs_of_conversation ON lambda_runs (account_id, conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX lambda_runs_of_customer ON lambda_runs (account_id, customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX lambda_runs_of_lambda ON lambda_runs (account_id, lambda_id);
CREATE INDEX lambda_runs_of_rehearsal ON lambda_runs (account_id, rehearsal_id) WHERE (rehearsal_id IS NOT NULL);
CREATE UNIQUE INDEX lambda_runs_once_per_time ON lambda_runs (lambda_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX lambda_runs_open ON lambda_runs (lambda_id, "position") WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]));

create table lambda_secrets (
  account_id uuid not null,
  lambda_id uuid not null,
  name text not null,
  value_encrypted text not null,
  updated_at timestamp(3) with time zone not null default now(),
  constraint lambda_secrets_pkey PRIMARY KEY (account_id, lambda_id, name),
  constraint lambda_secrets_name_check CHECK ((length(name) <= 64)),
  constraint lambda_secrets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint lambda_secrets_account_id_lambda_id_fkey FOREIGN KEY (account_id, lambda_id) REFERENCES lambdas(account_id, id) ON DELETE CASCADE
);

create table lambda_versions (
  account_id uuid not null,
  lambda_id uuid not null,
  number integer not null,
  code text not null,
  user_id bigint,
  created_at timestamp(3) with time zone not null default now(),
  constraint lambda_versions_pkey PRIMARY KEY (account_id, lambda_id, number),
  constraint lambda_versions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint lambda_versions_account_id_lambda_id_fkey FOREIGN KEY (account_id, lambda_id) REFERENCES lambdas(account_id, id) ON DELETE CASCADE,
  constraint lambda_versions_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE SET NULL (user_id)
);
CREATE INDEX lambda_versions_of_user ON lambda_versions (account_id, user_id) WHERE (user_id IS NOT NULL);

create table lambdas (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  creator_id bigint,
  name short_text not null,
  description text,
  code text,
  language text,
  runtime text,
  status text not null default 'pending'::text,
  metadata json_map,
  events text[] not null default '{message:created}'::text[],
  cron short_text,
  cron_done_until timestamp(3) with time zone,
  deployed_version integer,
  api_key_id uuid,
  last_deployed_at timestamp(3) with time zone,
  last_executed_at timestamp(3) with time zone,
  leased_by uuid,
  leased_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint lambdas_pkey PRIMARY KEY (account_id, id),
  constraint lambdas_id_key UNIQUE (id),
  constraint lambdas_check CHECK (((last_deployed_at IS NOT NULL) OR (status = 'pending'::text))),
  constraint lambdas_code_check CHECK ((length(code) <= 1000000)),
  constraint lambdas_description_check CHECK ((length(description) <= 2000)),
  constraint lambdas_language_check CHECK ((language = 'javascript'::text)),
  constraint lambdas_runtime_check CHECK ((runtime = 'nodejs14.x'::text)),
  constraint lambdas_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'inactive'::text]))),
  constraint lambdas_account_id_api_key_id_fkey FOREIGN KEY (account_id, api_key_id) REFERENCES personal_api_keys(account_id, id) ON DELETE SET NULL (api_key_id),
  constraint lambdas_account_id_creator_id_fkey FOREIGN KEY (account_id, creator_id) REFERENCES users(account_id, id) ON DELETE SET NULL (creator_id),
  constraint lambdas_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX lambdas_of_api_key ON lambdas (account_id, api_key_id) WHERE (api_key_id IS NOT NULL);
CREATE INDEX lambdas_of_creator ON lambdas (account_id, creator_id) WHERE (creator_id IS NOT NULL);
CREATE INDEX lambdas_with_cron ON lambdas (id) WHERE ((cron IS NOT NULL) AND (status = 'active'::text));

create table mentions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  message_id uuid not null,
  user_id bigint not null,
  seen_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint mentions_pkey PRIMARY KEY (account_id, id),
  constraint mentions_account_id_message_id_user_id_key UNIQUE (account_id, message_id, user_id),
  constraint mentions_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE CASCADE,
  constraint mentions_account_id_message_id_fkey FOREIGN KEY (account_id, message_id) REFERENCES messages(account_id, id) ON DELETE CASCADE,
  constraint mentions_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);
CREATE INDEX mentions_of_conversation ON mentions (account_id, conversation_id);
CREATE INDEX mentions_of_user ON mentions (account_id, user_id, conversation_id);
CREATE INDEX mentions_unseen ON mentions (account_id, user_id, conversation_id) WHERE (seen_at IS NULL);

create table message_alerts (
  account_id uuid not null,
  conversation_id uuid not null,
  mailed_seq bigint not null,
  waiting boolean not null default true,
  mail_at timestamp(3) with time zone not null default now(),
  constraint message_alerts_pkey PRIMARY KEY (account_id, conversation_id),
  constraint message_alerts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table message_files (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  message_id uuid not null,
  file_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint message_files_pkey PRIMARY KEY (account_id, id),
  constraint message_files_account_id_message_id_file_id_key UNIQUE (account_id, message_id, file_id),
  constraint message_files_account_id_file_id_fkey FOREIGN KEY (account_id, file_id) REFERENCES files(account_id, id) ON DELETE CASCADE,
  constraint message_files_account_id_message_id_fkey FOREIGN KEY (account_id, message_id) REFERENCES messages(account_id, id) ON DELETE CASCADE
);
CREATE INDEX message_files_of_file ON message_files (account_id, file_id);
CREATE TRIGGER message_files_marked AFTER INSERT OR DELETE ON message_files FOR EACH ROW EXECUTE FUNCTION mark_attached_file();

create table message_recipients (
  account_id uuid not null,
  message_id uuid not null,
  to_emails jsonb not null default '[]'::jsonb,
  cc_emails jsonb not null default '[]'::jsonb,
  bcc_emails jsonb not null default '[]'::jsonb,
  constraint message_recipients_pkey PRIMARY KEY (account_id, message_id),
  constraint message_recipients_bcc_emails_check CHECK ((jsonb_typeof(bcc_emails) = 'array'::text)),
  constraint message_recipients_cc_emails_check CHECK ((jsonb_typeof(cc_emails) = 'array'::text)),
  constraint message_recipients_to_emails_check CHECK ((jsonb_typeof(to_emails) = 'array'::text)),
  constraint message_recipients_account_id_message_id_fkey FOREIGN KEY (account_id, message_id) REFERENCES messages(account_id, id) ON DELETE CASCADE
);

create table message_versions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  message_id uuid not null,
  body text,
  type text not null,
  private boolean not null,
  subject short_text,
  replaced_at timestamp(3) with time zone not null default now(),
  replaced_by bigint,
  constraint message_versions_pkey PRIMARY KEY (account_id, id),
  constraint message_versions_type_check CHECK ((type = ANY (ARRAY['reply'::text, 'note'::text, 'bot'::text]))),
  constraint message_versions_account_id_message_id_fkey FOREIGN KEY (account_id, message_id) REFERENCES messages(account_id, id) ON DELETE CASCADE,
  constraint message_versions_account_id_replaced_by_fkey FOREIGN KEY (account_id, replaced_by) REFERENCES users(account_id, id) ON DELETE SET NULL (replaced_by)
);
CREATE INDEX message_versions_of_message ON message_versions (account_id, message_id, replaced_at DESC);
CREATE INDEX message_versions_of_user ON message_versions (account_id, replaced_by) WHERE (replaced_by IS NOT NULL);

create table messages (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  customer_id uuid,
  user_id bigint,
  seq bigint not null,
  client_message_id uuid,
  body text,
  type message_type not null default 'reply'::text,
  content_type short_text not null default 'text'::text,
  private boolean not null default false,
  source message_source not null default 'chat'::text,
  subject short_text,
  metadata json_map,
  sent_at timestamp(3) with time zone not null default now(),
  delivered_at timestamp(3) with time zone,
  seen_at timestamp(3) with time zone,
  edited_at timestamp(3) with time zone,
  edited_by bigint,
  words tsvector generated always as ((to_tsvector('simple'::regconfig, searchable(body)) || array_to_tsvector(ARRAY[(account_id)::text]))) stored,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint messages_pkey PRIMARY KEY (account_id, id),
  constraint messages_conversation_id_seq_key UNIQUE (conversation_id, seq),
  constraint messages_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE CASCADE,
  constraint messages_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES customers(account_id, id) ON DELETE CASCADE,
  constraint messages_account_id_edited_by_fkey FOREIGN KEY (account_id, edited_by) REFERENCES users(account_id, id) ON DELETE SET NULL (edited_by),
  constraint messages_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE SET NULL (user_id)
);
CREATE INDEX messages_by_time ON messages (account_id, created_at DESC, id DESC);
CREATE INDEX messages_by_words ON messages USING gin (words) WITH (gin_pending_list_limit='512');
CREATE INDEX messages_edited_by ON messages (account_id, edited_by) WHERE (edited_by IS NOT NULL);
CREATE INDEX messages_of_customer ON messages (account_id, customer_id, created_at DESC) WHERE (customer_id IS NOT NULL);
CREATE INDEX messages_of_user ON messages (account_id, user_id, created_at DESC) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX messages_sent_once ON messages (conversation_id, client_message_id) WHERE (client_message_id IS NOT NULL);
CREATE TRIGGER messages_reported AFTER DELETE ON messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION report_deleted_messages();
CREATE TRIGGER messages_reported_again AFTER UPDATE OF type, private ON messages FOR EACH ROW WHEN ((((old.type)::text IS DISTINCT FROM (new.type)::text) OR (old.private IS DISTINCT FROM new.private))) EXECUTE FUNCTION report_changed_message();

create table notes (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  customer_id uuid not null,
  author_id bigint,
  body text not null,
  content_type short_text not null default 'text'::text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint notes_pkey PRIMARY KEY (account_id, id),
  constraint notes_account_id_author_id_fkey FOREIGN KEY (account_id, author_id) REFERENCES users(account_id, id) ON DELETE SET NULL (author_id),
  constraint notes_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES customers(account_id, id) ON DELETE CASCADE
);
CREATE INDEX notes_by_time ON notes (account_id, created_at DESC, id DESC);
CREATE INDEX notes_of_author ON notes (account_id, author_id, created_at DESC) WHERE (author_id IS NOT NULL);
CREATE INDEX notes_of_customer ON notes (account_id, customer_id, created_at DESC);

create table oauth_states (
  state_hash bytea not null,
  account_id uuid not null,
  user_id bigint not null,
  inbox_id uuid,
  service short_text not null,
  kind short_text not null,
  code_verifier_encrypted text,
  expires_at timestamp(3) with time zone not null,
  constraint oauth_states_pkey PRIMARY KEY (state_hash),
  constraint oauth_states_account_id_inbox_id_fkey FOREIGN KEY (account_id, inbox_id) REFERENCES inboxes(account_id, id) ON DELETE CASCADE,
  constraint oauth_states_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);
CREATE INDEX oauth_states_by_expiry ON oauth_states (expires_at);
CREATE INDEX oauth_states_of_inbox ON oauth_states (account_id, inbox_id) WHERE (inbox_id IS NOT NULL);
CREATE INDEX oauth_states_of_user ON oauth_states (account_id, user_id);

create table outgoing_mails (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  kind text not null,
  message_ids jsonb not null default '[]'::jsonb,
  rfc_message_id text not null,
  people jsonb not null default '[]'::jsonb,
  subject text not null,
  state text not null default 'queued'::text,
  failure text,
  sent_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  to_emails jsonb not null default '[]'::jsonb,
  cc_emails jsonb not null default '[]'::jsonb,
  bcc_emails jsonb not null default '[]'::jsonb,
  constraint outgoing_mails_pkey PRIMARY KEY (account_id, id),
  constraint outgoing_mails_account_id_rfc_message_id_key UNIQUE (account_id, rfc_message_id),
  constraint outgoing_mails_bcc_emails_check CHECK ((jsonb_typeof(bcc_emails) = 'array'::text)),
  constraint outgoing_mails_cc_emails_check CHECK ((jsonb_typeof(cc_emails) = 'array'::text)),
  constraint outgoing_mails_kind_check CHECK ((kind = ANY (ARRAY['notice'::text, 'reply'::text, 'issue'::text]))),
  constraint outgoing_mails_message_ids_check CHECK ((jsonb_typeof(message_ids) = 'array'::text)),
  constraint outgoing_mails_people_check CHECK ((jsonb_typeof(people) = 'array'::text)),
  constraint outgoing_mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'bounced'::text]))),
  constraint outgoing_mails_to_emails_check CHECK ((jsonb_typeof(to_emails) = 'array'::text)),
  constraint outgoing_mails_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE CASCADE
);
CREATE INDEX outgoing_mails_failing ON outgoing_mails (updated_at) WHERE ((state = 'queued'::text) AND (failure IS NOT NULL));
CREATE INDEX outgoing_mails_of_conversation ON outgoing_mails (account_id, conversation_id, created_at, id);

create table pending_registrations (
  id uuid not null default gen_random_uuid(),
  email short_text not null,
  password_hash text not null,
  company_name short_text,
  invitation_id uuid,
  redirect text,
  network text not null,
  mail_allowed boolean not null default false,
  token_hash bytea,
  attempts integer not null default 0,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint pending_registrations_pkey PRIMARY KEY (id),
  constraint pending_registrations_token_hash_key UNIQUE (token_hash),
  constraint pending_registrations_check CHECK (((company_name IS NULL) <> (invitation_id IS NULL))),
  constraint pending_registrations_email_check CHECK (((email)::text = lower((email)::text))),
  constraint pending_registrations_redirect_check CHECK ((length(redirect) <= 2000)),
  constraint pending_registrations_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES user_invitations(id) ON DELETE CASCADE
);
CREATE INDEX pending_registrations_by_expiry ON pending_registrations (expires_at);
CREATE INDEX pending_registrations_of_email ON pending_registrations (email);
CREATE INDEX pending_registrations_of_invitation ON pending_registrations (invitation_id) WHERE (invitation_id IS NOT NULL);

create table personal_api_keys (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  user_id bigint not null,
  label short_text not null,
  value_hash bytea not null,
  value_encrypted text not null,
  scope text not null default 'everything'::text,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  last_used_ip text,
  last_used_agent text,
  created_at timestamp(3) with time zone not null default now(),
  constraint personal_api_keys_pkey PRIMARY KEY (account_id, id),
  constraint personal_api_keys_value_hash_key UNIQUE (value_hash),
  constraint personal_api_keys_last_used_agent_check CHECK ((length(last_used_agent) <= 255)),
  constraint personal_api_keys_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'messages'::text, 'everything'::text]))),
  constraint personal_api_keys_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);
CREATE INDEX personal_api_keys_of_user ON personal_api_keys (account_id, user_id, created_at);
CREATE TRIGGER personal_api_key_deleted AFTER DELETE ON personal_api_keys FOR EACH ROW EXECUTE FUNCTION notify_changed('api_key');

create table ratings (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  user_id bigint,
  asked_at timestamp(3) with time zone not null,
  mail_at timestamp(3) with time zone,
  score integer,
  comment text,
  source text,
  rated_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null default now(),
  constraint ratings_pkey PRIMARY KEY (account_id, id),
  constraint ratings_account_id_conversation_id_asked_at_key UNIQUE (account_id, conversation_id, asked_at),
  constraint ratings_check CHECK ((((score IS NULL) = (rated_at IS NULL)) AND ((score IS NULL) = (source IS NULL)))),
  constraint ratings_score_check CHECK (((score >= 1) AND (score <= 5))),
  constraint ratings_source_check CHECK ((source = ANY (ARRAY['widget'::text, 'chat_page'::text, 'email'::text]))),
  constraint ratings_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE CASCADE,
  constraint ratings_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE SET NULL (user_id)
);
CREATE INDEX ratings_by_time ON ratings (account_id, asked_at DESC, id DESC) INCLUDE (score, user_id, conversation_id);
CREATE INDEX ratings_of_user ON ratings (account_id, user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX ratings_to_mail ON ratings (mail_at) WHERE (mail_at IS NOT NULL);

create table recording_batches (
  account_id uuid not null,
  browser_session_id uuid not null,
  page text not null,
  seq integer not null,
  chunk_id uuid not null,
  first_at timestamp(3) with time zone not null,
  content bytea,
  constraint recording_batches_pkey PRIMARY KEY (account_id, browser_session_id, page, seq),
  constraint recording_batches_account_id_chunk_id_fkey FOREIGN KEY (account_id, chunk_id) REFERENCES recording_chunks(account_id, id) ON DELETE CASCADE,
  constraint recording_batches_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX recording_batches_of_chunk ON recording_batches (account_id, chunk_id, first_at);

create table recording_chunks (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  browser_session_id uuid not null,
  first_at timestamp(3) with time zone not null,
  last_at timestamp(3) with time zone not null,
  has_snapshot boolean not null,
  bytes integer not null,
  marks jsonb not null default '[]'::jsonb,
  closed_at timestamp(3) with time zone,
  file_key text,
  stored_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint recording_chunks_pkey PRIMARY KEY (account_id, id),
  constraint recording_chunks_account_id_browser_session_id_fkey FOREIGN KEY (account_id, browser_session_id) REFERENCES browser_sessions(account_id, id) ON DELETE CASCADE,
  constraint recording_chunks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX recording_chunks_by_age ON recording_chunks (account_id, created_at);
CREATE INDEX recording_chunks_of_session ON recording_chunks (account_id, browser_session_id, first_at);
CREATE INDEX recording_chunks_unstored ON recording_chunks (updated_at) WHERE (stored_at IS NULL);

create table recording_settings (
  account_id uuid not null,
  keep_days integer not null default 7,
  store boolean not null default true,
  mask_text boolean not null default false,
  only_pages jsonb not null default '[]'::jsonb,
  except_pages jsonb not null default '[]'::jsonb,
  respect_privacy_signals boolean not null default true,
  max_megabytes integer not null default 500,
  updated_at timestamp(3) with time zone not null default now(),
  constraint recording_settings_pkey PRIMARY KEY (account_id),
  constraint recording_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table recovery_codes (
  account_id uuid not null,
  user_id bigint not null,
  code_hash bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint recovery_codes_pkey PRIMARY KEY (account_id, user_id, code_hash),
  constraint recovery_codes_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);

create table renewal_tokens (
  token_hash bytea not null,
  account_id uuid not null,
  session_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  used_by bytea,
  constraint renewal_tokens_pkey PRIMARY KEY (token_hash),
  constraint renewal_tokens_account_id_session_id_fkey FOREIGN KEY (account_id, session_id) REFERENCES sessions(account_id, id) ON DELETE CASCADE
);
CREATE INDEX renewal_tokens_by_expiry ON renewal_tokens (expires_at);
CREATE INDEX renewal_tokens_of_session ON renewal_tokens (account_id, session_id);

create table report_accounts (
  account_id uuid not null,
  time_zone text not null,
  working_hours jsonb not null default '[]'::jsonb,
  constraint report_accounts_pkey PRIMARY KEY (account_id),
  constraint report_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table report_changes (
  id bigint not null generated always as identity,
  account_id uuid not null,
  changed_at timestamp(3) with time zone,
  changed_day date,
  messages boolean not null default false,
  constraint report_changes_pkey PRIMARY KEY (account_id, id),
  constraint report_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table report_conversation_days (
  account_id uuid not null,
  day date not null,
  conversation_id uuid not null,
  user_id bigint not null,
  hour integer not null,
  messages integer not null,
  replies integer not null default 0,
  handled integer not null default 0,
  first_reply_seconds integer,
  waiting_since timestamp(3) with time zone[],
  replied_at timestamp(3) with time zone[],
  first_replied_at timestamp(3) with time zone,
  constraint report_conversation_days_pkey PRIMARY KEY (account_id, day, conversation_id, user_id, hour),
  constraint report_conversation_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table report_conversations (
  account_id uuid not null,
  conversation_id uuid not null,
  customer_id uuid not null,
  inbox_id uuid,
  assignee_id bigint,
  source text not null,
  first_replied_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint report_conversations_pkey PRIMARY KEY (account_id, conversation_id),
  constraint report_conversations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX report_conversations_by_time ON report_conversations (account_id, created_at DESC, conversation_id DESC);
CREATE INDEX report_conversations_of_customer ON report_conversations (account_id, customer_id);

create table report_days (
  account_id uuid not null,
  day date not null,
  numbers json_map not null default '{}'::jsonb,
  first_replies bytea not null,
  resolutions bytea not null,
  constraint report_days_pkey PRIMARY KEY (account_id, day),
  constraint report_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table report_open_days (
  account_id uuid not null,
  day date not null,
  until timestamp(3) with time zone not null,
  counts json_map not null default '{}'::jsonb,
  constraint report_open_days_pkey PRIMARY KEY (account_id, day),
  constraint report_open_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table report_openings (
  account_id uuid not null,
  conversation_id uuid not null,
  number integer not null,
  opened_at timestamp(3) with time zone not null,
  closed_at timestamp(3) with time zone,
  constraint report_openings_pkey PRIMARY KEY (account_id, conversation_id, number),
  constraint report_openings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX report_openings_by_end ON report_openings (account_id, closed_at);
CREATE INDEX report_openings_by_start ON report_openings (account_id, opened_at, number);

create table report_times (
  account_id uuid not null,
  day date not null,
  clock text not null,
  kind text not null,
  user_id bigint not null,
  seconds bytea not null,
  constraint report_times_pkey PRIMARY KEY (account_id, clock, day, kind, user_id),
  constraint report_times_clock_check CHECK ((clock = ANY (ARRAY['wall'::text, 'working'::text]))),
  constraint report_times_kind_check CHECK ((kind = ANY (ARRAY['first_reply'::text, 'next_reply'::text, 'resolution'::text, 'agent_first_reply'::text]))),
  constraint report_times_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table report_week_customers (
  account_id uuid not null,
  start date not null,
  counts json_map not null,
  constraint report_week_customers_pkey PRIMARY KEY (account_id, start),
  constraint report_week_customers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table report_weeks (
  account_id uuid not null,
  start date not null,
  clock text not null,
  kind text not null,
  user_id bigint not null,
  count integer not null,
  seconds bytea not null,
  constraint report_weeks_pkey PRIMARY KEY (account_id, clock, start, kind, user_id),
  constraint report_weeks_clock_check CHECK ((clock = ANY (ARRAY['wall'::text, 'working'::text]))),
  constraint report_weeks_kind_check CHECK ((kind = ANY (ARRAY['first_reply'::text, 'next_reply'::text, 'resolution'::text, 'agent_first_reply'::text]))),
  constraint report_weeks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table scheduled_messages (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  user_id bigint not null,
  body text,
  type text not null,
  file_ids jsonb not null default '[]'::jsonb,
  mentioned_user_ids jsonb not null default '[]'::jsonb,
  metadata json_map,
  send_at timestamp(3) with time zone not null,
  held_reason text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  email json_map,
  constraint scheduled_messages_pkey PRIMARY KEY (account_id, id),
  constraint scheduled_messages_file_ids_check CHECK ((jsonb_typeof(file_ids) = 'array'::text)),
  constraint scheduled_messages_mentioned_user_ids_check CHECK ((jsonb_typeof(mentioned_user_ids) = 'array'::text)),
  constraint scheduled_messages_type_check CHECK ((type = ANY (ARRAY['reply'::text, 'note'::text]))),
  constraint scheduled_messages_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE CASCADE,
  constraint scheduled_messages_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);
CREATE INDEX scheduled_messages_of_conversation ON scheduled_messages (account_id, conversation_id, send_at, id);
CREATE INDEX scheduled_messages_of_user ON scheduled_messages (account_id, user_id);

create table secret_key_fingerprint (
  only_row boolean not null default true,
  fingerprint bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint secret_key_fingerprint_pkey PRIMARY KEY (only_row),
  constraint secret_key_fingerprint_only_row_check CHECK (only_row)
);

create table segments (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  creator_id bigint,
  name short_text not null,
  filter json_map not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint segments_pkey PRIMARY KEY (account_id, id),
  constraint segments_account_id_name_key UNIQUE (account_id, name),
  constraint segments_account_id_creator_id_fkey FOREIGN KEY (account_id, creator_id) REFERENCES users(account_id, id) ON DELETE SET NULL (creator_id),
  constraint segments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX segments_of_creator ON segments (account_id, creator_id) WHERE (creator_id IS NOT NULL);

create table sent_mails (
  id bigint not null generated always as identity,
  kind text not null,
  address_hash bytea not null,
  sender text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint sent_mails_pkey PRIMARY KEY (id),
  constraint sent_mails_kind_check CHECK ((kind = ANY (ARRAY['verification'::text, 'password-reset'::text, 'invitation'::text, 'mention'::text, 'alert'::text, 'registration'::text, 'webhook-paused'::text, 'reply'::text, 'mailbox-failing'::text, 'connection-failing'::text, 'payment-failed'::text, 'rating-request'::text, 'weekly-summary'::text])))
);
CREATE INDEX sent_mails_by_age ON sent_mails (created_at);
CREATE INDEX sent_mails_of_sender ON sent_mails (sender, kind, created_at);
CREATE INDEX sent_mails_to_address ON sent_mails (address_hash, kind, created_at);

create table service_deliveries (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  connection_id uuid not null,
  conversation_id uuid not null,
  message_id uuid,
  channel_id short_text not null,
  kind text not null,
  status text not null default 'waiting'::text,
  begun boolean not null default false,
  failure text,
  position bigint not null generated always as identity,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  post_ids text[],
  constraint service_deliveries_pkey PRIMARY KEY (account_id, id),
  constraint service_deliveries_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'edit'::text, 'state'::text, 'removal'::text]))),
  constraint service_deliveries_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))),
  constraint service_deliveries_account_id_connection_id_fkey FOREIGN KEY (account_id, connection_id) REFERENCES connected_services(account_id, id) ON DELETE CASCADE,
  constraint service_deliveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint service_deliveries_account_id_message_id_fkey FOREIGN KEY (account_id, message_id) REFERENCES messages(account_id, id) ON DELETE CASCADE
);
CREATE INDEX service_deliveries_of_connection ON service_deliveries (account_id, connection_id);
CREATE INDEX service_deliveries_of_conversation ON service_deliveries (account_id, conversation_id, connection_id, "position");
CREATE INDEX service_deliveries_of_message ON service_deliveries (account_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX service_deliveries_waiting ON service_deliveries (connection_id, "position") WHERE (status = 'waiting'::text);

create table service_events (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  service short_text not null,
  event_id short_text not null,
  order_key short_text not null,
  body json_map,
  status text not null default 'waiting'::text,
  attempts integer not null default 0,
  position bigint not null generated always as identity,
  created_at timestamp(3) with time zone not null default now(),
  constraint service_events_pkey PRIMARY KEY (account_id, id),
  constraint service_events_account_id_service_event_id_key UNIQUE (account_id, service, event_id),
  constraint service_events_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'handled'::text, 'failed'::text]))),
  constraint service_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX service_events_by_age ON service_events (created_at);
CREATE INDEX service_events_waiting ON service_events (account_id, service, order_key, "position") WHERE (status = 'waiting'::text);

create table service_posts (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  message_id uuid not null,
  service short_text not null,
  channel_id short_text not null,
  post_id short_text not null,
  position bigint not null generated always as identity,
  conversation_id uuid not null,
  receipt text,
  failure text,
  constraint service_posts_pkey PRIMARY KEY (account_id, id),
  constraint service_posts_account_id_service_channel_id_post_id_key UNIQUE (account_id, service, channel_id, post_id),
  constraint service_posts_receipt_check CHECK ((receipt = ANY (ARRAY['delivered'::text, 'failed'::text]))),
  constraint service_posts_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE CASCADE
);
CREATE INDEX service_posts_of_conversation ON service_posts (account_id, conversation_id);
CREATE INDEX service_posts_of_message ON service_posts (account_id, message_id);

create table service_threads (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  service short_text not null,
  team_id short_text,
  channel_id short_text not null,
  thread_id short_text not null,
  permalink text,
  channel_name short_text,
  shown_state short_text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  read_up_to short_text,
  constraint service_threads_pkey PRIMARY KEY (account_id, id),
  constraint service_threads_account_id_conversation_id_service_channel__key UNIQUE (account_id, conversation_id, service, channel_id),
  constraint service_threads_account_id_service_channel_id_thread_id_key UNIQUE (account_id, service, channel_id, thread_id),
  constraint service_threads_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE CASCADE
);
CREATE INDEX service_threads_by_channel ON service_threads (service, channel_id, thread_id);

create table sessions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  user_id bigint not null,
  user_agent text,
  ip text,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  constraint sessions_pkey PRIMARY KEY (account_id, id),
  constraint sessions_id_key UNIQUE (id),
  constraint sessions_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX sessions_of_user ON sessions (account_id, user_id);
CREATE TRIGGER session_deleted AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION notify_changed('session');
CREATE TRIGGER session_revoked AFTER UPDATE ON sessions FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION notify_changed('session');

create table sheet_rows (
  account_id uuid not null,
  tab_id uuid not null,
  record_id uuid not null,
  record_at timestamp(3) with time zone not null,
  is_backfill boolean not null default false,
  begun boolean not null default false,
  written_at timestamp(3) with time zone,
  constraint sheet_rows_pkey PRIMARY KEY (account_id, tab_id, record_id),
  constraint sheet_rows_account_id_tab_id_fkey FOREIGN KEY (account_id, tab_id) REFERENCES sheet_tabs(account_id, id) ON DELETE CASCADE
);
CREATE INDEX sheet_rows_waiting ON sheet_rows (account_id, tab_id, record_at, record_id) WHERE (written_at IS NULL);

create table sheet_tabs (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  connection_id uuid not null,
  record text not null,
  is_on boolean not null default true,
  columns text[] not null default '{}'::text[],
  gid integer not null,
  title text,
  written integer not null default 0,
  backfill_state text,
  backfill_total integer not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  constraint sheet_tabs_pkey PRIMARY KEY (account_id, id),
  constraint sheet_tabs_account_id_connection_id_record_key UNIQUE (account_id, connection_id, record),
  constraint sheet_tabs_backfill_state_check CHECK ((backfill_state = ANY (ARRAY['queueing'::text, 'writing'::text, 'stopped'::text]))),
  constraint sheet_tabs_gid_check CHECK ((gid > 0)),
  constraint sheet_tabs_record_check CHECK ((record = ANY (ARRAY['customers'::text, 'conversations'::text]))),
  constraint sheet_tabs_account_id_connection_id_fkey FOREIGN KEY (account_id, connection_id) REFERENCES connected_services(account_id, id) ON DELETE CASCADE
);

create table signatures (
  account_id uuid not null,
  inbox_id uuid not null,
  user_id bigint not null,
  body text not null,
  updated_at timestamp(3) with time zone not null default now(),
  constraint signatures_pkey PRIMARY KEY (account_id, inbox_id, user_id),
  constraint signatures_account_id_inbox_id_fkey FOREIGN KEY (account_id, inbox_id) REFERENCES inboxes(account_id, id) ON DELETE CASCADE,
  constraint signatures_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);
CREATE INDEX signatures_of_user ON signatures (account_id, user_id);

create table sms_opt_outs (
  account_id uuid not null,
  number short_text not null,
  phone_hash bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint sms_opt_outs_pkey PRIMARY KEY (account_id, number, phone_hash),
  constraint sms_opt_outs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table stripe_events (
  id text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint stripe_events_pkey PRIMARY KEY (id)
);
CREATE INDEX stripe_events_by_age ON stripe_events (created_at);

create table suppressed_emails (
  account_id uuid not null,
  email_hash bytea not null,
  reason text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint suppressed_emails_pkey PRIMARY KEY (account_id, email_hash),
  constraint suppressed_emails_reason_check CHECK ((reason = ANY (ARRAY['bounce'::text, 'complaint'::text, 'unsubscribe'::text]))),
  constraint suppressed_emails_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table tags (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  creator_id bigint,
  name short_text not null,
  description text,
  color short_text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint tags_pkey PRIMARY KEY (account_id, id),
  constraint tags_account_id_name_key UNIQUE (account_id, name),
  constraint tags_account_id_creator_id_fkey FOREIGN KEY (account_id, creator_id) REFERENCES users(account_id, id) ON DELETE SET NULL (creator_id),
  constraint tags_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX tags_of_creator ON tags (account_id, creator_id) WHERE (creator_id IS NOT NULL);

create table two_factor_secrets (
  account_id uuid not null,
  user_id bigint not null,
  secret_encrypted text not null,
  confirmed_at timestamp(3) with time zone,
  last_step bigint not null default 0,
  wrong_codes integer not null default 0,
  wrong_code_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint two_factor_secrets_pkey PRIMARY KEY (account_id, user_id),
  constraint two_factor_secrets_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);

create table unseen_answers (
  account_id uuid not null,
  conversation_id uuid not null,
  mail_at timestamp(3) with time zone not null default now(),
  constraint unseen_answers_pkey PRIMARY KEY (account_id, conversation_id),
  constraint unseen_answers_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE CASCADE
);
CREATE INDEX unseen_answers_by_time ON unseen_answers (mail_at);

create table upload_usage (
  key text not null,
  day date not null default ((now() AT TIME ZONE 'utc'::text))::date,
  bytes bigint not null,
  constraint upload_usage_pkey PRIMARY KEY (key, day)
);

create table user_invitations (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  token_hash bytea not null,
  email short_text,
  invited_by bigint,
  max_uses integer,
  uses integer not null default 0,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint user_invitations_pkey PRIMARY KEY (account_id, id),
  constraint user_invitations_id_key UNIQUE (id),
  constraint user_invitations_token_hash_key UNIQUE (token_hash),
  constraint user_invitations_email_check CHECK (((email)::text = lower((email)::text))),
  constraint user_invitations_max_uses_check CHECK (((max_uses >= 1) AND (max_uses <= 1000))),
  constraint user_invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint user_invitations_account_id_invited_by_fkey FOREIGN KEY (account_id, invited_by) REFERENCES users(account_id, id) ON DELETE SET NULL (invited_by)
);
CREATE INDEX user_invitations_by_inviter ON user_invitations (account_id, invited_by) WHERE (invited_by IS NOT NULL);

create table user_profiles (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  user_id bigint not null,
  full_name short_text,
  display_name short_text,
  profile_photo_url text,
  slack_user_id text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint user_profiles_pkey PRIMARY KEY (account_id, id),
  constraint user_profiles_account_id_user_id_key UNIQUE (account_id, user_id),
  constraint user_profiles_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);

create table user_settings (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  user_id bigint not null,
  email_alert_on_new_message boolean not null default false,
  email_alert_on_new_conversation boolean not null default false,
  email_alert_on_mention boolean not null default true,
  expo_push_token text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  email_weekly_summary boolean not null default false,
  weekly_summary_of date,
  constraint user_settings_pkey PRIMARY KEY (account_id, id),
  constraint user_settings_account_id_user_id_key UNIQUE (account_id, user_id),
  constraint user_settings_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);
CREATE INDEX user_settings_with_weekly_summary ON user_settings (account_id) WHERE email_weekly_summary;

create table users (
  id bigint not null generated by default as identity,
  account_id uuid not null,
  email short_text not null,
  password_hash text,
  role text not null default 'user'::text,
  has_valid_email boolean,
  email_confirmed_at timestamp(3) with time zone,
  email_confirmation_token_hash bytea,
  email_confirmation_sent_at timestamp(3) with time zone,
  password_reset_token_hash bytea,
  password_reset_sent_at timestamp(3) with time zone,
  disabled_at timestamp(3) with time zone,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint users_pkey PRIMARY KEY (account_id, id),
  constraint users_email_confirmation_token_hash_key UNIQUE (email_confirmation_token_hash),
  constraint users_id_key UNIQUE (id),
  constraint users_password_reset_token_hash_key UNIQUE (password_reset_token_hash),
  constraint users_email_check CHECK (((email)::text = lower((email)::text))),
  constraint users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'user'::text]))),
  constraint users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX users_archived_by_email ON users (email) WHERE (archived_at IS NOT NULL);
CREATE UNIQUE INDEX users_by_email ON users (email) WHERE (archived_at IS NULL);
CREATE TRIGGER user_changed AFTER UPDATE ON users FOR EACH ROW WHEN (((((((old.email)::text IS DISTINCT FROM (new.email)::text) OR (old.role IS DISTINCT FROM new.role)) OR (old.password_hash IS DISTINCT FROM new.password_hash)) OR (old.disabled_at IS DISTINCT FROM new.disabled_at)) OR (old.archived_at IS DISTINCT FROM new.archived_at))) EXECUTE FUNCTION notify_changed('user');
CREATE TRIGGER user_deleted AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION notify_changed('user');

create table webhook_attempts (
  id bigint not null generated always as identity,
  account_id uuid not null,
  delivery_id uuid not null,
  started_at timestamp(3) with time zone not null,
  duration_ms integer not null,
  status integer,
  failure text,
  answer text,
  constraint webhook_attempts_pkey PRIMARY KEY (id),
  constraint webhook_attempts_account_id_delivery_id_fkey FOREIGN KEY (account_id, delivery_id) REFERENCES webhook_deliveries(account_id, id) ON DELETE CASCADE,
  constraint webhook_attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts (account_id, delivery_id, id);

create table webhook_deliveries (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  subscription_id uuid not null,
  webhook_event_id uuid not null,
  event_id bigint not null,
  position bigint not null generated always as identity,
  type text not null,
  order_key uuid not null,
  status text not null default 'waiting'::text,
  is_test boolean not null default false,
  attempts integer not null default 0,
  tried_since timestamp(3) with time zone,
  next_try_at timestamp(3) with time zone not null default now(),
  delivered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint webhook_deliveries_pkey PRIMARY KEY (account_id, id),
  constraint webhook_deliveries_id_key UNIQUE (id),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))),
  constraint webhook_deliveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint webhook_deliveries_account_id_subscription_id_fkey FOREIGN KEY (account_id, subscription_id) REFERENCES event_subscriptions(account_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_account_id_webhook_event_id_fkey FOREIGN KEY (account_id, webhook_event_id) REFERENCES webhook_events(account_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_by_type ON webhook_deliveries (account_id, subscription_id, type, "position");
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (account_id, subscription_id, "position") WHERE (status = 'failed'::text);
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (account_id, subscription_id, "position");
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (account_id, webhook_event_id);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (subscription_id, event_id, "position") WHERE (status = 'waiting'::text);
CREATE INDEX webhook_deliveries_waiting_by_key ON webhook_deliveries (subscription_id, order_key, event_id) WHERE (status = 'waiting'::text);

create table webhook_events (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  type text not null,
  conversation_id uuid,
  customer_id uuid,
  body text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint webhook_events_pkey PRIMARY KEY (account_id, id),
  constraint webhook_events_id_key UNIQUE (id),
  constraint webhook_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX webhook_events_by_age ON webhook_events (created_at);
CREATE INDEX webhook_events_of_conversation ON webhook_events (account_id, conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX webhook_events_of_customer ON webhook_events (account_id, customer_id) WHERE (customer_id IS NOT NULL);

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
  icon_variant text not null default 'outlined'::text,
  custom_icon_url text,
  iframe_url_override text,
  base_url text,
  away_message text,
  last_seen_at timestamp(3) with time zone,
  host short_text,
  pathname text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint widget_settings_pkey PRIMARY KEY (account_id, id),
  constraint widget_settings_account_id_inbox_id_key UNIQUE (account_id, inbox_id),
  constraint widget_settings_icon_variant_check CHECK ((icon_variant = ANY (ARRAY['outlined'::text, 'filled'::text]))),
  constraint widget_settings_account_id_inbox_id_fkey FOREIGN KEY (account_id, inbox_id) REFERENCES inboxes(account_id, id) ON DELETE CASCADE
);

CREATE OR REPLACE FUNCTION count_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and
    (old.place, old.read, old.priority, old.source, old.inbox_id, old.assignee_id)
      is not distinct from (new.place, new.read, new.priority, new.source, new.inbox_id, new.assignee_id)
  then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    -- Adds no row while the whole account is deleted.
    insert into conversation_counts (account_id, place, read, priority, source, inbox_id, assignee_id, change)
    select id, old.place, old.read, old.priority, old.source, old.inbox_id, old.assignee_id, -1
    from accounts where id = old.account_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into conversation_counts (account_id, place, read, priority, source, inbox_id, assignee_id, change)
    values (new.account_id, new.place, new.read, new.priority, new.source, new.inbox_id, new.assignee_id, 1);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION count_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Adds no row while the whole account is deleted.
  insert into customer_counts (account_id, has_email, change)
  select id, old.email is not null, -1 from accounts where id = old.account_id;
  if tg_op = 'UPDATE' then
    insert into customer_counts (account_id, has_email, change) values (new.account_id, new.email is not null, 1);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION count_new_customers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into customer_counts (account_id, has_email, change)
  select account_id, email is not null, count(*) from added group by account_id, email is not null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION customer_terms(account_id uuid, name text, email text, phone text, external_id text, metadata jsonb)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select to_tsvector('simple', searchable(concat_ws(' ', name, email, phone, external_id)))
    || array_to_tsvector(array[account_id::text])
    -- A tsvector has a maximum size. A longer pair is found by its beginning.
    || array_to_tsvector(array(
      select left(account_id::text, 8) || '/' || lower(left(pair.key || ':' || pair.value, 200))
      from jsonb_each_text(metadata) as pair where pair.value is not null limit 100))
$function$;

CREATE OR REPLACE FUNCTION index_changed_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update customer_search
  set terms = customer_terms(new.account_id, new.name, new.email, new.phone, new.external_id, new.metadata)
  where account_id = new.account_id and customer_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION index_new_customers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into customer_search (account_id, customer_id, terms)
  select account_id, id, customer_terms(account_id, name, email, phone, external_id, metadata) from added;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION mark_attached_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    update files set unattached_since = null
    where account_id = new.account_id and id = new.file_id and unattached_since is not null;
  else
    update files set unattached_since = now() where account_id = old.account_id and id = old.file_id
      and not exists (select from message_files m where m.account_id = old.account_id and m.file_id = old.file_id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION note_plan_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.plan_since := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION notify_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('changed', tg_argv[0] || ':' || old.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION release_raw_mail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update files set unattached_since = now() where account_id = old.account_id and id = old.raw_file_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION report_changed_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into report_changes (account_id, changed_day)
  select accounts.id, old.first_seen from accounts
  where accounts.id = old.account_id and old.first_seen < (now() at time zone 'utc')::date;
  if tg_op = 'UPDATE' and new.first_seen <> old.first_seen then
    insert into report_changes (account_id, changed_day) values (new.account_id, new.first_seen);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION report_changed_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into report_changes (account_id, changed_at, messages)
  select distinct new.account_id, changed.at, true
  from report_moments_of(new.conversation_id, new.seq, new.user_id, new.customer_id, new.created_at) changed (at);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION report_changed_tags()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into report_changes (account_id, changed_at)
  select distinct c.account_id, c.created_at
  from changed join conversations c on c.account_id = changed.account_id and c.id = changed.conversation_id
  where c.created_at < now() - interval '5 minutes';
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION report_deleted_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Adds no row while the whole account is deleted.
  insert into report_changes (account_id, changed_at, messages)
  select distinct gone.account_id, changed.at, true
  from gone join accounts on accounts.id = gone.account_id,
    lateral report_moments_of(gone.conversation_id, gone.seq, gone.user_id, gone.customer_id, gone.created_at) changed (at);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION report_moments_of(conversation uuid, place bigint, author bigint, customer uuid, moment timestamp with time zone)
 RETURNS SETOF timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select date_trunc('hour', moment, 'utc') + interval '15 minutes' * floor(extract(minute from moment) / 15)
  union all
  (select m.created_at from messages m where m.conversation_id = conversation and m.seq > place
    and m.user_id = author and not m.private and m.type = 'reply' order by m.seq limit 1)
  union all
  (select m.created_at from messages m where m.conversation_id = conversation and m.seq > place
    and (author is not null or customer is not null)
    and m.user_id is not null and not m.private and m.type = 'reply' order by m.seq limit 1)
$function$;

CREATE OR REPLACE FUNCTION report_new_customers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into report_changes (account_id, changed_day)
  select distinct account_id, first_seen from added where first_seen < (now() at time zone 'utc')::date;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION searchable(given text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  -- A tsvector has a maximum size. A longer text is found by its first 50,000 characters.
  given := left(given, 50000);
  if octet_length(given) <> char_length(given) then
    given := regexp_replace(
      regexp_replace(
        translate(
          replace(replace(replace(replace(replace(
            normalize(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]+', '', 'g'), NFKC),
            'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'),
          'øØđĐłŁı', 'oOdDlLi'),
        '[\u0080-\u00bf\u00d7\u00f7\u0589\u05be\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061f\u06d4\u0964\u0965\u2000-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe00-\ufe0f\ufffd\U0001f000-\U0001faff]+', ' ', 'g'),
      -- Scripts without spaces between words: each character becomes a word, and a run of them a phrase.
      '([\u3041-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3])', ' \1 ', 'g');
  end if;
  -- PostgreSQL's text search parser would join these with their neighbours into one word. It drops all others itself.
  return replace(replace(replace(replace(replace(replace(replace(replace(replace(given,
    '.', ' '), '/', ' '), '-', ' '), '_', ' '), '@', ' '), ':', ' '), '+', ' '), '<', ' '), '&', ' ');
end
$function$;
