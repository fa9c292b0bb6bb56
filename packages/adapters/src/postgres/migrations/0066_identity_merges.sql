-- Merges of identities with what undoing them needs, sealed; and pairs that someone marked as not being one.
create table identity_merges (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  target_id text collate "C" not null,
  undone_at text collate "C",
  snapshot_until text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create index identity_merges_target on identity_merges (organization, environment, target_id, created_at);
create index identity_merges_ended on identity_merges (snapshot_until) where snapshot_until is not null;

create table identities_apart (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  identity_ids jsonb not null,
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create index identities_apart_either on identities_apart using gin (identity_ids);
