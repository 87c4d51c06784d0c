create table files (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  -- The uploader. An upload without one belongs to the first who sends it, so that nobody else can send it again.
  customer_id uuid,
  user_id bigint,
  filename short_text not null,
  unique_filename text unique,
  file_url text not null,
  content_type short_text not null,
  -- In bytes.
  size bigint check (size >= 0),
  -- Since when no message has the file. Such files are removed after a day.
  unattached_since timestamptz(3) default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create index files_of_customer on files (account_id, customer_id) where customer_id is not null;
create index files_of_user on files (account_id, user_id) where user_id is not null;
create index files_unattached on files (unattached_since) where unattached_since is not null;

create table message_files (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  message_id uuid not null,
  file_id uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, message_id, file_id),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade,
  foreign key (account_id, file_id) references files (account_id, id) on delete cascade
);
create index message_files_of_file on message_files (account_id, file_id);

create function mark_attached_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update files set unattached_since = null where account_id = new.account_id and id = new.file_id;
  else
    update files set unattached_since = now() where account_id = old.account_id and id = old.file_id
      and not exists (select from message_files m where m.account_id = old.account_id and m.file_id = old.file_id);
  end if;
  return null;
end
$$;
create trigger message_files_marked after insert or delete on message_files
  for each row execute function mark_attached_file();

-- How many bytes were uploaded on a day, for quotas. The keys are hashes, so the table contains no person and no IP.
create table upload_usage (
  key text not null,
  day date not null default (now() at time zone 'utc')::date,
  bytes bigint not null,
  primary key (key, day)
);
