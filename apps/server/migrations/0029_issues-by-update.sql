create index issues_by_update on issues (account_id, updated_at desc, id desc);
