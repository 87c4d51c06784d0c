-- Automatic replies and reports of mail servers, of one account: erasing a customer looks for those about them.
create index incoming_mails_reports on incoming_mails (account_id) where ignored_reason is not null;
