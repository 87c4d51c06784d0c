-- account: a service that the whole account uses, without an inbox.
alter table connected_services drop constraint connected_services_kind_check;
alter table connected_services add constraint connected_services_kind_check
  check (kind in ('reply', 'support', 'account'));
