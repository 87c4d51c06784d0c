-- Customers are found by their names and addresses, in the same words as their messages.
create function customer_words(account_id uuid, name text, email text) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('simple', public.searchable(concat(name, ' ', email))) || array_to_tsvector(array[account_id::text])
$$;
create index customers_by_words on customers using gin (customer_words(account_id, name, email))
  with (gin_pending_list_limit = 512);
