-- The account stands among the words, so that the index holds the accounts apart.
alter table messages add column words tsvector generated always as (
  to_tsvector('simple', searchable(body)) || array_to_tsvector(array[account_id::text])
) stored;
-- New words wait in a list before they enter the index. A short one: a search reads it, and one message pays for emptying it.
create index messages_by_words on messages using gin (words) with (gin_pending_list_limit = 512);
