-- The timeline of a customer is read from the log, the newest first: what names them, what became of their conversations
-- (of the messages only those that begin an exchange), and what became of the issues that they wait for.
drop index events_of_customer;
create index events_of_customer on events (account_id, (payload ->> 'customer_id'), id) where payload ? 'customer_id';
create index events_of_conversation_told on events (account_id, conversation_id, id)
  where conversation_id is not null and (type = 'conversation:created' or payload ?| array['became', 'begins']);
create index events_of_issue on events (account_id, (payload ->> 'issue_id'), id)
  where type = 'issue:updated' and payload ? 'became';

-- New customers are counted once for all rows of a statement, as they are made searchable: a file brings hundreds at a time.
drop trigger customers_counted on customers;
create function count_new_customers() returns trigger language plpgsql as $$
begin
  insert into customer_counts (account_id, has_email, change)
  select account_id, email is not null, count(*) from added group by account_id, email is not null;
  return null;
end
$$;
create trigger customers_counted after insert on customers
  referencing new table as added for each statement execute function count_new_customers();
create trigger customers_uncounted after delete on customers for each row execute function count_customer();
