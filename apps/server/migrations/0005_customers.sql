create table companies (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
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
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id)
);
create index companies_by_name on companies (account_id, lower(name), id);

create table customers (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  company_id uuid,
  name short_text,
  email short_text,
  phone short_text,
  external_id short_text,
  profile_photo_url text,
  first_seen date not null default (now() at time zone 'utc')::date,
  -- Null until the first visit of a customer who was imported or added by hand.
  last_seen_at timestamptz(3),
  -- Lists are sorted by this. It is never null, so a page can continue after any row. Customers never seen come last.
  seen_order timestamptz(3) not null generated always as (coalesce(last_seen_at, to_timestamp(0))) stored,
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
  -- A search for the middle of a word reads this from the newest customers. It is in this table so that one scan of the
  -- list is enough. PostgreSQL computes it again only when one of its source columns changes.
  -- One space replaces each run of other characters, as words.ts does with the query.
  found_by text not null generated always as (
    regexp_replace(lower(searchable(coalesce(name::text, '') || ' ' || coalesce(email::text, '') || ' '
      || coalesce(phone::text, '') || ' ' || coalesce(external_id::text, ''))), '[\s!-/:-@\[-`{-~]+', ' ', 'g')) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, company_id) references companies (account_id, id) on delete set null (company_id)
) with (fillfactor = 90);
create index customers_by_last_seen on customers (account_id, seen_order desc, id desc);
create index customers_with_email on customers (account_id, seen_order desc, id desc) where email is not null;
create index customers_of_company on customers (account_id, company_id, seen_order desc, id desc)
  where company_id is not null;
create index customers_by_external_id on customers (account_id, external_id) where external_id is not null;
create index customers_by_email on customers (account_id, lower(email)) where email is not null;
create index customers_by_first_seen on customers (account_id, first_seen);

create table notes (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  customer_id uuid not null,
  author_id bigint,
  body text not null,
  content_type short_text not null default 'text',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  foreign key (account_id, author_id) references users (account_id, id) on delete set null (author_id)
);
create index notes_by_time on notes (account_id, created_at desc, id desc);
create index notes_of_customer on notes (account_id, customer_id, created_at desc);
create index notes_of_author on notes (account_id, author_id, created_at desc) where author_id is not null;

create table browser_sessions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  customer_id uuid,
  metadata json_map,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade
);
create index browser_sessions_of_customer
  on browser_sessions (account_id, customer_id, updated_at desc) where customer_id is not null;
