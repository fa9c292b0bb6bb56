-- Sessions and identities that are kept from being erased, each under its own id.
create table legal_holds (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  ends_at text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create index legal_holds_in_order on legal_holds (organization, environment, created_at, id collate "POSIX");
