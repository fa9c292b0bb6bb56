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
    select new.organization, new.environment, new.id, unnest(coalesce(new.records, vouchkit_records_of(new.payload)));
  return null;
end
$$;

create function vouchkit_unname_records() returns trigger language plpgsql as $$
begin
  delete from job_records where organization = old.organization and environment = old.environment and job = old.id;
  return null;
end
$$;

-- By row and on a condition: most jobs name nothing, and a trigger by statement would copy each of them first.
create trigger jobs_named after insert on jobs for each row when (new.records is distinct from '{}') execute function vouchkit_name_records();
create trigger jobs_unnamed after delete on jobs for each row when (old.records is distinct from '{}') execute function vouchkit_unname_records();
