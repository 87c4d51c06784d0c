-- For lists of archived conversations with one status. Only archived conversations are in it.
create index conversations_archived on conversations (
  account_id,
  (case when snoozed_at is not null then 'snoozed' else status::text end),
  last_activity_at desc,
  id desc
) where archived_at is not null;
