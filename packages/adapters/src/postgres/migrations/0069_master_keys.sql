-- Master keys that open this database. Each wraps the same root key, of which every other key is derived, so that a master key is replaced while the
-- service runs. Where nothing is wrapped, the master key itself is the root key: so it was when the database was made.
create table master_keys (
  digest text collate "C" primary key,
  wrapped_root_key text,
  created_at timestamptz not null default now()
);
