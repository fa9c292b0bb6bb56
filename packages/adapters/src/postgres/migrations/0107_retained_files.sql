-- When the file of a document was removed, by which those are found that are kept no longer. Documents that were erased before get it a thousand at a time
-- (0107_retained_files.batched.sql).
alter table documents add column if not exists file_removed_at text collate "C";

create or replace procedure vouchkit_fill_files_of_erased_documents() language plpgsql as $$
declare
  former record;
begin
  select '' as organization, '' as environment, '' as id into former;
  loop
    with batch as materialized (
      select organization, environment, id from documents
      where (organization, environment, id) > (former.organization, former.environment, former.id)
      order by organization, environment, id limit 1000
    ), filled as (
      update documents as document set file_removed_at = document.data ->> 'redacted_at',
        data = jsonb_set(document.data, '{file_removed_at}', document.data -> 'redacted_at') from batch
      where (document.organization, document.environment, document.id) = (batch.organization, batch.environment, batch.id)
        and document.status = 'redacted' and document.data ->> 'redacted_at' is not null
    )
    select organization, environment, id into former from batch order by organization desc, environment desc, id desc limit 1;
    exit when former.id is null;
    commit;
  end loop;
end
$$;
