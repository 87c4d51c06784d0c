-- The times of whole weeks, in order, so that a report over years reads a fraction of what the days have. Only weeks with
-- many of them have rows. They are replaced when a day of the week is stored again.
create table report_weeks (
  account_id uuid not null references accounts on delete cascade,
  -- A Sunday.
  start date not null,
  clock text not null check (clock in ('wall', 'working')),
  kind text not null check (kind in ('first_reply', 'next_reply', 'resolution', 'agent_first_reply')),
  -- 0 unless the times are those of one user.
  user_id bigint not null,
  count integer not null,
  -- Sorted. Each is stored as the difference to the one before it, in as few bytes as it needs.
  seconds bytea not null,
  primary key (account_id, clock, start, kind, user_id)
);

-- The messages of days that are not over, up to a moment in the past.
create table report_open_days (
  account_id uuid not null references accounts on delete cascade,
  day date not null,
  until timestamptz(3) not null,
  counts json_map not null default '{}',
  primary key (account_id, day)
);

-- Whether messages have changed. A changed conversation does not change the number of messages.
alter table report_changes add column messages boolean not null default false;

create or replace function report_deleted_messages() returns trigger language plpgsql as $$
begin
  -- Adds no row while the whole account is deleted.
  insert into report_changes (account_id, changed_at, messages)
  select distinct gone.account_id, date_trunc('hour', gone.created_at, 'utc') + interval '15 minutes' * quarter, true
  from gone join accounts on accounts.id = gone.account_id,
    lateral (select floor(extract(minute from gone.created_at) / 15) as quarter) of_hour;
  insert into report_changes (account_id, changed_at, messages)
  select distinct gone.account_id, later.created_at, true
  from gone join accounts on accounts.id = gone.account_id,
    lateral (
      (select m.created_at from messages m where m.conversation_id = gone.conversation_id and m.seq > gone.seq
        and m.user_id = gone.user_id and not m.private and m.type = 'reply' order by m.seq limit 1)
      union all
      (select m.created_at from messages m where m.conversation_id = gone.conversation_id and m.seq > gone.seq
        and m.user_id is not null and not m.private and m.type = 'reply' order by m.seq limit 1)
    ) later
  where gone.user_id is not null or gone.customer_id is not null;
  return null;
end
$$;

-- The next report counts them again, with their weeks.
delete from report_days;
