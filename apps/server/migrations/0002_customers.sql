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
create index companies_by_slack_channel on companies (slack_channel_id) where slack_channel_id is not null;

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
  last_seen_at timestamptz(3) not null default now(),
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
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, company_id) references companies (account_id, id) on delete set null (company_id)
) with (fillfactor = 90);
create index customers_by_last_seen on customers (account_id, last_seen_at desc, id desc);
create index customers_by_external_id on customers (account_id, external_id) where external_id is not null;
create index customers_by_email on customers (account_id, lower(email)) where email is not null;
create index customers_of_company on customers (account_id, company_id) where company_id is not null;
