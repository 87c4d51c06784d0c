-- personal: of one user, who is `connected_by`.
alter table connected_services drop constraint connected_services_kind_check;
alter table connected_services add constraint connected_services_kind_check
  check (kind in ('reply', 'support', 'account', 'personal'));

-- For services whose access tokens expire. One process renews a token at a time, until `renewing_until`.
alter table connected_services
  add column token_expires_at timestamptz(3),
  add column renewing_until timestamptz(3);
