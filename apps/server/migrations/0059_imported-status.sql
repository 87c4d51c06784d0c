-- When imported conversations were closed and opened before they came here. The event log does not know it.
create table imported_status (
  account_id uuid not null,
  conversation_id uuid not null,
  number integer not null,
  status text not null check (status in ('open', 'closed')),
  at timestamptz(3) not null,
  primary key (account_id, conversation_id, number),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);
