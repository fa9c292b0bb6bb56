-- Documents to be known again. What they are known by stands as a keyed digest alone, and the reason sealed in the document.
create table document_fingerprints (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  verdict text collate "C" not null,
  active_digest text collate "C",
  archived_at text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create unique index document_fingerprints_digest on document_fingerprints (organization, environment, active_digest) where active_digest is not null;
create index document_fingerprints_in_order on document_fingerprints (organization, environment, created_at, id collate "POSIX");

create trigger document_fingerprints_counted after insert on document_fingerprints referencing new table as inserted for each statement execute function vouchkit_count_inserted_all();
create trigger document_fingerprints_uncounted after delete on document_fingerprints referencing old table as deleted for each statement execute function vouchkit_count_deleted_all();
