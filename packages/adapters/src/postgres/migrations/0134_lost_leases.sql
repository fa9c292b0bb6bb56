-- How many runs of a job ended without a word, because its worker died: they are no failures of the job, and have a bound of their own.
alter table jobs add column if not exists lost integer not null default 0;
