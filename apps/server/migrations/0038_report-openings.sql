-- The periods in which conversations were open, in their order. A reader of the event log keeps them current. Deleting a
-- conversation ends its period. There are no references, as in report_conversations.
create table report_openings (
  account_id uuid not null references accounts on delete cascade,
  conversation_id uuid not null,
  number integer not null,
  opened_at timestamptz(3) not null,
  closed_at timestamptz(3),
  primary key (account_id, conversation_id, number)
);
create index report_openings_by_start on report_openings (account_id, opened_at, number);
create index report_openings_by_end on report_openings (account_id, closed_at);

with changes as (
  select account_id, id as conversation_id, created_at as at, 0::bigint as id, 'open' as status, false as archived
  from conversations
  union all
  select c.account_id, c.id, greatest(e.created_at, c.created_at), e.id, e.payload #>> '{became,status}',
    (e.payload #>> '{became,archived}')::boolean
  from conversations c join events e on e.account_id = c.account_id and e.conversation_id = c.id
  where e.type = 'conversation:updated' and (e.payload)::jsonb ?| array['became', 'begins']
    and (e.payload #> '{became,status}' is not null or e.payload #> '{became,archived}' is not null)
), filled as (
  select *, count(status) over history as of_status, count(archived) over history as of_archived
  from changes window history as (partition by conversation_id order by at, id)
), states as (
  select account_id, conversation_id, at, id, max(status) over (partition by conversation_id, of_status) = 'open'
    and not bool_or(archived) over (partition by conversation_id, of_archived) as is_open
  from filled
), turns as (
  select *, lag(is_open) over (partition by conversation_id order by at, id) as was_open from states
), periods as (
  select account_id, conversation_id, at as opened_at, id, is_open,
    lead(at) over (partition by conversation_id order by at, id) as closed_at
  from turns where is_open is distinct from was_open
), numbered as (
  select *, row_number() over (partition by conversation_id order by opened_at, id) as number,
    row_number() over (partition by conversation_id order by opened_at desc, id desc) as from_last
  from periods where is_open
)
insert into report_openings (account_id, conversation_id, number, opened_at, closed_at)
select n.account_id, n.conversation_id, n.number, n.opened_at, case when n.from_last > 1 then n.closed_at
  when c.status = 'open' and c.archived_at is null then null
  else greatest(n.opened_at, coalesce(n.closed_at, c.closed_at, c.archived_at)) end
from numbered n join conversations c on c.account_id = n.account_id and c.id = n.conversation_id;

-- The next report counts them again, with the new numbers.
delete from report_days;
