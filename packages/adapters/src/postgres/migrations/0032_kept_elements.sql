-- What a list column holds is kept beside its records, element by element and in the order of their list, so that a page of the records of one
-- element is read as it stands; so are the words of a searched text. Triggers write both in the transaction that writes the record. How many
-- records hold an element is counted as records are (0030_record_counts.sql). What stood there before is added afterwards, some records at a time
-- (0032_kept_elements.batched.sql). Begins anew where it was broken off.

-- Keeps the elements of a list of records. `counted_by` (null for none) is a column that pages of an element are narrowed by, `listed_by` the order of
-- the list. Elements have a quarter of the slots that other counts have, since a tenant may have many of them. Functions that look for what they
-- keep do so by its key, whatever the server believes of a table that was empty when it planned.
create or replace function vouchkit_keep_elements(records text, list text, counted_by text, listed_by text) returns void language plpgsql as $make$
declare
  kept text := records || '_by_' || list;
  names text := concat_ws(', ', quote_ident(counted_by), quote_ident(listed_by));
  declared text := case when counted_by is null then '' else format('%I text collate "C" not null, ', counted_by) end || format('%I text collate "C" not null', listed_by);
  place text := case when counted_by is null then '' else format('coalesce({}.%I, ''''), ', counted_by) end || format('coalesce({}.%I, '''')', listed_by);
  was text := replace(place, '{}', 'old');
  becomes text := replace(place, '{}', 'new');
  own text := format('organization = old.organization and environment = old.environment and %I.element = one.element and (%s, id) = (%s, old.id)', kept, names, was);
  elements text := '(select distinct element from jsonb_array_elements_text(case when jsonb_typeof({}) = ''array'' then {} else ''[]'' end) as element)';
  held text := replace(elements, '{}', format('old.%I', list));
  holds text := replace(elements, '{}', format('new.%I', list));
  count text := format('insert into record_counts select {}.organization, {}.environment, %L, element, pg_backend_pid() %% 8, change from changed order by element on conflict (organization, environment, counted, value, slot) do update set count = record_counts.count + excluded.count', kept);
begin
  execute format('drop table if exists %I', kept);
  execute format('delete from record_counts where counted = %L', kept);
  execute format('create table %I (organization text collate "C" not null, environment text collate "C" not null, element text collate "C" not null, %s, id text collate "C" not null, primary key (organization, environment, element, %s, id)) with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_vacuum_scale_factor = 0.05)', kept, declared, names);
  execute format($body$
    create or replace function vouchkit_%1$s_added() returns trigger language plpgsql as $$
    begin
      with changed as (
        insert into %1$I (organization, environment, element, %2$s, id)
          select new.organization, new.environment, element, %3$s, new.id from %4$s as one on conflict do nothing returning element, 1 as change
      ) %5$s;
      return null;
    end
    $$
  $body$, kept, names, becomes, holds, replace(count, '{}', 'new'));
  execute format($body$
    create or replace function vouchkit_%1$s_removed() returns trigger language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      with changed as (delete from %1$I using %2$s as one where %3$s returning one.element, -1 as change) %4$s;
      return null;
    end
    $$
  $body$, kept, held, own, replace(count, '{}', 'old'));
  execute format($body$
    create or replace function vouchkit_%1$s_changed() returns trigger language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      if (%6$s) is distinct from (%3$s) then
        update %1$I set (%2$s) = row (%3$s) from (%7$s intersect %4$s) as one where %8$s;
      end if;
      if old.%9$I is distinct from new.%9$I then
        with changed as (delete from %1$I using (%7$s except %4$s) as one where %8$s returning one.element, -1 as change) %10$s;
        with changed as (
          insert into %1$I (organization, environment, element, %2$s, id)
            select new.organization, new.environment, element, %3$s, new.id from (%4$s except %7$s) as one on conflict do nothing returning element, 1 as change
        ) %5$s;
      end if;
      return null;
    end
    $$
  $body$, kept, names, becomes, holds, replace(count, '{}', 'new'), was, held, own, list, replace(count, '{}', 'old'));
  execute format('create or replace trigger %1$s_added after insert on %2$I for each row when (new.%3$I <> ''[]'') execute function vouchkit_%1$s_added()', kept, records, list);
  execute format('create or replace trigger %1$s_removed after delete on %2$I for each row when (old.%3$I <> ''[]'') execute function vouchkit_%1$s_removed()', kept, records, list);
  execute format('create or replace trigger %1$s_changed after update on %2$I for each row when (old.%3$I is distinct from new.%3$I or (new.%3$I <> ''[]'' and (%4$s) is distinct from (%5$s))) execute function vouchkit_%1$s_changed()', kept, records, list, was, becomes);
end
$make$;

-- The words of a text, at most 64 characters of each, by the rule of core (words.ts), and how many characters each shares with the one before it. Of the
-- words of a text that begin alike, all but the first share that beginning; so records are counted by it without counting any of them twice.
create or replace function vouchkit_words(given text) returns table (word text, shared smallint) language sql immutable as $$
  with marked as (
    select regexp_replace(regexp_replace(given, '([\u0021-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u007E\u00AB\u00B7\u00BB\u2010-\u2027\u3001\u3002])', E'\\1\x01', 'g'), '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF])', E'\x01\\1', 'g') as text
  ), found as (
    select distinct left(array_to_string(parts[place : place + 63], ''), 64) collate "C" as word
    from marked, regexp_split_to_table(text, '[ \n]') as chunk, lateral string_to_array(chunk, E'\x01') as parts, generate_subscripts(parts, 1) as place
    where parts[place] <> ''
  ), neighbours as (
    select word, lag(word, 1, '') over (order by word) as before from found
  )
  select word, (select coalesce(max(length), 0) from generate_series(1, least(length(word), length(before))) as length where left(word, length) = left(before, length))::smallint
  from neighbours
$$;

-- Keeps the words of a searched text of records, and beside each what lists are narrowed and ordered by.
create or replace function vouchkit_keep_words(records text, searched text, counted_by text, listed_by text) returns void language plpgsql as $make$
declare
  kept text := records || '_by_' || searched;
begin
  execute format('drop table if exists %I', kept);
  execute format('create table %1$I (organization text collate "C" not null, environment text collate "C" not null, element text collate "C" not null, id text collate "C" not null, shared smallint not null, %2$I text collate "C" not null, %3$I text collate "C" not null, primary key (organization, environment, element, id) include (shared, %2$I, %3$I)) with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_vacuum_scale_factor = 0.05)', kept, counted_by, listed_by);
  execute format($body$
    create or replace function vouchkit_%1$s_changed() returns trigger language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      if tg_op <> 'INSERT' then
        delete from %1$I as kept using (
          select word from vouchkit_words(old.%2$I) except select word from vouchkit_words(case when tg_op = 'UPDATE' then new.%2$I end)
        ) as gone where kept.organization = old.organization and kept.environment = old.environment and kept.element = gone.word and kept.id = old.id;
      end if;
      if tg_op <> 'DELETE' then
        insert into %1$I (organization, environment, element, id, shared, %3$I, %4$I)
          select new.organization, new.environment, word, new.id, shared, narrowed, place from (
            select word, shared, coalesce(new.%3$I, '') as narrowed, coalesce(new.%4$I, '') as place from vouchkit_words(new.%2$I)
            except select word, shared, coalesce(old.%3$I, ''), coalesce(old.%4$I, '') from vouchkit_words(case when tg_op = 'UPDATE' then old.%2$I end)
          ) as made
          on conflict (organization, environment, element, id) do update set shared = excluded.shared, %3$I = excluded.%3$I, %4$I = excluded.%4$I;
      end if;
      return null;
    end
    $$
  $body$, kept, searched, counted_by, listed_by);
  execute format('create or replace trigger %1$s_added after insert on %2$I for each row when (new.%3$I <> '''') execute function vouchkit_%1$s_changed()', kept, records, searched);
  execute format('create or replace trigger %1$s_removed after delete on %2$I for each row when (old.%3$I <> '''') execute function vouchkit_%1$s_changed()', kept, records, searched);
  execute format('create or replace trigger %1$s_changed after update on %2$I for each row when (old.%3$I is distinct from new.%3$I or (new.%3$I <> '''' and (old.%4$I, old.%5$I) is distinct from (new.%4$I, new.%5$I))) execute function vouchkit_%1$s_changed()', kept, records, searched, counted_by, listed_by);
end
$make$;

-- Adds what stood there when the triggers were made, a thousand records at a time: each is locked for a moment, so that what is added is what it holds.
create or replace procedure vouchkit_fill_kept(records text, kept_column text, counted_by text, listed_by text) language plpgsql as $$
declare
  kept text := records || '_by_' || kept_column;
  names text := concat_ws(', ', quote_ident(counted_by), quote_ident(listed_by));
  place text := case when counted_by is null then '' else format('coalesce(%I, ''''), ', counted_by) end || format('coalesce(%I, '''')', listed_by);
  adding text;
  former record;
begin
  if (select data_type = 'jsonb' from information_schema.columns where table_schema = current_schema() and table_name = records and column_name = kept_column) then
    adding := format('added as (insert into %1$I (organization, environment, element, %2$s, id) select distinct organization, environment, element, %3$s, id from batch, jsonb_array_elements_text(case when jsonb_typeof(%4$I) = ''array'' then %4$I else ''[]'' end) as element on conflict do nothing returning organization, environment, element), counted as (insert into record_counts select organization, environment, %1$L, element, -1, count(*) from added group by 1, 2, 4 order by 1, 2, 4 on conflict (organization, environment, counted, value, slot) do update set count = record_counts.count + excluded.count)', kept, names, place, kept_column);
  else
    adding := format('added as (insert into %1$I (organization, environment, element, id, shared, %2$s) select organization, environment, word, id, shared, %3$s from batch, vouchkit_words(%4$I) on conflict do nothing)', kept, names, place, kept_column);
  end if;
  select '' as organization, '' as environment, '' as id into former;
  loop
    execute format('with batch as materialized (select organization, environment, id, %2$s, %3$I from %1$I where (organization, environment, id) > ($1, $2, $3) order by organization, environment, id limit 1000 for share), %4$s select organization, environment, id from batch order by organization desc, environment desc, id desc limit 1', records, names, kept_column, adding)
      into former using former.organization, former.environment, former.id;
    exit when former.id is null;
    commit;
  end loop;
end
$$;

select vouchkit_keep_elements('sessions', 'tags', 'status', 'created_at');
select vouchkit_keep_elements('checks', 'tags', null, 'created_at');
select vouchkit_keep_elements('cases', 'tags', 'status', 'entered_review_at');
select vouchkit_keep_elements('cases', 'reason_codes', 'status', 'entered_review_at');
select vouchkit_keep_elements('cases', 'check_types', 'status', 'entered_review_at');
select vouchkit_keep_words('cases', 'search_text', 'status', 'entered_review_at');
