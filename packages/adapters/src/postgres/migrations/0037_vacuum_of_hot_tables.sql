-- Tables whose rows come and go within moments or days. By default, they would be vacuumed after a fifth of them changed: of a queue that is empty again
-- and again that is nothing, and of a day of answers millions of rows. A fixed number of dead rows bounds what every look steps over.
alter table jobs set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0.2, autovacuum_analyze_threshold = 5000);
alter table idempotency_reservations set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table quota_windows set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table idempotency_keys set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_insert_scale_factor = 0.1);
alter table webhook_events set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 20000);
alter table webhook_deliveries set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 20000);
alter table audit_log set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 20000);
