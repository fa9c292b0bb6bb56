-- By what monitored subjects are found when a list changes: digests of their words, in which no two tenants agree.
create table screening_blocking_keys (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  -- The subject's.
  id text collate "C" not null,
  made_for text collate "C" not null,
  keys bigint[] not null,
  parts text[] collate "C" not null,
  primary key (organization, environment, id),
  foreign key (organization, environment, id) references screening_subjects (organization, environment, id)
);
-- Whoever looks something up would go through all that was written lately one by one, were it not sorted in at once.
create index screening_blocking_keys_keys on screening_blocking_keys using gin (keys) with (fastupdate = off);
create index screening_blocking_keys_parts on screening_blocking_keys using gin (parts) with (fastupdate = off);

-- The words themselves, once for all who have them, by all that a like word is found by.
create table screening_blocking_words (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  word text collate "C" not null,
  parts text[] collate "C" not null,
  keys bigint[] not null,
  -- Since when it may be that nobody has the word; null while somebody surely has.
  idle_since text collate "C",
  primary key (organization, environment, id)
);
create index screening_blocking_words_keys on screening_blocking_words using gin (keys) with (fastupdate = off);
create index screening_blocking_words_idle on screening_blocking_words (idle_since) where idle_since is not null;

-- As in 0001: what the first statistics shall know of tables with a tenant or two.
alter table screening_blocking_keys alter column organization set (n_distinct = 10), alter column environment set (n_distinct = 1);
alter table screening_blocking_words alter column organization set (n_distinct = 10), alter column environment set (n_distinct = 1);

-- Who is monitored already gets keys by the first run that follows the lists.
update screening_monitors set data = data || '{"keyed": null}';
