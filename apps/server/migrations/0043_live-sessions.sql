-- Visits of browsers, and what their recorders may record.

alter table browser_sessions
  -- A recorder knows only the id of its session.
  add unique (id),
  -- Beacons arrive in any order. The one that was sent last decides, in milliseconds of the visitor's clock.
  add column state_sent_at bigint,
  -- The visitor agreed that agents may point at parts of the page.
  add column pointing_agreed boolean not null default false;
create index browser_sessions_by_update on browser_sessions (account_id, updated_at desc, id desc);
create index browser_sessions_active
  on browser_sessions (account_id, updated_at desc, id desc) where finished_at is null;

create table recording_settings (
  account_id uuid primary key references accounts on delete cascade,
  keep_days integer not null default 7,
  store boolean not null default true,
  mask_text boolean not null default false,
  only_pages jsonb not null default '[]',
  except_pages jsonb not null default '[]',
  respect_privacy_signals boolean not null default true,
  max_megabytes integer not null default 500,
  updated_at timestamptz(3) not null default now()
);
