-- Every tenant table is keyed by (organization, environment, id), and so is every reference between them: the database itself refuses
-- a row that points across tenants. A record is one document; the columns that queries, references and uniqueness need are derived
-- from it by every statement that writes it (statement.ts), so that document and column cannot drift apart. Generated columns would say
-- the same, but the server prepares their expressions anew with every insert, which made a write three times as slow.

create extension if not exists pg_trgm;

create function vouchkit_stale_object() returns int language plpgsql as $$
begin
  raise exception 'stale object' using errcode = 'VK001';
end
$$;

-- One row: a digest under the master key, so that a process with another master key is refused before it writes what nobody can open.
create table installation (
  only_row boolean primary key default true check (only_row),
  master_key_digest text not null
);

create table organizations (
  id text collate "C" primary key check (length(id) between 1 and 64),
  data jsonb not null
);

-- One row: grows with every change of a key or an organization, in commit order, so that processes know when to forget what they cached.
create table access_generation (
  only_row boolean primary key default true check (only_row),
  generation bigint not null
);
insert into access_generation values (true, 0);

create function vouchkit_access_changed() returns trigger language plpgsql as $$
begin
  update access_generation set generation = generation + 1;
  return null;
end
$$;

create table api_keys (
  organization text collate "C" not null references organizations (id),
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  secret_hash text collate "C" not null,
  kind text collate "C",
  revoked_at text collate "C",
  expires_at text collate "C",
  expiry_announced_at text collate "C",
  created_at text collate "C" not null,
  -- Written in batches and not part of the document, so that using a key does not make it stale for those who edit it.
  last_used_at text collate "C",
  primary key (organization, environment, id)
);
create unique index api_keys_secret_hash on api_keys (secret_hash);
create trigger api_keys_changed after insert or delete on api_keys for each statement execute function vouchkit_access_changed();
create trigger api_keys_updated after update of data on api_keys for each statement execute function vouchkit_access_changed();
create trigger organizations_changed after insert or update or delete on organizations
  for each statement execute function vouchkit_access_changed();

-- Rows below do not reference organizations (id): whoever writes them was let in by a key that does, and every such check would make all
-- writers of a tenant lock the same row.
create table sessions (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  status text collate "C" not null,
  tags jsonb not null,
  external_reference text collate "C",
  identity_id text collate "C",
  workflow_id text collate "C",
  reuse_key text collate "C",
  first_link_hash text collate "C",
  expires_at text collate "C",
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  primary key (organization, environment, id)
);
-- Lists are ordered by id within an instant, which is sorted when read: with the id in the index, the server would take it for the key.
create index sessions_newest on sessions (organization, environment, created_at desc nulls last);
create index sessions_external_reference on sessions (organization, environment, external_reference) where external_reference is not null;
create unique index sessions_reuse_key on sessions (organization, environment, reuse_key) where reuse_key is not null;
create unique index sessions_first_link on sessions (first_link_hash) where first_link_hash is not null;
create index sessions_expiring on sessions (expires_at) where expires_at is not null and status not in ('approved', 'declined', 'expired');

create table documents (
  organization text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  session_id text collate "C",
  standalone boolean,
  kind text collate "C",
  status text collate "C",
  sha256 text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id),
  foreign key (organization, environment, session_id) references sessions (organization, environment, id)
);
create index documents_session on documents (organization, environment, session_id, created_at);
create index documents_newest on documents (organization, environment, created_at desc nulls last);
create index documents_content on documents (organization, environment, sha256);

create table checks (
  organization text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  session_id text collate "C",
  type text collate "C",
  status text collate "C",
  run_key text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id),
  foreign key (organization, environment, session_id) references sessions (organization, environment, id)
);
create index checks_session on checks (organization, environment, session_id, created_at);
create unique index checks_run_key on checks (organization, environment, run_key) where run_key is not null;

create table cases (
  organization text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  session_id text collate "C" not null,
  identity_id text collate "C",
  workflow_id text collate "C",
  external_reference text collate "C",
  status text collate "C",
  decision text collate "C",
  assigned_to text collate "C",
  priority text collate "C",
  priority_rank int,
  risk_score int,
  reason_codes jsonb,
  tags jsonb,
  check_types jsonb,
  queue text collate "C",
  country text collate "C",
  due_at text collate "C",
  sla_breached boolean,
  has_screening_hits boolean,
  has_notes boolean,
  claimed_at text collate "C",
  entered_review_at text collate "C",
  decided_at text collate "C",
  closed_at text collate "C",
  search_text text,
  open_for text collate "C",
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  primary key (organization, environment, id),
  foreign key (organization, environment, session_id) references sessions (organization, environment, id)
);
create index cases_entered_review on cases (organization, environment, entered_review_at desc nulls last);
create index cases_waiting on cases (organization, environment, status, priority_rank desc, entered_review_at);
create index cases_session on cases (organization, environment, session_id);
create index cases_due on cases (due_at) where status <> 'closed' and sla_breached is not true;
create index cases_search on cases using gin (search_text gin_trgm_ops);
create unique index cases_open_for on cases (organization, environment, open_for) where open_for is not null;

create table case_notes (
  organization text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  case_id text collate "C" not null,
  created_at text collate "C" not null,
  primary key (organization, environment, id),
  foreign key (organization, environment, case_id) references cases (organization, environment, id)
);
create index case_notes_case on case_notes (organization, environment, case_id, created_at);

create table verification_links (
  organization text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  session_id text collate "C" not null,
  status text collate "C",
  token_hash text collate "C" not null,
  created_at text collate "C" not null,
  primary key (organization, environment, id),
  foreign key (organization, environment, session_id) references sessions (organization, environment, id)
);
create unique index verification_links_token on verification_links (token_hash);
create index verification_links_session on verification_links (organization, environment, session_id, created_at);

create table attempts (
  organization text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  session_id text collate "C" not null,
  number int,
  attempt_key text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id),
  foreign key (organization, environment, session_id) references sessions (organization, environment, id)
);
create unique index attempts_key on attempts (organization, environment, attempt_key);
create index attempts_session on attempts (organization, environment, session_id, created_at);

create table settings (
  organization text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  primary key (organization, environment, id)
);

create table audit_log (
  organization text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  action text collate "C",
  actor_id text collate "C",
  target_id text collate "C",
  hash text collate "C",
  chain_index bigint,
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create index audit_log_newest on audit_log (organization, environment, created_at desc nulls last);
create index audit_log_action on audit_log (organization, environment, action, created_at);
create index audit_log_target on audit_log (organization, environment, target_id, created_at);
-- Entries that wait to be sealed: those of about the last minute.
create index audit_log_unsealed on audit_log (organization, environment, id) where hash is null;
-- The end of a chain is found by it, and of two sealers at once only one gets the next place.
create unique index audit_log_chain on audit_log (organization, environment, chain_index desc nulls last) where chain_index is not null;

create table webhook_endpoints (
  organization text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  enabled boolean,
  archived_at text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);

create table webhook_events (
  organization text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  created_at text collate "C" not null,
  erased_at text collate "C",
  primary key (organization, environment, id)
);
create index webhook_events_age on webhook_events (created_at) where erased_at is null;

create table webhook_deliveries (
  organization text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  session_id text collate "C",
  status text collate "C",
  event_type text collate "C",
  delivery_key text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id),
  foreign key (organization, environment, endpoint_id) references webhook_endpoints (organization, environment, id),
  foreign key (organization, environment, event_id) references webhook_events (organization, environment, id)
);
create unique index webhook_deliveries_key on webhook_deliveries (organization, environment, delivery_key) where delivery_key is not null;
create index webhook_deliveries_endpoint on webhook_deliveries (organization, environment, endpoint_id, created_at desc nulls last);
-- What still waits for an endpoint is found beside a history of any length.
create index webhook_deliveries_status on webhook_deliveries (organization, environment, endpoint_id, status, created_at);
create index webhook_deliveries_event on webhook_deliveries (organization, environment, event_id);
create index webhook_deliveries_session on webhook_deliveries (organization, environment, session_id, created_at desc nulls last)
  where session_id is not null;

-- Queue and outbox at once: a job is written in the transaction of the change it follows from.
create table jobs (
  organization text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  name text collate "C" not null,
  payload jsonb not null,
  -- Whose turn it is among the jobs of one name: those of a webhook endpoint, so that no endpoint waits for another.
  lane text collate "C" not null default '',
  state text collate "C" not null default 'queued' check (state in ('queued', 'failed')),
  due_at text collate "C" not null,
  attempt int not null default 0,
  lease text collate "C",
  leased_until text collate "C",
  -- Until when a queue in front of the table is trusted to bring the job to a worker; null when it was not told, or its message served.
  relayed_until text collate "C",
  last_error text,
  created_at text collate "C" not null,
  primary key (organization, environment, id)
) with (fillfactor = 50);
create index jobs_due on jobs (name, due_at) where state = 'queued';
create index jobs_lanes on jobs (name, lane, due_at) where state = 'queued';
create index jobs_relay on jobs (coalesce(relayed_until, due_at)) where state = 'queued';
create index jobs_failed on jobs (created_at) where state = 'failed';

create table idempotency_keys (
  organization text collate "C" not null,
  environment text collate "C" not null,
  scope text collate "C" not null,
  fingerprint text collate "C" not null,
  sealed text not null,
  resource_id text collate "C",
  expires_at text collate "C" not null,
  primary key (organization, environment, scope)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
create index idempotency_keys_resource on idempotency_keys (organization, environment, resource_id) where resource_id is not null;

-- Requests counted per window. Not tenant data: a subject is a key, a link or a network address. Losing it to a crash costs nothing.
create unlogged table quota_windows (
  policy text collate "C" not null,
  subject text collate "C" not null,
  window_start bigint not null,
  used int not null,
  primary key (policy, subject, window_start)
);
