-- The oldest of several names that differ only in case keeps its name.
update canned_responses set name = left(name, 240) || ' (' || left(id::text, 8) || ')'
where exists (
  select from canned_responses older
  where older.account_id = canned_responses.account_id and lower(older.name) = lower(canned_responses.name)
    and (older.created_at, older.id) < (canned_responses.created_at, canned_responses.id)
);

alter table canned_responses drop constraint canned_responses_account_id_name_key;
create unique index canned_responses_by_name on canned_responses (account_id, lower(name));
