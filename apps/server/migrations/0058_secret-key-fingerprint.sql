-- One row: which secret key the stored secrets were sealed with.
create table secret_key_fingerprint (
  only_row boolean primary key default true check (only_row),
  fingerprint bytea not null,
  created_at timestamptz(3) not null default now()
);
