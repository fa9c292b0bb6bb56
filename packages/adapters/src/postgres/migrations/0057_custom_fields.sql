-- Definitions of the fields that identities have beside the built-in ones.
create table custom_field_schemas (
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
create unique index custom_field_schemas_key on custom_field_schemas (organization, environment, key);

-- The values of one identity in one row, under its id. Encrypted ones stand sealed in the document; tokens are keyed digests by which they are found.
create table identity_custom_fields (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  plain_fields jsonb not null,
  tokens jsonb not null,
  created_at text collate "C" not null,
  primary key (organization, environment, id),
  foreign key (organization, environment, id) references identities (organization, environment, id) on delete cascade
);
create index identity_custom_fields_tokens on identity_custom_fields using gin (tokens);
create index identity_custom_fields_plain on identity_custom_fields using gin (plain_fields);
