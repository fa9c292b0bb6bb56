-- The rows that those lock who link two sessions with one document at the same time, under the keyed digest of the document.
create table if not exists identity_link_locks (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);

-- Entries of the blocklist that came from a session name its identity once it has one. Entries that stand there get their column a thousand at a time
-- (0051_identity_links.batched.sql).
alter table customer_list_entries add column if not exists session_id text collate "C";

create or replace procedure vouchkit_fill_entries_of_sessions() language plpgsql as $$
declare
  former record;
begin
  select '' as organization, '' as environment, '' as id into former;
  loop
    with batch as materialized (
      select organization, environment, id from customer_list_entries
      where (organization, environment, id) > (former.organization, former.environment, former.id)
      order by organization, environment, id limit 1000
    ), filled as (
      update customer_list_entries as entry set session_id = entry.data ->> 'session_id' from batch
      where (entry.organization, entry.environment, entry.id) = (batch.organization, batch.environment, batch.id) and entry.data ->> 'session_id' is not null
    )
    select organization, environment, id into former from batch order by organization desc, environment desc, id desc limit 1;
    exit when former.id is null;
    commit;
  end loop;
end
$$;
