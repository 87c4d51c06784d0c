-- A conversation is in one place at a time, and every list starts from it. A column of its own, because the state it is made
-- of is not one that an index can keep in order: a list over `archived_at is null` sorts all it finds.
alter table conversations
  add column place text not null generated always as (
    case when archived_at is not null then 'archived' when snoozed_at is not null then 'snoozed' else status end
  ) stored check (place in ('open', 'closed', 'snoozed', 'archived'));

drop index conversations_by_activity, conversations_of_inbox, conversations_of_assignee, conversations_with_priority,
  conversations_unread;
create index conversations_by_activity
  on conversations (account_id, place, last_activity_at desc nulls first, id desc);
create index conversations_of_inbox
  on conversations (account_id, inbox_id, place, last_activity_at desc nulls first, id desc) where inbox_id is not null;
-- With those that nobody has: they are a list too.
create index conversations_of_assignee
  on conversations (account_id, assignee_id, place, last_activity_at desc nulls first, id desc);
create index conversations_with_priority
  on conversations (account_id, place, last_activity_at desc nulls first, id desc) where priority = 'priority';
create index conversations_unread
  on conversations (account_id, place, last_activity_at desc nulls first, id desc) where not read;
