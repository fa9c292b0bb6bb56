-- Allow, block and flag lists of an organization, and their entries. Values are sealed in the document; what they are found by are keyed
-- digests, so that neither a column nor an index tells anything of them.
create table customer_lists (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  kind text collate "C" not null,
  entry_type text collate "C" not null,
  active_key text collate "C",
  archived_at text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create unique index customer_lists_key on customer_lists (organization, environment, active_key) where active_key is not null;

-- Entries without a list are those of the built-in blocklist.
create table customer_list_entries (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  list_id text collate "C",
  entry_type text collate "C" not null,
  source text collate "C" not null,
  digest text collate "C" not null,
  fuzzy_keys jsonb not null,
  active_key text collate "C",
  archived_at text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id),
  foreign key (organization, environment, list_id) references customer_lists (organization, environment, id)
);
create unique index customer_list_entries_value on customer_list_entries (organization, environment, active_key) where active_key is not null;
create index customer_list_entries_digest on customer_list_entries (organization, environment, digest) where archived_at is null;
create index customer_list_entries_fuzzy on customer_list_entries using gin (fuzzy_keys) where archived_at is null;
create index customer_list_entries_list on customer_list_entries (organization, environment, list_id, created_at desc nulls last);

-- As in 0001: what the first statistics shall know of tables with a tenant or two.
alter table customer_lists alter column organization set (n_distinct = 10), alter column environment set (n_distinct = 1);
alter table customer_list_entries alter column organization set (n_distinct = 10), alter column environment set (n_distinct = 1);
