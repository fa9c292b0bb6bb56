-- Nearly every delivery changes once, when it succeeds. No index says anything about that and each page keeps room, so that the new row stands
-- beside the old one and no index is written.
alter table webhook_deliveries set (fillfactor = 50);
drop index webhook_deliveries_status;
-- What an endpoint will not get is few, and found beside a history of any length; what it still has to get is found by its jobs.
alter table webhook_deliveries add column missed boolean
  generated always as (case when status in ('exhausted', 'cancelled', 'skipped') then true end) stored;
create index webhook_deliveries_missed on webhook_deliveries (organization, environment, endpoint_id, created_at desc nulls last) where missed;
