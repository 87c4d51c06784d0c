-- How many conversations and customers of each kind an account has. Rows are only added. Each row says by how much a kind
-- grew or shrank, and their sum is the count. A single number to update would be a lock that all messages of an account
-- wait for. A reader that finds many rows replaces them by their sums (platform/counter.ts).
-- The replaced rows slow down every reader until they are vacuumed, so vacuum starts early.

create table conversation_counts (
  id bigint generated always as identity,
  account_id uuid not null references accounts on delete cascade,
  place text not null,
  read boolean not null,
  priority text not null,
  source text not null,
  inbox_id uuid,
  assignee_id bigint,
  change bigint not null,
  primary key (account_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function count_conversation() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    -- Adds no row while the whole account is deleted.
    insert into conversation_counts (account_id, place, read, priority, source, inbox_id, assignee_id, change)
    select id, old.place, old.read, old.priority, old.source, old.inbox_id, old.assignee_id, -1
    from accounts where id = old.account_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into conversation_counts (account_id, place, read, priority, source, inbox_id, assignee_id, change)
    values (new.account_id, new.place, new.read, new.priority, new.source, new.inbox_id, new.assignee_id, 1);
  end if;
  return null;
end
$$;
create trigger conversations_counted after insert or delete on conversations
  for each row execute function count_conversation();
create trigger conversations_recounted after update on conversations
  for each row when (
    (old.place, old.read, old.priority, old.source, old.inbox_id, old.assignee_id)
      is distinct from (new.place, new.read, new.priority, new.source, new.inbox_id, new.assignee_id)
  ) execute function count_conversation();

create table customer_counts (
  id bigint generated always as identity,
  account_id uuid not null references accounts on delete cascade,
  has_email boolean not null,
  change bigint not null,
  primary key (account_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Once for all rows of a statement: an import inserts hundreds at a time.
create function count_new_customers() returns trigger language plpgsql as $$
begin
  insert into customer_counts (account_id, has_email, change)
  select account_id, email is not null, count(*) from added group by account_id, email is not null;
  return null;
end
$$;
create trigger customers_counted after insert on customers
  referencing new table as added for each statement execute function count_new_customers();

create function count_customer() returns trigger language plpgsql as $$
begin
  -- Adds no row while the whole account is deleted.
  insert into customer_counts (account_id, has_email, change)
  select id, old.email is not null, -1 from accounts where id = old.account_id;
  if tg_op = 'UPDATE' then
    insert into customer_counts (account_id, has_email, change) values (new.account_id, new.email is not null, 1);
  end if;
  return null;
end
$$;
create trigger customers_recounted after update on customers
  for each row when ((old.email is null) <> (new.email is null)) execute function count_customer();
create trigger customers_uncounted after delete on customers for each row execute function count_customer();
