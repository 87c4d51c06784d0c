-- When the customer's widget had the team's message. Who looked at one has had it.
alter table messages add column delivered_at timestamptz(3);
update messages set delivered_at = seen_at where seen_at is not null;
