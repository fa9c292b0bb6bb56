-- What was decided, for the quality audit: one row for each decision, which an hourly timer reads once.
create table decision_records (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  object_id text collate "C" not null,
  audited_at text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create index decision_records_of_object on decision_records (organization, environment, object_id, id);
create index decision_records_pending on decision_records (organization, environment, id) where audited_at is null;
create index decision_records_next on decision_records (id) where audited_at is null;
create index decision_records_ended on decision_records (created_at) where audited_at is not null;

-- What the quality audit found about decisions. Notes and reasons are encrypted within the record.
create table audit_findings (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  kind text collate "C" not null,
  severity text collate "C" not null,
  status text collate "C" not null,
  session_id text collate "C",
  case_id text collate "C",
  check_id text collate "C",
  decided_by text collate "C",
  found_for text collate "C",
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  primary key (organization, environment, id)
);
create unique index audit_findings_found_for on audit_findings (organization, environment, found_for) where found_for is not null;
create index audit_findings_in_order on audit_findings (organization, environment, created_at, id collate "POSIX");
create index audit_findings_of_kind on audit_findings (organization, environment, kind, created_at, id collate "POSIX");
create index audit_findings_of_severity on audit_findings (organization, environment, severity, created_at, id collate "POSIX");
create index audit_findings_of_status on audit_findings (organization, environment, status, created_at, id collate "POSIX");
create index audit_findings_of_session on audit_findings (organization, environment, session_id, created_at, id collate "POSIX");
create index audit_findings_of_case on audit_findings (organization, environment, case_id, created_at, id collate "POSIX");
create index audit_findings_of_check on audit_findings (organization, environment, check_id) where check_id is not null;
create index audit_findings_by_decider on audit_findings (organization, environment, decided_by, created_at, id collate "POSIX");
create index audit_findings_ended on audit_findings (updated_at) where status in ('dismissed', 'resolved');

create trigger audit_findings_counted after insert on audit_findings referencing new table as inserted for each statement execute function vouchkit_count_inserted_by_status();
create trigger audit_findings_uncounted after delete on audit_findings referencing old table as deleted for each statement execute function vouchkit_count_deleted_by_status();
create trigger audit_findings_recounted after update on audit_findings for each row when (old.status is distinct from new.status) execute function vouchkit_count_moved();
