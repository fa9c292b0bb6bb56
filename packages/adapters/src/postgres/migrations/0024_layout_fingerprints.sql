-- Layouts of documents that a person accepted, sealed. No column tells of a person: the issuer is a keyed digest, and the row of a layout itself
-- (`state` 'head') is what those who learn of it lock.
create table layout_fingerprints (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  layout_key text collate "C" not null,
  issuer_key text collate "C" not null,
  document_type text collate "C" not null,
  country text collate "C",
  state text collate "C" not null,
  session_id text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create index layout_fingerprints_layout on layout_fingerprints (organization, environment, layout_key, created_at desc) where state = 'standing';
create index layout_fingerprints_session on layout_fingerprints (organization, environment, session_id) where session_id is not null;
-- Checks that passed by a template, found again when one of its documents is withdrawn.
alter table checks add column rests_on jsonb;
create index checks_rests_on on checks using gin (rests_on) where rests_on is not null;
