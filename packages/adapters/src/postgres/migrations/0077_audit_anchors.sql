-- Signed heads of the chains of audit entries: what a chain has to agree with from then on.
create table audit_anchors (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  chain_index bigint not null,
  created_at text collate "C" not null,
  primary key (organization, environment, id)
);
create index audit_anchors_in_order on audit_anchors (organization, environment, created_at, id collate "POSIX");
create index audit_anchors_old on audit_anchors (created_at);

-- An entry changes by its seal, once, which from now on holds keyed digests (0040_audit_rights.sql), and by the loss of the address and the user agent of who
-- acted, which the seal covers by their digest alone. A process of an earlier release seals nothing any more.
create or replace function vouchkit_guard_audit_entry() returns trigger language plpgsql as $$
declare
  seal constant text[] := array['version', 'chain_index', 'prev_hash', 'hash', 'chain_version', 'origin_digest', 'seal_digest'];
  without_origin constant jsonb := '{"ip": null, "user_agent": null}';
  same_place boolean := (new.organization, new.environment, new.id, new.action, new.actor_id, new.target_id, new.created_at)
    is not distinct from (old.organization, old.environment, old.id, old.action, old.actor_id, old.target_id, old.created_at);
begin
  if same_place and old.hash is null and new.hash is not null and new.data ? 'seal_digest' and new.data - seal = old.data - seal then
    return new;
  end if;
  if same_place and (old.hash, old.chain_index) is not distinct from (new.hash, new.chain_index)
    and (old.hash is null or old.data ? 'seal_digest')
    and new.data - 'version' = (old.data - 'version') || jsonb_build_object('actor', (old.data -> 'actor') || without_origin) then
    return new;
  end if;
  raise exception 'an audit entry never changes' using errcode = 'VK002';
end
$$;
