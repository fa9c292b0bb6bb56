-- One row at most. A database that was made or rotated since has keys, and the one that it began with may be replaced: nothing is added there.
insert into master_keys (digest) select master_key_digest from installation where not exists (select from master_keys) on conflict do nothing;
