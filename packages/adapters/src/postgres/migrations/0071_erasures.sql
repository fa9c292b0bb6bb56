-- Receipts of erasures, so that they are found by their own identifiers and by what they speak of.
create table erasure_receipts (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  scope_id text collate "C" not null,
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create index erasure_receipts_in_order on erasure_receipts (organization, environment, created_at, id collate "POSIX");
create index erasure_receipts_of_scope on erasure_receipts (organization, environment, scope_id, created_at, id collate "POSIX");

-- Of a registered document that was uploaded: which one, so that erasing it erases the row.
alter table document_fingerprints add column document_id text collate "C";
