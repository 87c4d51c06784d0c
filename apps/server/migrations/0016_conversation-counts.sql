-- How many conversations an account has of each kind, so that nobody has to count them. Rows are only added, never changed:
-- each says by how much a kind grew or shrank, and their sum is the count. A single number to be changed would be a lock that
-- all messages of an account wait for. Readers fold the rows together when there are many (features/inbox/counts.ts).
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
-- What was folded is in the way of every reader until it is swept up.
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function count_conversation() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    -- Not while the whole account is deleted.
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

insert into conversation_counts (account_id, place, read, priority, source, inbox_id, assignee_id, change)
select account_id, place, read, priority, source, inbox_id, assignee_id, count(*)
from conversations group by account_id, place, read, priority, source, inbox_id, assignee_id;
