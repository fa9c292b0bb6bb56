-- Imports of certificates wait for their turn as jobs do, with their files in the store of files. Those that were begun before have none.
alter table trust_imports drop constraint trust_imports_state_check;
alter table trust_imports add constraint trust_imports_state_check check (state in ('queued', 'running', 'done', 'failed'));
alter table trust_imports
  -- Files that were not removed yet, in their order, each with its name and the names of its pieces.
  add column files jsonb not null default '[]',
  -- Master lists that the files held, and who signed them.
  add column lists jsonb not null default '[]',
  -- How often it was taken up: who did so before can write no more.
  add column run int not null default 0;
create index trust_imports_unfinished on trust_imports (id) where state in ('queued', 'running');

-- What the certificate of a document signer is found by when a chip leaves it out. Certificates of earlier imports have no keys until they
-- are imported again.
alter table trust_certificates add column signer_keys text[] collate "C" not null default '{}';
create index trust_certificates_signer_keys on trust_certificates using gin (signer_keys) where kind = 'ds';
