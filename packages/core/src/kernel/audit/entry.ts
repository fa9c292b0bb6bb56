import { Schema } from "effect"
import { idSchema } from "../foundation/id.ts"
import { Timestamp } from "../foundation/text.ts"
import type { AuditEntry as StoredEntry } from "./log.ts"
import { EnvironmentName } from "../foundation/environment.ts"
import type { Environment } from "../foundation/environment.ts"

const short = (max: number) => Schema.String.check(Schema.isMaxCodePoints(max))
const Digest = short(64)

const AuditActor = Schema.Struct({
  type: Schema.Literals(["api_key", "user", "system", "agent", "subject"]),
  id: short(64),
  label: Schema.NullOr(short(255)),
  ip: Schema.NullOr(short(64).annotate({ "x-personal": true })),
  user_agent: Schema.NullOr(short(500))
}).annotate({ identifier: "AuditActor" })

const AuditChange = Schema.Struct({
  path: short(300),
  from: Schema.Json.annotate({ description: "The value before; null if it is hidden or did not exist" }),
  to: Schema.Json.annotate({ description: "The value after; null if it is hidden or does not exist" })
}).annotate({ identifier: "AuditChange" })

/** One entry of the audit log. */
export const AuditEntry = Schema.Struct({
  id: idSchema("log"),
  object: Schema.Literal("audit_entry"),
  environment: EnvironmentName,
  action: short(128),
  actor: AuditActor,
  target: Schema.NullOr(Schema.Struct({ type: short(64), id: short(64) }).annotate({ identifier: "AuditTarget" })),
  changes: Schema.Array(AuditChange).check(Schema.isMaxLength(50)),
  outcome: Schema.Literals(["succeeded", "failed"]),
  reason: Schema.NullOr(short(2000).annotate({ "x-personal": true })).annotate({
    description: "Why the caller did it, in the caller's words; null if no reason was given. Stored encrypted and not part of the hash."
  }),
  reason_digest: Schema.optionalKey(Digest.annotate({ description: "Keyed digest of the reason; absent if no reason was given" })),
  request_id: short(128),
  at: Timestamp,
  /** `hash` of the entry before it in the chain; null for the first, and for entries that are not sealed yet. */
  prev_hash: Schema.NullOr(Digest),
  /** SHA-256 of this entry without `hash` and `reason`, and from chain version 2 on without the two members of `origin_digest`, as canonical JSON (RFC 8785); null until it is sealed. */
  hash: Schema.NullOr(Digest),
  chain_version: Schema.optionalKey(
    Schema.Literal(2).annotate({ description: "Absent from entries that were sealed by an earlier release" })
  ),
  origin_digest: Schema.optionalKey(
    Digest.annotate({
      description:
        "Keyed digest of `actor.ip` and `actor.user_agent`, which the hash covers in their place: both can be erased and the chain still holds"
    })
  ),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "AuditEntry" })
export type AuditEntry = typeof AuditEntry.Type

const isJson = Schema.is(Schema.Json)
const json = (value: unknown): Schema.Json => (isJson(value) ? value : null)

/**
 * An entry as the API shows it, which is also what its hash is taken of. Its reason is shown to those for whom it was opened; the hash covers
 * the digest of the reason alone.
 */
export const present = (
  { chain_index: _index, version: _version, ...entry }: StoredEntry,
  environment: Environment,
  reason: string | null = null
): AuditEntry => ({
  id: entry.id,
  object: "audit_entry",
  environment,
  action: entry.action,
  actor: {
    type: entry.actor.type,
    id: entry.actor.id,
    label: entry.actor.label,
    ip: entry.actor.ip,
    user_agent: entry.actor.user_agent
  },
  target: entry.target === null ? null : { type: entry.target.type, id: entry.target.id },
  changes: entry.changes.map(({ from, path, to }) => ({ path, from: json(from), to: json(to) })),
  outcome: entry.outcome,
  reason,
  ...(entry.reason === undefined ? {} : { reason_digest: entry.reason.digest }),
  request_id: entry.request_id,
  at: entry.created_at,
  prev_hash: entry.prev_hash,
  hash: entry.hash,
  ...(entry.chain_version === undefined ? {} : { chain_version: entry.chain_version }),
  ...(entry.origin_digest === undefined ? {} : { origin_digest: entry.origin_digest }),
  created_at: entry.created_at,
  updated_at: entry.updated_at
})
