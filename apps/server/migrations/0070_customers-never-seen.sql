-- People who were imported or added by hand have not been seen until they come.
alter table customers alter column last_seen_at drop not null, alter column last_seen_at drop default;

update customers set last_seen_at = null
from events
where events.account_id = customers.account_id and events.type = 'customer:created'
  and events.payload ->> 'customer_id' = customers.id::text
  and customers.last_seen_at = customers.created_at;

-- Lists are read in this order. It is never null, so a page can continue after any row; people who were never seen come last.
alter table customers add column seen_order timestamptz(3) not null
  generated always as (coalesce(last_seen_at, to_timestamp(0))) stored;

drop index customers_by_last_seen;
create index customers_by_last_seen on customers (account_id, seen_order desc, id desc);
drop index customers_with_email;
create index customers_with_email on customers (account_id, seen_order desc, id desc) where email is not null;
drop index customers_of_company;
create index customers_of_company on customers (account_id, company_id, seen_order desc, id desc)
  where company_id is not null;
