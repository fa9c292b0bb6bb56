-- Certificates by which the chips of travel documents are trusted. They belong to the installation, so none of these tables knows an
-- organization. A row that an import wrote is seen by nobody until the import's end gives it an edition, for all rows in one statement.
create table trust_state (
  only_row boolean primary key default true check (only_row),
  edition int not null
);
insert into trust_state values (true, 0);

create table trust_imports (
  id int primary key generated always as identity,
  source text collate "C" not null check (length(source) between 1 and 64),
  sha256 text collate "C" not null,
  replaces boolean not null,
  state text collate "C" not null check (state in ('running', 'done', 'failed')),
  cursor int not null,
  added int not null,
  unchanged int not null,
  refused int not null,
  withdrawn int not null,
  refusals jsonb not null,
  failure text,
  edition int,
  started_at text collate "C" not null,
  -- The last sign of life; without one the import was let go of.
  seen_at text collate "C",
  finished_at text collate "C"
);
-- One import at a time.
create unique index trust_imports_running on trust_imports (state) where state = 'running';

create table trust_certificates (
  source text collate "C" not null,
  sha256 text collate "C" not null,
  country text collate "C" not null check (length(country) = 2),
  subject text not null,
  not_before text collate "C" not null,
  not_after text collate "C" not null,
  kind text collate "C" not null check (kind in ('csca', 'link', 'ds')),
  der bytea not null,
  edition int,
  added_at text collate "C" not null,
  withdrawn_at text collate "C",
  -- The last import that met it.
  met int not null,
  primary key (source, sha256)
);
create index trust_certificates_country on trust_certificates (country, kind);
create index trust_certificates_sha256 on trust_certificates (sha256);

create table trust_crls (
  sha256 text collate "C" primary key,
  source text collate "C" not null,
  country text collate "C" not null check (length(country) = 2),
  issuer_key text collate "C" not null,
  issuer text not null,
  this_update text collate "C" not null,
  next_update text collate "C",
  der bytea not null,
  edition int,
  superseded boolean not null,
  met int not null
);
create index trust_crls_country on trust_crls (country);
create index trust_crls_issuer_key on trust_crls (issuer_key);

-- What an operator trusts no more, whatever is imported later.
create table trust_removals (
  sha256 text collate "C" primary key,
  removed_at text collate "C" not null
);

-- The challenge that a session's chip is to be read under; the last one of each session, which keeps it until it is used or replaced.
create table nfc_challenges (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  expires_at text collate "C" not null,
  created_at text collate "C" not null,
  primary key (organization, environment, id),
  foreign key (organization, environment, id) references sessions (organization, environment, id) on delete cascade
);
