-- What the log says of a customer, for when they are erased. Events of their conversations are found by those.
create index events_of_customer on events (account_id, (payload ->> 'customer_id')) where payload ? 'customer_id';
