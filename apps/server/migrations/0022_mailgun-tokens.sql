-- The signature of a call of Mailgun covers its token, not the mail. So each token is taken once, over all accounts.
create unique index incoming_mails_by_token on incoming_mails (provider_id) where source = 'http' and provider_id is not null;
