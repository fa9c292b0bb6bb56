-- What the quality audit counted: numbers by group, one row for each series within a day or month. Nothing is about one person who is verified.
create table quality_counts (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  series text collate "C" not null,
  period text collate "C" not null,
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create index quality_counts_of_series on quality_counts (organization, environment, series, period);
create index quality_counts_ended on quality_counts (created_at);
