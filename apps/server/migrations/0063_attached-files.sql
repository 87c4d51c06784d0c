-- A file that is stored together with its message is marked as attached already, and needs no second write.
create or replace function mark_attached_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update files set unattached_since = null
    where account_id = new.account_id and id = new.file_id and unattached_since is not null;
  else
    update files set unattached_since = now() where account_id = old.account_id and id = old.file_id
      and not exists (select from message_files m where m.account_id = old.account_id and m.file_id = old.file_id);
  end if;
  return null;
end
$$;
