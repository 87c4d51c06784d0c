-- A pair (`plan:gold`) carries the beginning of its account's id. To find it beside the account's own word, the index had to walk
-- through everybody of the account; and who has it elsewhere stands in another list now.
create or replace function customer_terms(account_id uuid, name text, email text, phone text, external_id text, metadata jsonb)
returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', public.searchable(concat_ws(' ', name, email, phone, external_id)))
    || array_to_tsvector(array[account_id::text])
    -- A tsvector has an end: of what is longer, the beginning is found.
    || array_to_tsvector(array(
      select left(account_id::text, 8) || '/' || lower(left(pair.key || ':' || pair.value, 200))
      from jsonb_each_text(metadata) as pair where pair.value is not null limit 100))
$$;

update customer_search set terms = customer_terms(customers.account_id, name, email, phone, external_id, metadata)
from customers where customers.account_id = customer_search.account_id and customers.id = customer_search.customer_id
  and customers.metadata is not null;
