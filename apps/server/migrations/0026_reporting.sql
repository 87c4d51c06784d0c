-- What reports know of each conversation. A reader of the event log keeps it current, so that writing a message costs no
-- more. The conversation and the customer have no references here: they would lock the conversation's row, and the next
-- message would wait.
create table report_conversations (
  account_id uuid not null references accounts on delete cascade,
  conversation_id uuid not null,
  customer_id uuid not null,
  inbox_id uuid,
  assignee_id bigint,
  source text not null,
  first_replied_at timestamptz(3),
  closed_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (account_id, conversation_id)
);
create index report_conversations_by_time on report_conversations (account_id, created_at desc, conversation_id desc);
create index report_conversations_of_customer on report_conversations (account_id, customer_id);

-- The time zone of the stored days. Its row is the lock under which days are stored.
create table report_accounts (
  account_id uuid not null references accounts on delete cascade primary key,
  time_zone text not null
);

-- The numbers of one day in the account's time zone. They can be deleted at any time and are then computed again.
create table report_days (
  account_id uuid not null references accounts on delete cascade,
  day date not null,
  numbers json_map not null default '{}',
  -- Seconds of the conversations that began on this day, four bytes each.
  first_replies bytea not null,
  resolutions bytea not null,
  primary key (account_id, day)
);

-- Days that have changed after they were stored: by a moment, or by a day of `customers.first_seen`. Rows are only added,
-- so no writer waits for another.
create table report_changes (
  id bigint generated always as identity,
  account_id uuid not null references accounts on delete cascade,
  changed_at timestamptz(3),
  changed_day date,
  primary key (account_id, id)
);

create function report_deleted_messages() returns trigger language plpgsql as $$
begin
  -- Adds no row while the whole account is deleted.
  insert into report_changes (account_id, changed_at)
  select distinct gone.account_id, date_trunc('hour', gone.created_at, 'utc') + interval '15 minutes' * quarter
  from gone join accounts on accounts.id = gone.account_id,
    lateral (select floor(extract(minute from gone.created_at) / 15) as quarter) of_hour;
  return null;
end
$$;
create trigger messages_reported after delete on messages
  referencing old table as gone for each statement execute function report_deleted_messages();

-- Today is never stored, so new visitors add no rows here.
create function report_new_customers() returns trigger language plpgsql as $$
begin
  insert into report_changes (account_id, changed_day)
  select distinct account_id, first_seen from added where first_seen < (now() at time zone 'utc')::date;
  return null;
end
$$;
create trigger customers_reported after insert on customers
  referencing new table as added for each statement execute function report_new_customers();

create function report_changed_customer() returns trigger language plpgsql as $$
begin
  insert into report_changes (account_id, changed_day)
  select accounts.id, old.first_seen from accounts
  where accounts.id = old.account_id and old.first_seen < (now() at time zone 'utc')::date;
  if tg_op = 'UPDATE' and new.first_seen <> old.first_seen then
    insert into report_changes (account_id, changed_day) values (new.account_id, new.first_seen);
  end if;
  return null;
end
$$;
create trigger customers_reported_again after update on customers
  for each row when (
    (old.browser, old.os, old.time_zone, old.first_seen) is distinct from (new.browser, new.os, new.time_zone, new.first_seen)
  ) execute function report_changed_customer();
create trigger customers_no_longer_reported after delete on customers
  for each row execute function report_changed_customer();

insert into report_conversations (account_id, conversation_id, customer_id, inbox_id, assignee_id, source,
  first_replied_at, closed_at, created_at)
select account_id, id, customer_id, inbox_id, assignee_id, source, first_replied_at, closed_at, created_at
from conversations;
