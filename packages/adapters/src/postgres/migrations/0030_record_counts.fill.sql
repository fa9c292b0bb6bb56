-- What stood there when the triggers were made; what came later they counted. Read by the snapshot of that moment (migrate.ts), beside writers.
insert into record_counts select organization, environment, 'sessions', coalesce(status, ''), -1, count(*) from sessions group by 1, 2, 4;
insert into record_counts select organization, environment, 'cases', coalesce(status, ''), -1, count(*) from cases group by 1, 2, 4;
insert into record_counts select organization, environment, 'documents', coalesce(status, ''), -1, count(*) from documents group by 1, 2, 4;
insert into record_counts select organization, environment, 'checks', '', -1, count(*) from checks group by 1, 2;
insert into record_counts select organization, environment, 'audit_log', '', -1, count(*) from audit_log group by 1, 2;
insert into record_counts select organization, environment, 'webhook_deliveries', endpoint_id, -1, count(*) from webhook_deliveries group by 1, 2, 4;
