-- How identities are related. What is deleted keeps its ends alone, for the audit logs of both identities.
create table identity_relationships (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  type text collate "C" not null,
  from_id text collate "C" not null,
  to_id text collate "C" not null,
  status text collate "C" not null,
  pair_key text collate "C",
  ends jsonb not null,
  origin_identity_id text collate "C",
  merge_ids jsonb not null,
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create unique index identity_relationships_pair on identity_relationships (organization, environment, pair_key) where pair_key is not null;
create index identity_relationships_in_order on identity_relationships (organization, environment, created_at, id collate "POSIX");
create index identity_relationships_of_status on identity_relationships (organization, environment, status, created_at, id collate "POSIX");
create index identity_relationships_of_type on identity_relationships (organization, environment, type) where status in ('proposed', 'confirmed');
-- A graph follows the first relationships of each identity on either side, of one type or of any.
create index identity_relationships_from on identity_relationships (organization, environment, from_id, type, created_at, id) where status in ('proposed', 'confirmed');
create index identity_relationships_to on identity_relationships (organization, environment, to_id, type, created_at, id) where status in ('proposed', 'confirmed');
create index identity_relationships_merged on identity_relationships using gin (merge_ids);
select vouchkit_keep_elements('identity_relationships', 'ends', 'status', 'created_at');

create trigger identity_relationships_counted after insert on identity_relationships referencing new table as inserted for each statement execute function vouchkit_count_inserted_by_status();
create trigger identity_relationships_uncounted after delete on identity_relationships referencing old table as deleted for each statement execute function vouchkit_count_deleted_by_status();
create trigger identity_relationships_recounted after update on identity_relationships for each row when (old.status is distinct from new.status) execute function vouchkit_count_moved();
