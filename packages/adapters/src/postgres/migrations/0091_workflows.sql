-- Workflows, and their versions: a version of a workflow is a graph, which never changes once it is published.
create table workflows (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  archived_at text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create index workflows_in_order on workflows (organization, environment, created_at, id collate "POSIX");

create table workflow_versions (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  workflow_id text collate "C" not null,
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create index workflow_versions_in_order on workflow_versions (organization, environment, created_at, id collate "POSIX");
create index workflow_versions_of_workflow on workflow_versions (organization, environment, workflow_id, created_at, id collate "POSIX");
