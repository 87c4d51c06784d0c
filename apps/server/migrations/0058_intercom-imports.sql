-- Imports of people and conversations from Intercom.
create table intercom_imports (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  -- Who started it.
  user_id bigint,
  -- Of Intercom. An import continues only with a connection to the same workspace.
  workspace_id short_text not null,
  state text not null default 'running' check (state in ('running', 'stopped', 'done', 'failed')),
  -- Grows when the import is stopped or resumed, so that an older job ends.
  run integer not null default 0,
  -- `changes`: conversations that changed in Intercom since the import began.
  phase text not null default 'people' check (phase in ('people', 'conversations', 'changes')),
  -- Intercom's name for the next page of the phase. Null: the first one.
  next_page text,
  -- Intercom did not know the page any more, and the phase began again.
  went_back boolean not null default false,
  people_seen integer not null default 0,
  people_total integer,
  conversations_seen integer not null default 0,
  conversations_total integer,
  -- New or changed.
  people_count integer not null default 0,
  conversations_count integer not null default 0,
  messages_count integer not null default 0,
  skipped_count integer not null default 0,
  -- The first records that were skipped, and why.
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  -- Why it stopped or waits.
  failure text,
  failing_since timestamptz(3),
  failures integer not null default 0,
  -- When a waiting import goes on.
  retry_at timestamptz(3),
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create unique index intercom_imports_running on intercom_imports (account_id) where state = 'running';
create index intercom_imports_newest on intercom_imports (account_id, created_at desc, id desc);
create index intercom_imports_of_user on intercom_imports (account_id, user_id) where user_id is not null;

-- What was brought over, by Intercom's ids. A row stays after an erasure: Intercom's ids say nothing, and the person must not come back.
create table intercom_records (
  account_id uuid not null references accounts (id) on delete cascade,
  workspace_id short_text not null,
  kind text not null check (kind in ('contact', 'conversation')),
  intercom_id short_text not null,
  -- The customer or the conversation, if it still exists.
  our_id uuid not null,
  -- Intercom's `updated_at`, in seconds.
  version bigint not null,
  -- Of a conversation: its parts that became messages or were passed over.
  part_ids text[] not null default '{}',
  primary key (account_id, workspace_id, kind, intercom_id)
);
