-- The moments, in milliseconds since 1970, at which one subject spent of a budget that is counted exactly: of any stretch as long as its window no more than
-- its limit pass, where counts by window let twice as many pass around the end of one. Like quota_windows no data of tenants, and no loss in a crash.
create unlogged table quota_moments (
  policy text collate "C" not null,
  subject text collate "C" not null,
  moments bigint[] not null,
  -- In seconds since 1970.
  latest bigint not null,
  primary key (policy, subject)
);
create index quota_moments_latest on quota_moments (latest);
alter table quota_moments set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
