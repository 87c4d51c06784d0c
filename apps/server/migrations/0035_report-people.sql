-- What users did: their public replies, whether it was their first in this conversation, and if it was the first of all
-- users, the seconds since the conversation began.
alter table report_conversation_days
  add column replies integer not null default 0,
  add column handled integer not null default 0,
  add column first_reply_seconds integer;

-- Without a message, a later reply may be the first one.
create or replace function report_deleted_messages() returns trigger language plpgsql as $$
begin
  -- Adds no row while the whole account is deleted.
  insert into report_changes (account_id, changed_at)
  select distinct gone.account_id, date_trunc('hour', gone.created_at, 'utc') + interval '15 minutes' * quarter
  from gone join accounts on accounts.id = gone.account_id,
    lateral (select floor(extract(minute from gone.created_at) / 15) as quarter) of_hour;
  insert into report_changes (account_id, changed_at)
  select distinct gone.account_id, later.created_at
  from gone join accounts on accounts.id = gone.account_id,
    lateral (
      (select m.created_at from messages m where m.conversation_id = gone.conversation_id and m.seq > gone.seq
        and m.user_id = gone.user_id and not m.private and m.type = 'reply' order by m.seq limit 1)
      union all
      (select m.created_at from messages m where m.conversation_id = gone.conversation_id and m.seq > gone.seq
        and m.user_id is not null and not m.private and m.type = 'reply' order by m.seq limit 1)
    ) later
  where gone.user_id is not null;
  return null;
end
$$;

-- Days have the number of new conversations by tag.
create function report_changed_tags() returns trigger language plpgsql as $$
begin
  insert into report_changes (account_id, changed_at)
  select distinct c.account_id, c.created_at
  from changed join conversations c on c.account_id = changed.account_id and c.id = changed.conversation_id
  where c.created_at < now() - interval '5 minutes';
  return null;
end
$$;
create trigger conversation_tags_reported after insert on conversation_tags
  referencing new table as changed for each statement execute function report_changed_tags();
create trigger conversation_tags_no_longer_reported after delete on conversation_tags
  referencing old table as changed for each statement execute function report_changed_tags();

-- The next report counts them again, with the new numbers.
delete from report_days;
