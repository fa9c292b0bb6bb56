-- When a session was decided, why it expired and when its data was erased, by which those are found that are kept no longer. Sessions that stand there get them a thousand
-- at a time (0105_retention.batched.sql); until then none of them is due.
alter table sessions add column if not exists decided_at text collate "C", add column if not exists expired_reason text collate "C", add column if not exists redacted_at text collate "C";

create or replace procedure vouchkit_fill_ends_of_sessions() language plpgsql as $$
declare
  former record;
begin
  select '' as organization, '' as environment, '' as id into former;
  loop
    with batch as materialized (
      select organization, environment, id from sessions
      where (organization, environment, id) > (former.organization, former.environment, former.id)
      order by organization, environment, id limit 1000
    ), filled as (
      update sessions as session set decided_at = session.data ->> 'decided_at', expired_reason = session.data ->> 'expired_reason', redacted_at = session.data ->> 'redacted_at' from batch
      where (session.organization, session.environment, session.id) = (batch.organization, batch.environment, batch.id)
        and coalesce(session.data ->> 'decided_at', session.data ->> 'expired_reason', session.data ->> 'redacted_at') is not null
    )
    select organization, environment, id into former from batch order by organization desc, environment desc, id desc limit 1;
    exit when former.id is null;
    commit;
  end loop;
end
$$;
