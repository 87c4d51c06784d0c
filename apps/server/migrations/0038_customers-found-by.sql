-- What the newest customers are searched through for a word's middle. It stood in customer_search, where each of them is a
-- look of its own at a page of its own; among the customers it is read with the list. Whoever is merely seen again does not
-- have it worked out anew: only a change of what it is made of does that.
alter table customers add column found_by text not null generated always as (
  -- With one space for whatever is no letter or digit, as features/inbox/words.ts cuts what is searched for.
  regexp_replace(lower(searchable(coalesce(name::text, '') || ' ' || coalesce(email::text, '') || ' '
    || coalesce(phone::text, '') || ' ' || coalesce(external_id::text, ''))), '[\s!-/:-@\[-`{-~]+', ' ', 'g')) stored;

create or replace function note_customers_terms() returns trigger language plpgsql as $$
begin
  insert into customer_search (account_id, customer_id, terms)
  select account_id, id, customer_terms(account_id, name, email, phone, external_id, metadata) from added;
  return null;
end
$$;

create or replace function note_customer_terms() returns trigger language plpgsql as $$
begin
  update customer_search
  set terms = customer_terms(new.account_id, new.name, new.email, new.phone, new.external_id, new.metadata)
  where account_id = new.account_id and customer_id = new.id;
  return null;
end
$$;

alter table customer_search drop column text;
