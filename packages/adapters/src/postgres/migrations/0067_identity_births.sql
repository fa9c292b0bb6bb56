-- Who was born on a day is looked through for duplicates. Identities that stand there get their column a thousand at a time (0067_identity_births.batched.sql).
alter table identities add column if not exists date_of_birth text collate "C";

create or replace procedure vouchkit_fill_births_of_identities() language plpgsql as $$
declare
  former record;
begin
  select '' as organization, '' as environment, '' as id into former;
  loop
    with batch as materialized (
      select organization, environment, id from identities
      where (organization, environment, id) > (former.organization, former.environment, former.id)
      order by organization, environment, id limit 1000
    ), filled as (
      update identities as identity set date_of_birth = identity.data ->> 'date_of_birth' from batch
      where (identity.organization, identity.environment, identity.id) = (batch.organization, batch.environment, batch.id) and identity.data ->> 'date_of_birth' is not null
    )
    select organization, environment, id into former from batch order by organization desc, environment desc, id desc limit 1;
    exit when former.id is null;
    commit;
  end loop;
end
$$;
