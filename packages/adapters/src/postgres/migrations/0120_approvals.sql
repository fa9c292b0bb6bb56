-- Destructive calls of agents that wait for a person, or were decided. Rows go 90 days after the decision.
create table approvals (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  status text collate "C" not null,
  active_key text collate "C",
  expires_at text collate "C" not null,
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  primary key (organization, environment, id)
);
create unique index approvals_active on approvals (organization, environment, active_key) where active_key is not null;
create index approvals_in_order on approvals (organization, environment, created_at, id collate "POSIX");
create index approvals_of_status on approvals (organization, environment, status, created_at, id collate "POSIX");
create index approvals_undecided on approvals (status, expires_at);
create index approvals_decided on approvals (status, updated_at);

create trigger approvals_counted after insert on approvals referencing new table as inserted for each statement execute function vouchkit_count_inserted_by_status();
create trigger approvals_uncounted after delete on approvals referencing old table as deleted for each statement execute function vouchkit_count_deleted_by_status();
create trigger approvals_recounted after update on approvals for each row when (old.status is distinct from new.status) execute function vouchkit_count_moved();
