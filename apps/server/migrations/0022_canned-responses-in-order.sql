create index canned_responses_by_update on canned_responses (account_id, updated_at desc, id desc);
