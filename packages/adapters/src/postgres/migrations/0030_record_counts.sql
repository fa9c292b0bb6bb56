-- How many records a tenant has, kept as they are written: counting a million rows takes 150 ms. `value` is that of the column by which they are
-- counted, or empty. A server process writes to a row of its own, so that two that write at once rarely wait for each other; readers add up.
-- Begins anew where it was broken off before its fill.
drop table if exists record_counts;
drop function if exists vouchkit_count_inserted_all cascade;
drop function if exists vouchkit_count_deleted_all cascade;
drop function if exists vouchkit_count_inserted_by_status cascade;
drop function if exists vouchkit_count_deleted_by_status cascade;
drop function if exists vouchkit_count_inserted_by_endpoint cascade;
drop function if exists vouchkit_count_deleted_by_endpoint cascade;
drop function if exists vouchkit_count_moved cascade;

create table record_counts (
  organization text collate "C" not null,
  environment text collate "C" not null,
  counted text collate "C" not null,
  value text collate "C" not null,
  slot smallint not null,
  count bigint not null,
  primary key (organization, environment, counted, value, slot)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 200);

create function vouchkit_count_inserted_all() returns trigger language plpgsql as $$
begin
  insert into record_counts
    select organization, environment, tg_table_name, '', pg_backend_pid() % 32, count(*) from inserted group by 1, 2 order by 1, 2
    on conflict (organization, environment, counted, value, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;

create function vouchkit_count_deleted_all() returns trigger language plpgsql as $$
begin
  insert into record_counts
    select organization, environment, tg_table_name, '', pg_backend_pid() % 32, -count(*) from deleted group by 1, 2 order by 1, 2
    on conflict (organization, environment, counted, value, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;

create function vouchkit_count_inserted_by_status() returns trigger language plpgsql as $$
begin
  insert into record_counts
    select organization, environment, tg_table_name, coalesce(status, ''), pg_backend_pid() % 32, count(*) from inserted group by 1, 2, 4 order by 1, 2, 4
    on conflict (organization, environment, counted, value, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;

create function vouchkit_count_deleted_by_status() returns trigger language plpgsql as $$
begin
  insert into record_counts
    select organization, environment, tg_table_name, coalesce(status, ''), pg_backend_pid() % 32, -count(*) from deleted group by 1, 2, 4 order by 1, 2, 4
    on conflict (organization, environment, counted, value, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;

create function vouchkit_count_inserted_by_endpoint() returns trigger language plpgsql as $$
begin
  insert into record_counts
    select organization, environment, tg_table_name, endpoint_id, pg_backend_pid() % 32, count(*) from inserted group by 1, 2, 4 order by 1, 2, 4
    on conflict (organization, environment, counted, value, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;

create function vouchkit_count_deleted_by_endpoint() returns trigger language plpgsql as $$
begin
  insert into record_counts
    select organization, environment, tg_table_name, endpoint_id, pg_backend_pid() % 32, -count(*) from deleted group by 1, 2, 4 order by 1, 2, 4
    on conflict (organization, environment, counted, value, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;

-- Fires for a change of the counted column alone, which here is the status.
create function vouchkit_count_moved() returns trigger language plpgsql as $$
begin
  insert into record_counts
    select new.organization, new.environment, tg_table_name, moved.value, pg_backend_pid() % 32, moved.change
    from (values (coalesce(old.status, ''), -1), (coalesce(new.status, ''), 1)) as moved (value, change)
    order by moved.value
    on conflict (organization, environment, counted, value, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;

create trigger sessions_counted after insert on sessions referencing new table as inserted for each statement execute function vouchkit_count_inserted_by_status();
create trigger sessions_uncounted after delete on sessions referencing old table as deleted for each statement execute function vouchkit_count_deleted_by_status();
create trigger sessions_recounted after update on sessions for each row when (old.status is distinct from new.status) execute function vouchkit_count_moved();

create trigger cases_counted after insert on cases referencing new table as inserted for each statement execute function vouchkit_count_inserted_by_status();
create trigger cases_uncounted after delete on cases referencing old table as deleted for each statement execute function vouchkit_count_deleted_by_status();
create trigger cases_recounted after update on cases for each row when (old.status is distinct from new.status) execute function vouchkit_count_moved();

create trigger documents_counted after insert on documents referencing new table as inserted for each statement execute function vouchkit_count_inserted_by_status();
create trigger documents_uncounted after delete on documents referencing old table as deleted for each statement execute function vouchkit_count_deleted_by_status();
create trigger documents_recounted after update on documents for each row when (old.status is distinct from new.status) execute function vouchkit_count_moved();

create trigger checks_counted after insert on checks referencing new table as inserted for each statement execute function vouchkit_count_inserted_all();
create trigger checks_uncounted after delete on checks referencing old table as deleted for each statement execute function vouchkit_count_deleted_all();

create trigger audit_log_counted after insert on audit_log referencing new table as inserted for each statement execute function vouchkit_count_inserted_all();
create trigger audit_log_uncounted after delete on audit_log referencing old table as deleted for each statement execute function vouchkit_count_deleted_all();

create trigger webhook_deliveries_counted after insert on webhook_deliveries referencing new table as inserted for each statement execute function vouchkit_count_inserted_by_endpoint();
create trigger webhook_deliveries_uncounted after delete on webhook_deliveries referencing old table as deleted for each statement execute function vouchkit_count_deleted_by_endpoint();
