-- The customers who waited for a reply of this user, and when the user replied. The first reply of all users has its time.
alter table report_conversation_days
  add column waiting_since timestamptz(3)[],
  add column replied_at timestamptz(3)[],
  add column first_replied_at timestamptz(3);

-- How long customers waited, by day: all the time, or the time within working hours. Rows of a day that is not in
-- report_days are out of date.
create table report_times (
  account_id uuid not null references accounts on delete cascade,
  day date not null,
  clock text not null check (clock in ('wall', 'working')),
  kind text not null check (kind in ('first_reply', 'next_reply', 'resolution', 'agent_first_reply')),
  -- 0 unless the times are those of one user.
  user_id bigint not null,
  -- Four bytes each.
  seconds bytea not null,
  primary key (account_id, clock, day, kind, user_id)
);

-- The working hours of the stored days.
alter table report_accounts add column working_hours jsonb not null default '[]';

-- Without a message, a later reply may be the first one, or it may end another wait.
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
  where gone.user_id is not null or gone.customer_id is not null;
  return null;
end
$$;

-- The next report counts them again, with the new numbers.
delete from report_days;
