-- Who has a value of a custom field is found by a token of its own, "key:". Values that stand there get it a thousand at a time (0137_presence_of_custom_values.batched.sql).
create or replace procedure vouchkit_fill_presence_of_custom_values() language plpgsql as $$
declare
  former record;
begin
  select '' as organization, '' as environment, '' as id into former;
  loop
    with batch as materialized (
      select organization, environment, id from identity_custom_fields
      where (organization, environment, id) > (former.organization, former.environment, former.id)
      order by organization, environment, id limit 1000
    ), filled as (
      update identity_custom_fields as held
      set tokens = completed.tokens, data = jsonb_set(held.data, '{tokens}', completed.tokens)
      from batch, lateral (
        select jsonb_agg(distinct each.token) as tokens
        from identity_custom_fields as found, jsonb_array_elements_text(found.tokens) as kept (token), lateral (values (kept.token), (split_part(kept.token, ':', 1) || ':')) as each (token)
        where (found.organization, found.environment, found.id) = (batch.organization, batch.environment, batch.id)
      ) as completed
      where (held.organization, held.environment, held.id) = (batch.organization, batch.environment, batch.id)
        and completed.tokens is not null and not held.tokens @> completed.tokens
    )
    select organization, environment, id into former from batch order by organization desc, environment desc, id desc limit 1;
    exit when former.id is null;
    commit;
  end loop;
end
$$;
