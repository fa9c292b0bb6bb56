-- Lists that are searched, by edition. Lists of publishers belong to the installation and have neither organization nor environment;
-- an organization's own lists have both. What an import writes carries the number of an edition that is not current yet, so nobody sees
-- it before one row below says that it is.
create table screening_lists (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('', 'sandbox', 'live')),
  key text collate "C" not null check (length(key) between 1 and 64),
  format text collate "C" not null,
  title text not null,
  sample boolean not null,
  next_number int not null,
  current_number int,
  published text,
  confirmed_at text collate "C",
  stale_since text collate "C",
  stale_code text collate "C",
  stale_detail text,
  last_attempt_at text collate "C",
  -- The one import that may write; its last sign of life tells a living one from a dead one.
  importing_number int,
  importing_mode text collate "C" check (importing_mode in ('full', 'delta')),
  importing_seen_at text collate "C",
  primary key (organization, environment, key),
  check ((organization = '') = (environment = ''))
);

create table screening_list_editions (
  organization text collate "C" not null,
  environment text collate "C" not null,
  list text collate "C" not null,
  number int not null,
  data jsonb not null,
  primary key (organization, environment, list, number),
  foreign key (organization, environment, list) references screening_lists (organization, environment, key) on delete cascade
);

-- An entry as it stood from edition `since` on, until the one that changed or removed it.
create table screening_list_entries (
  organization text collate "C" not null,
  environment text collate "C" not null,
  list text collate "C" not null,
  uid text collate "C" not null,
  since int not null,
  until int,
  hash text collate "C" not null,
  entry jsonb not null,
  primary key (organization, environment, list, uid, since),
  foreign key (organization, environment, list) references screening_lists (organization, environment, key) on delete cascade
);
create index screening_list_entries_since on screening_list_entries (organization, environment, list, since);
create index screening_list_entries_until on screening_list_entries (organization, environment, list, until) where until is not null;

-- What the import that is under way has met so far: without a hash, an entry that a delta takes off the list.
create table screening_list_arrivals (
  organization text collate "C" not null,
  environment text collate "C" not null,
  list text collate "C" not null,
  number int not null,
  uid text collate "C" not null,
  hash text collate "C",
  primary key (organization, environment, list, number, uid),
  foreign key (organization, environment, list) references screening_lists (organization, environment, key) on delete cascade
);
