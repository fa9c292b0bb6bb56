-- Rows that an organization keeps by key. A key stays taken when its row is archived, so that it never names two things.
create table identity_types (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  key text collate "C" not null,
  archived_at text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create unique index identity_types_key on identity_types (organization, environment, key);

create table relationship_types (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  key text collate "C" not null,
  archived_at text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create unique index relationship_types_key on relationship_types (organization, environment, key);

create table document_types (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  key text collate "C" not null,
  archived_at text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create unique index document_types_key on document_types (organization, environment, key);

create table document_groups (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  key text collate "C" not null,
  archived_at text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create unique index document_groups_key on document_groups (organization, environment, key);
