-- The messages of each conversation on a stored day, so that a report with filters counts these rows and reads no messages.
-- Rows of a day that is not in report_days are out of date. They are replaced when the day is stored again.
-- A message of a user has the user's id, otherwise 0. A message of a customer has its hour, otherwise -1.
create table report_conversation_days (
  account_id uuid not null references accounts on delete cascade,
  day date not null,
  conversation_id uuid not null,
  user_id bigint not null,
  hour integer not null,
  messages integer not null,
  primary key (account_id, day, conversation_id, user_id, hour)
);

-- The next report counts them again, with the new rows.
delete from report_days;
