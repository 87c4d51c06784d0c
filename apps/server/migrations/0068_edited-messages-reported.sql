-- The moments whose counts depend on a message: its quarter of an hour, and the next reply of its author and of anybody.
create function report_moments_of(conversation uuid, place bigint, author bigint, customer uuid, moment timestamptz)
returns setof timestamptz language sql stable as $$
  select date_trunc('hour', moment, 'utc') + interval '15 minutes' * floor(extract(minute from moment) / 15)
  union all
  (select m.created_at from messages m where m.conversation_id = conversation and m.seq > place
    and m.user_id = author and not m.private and m.type = 'reply' order by m.seq limit 1)
  union all
  (select m.created_at from messages m where m.conversation_id = conversation and m.seq > place
    and (author is not null or customer is not null)
    and m.user_id is not null and not m.private and m.type = 'reply' order by m.seq limit 1)
$$;

create or replace function report_deleted_messages() returns trigger language plpgsql as $$
begin
  -- Adds no row while the whole account is deleted.
  insert into report_changes (account_id, changed_at, messages)
  select distinct gone.account_id, changed.at, true
  from gone join accounts on accounts.id = gone.account_id,
    lateral report_moments_of(gone.conversation_id, gone.seq, gone.user_id, gone.customer_id, gone.created_at) changed (at);
  return null;
end
$$;

create function report_changed_message() returns trigger language plpgsql as $$
begin
  insert into report_changes (account_id, changed_at, messages)
  select distinct new.account_id, changed.at, true
  from report_moments_of(new.conversation_id, new.seq, new.user_id, new.customer_id, new.created_at) changed (at);
  return null;
end
$$;

-- For each row: PostgreSQL has no transition table for a trigger of chosen columns, and without the list of columns every
-- receipt would pay for the table.
create trigger messages_reported_again after update of type, private on messages for each row
  when (old.type is distinct from new.type or old.private is distinct from new.private)
  execute function report_changed_message();

-- Messages that were changed before this trigger.
insert into report_changes (account_id, changed_at, messages)
select distinct m.account_id, changed.at, true
from message_versions v join messages m on m.account_id = v.account_id and m.id = v.message_id,
  lateral report_moments_of(m.conversation_id, m.seq, m.user_id, m.customer_id, m.created_at) changed (at)
where v.type <> m.type or v.private <> m.private;
