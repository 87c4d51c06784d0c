create index companies_by_name on companies (account_id, lower(name), id);
