-- Copies of all that is stored about a person, made for them: where their sealed parts lie, and whom they cover. Rows go 30 days after their end.
create table exports (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  status text collate "C" not null,
  open_for text collate "C",
  covers jsonb not null,
  expires_at text collate "C",
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  primary key (organization, environment, id)
);
create unique index exports_open_for on exports (organization, environment, open_for) where open_for is not null;
create index exports_covers on exports using gin (covers);
create index exports_ended on exports (expires_at) where expires_at is not null;
create index exports_by_status on exports (status, updated_at);
