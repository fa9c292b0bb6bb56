-- How far each table is whose records an earlier release wrote without encrypting some of their members. With other members it begins again.
create table record_encryption (
  table_name text collate "C" primary key,
  members text not null,
  organization text collate "C" not null default '',
  environment text collate "C" not null default '',
  id text collate "C" not null default '',
  looked bigint not null default 0,
  encrypted bigint not null default 0,
  done_at timestamptz
);
