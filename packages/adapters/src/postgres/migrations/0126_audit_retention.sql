-- As 0040_audit_rights.sql made it, and longer where an organization says so: `retention.audit` of its settings, in days. Seven years stay the least,
-- whatever stands there.
create or replace function vouchkit_remove_audit_entries(until text) returns table (found int, removed int, reached text)
  language sql security definer as $$
  with recursive mine as materialized (select pg_try_advisory_xact_lock(7203392) as held),
  bound as materialized (
    select least(until, to_char(now() at time zone 'utc' - interval '2557 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C") as at
  ),
  tenants (organization, environment) as (
    (select organization, environment from audit_log order by organization, environment limit 1)
    union all
    select later.organization, later.environment from tenants cross join lateral (
      select organization, environment from audit_log
      where (audit_log.organization, audit_log.environment) > (tenants.organization, tenants.environment)
      order by organization, environment limit 1
    ) as later
  ),
  bounds as materialized (
    select tenants.organization, tenants.environment,
      case when more.days > 2557
        then to_char((bound.at::timestamptz at time zone 'utc') - make_interval(days => more.days - 2557), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"
        else bound.at end as at
    from tenants cross join bound left join lateral (
      select case when jsonb_typeof(data #> '{policy,retention,audit}') = 'number' then (data #>> '{policy,retention,audit}')::numeric::int end as days
      from settings where settings.organization = tenants.organization and settings.environment = tenants.environment and id = 'organization'
    ) as more on true
  ),
  over as materialized (
    select oldest.place, oldest.created_at as ended from bounds cross join lateral (
      select place, created_at, bool_and(created_at <= bounds.at) over (order by chain_index) as over,
        lead(true) over (order by chain_index) as followed
      from (
        select ctid as place, created_at, chain_index from audit_log
        where audit_log.organization = bounds.organization and audit_log.environment = bounds.environment and chain_index is not null
        order by chain_index nulls first limit 1001
      ) as first
    ) as oldest
    where oldest.over and oldest.followed and (select held from mine)
  ),
  gone as (delete from audit_log where ctid = any (array(select place from over)) returning 1)
  select (select count(*)::int from over), (select count(*)::int from gone), (select max(ended)::text from over)
$$;

-- A function that is replaced loses what was set for it.
do $$
begin
  execute format('alter function vouchkit_remove_audit_entries(text) set search_path = %I, pg_temp', current_schema());
end
$$;
