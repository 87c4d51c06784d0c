-- Customers are found by all that tells who they are, and by what their site says of them (`plan:gold`). The account stands
-- among the words, so that the index holds the accounts apart; a pair always has its colon, so none can pass for an account.
create function customer_terms(account_id uuid, name text, email text, phone text, external_id text, metadata jsonb)
returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', public.searchable(concat_ws(' ', name, email, phone, external_id)))
    || array_to_tsvector(array[account_id::text])
    -- A tsvector has an end: of what is longer, the beginning is found.
    || array_to_tsvector(array(
      select lower(left(pair.key || ':' || pair.value, 200)) from jsonb_each_text(metadata) as pair
      where pair.value is not null limit 100))
$$;
create index customers_by_terms on customers
  using gin (customer_terms(account_id, name, email, phone, external_id, metadata)) with (gin_pending_list_limit = 512);
drop index customers_by_words;
drop function customer_words(uuid, text, text);

-- Each list in its order.
create index customers_with_email on customers (account_id, last_seen_at desc, id desc) where email is not null;
drop index customers_of_company;
create index customers_of_company on customers (account_id, company_id, last_seen_at desc, id desc)
  where company_id is not null;

-- How many customers an account has, as conversation_counts does it: rows are only added, and their sum is the count.
create table customer_counts (
  id bigint generated always as identity,
  account_id uuid not null references accounts on delete cascade,
  has_email boolean not null,
  change bigint not null,
  primary key (account_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function count_customer() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    -- Not while the whole account is deleted.
    insert into customer_counts (account_id, has_email, change)
    select id, old.email is not null, -1 from accounts where id = old.account_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into customer_counts (account_id, has_email, change) values (new.account_id, new.email is not null, 1);
  end if;
  return null;
end
$$;

create trigger customers_counted after insert or delete on customers
  for each row execute function count_customer();
create trigger customers_recounted after update on customers
  for each row when ((old.email is null) <> (new.email is null)) execute function count_customer();

insert into customer_counts (account_id, has_email, change)
select account_id, email is not null, count(*) from customers group by account_id, email is not null;
