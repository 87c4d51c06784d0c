-- The whole account uses it, and no inbox.
update connected_services set kind = 'account' where service = 'google_sheets';

-- Tabs of the connected spreadsheet in which each new record becomes a row.
create table sheet_tabs (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  connection_id uuid not null,
  record text not null check (record in ('customers', 'conversations')),
  -- New records become rows.
  is_on boolean not null default true,
  -- In the order of the sheet, after the id of the record.
  columns text[] not null default '{}',
  -- Google's id of the tab, which we choose. Another spreadsheet or other columns get another tab.
  gid integer not null check (gid > 0),
  -- Its name when it was last seen. Null until it exists.
  title text,
  written integer not null default 0,
  -- queueing: a job looks for the records that existed before.
  backfill_state text check (backfill_state in ('queueing', 'writing', 'stopped')),
  backfill_total integer not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, connection_id, record),
  foreign key (account_id, connection_id) references connected_services (account_id, id) on delete cascade
);

-- The records that are in a tab, or wait for it. They have only ids, and no reference: the rows of erased records are left out.
create table sheet_rows (
  account_id uuid not null,
  tab_id uuid not null,
  record_id uuid not null,
  -- When the record was created. Rows are written in this order.
  record_at timestamptz(3) not null,
  is_backfill boolean not null default false,
  -- A process began to write it. Until it is written, it is unsure whether the sheet has it.
  begun boolean not null default false,
  written_at timestamptz(3),
  primary key (account_id, tab_id, record_id),
  foreign key (account_id, tab_id) references sheet_tabs (account_id, id) on delete cascade
);
create index sheet_rows_waiting on sheet_rows (account_id, tab_id, record_at, record_id) where written_at is null;
