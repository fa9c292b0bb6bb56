-- One workflow at work on one session. What it has come to stands in the record; a session has one at most that is not over.
create table workflow_runs (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  session_id text collate "C" not null,
  workflow_id text collate "C" not null,
  status text collate "C" not null,
  active_for text collate "C",
  due_at text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create unique index workflow_runs_active on workflow_runs (organization, environment, active_for) where active_for is not null;
create index workflow_runs_in_order on workflow_runs (organization, environment, created_at, id collate "POSIX");
create index workflow_runs_of_session on workflow_runs (organization, environment, session_id, created_at, id collate "POSIX");
create index workflow_runs_of_workflow on workflow_runs (organization, environment, workflow_id, created_at, id collate "POSIX");
create index workflow_runs_of_status on workflow_runs (organization, environment, status, created_at, id collate "POSIX");
create index workflow_runs_due on workflow_runs (due_at) where due_at is not null;

create trigger workflow_runs_counted after insert on workflow_runs referencing new table as inserted for each statement execute function vouchkit_count_inserted_by_status();
create trigger workflow_runs_uncounted after delete on workflow_runs referencing old table as deleted for each statement execute function vouchkit_count_deleted_by_status();
create trigger workflow_runs_recounted after update on workflow_runs for each row when (old.status is distinct from new.status) execute function vouchkit_count_moved();
