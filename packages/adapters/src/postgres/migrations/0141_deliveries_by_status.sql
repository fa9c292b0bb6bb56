-- Deliveries of an endpoint are counted by their status too, since no index holds the status and so none counts by it. An update is counted once for all of its rows, so that deliveries
-- that are settled together share one row of a count. What is counted before the second part is taken away there, so that this may be broken off and begin anew.
create or replace function vouchkit_count_inserted_deliveries() returns trigger language plpgsql as $$
begin
  insert into record_counts
    select organization, environment, counted, value, pg_backend_pid() % 32, count(*)
    from (
      select organization, environment, 'webhook_deliveries' as counted, endpoint_id as value from inserted
      union all select organization, environment, 'webhook_deliveries_by_status', endpoint_id || ' ' || coalesce(status, '') from inserted
    ) as added
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (organization, environment, counted, value, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;

create or replace function vouchkit_count_deleted_deliveries() returns trigger language plpgsql as $$
begin
  insert into record_counts
    select organization, environment, counted, value, pg_backend_pid() % 32, -count(*)
    from (
      select organization, environment, 'webhook_deliveries' as counted, endpoint_id as value from deleted
      union all select organization, environment, 'webhook_deliveries_by_status', endpoint_id || ' ' || coalesce(status, '') from deleted
    ) as removed
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (organization, environment, counted, value, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;

create or replace function vouchkit_count_changed_deliveries() returns trigger language plpgsql as $$
begin
  insert into record_counts
    select organization, environment, 'webhook_deliveries_by_status', value, pg_backend_pid() % 32, sum(change)
    from (
      select organization, environment, endpoint_id || ' ' || coalesce(status, '') as value, -1 as change from former
      union all select organization, environment, endpoint_id || ' ' || coalesce(status, ''), 1 from latter
    ) as moved
    group by 1, 2, 4 having sum(change) <> 0 order by 1, 2, 4
    on conflict (organization, environment, counted, value, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;

create or replace trigger webhook_deliveries_counted after insert on webhook_deliveries referencing new table as inserted for each statement execute function vouchkit_count_inserted_deliveries();
create or replace trigger webhook_deliveries_uncounted after delete on webhook_deliveries referencing old table as deleted for each statement execute function vouchkit_count_deleted_deliveries();
create or replace trigger webhook_deliveries_recounted after update on webhook_deliveries referencing old table as former new table as latter for each statement execute function vouchkit_count_changed_deliveries();
