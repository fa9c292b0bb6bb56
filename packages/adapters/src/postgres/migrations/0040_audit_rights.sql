-- What the role of the service may do with audit entries (rights.ts): write them, seal them once, and have the oldest removed.

-- An entry never changes but by its seal, whichever role writes. Columns that later releases add are none of its business.
create function vouchkit_guard_audit_entry() returns trigger language plpgsql as $$
declare
  seal constant text[] := array['version', 'chain_index', 'prev_hash', 'hash'];
begin
  if old.hash is not null or new.hash is null
    or (new.organization, new.environment, new.id, new.action, new.actor_id, new.target_id, new.created_at)
      is distinct from (old.organization, old.environment, old.id, old.action, old.actor_id, old.target_id, old.created_at)
    or new.data - seal is distinct from old.data - seal then
    raise exception 'an audit entry never changes' using errcode = 'VK002';
  end if;
  return new;
end
$$;
create trigger audit_log_guarded
  before update of organization, environment, id, version, data, action, actor_id, target_id, hash, chain_index, created_at on audit_log
  for each row execute function vouchkit_guard_audit_entry();

-- The beginning of the chain of every tenant, as far as it is over: never an entry behind one that stays, and never the last one, on which the next is
-- sealed. Not row by row beside others, who might leave a gap: one process at a time; those who come second find nothing due. The tenants are found one
-- after the other by the key, without a look at the rows in between. No caller has entries removed that are younger than seven years.
create function vouchkit_remove_audit_entries(until text) returns table (found int, removed int, reached text)
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
  over as materialized (
    select oldest.place, oldest.created_at as ended from tenants cross join lateral (
      select place, created_at, bool_and(created_at <= (select at from bound)) over (order by chain_index) as over,
        lead(true) over (order by chain_index) as followed
      from (
        select ctid as place, created_at, chain_index from audit_log
        where audit_log.organization = tenants.organization and audit_log.environment = tenants.environment and chain_index is not null
        order by chain_index nulls first limit 1001
      ) as first
    ) as oldest
    where oldest.over and oldest.followed and (select held from mine)
  ),
  gone as (delete from audit_log where ctid = any (array(select place from over)) returning 1)
  select (select count(*)::int from over), (select count(*)::int from gone), (select max(ended)::text from over)
$$;

-- Statistics of a table that has none yet; only its owner may ask for them.
create function vouchkit_analyze(table_name text) returns void language plpgsql security definer as $$
begin
  if exists (select from pg_class where relname = table_name and relnamespace = current_schema()::regnamespace and relkind = 'r') then
    execute format('analyze %I', table_name);
  end if;
end
$$;

-- What runs with the rights of the owner looks for names in the schema alone, where only the owner makes any.
do $$
begin
  execute format('alter function vouchkit_remove_audit_entries(text) set search_path = %I, pg_temp', current_schema());
  execute format('alter function vouchkit_analyze(text) set search_path = %I, pg_temp', current_schema());
end
$$;
revoke execute on function vouchkit_remove_audit_entries(text) from public;
revoke execute on function vouchkit_analyze(text) from public;
