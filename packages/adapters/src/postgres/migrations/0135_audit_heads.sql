-- Where the chain of audit entries of a tenant ends, written with each seal.
create table audit_heads (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  chain_index bigint not null,
  primary key (organization, environment, id)
);
