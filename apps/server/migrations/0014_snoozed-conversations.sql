-- Put aside, until a time or until the customer writes.
alter table conversations
  add column snoozed_at timestamptz(3),
  add column snoozed_until timestamptz(3),
  add check (snoozed_until is null or snoozed_at is not null);
