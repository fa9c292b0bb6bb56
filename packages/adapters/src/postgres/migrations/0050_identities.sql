-- People over time. Names and dates stand in clear, since they are searched for; addresses and numbers only within a sealed member of the document, and
-- as keyed digests by which they are found again.
create table identities (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  status text collate "C" not null,
  identity_type text collate "C" not null,
  external_reference text collate "C",
  tags jsonb,
  country_of_residence text collate "C",
  nationality text collate "C",
  detail_digests jsonb,
  search_text text,
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  primary key (organization, environment, id)
);
create unique index identities_reference on identities (organization, environment, external_reference) where external_reference is not null;
create index identities_in_order on identities (organization, environment, created_at, id collate "POSIX");
create index identities_by_change on identities (organization, environment, updated_at, id collate "POSIX");
create index identities_of_status on identities (organization, environment, status, created_at, id collate "POSIX");
create index identities_of_type on identities (organization, environment, identity_type, created_at, id collate "POSIX");
create index identities_of_country on identities (organization, environment, country_of_residence, created_at, id collate "POSIX") where country_of_residence is not null;
create index identities_of_nationality on identities (organization, environment, nationality, created_at, id collate "POSIX") where nationality is not null;
select vouchkit_keep_elements('identities', 'tags', 'status', 'created_at');
select vouchkit_keep_elements('identities', 'detail_digests', 'status', 'created_at');
select vouchkit_keep_words('identities', 'search_text', 'created_at');

create trigger identities_counted after insert on identities referencing new table as inserted for each statement execute function vouchkit_count_inserted_by_status();
create trigger identities_uncounted after delete on identities referencing old table as deleted for each statement execute function vouchkit_count_deleted_by_status();
create trigger identities_recounted after update on identities for each row when (old.status is distinct from new.status) execute function vouchkit_count_moved();
