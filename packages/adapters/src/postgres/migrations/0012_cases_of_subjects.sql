-- A case may be about a screening subject that belongs to no session.
alter table cases alter column session_id drop not null;
alter table cases add column subject_id text collate "C";
alter table cases add foreign key (organization, environment, subject_id) references screening_subjects (organization, environment, id);
alter table cases add check (session_id is not null or subject_id is not null);
create index cases_subject on cases (organization, environment, subject_id) where subject_id is not null;
update cases set data = data || '{"subject_id": null}';

-- When a monitored subject is screened again, and when a pause ends.
alter table screening_subjects add column next_run_at text collate "C";
alter table screening_subjects add column resume_at text collate "C";
update screening_subjects set data = data || jsonb_build_object(
  'monitored_lists', '[]'::jsonb,
  'monitoring', (data -> 'monitoring') || jsonb_build_object(
    'next_run_at', case when monitoring_status = 'active' then to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end,
    'paused_reason', null,
    'resume_at', null
  )
);
update screening_subjects set next_run_at = data -> 'monitoring' ->> 'next_run_at';
drop index screening_subjects_monitored;
create index screening_subjects_due on screening_subjects (next_run_at) where monitoring_status = 'active';
create index screening_subjects_paused on screening_subjects (resume_at) where monitoring_status = 'paused' and resume_at is not null;
create index screening_subjects_monitored on screening_subjects (organization, environment, id) where monitoring_status = 'active';

-- Which hits point to an entry that a list changes.
alter table screening_hits add column list_entry_id text collate "C";
update screening_hits set list_entry_id = data ->> 'list_entry_id';
create index screening_hits_entry on screening_hits (organization, environment, list_key, list_entry_id, id)
  where review_status <> 'auto_dismissed';

-- Up to which editions the monitored subjects of a tenant were compared, and how far a run has come: one row for each tenant who monitors.
create table screening_monitors (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  seen text collate "C" not null,
  next_look_at text collate "C" not null,
  primary key (organization, environment, id)
);
create index screening_monitors_look on screening_monitors (next_look_at);
insert into screening_monitors (organization, environment, id, version, data, seen, next_look_at)
select organization, environment, 'monitor', 1, jsonb_build_object(
  'id', 'monitor', 'version', 1, 'environment', environment, 'seen', '', 'next_look_at', '', 'marks', null, 'walk', null,
  'created_at', min(created_at), 'updated_at', min(created_at)
), '', ''
from screening_subjects where monitoring_status = 'active' group by organization, environment;
