-- What an event is about, by which those of an identity are found.
alter table webhook_events add column if not exists resource_id text collate "C";

create or replace procedure vouchkit_fill_resources_of_events() language plpgsql as $$
declare
  former record;
begin
  select '' as organization, '' as environment, '' as id into former;
  loop
    with batch as materialized (
      select organization, environment, id from webhook_events
      where (organization, environment, id) > (former.organization, former.environment, former.id)
      order by organization, environment, id limit 1000
    ), filled as (
      update webhook_events as event set resource_id = event.data #>> '{envelope,resource,id}' from batch
      where (event.organization, event.environment, event.id) = (batch.organization, batch.environment, batch.id)
        and event.data #>> '{envelope,resource,id}' is not null
    )
    select organization, environment, id into former from batch order by organization desc, environment desc, id desc limit 1;
    exit when former.id is null;
    commit;
  end loop;
end
$$;
