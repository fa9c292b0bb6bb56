-- Files that are being stored and that nothing holds yet: a row is committed before its file is written, and deleted by the transaction that uses the
-- file. With a holder, a row says that the file of this name is being removed. Times are those of the server.
create table stored_files (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  name text collate "C" not null,
  holder text collate "C",
  ends_at timestamptz not null,
  primary key (organization, environment, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
create index stored_files_name on stored_files (organization, environment, name);
create index stored_files_ends on stored_files (ends_at);
