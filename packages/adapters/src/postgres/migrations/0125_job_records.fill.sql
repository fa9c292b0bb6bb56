-- The jobs that stood there when the triggers were made, read by the snapshot of that moment (migrate.ts).
insert into job_records (organization, environment, job, record)
  select organization, environment, id, unnest(vouchkit_records_of(payload)) from jobs where records is null and name <> 'webhooks.deliver';
