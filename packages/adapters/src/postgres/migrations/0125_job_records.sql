-- Which jobs name a record, so that an erasure finds those of a person without reading every job that waits. A job says so itself (`records`); of one
-- that a process of the release before enqueued, its payload is read. Triggers keep the table for both.
-- Begins again where it was broken off before its fill.
drop table if exists job_records;
drop function if exists vouchkit_name_records cascade;
drop function if exists vouchkit_unname_records cascade;
drop function if exists vouchkit_records_of;

alter table jobs add column if not exists records text[];

create table job_records (
  organization text collate "C" not null,
  environment text collate "C" not null,
  job text collate "C" not null,
  record text collate "C" not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
-- Of one column each: a table that is empty when a plan is made lets the server take any index that has a column of the condition.
create index job_records_of_job on job_records (job);
create index job_records_of_record on job_records (record);

-- As in core/src/kernel/jobs/job.ts.
create function vouchkit_records_of(payload jsonb) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct value #>> '{}'), '{}')
    from jsonb_path_query(payload, '$.** ? (@ like_regex "^[a-z]{3}_[0-9a-z]{26}$")') as found (value)
    where left(value #>> '{}', 3) not in ('evt', 'whd', 'whe', 'org', 'req')
$$;

create function vouchkit_name_records() returns trigger language plpgsql as $$
begin
  insert into job_records (organization, environment, job, record)
    select organization, environment, id, unnest(coalesce(records, vouchkit_records_of(payload))) from inserted where records is distinct from '{}';
  return null;
end
$$;

create function vouchkit_unname_records() returns trigger language plpgsql as $$
begin
  -- Each job is looked up by itself, so that no plan reads the table from end to end.
  delete from job_records where ctid = any (array(
    select named.place from deleted cross join lateral (
      select ctid as place from job_records
        where organization = deleted.organization and environment = deleted.environment and job = deleted.id offset 0
    ) as named where deleted.records is distinct from '{}'
  ));
  return null;
end
$$;

create trigger jobs_named after insert on jobs referencing new table as inserted for each statement execute function vouchkit_name_records();
create trigger jobs_unnamed after delete on jobs referencing old table as deleted for each statement execute function vouchkit_unname_records();
