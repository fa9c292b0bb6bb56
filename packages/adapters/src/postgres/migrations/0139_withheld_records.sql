-- What a reviewer is not shown while a blind case is open that they hold or held, under the id of the reviewer.
create table withheld_records (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
-- Nearly every request of who works on cases asks for such a row, and nearly none is there: processes remember that until a row comes.
create trigger withheld_records_changed after insert or update or delete on withheld_records
  for each statement execute function vouchkit_access_changed();
