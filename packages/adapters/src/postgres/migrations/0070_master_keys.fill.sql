-- One row at most: the master key of an installation that was made before.
insert into master_keys (digest) select master_key_digest from installation;
