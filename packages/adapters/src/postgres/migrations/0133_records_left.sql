-- How many records of a tenant have left a list that they stood in: they were removed, or changed a column of those that their resource declares (`counted.left`).
-- While fewer have left than a list had beyond the bound of totals, it is still beyond it, and is not counted again (statements/beyond.ts). The status of
-- sessions and deliveries is not among the columns: it changes with every one of them, and lists by it have counts of their own.
create or replace function vouchkit_count_left() returns trigger language plpgsql as $$
begin
  insert into record_counts values (old.organization, old.environment, tg_table_name || '_left', '', pg_backend_pid() % 32, 1)
    on conflict (organization, environment, counted, value, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;

create or replace function vouchkit_count_removed() returns trigger language plpgsql as $$
begin
  insert into record_counts
    select organization, environment, tg_table_name || '_left', '', pg_backend_pid() % 32, count(*) from removed group by 1, 2 order by 1, 2
    on conflict (organization, environment, counted, value, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;

create or replace trigger sessions_left after update on sessions for each row
  when ((old.tags, old.external_reference, old.identity_id, old.workflow_id) is distinct from (new.tags, new.external_reference, new.identity_id, new.workflow_id))
  execute function vouchkit_count_left();
create or replace trigger sessions_removed after delete on sessions referencing old table as removed for each statement execute function vouchkit_count_removed();

create or replace trigger cases_left after update on cases for each row
  when ((old.workflow_id, old.status, old.decision, old.assigned_to, old.priority, old.risk_score, old.reason_codes, old.tags, old.check_types, old.queue, old.country, old.sla_breached, old.has_screening_hits, old.has_notes, old.search_text) is distinct from (new.workflow_id, new.status, new.decision, new.assigned_to, new.priority, new.risk_score, new.reason_codes, new.tags, new.check_types, new.queue, new.country, new.sla_breached, new.has_screening_hits, new.has_notes, new.search_text))
  execute function vouchkit_count_left();
create or replace trigger cases_removed after delete on cases referencing old table as removed for each statement execute function vouchkit_count_removed();

create or replace trigger identities_left after update on identities for each row
  when ((old.status, old.identity_type, old.external_reference, old.tags, old.country_of_residence, old.nationality, old.assurance_level, old.monitoring_status, old.detail_digests, old.search_text) is distinct from (new.status, new.identity_type, new.external_reference, new.tags, new.country_of_residence, new.nationality, new.assurance_level, new.monitoring_status, new.detail_digests, new.search_text))
  execute function vouchkit_count_left();
create or replace trigger identities_removed after delete on identities referencing old table as removed for each statement execute function vouchkit_count_removed();

create or replace trigger audit_log_left after update on audit_log for each row
  when ((old.action, old.actor_id, old.target_id) is distinct from (new.action, new.actor_id, new.target_id))
  execute function vouchkit_count_left();
create or replace trigger audit_log_removed after delete on audit_log referencing old table as removed for each statement execute function vouchkit_count_removed();

create or replace trigger webhook_deliveries_left after update on webhook_deliveries for each row
  when ((old.endpoint_id, old.session_id, old.event_type) is distinct from (new.endpoint_id, new.session_id, new.event_type))
  execute function vouchkit_count_left();
create or replace trigger webhook_deliveries_removed after delete on webhook_deliveries referencing old table as removed for each statement execute function vouchkit_count_removed();
