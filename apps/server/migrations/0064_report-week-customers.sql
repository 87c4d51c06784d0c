-- The new customers of whole weeks by browser, operating system and time zone, so that a report over years adds up a
-- fraction of the names that the days have. They are replaced when a day of the week is stored again.
create table report_week_customers (
  account_id uuid not null references accounts on delete cascade,
  -- A Sunday.
  start date not null,
  counts json_map not null,
  primary key (account_id, start)
);

-- The next report counts them again, with their weeks.
delete from report_days;
