-- A file of customers that somebody brought. Its bytes lie in the file store until it is done; here stands how it is read and
-- how far that has come. A restart goes on behind rows_read; a later run makes an earlier one stop.
create table customer_imports (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  user_id bigint,
  filename short_text not null,
  file_key text not null,
  size bigint not null,
  encoding text not null check (encoding in ('utf8', 'utf16le', 'utf16be', 'latin1')),
  delimiter text not null,
  columns jsonb not null default '[]' check (jsonb_typeof(columns) = 'array'),
  mapping jsonb not null default '[]' check (jsonb_typeof(mapping) = 'array'),
  status text not null default 'uploaded'
    check (status in ('uploaded', 'checking', 'checked', 'importing', 'done', 'failed')),
  run bigint not null default 0,
  rows_read bigint not null default 0,
  bytes_read bigint not null default 0,
  created_count bigint not null default 0,
  updated_count bigint not null default 0,
  skipped_count bigint not null default 0,
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  failure text,
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create index customer_imports_by_time on customer_imports (account_id, created_at desc, id desc);
create index customer_imports_of_user on customer_imports (account_id, user_id) where user_id is not null;

-- Whom the lines so far were about, so that a later line about the same person is known. In the database, because a file
-- may hold more of them than memory should.
create table customer_import_keys (
  account_id uuid not null,
  import_id uuid not null,
  key text not null,
  line bigint not null,
  primary key (account_id, import_id, key),
  foreign key (account_id, import_id) references customer_imports (account_id, id) on delete cascade
);
