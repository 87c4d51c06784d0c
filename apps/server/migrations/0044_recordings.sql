-- What recorders send, in compressed chunks. The bytes of a chunk are in the file store.

-- A chunk takes batches until it is large enough or nothing comes any more. Then its bytes move to a file.
create table recording_chunks (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  browser_session_id uuid not null,
  -- Of the events, by the visitor's clock.
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  has_snapshot boolean not null,
  bytes integer not null,
  -- For each batch a list of marks, so that nothing has to be taken apart when it is stored.
  marks jsonb not null default '[]',
  -- It takes no more batches.
  closed_at timestamptz(3),
  -- Known before the file is written, so that a crash leaves no file that nobody knows.
  file_key text,
  -- The file is written, and the batches are empty.
  stored_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, browser_session_id) references browser_sessions (account_id, id) on delete cascade
);
create index recording_chunks_of_session on recording_chunks (account_id, browser_session_id, first_at);
create index recording_chunks_by_age on recording_chunks (account_id, created_at);
create index recording_chunks_unstored on recording_chunks (updated_at) where stored_at is null;

-- Also remembers which batches arrived: a recorder sends one again if it got no answer.
create table recording_batches (
  account_id uuid not null references accounts on delete cascade,
  browser_session_id uuid not null,
  page text not null,
  seq integer not null,
  chunk_id uuid not null,
  first_at timestamptz(3) not null,
  -- Gzip of a JSON array. Null once it is in the chunk's file.
  content bytea,
  primary key (account_id, browser_session_id, page, seq),
  foreign key (account_id, chunk_id) references recording_chunks (account_id, id) on delete cascade
);
create index recording_batches_of_chunk on recording_batches (account_id, chunk_id, first_at);

alter table browser_sessions
  -- A part of the recording was removed or not stored.
  add column recording_truncated boolean not null default false;
