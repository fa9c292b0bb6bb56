-- What sessions verified of an identity, by which it is listed; and the rows that those lock who link two sessions with one document at the same time,
-- under the keyed digest of the document.
alter table identities add column assurance_level text collate "C", add column risk_score int, add column last_verified_at text collate "C";
create index identities_assurance on identities (organization, environment, assurance_level, created_at desc nulls last);
create index identities_risk_score on identities (organization, environment, risk_score desc nulls last);
create index identities_risk_first on identities (organization, environment, risk_score);
create index identities_verified_at on identities (organization, environment, last_verified_at desc nulls last);
create index identities_verified_first on identities (organization, environment, last_verified_at);

create table identity_link_locks (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);

-- Entries of the blocklist that came from a session name its identity once it has one.
alter table customer_list_entries add column session_id text collate "C";
update customer_list_entries set session_id = data ->> 'session_id' where data ->> 'session_id' is not null;
create index customer_list_entries_session on customer_list_entries (organization, environment, session_id) where session_id is not null;
