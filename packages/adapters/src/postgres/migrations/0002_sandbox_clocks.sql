-- How far the sandbox of an organization runs ahead of real time. Live has no clock of its own, and here it cannot get one.
create table sandbox_clocks (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment = 'sandbox'),
  ahead_seconds bigint not null check (ahead_seconds > 0),
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  primary key (organization, environment)
);
-- A move raises the generation under which processes remember clocks and keys.
create trigger sandbox_clocks_changed after insert or update or delete on sandbox_clocks
  for each statement execute function vouchkit_access_changed();
