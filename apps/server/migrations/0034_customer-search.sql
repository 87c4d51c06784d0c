-- What customers are found by, worked out when it changes and not for every row that a search looks at. Beside the customers
-- and not among them: whoever is seen again gets a new row there, and neither the words nor their index should pay for that.
create table customer_search (
  account_id uuid not null,
  customer_id uuid not null,
  -- For a word's middle.
  text text not null,
  -- For a word's beginning, and for pairs (`plan:gold`).
  terms tsvector not null,
  primary key (account_id, customer_id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade
);

insert into customer_search (account_id, customer_id, text, terms)
select account_id, id, lower(searchable(concat_ws(' ', name, email, phone, external_id))),
  customer_terms(account_id, name, email, phone, external_id, metadata)
from customers;

create index customer_search_by_terms on customer_search using gin (terms) with (gin_pending_list_limit = 512);
drop index customers_by_terms;

-- Once for all rows of a statement: a file of customers comes in hundreds.
create function note_customers_terms() returns trigger language plpgsql as $$
begin
  insert into customer_search (account_id, customer_id, text, terms)
  select account_id, id, lower(searchable(concat_ws(' ', name, email, phone, external_id))),
    customer_terms(account_id, name, email, phone, external_id, metadata)
  from added;
  return null;
end
$$;
create trigger customers_searchable after insert on customers
  referencing new table as added for each statement execute function note_customers_terms();

create function note_customer_terms() returns trigger language plpgsql as $$
begin
  update customer_search
  set text = lower(searchable(concat_ws(' ', new.name, new.email, new.phone, new.external_id))),
    terms = customer_terms(new.account_id, new.name, new.email, new.phone, new.external_id, new.metadata)
  where account_id = new.account_id and customer_id = new.id;
  return null;
end
$$;
-- Widgets say the same with every page, and most updates say nothing of this.
create trigger customers_searchable_again after update on customers for each row
  when ((old.name, old.email, old.phone, old.external_id, old.metadata)
    is distinct from (new.name, new.email, new.phone, new.external_id, new.metadata))
  execute function note_customer_terms();
