-- When a list came to be, and when its owner took it out of use; lists of an earlier release have no date of birth.
alter table screening_lists add column created_at text collate "C";
alter table screening_lists add column retired_at text collate "C";

-- What is known of the files that lists are fetched from, one row for each list that has an address.
create table screening_list_fetches (
  key text collate "C" primary key check (length(key) between 1 and 64),
  -- Digest of the addresses: what was remembered of others says nothing of these.
  source text collate "C" not null,
  -- What the server said of each file (ETag, Last-Modified), and the edition that was made of them; null before the first good one.
  validators jsonb,
  edition int,
  due_at text collate "C" not null,
  failures int not null default 0,
  last_at text collate "C",
  last_outcome text collate "C",
  last_detail text,
  -- The one process that fetches, and until when it holds the list without another sign of life.
  lease text collate "C",
  leased_until text collate "C"
);
