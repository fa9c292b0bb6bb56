-- Entries of archived lists are erased after a while; the timer that does looks at no others.
create index screening_lists_retired on screening_lists (retired_at) where retired_at is not null;
