-- Since when no message has the file. Such files are removed after a day; those of earlier releases get a day from now.
alter table files add column unattached_since timestamptz(3) default now();
update files f set unattached_since = null
where exists (select from message_files m where m.account_id = f.account_id and m.file_id = f.id);
create index files_unattached on files (unattached_since) where unattached_since is not null;

-- A file of somebody unnamed belongs to who sent it, so that nobody else can send it again.
update files f set customer_id = m.customer_id
from message_files mf join messages m on m.account_id = mf.account_id and m.id = mf.message_id
where mf.account_id = f.account_id and mf.file_id = f.id
  and f.customer_id is null and f.user_id is null and m.customer_id is not null;
update files f set user_id = m.user_id
from message_files mf join messages m on m.account_id = mf.account_id and m.id = mf.message_id
where mf.account_id = f.account_id and mf.file_id = f.id
  and f.customer_id is null and f.user_id is null and m.user_id is not null;

create function note_attached_file() returns trigger language plpgsql as $$
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
create trigger message_files_noted after insert or delete on message_files
  for each row execute function note_attached_file();

-- How many bytes were uploaded on a day, for quotas. Keys are hashes: the table names no person and no address.
create table upload_usage (
  key text not null,
  day date not null default (now() at time zone 'utc')::date,
  bytes bigint not null,
  primary key (key, day)
);
