-- Every delivery changes its status once, and each index made that change slower. Most deliveries are delivered, so the log
-- finds those in its own order; those that wait have an index already.
drop index webhook_deliveries_by_status;
create index webhook_deliveries_failed on webhook_deliveries (account_id, subscription_id, position)
  where status = 'failed';
