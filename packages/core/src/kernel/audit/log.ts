import { Clock, Context, Effect } from "effect"
import { type Entropy, nextId } from "../foundation/id.ts"
import { writeMoment } from "../foundation/moment.ts"
import { Caller, type Actor, type Tenant } from "../access/caller.ts"
import type { Conflict, StorageUnavailable } from "../foundation/failure.ts"
import { type CollectionOf, shape } from "../storage/collection.ts"

/** Why something was done, in words that may name a person: encrypted, with a keyed digest in hexadecimal. */
export interface SealedReason {
  readonly sealed: string
  readonly digest: string
}

/** One thing that was done, by whom, to what. Never holds personal data: changes name paths, and values of marked fields are masked, and the reason is sealed. */
export interface AuditEntry {
  readonly id: string
  readonly version: number
  readonly action: string
  readonly actor: Actor & { readonly label: string | null; readonly ip: string | null; readonly user_agent: string | null }
  readonly target: { readonly type: string; readonly id: string } | null
  readonly changes: ReadonlyArray<{ readonly path: string; readonly from: unknown; readonly to: unknown }>
  readonly outcome: "succeeded" | "failed"
  /** Absent where no one gave a reason. */
  readonly reason?: SealedReason
  readonly request_id: string
  /** Place in the tenant's chain, from 0, and what seals the entry there; all null until it is sealed. */
  readonly chain_index: number | null
  readonly prev_hash: string | null
  readonly hash: string | null
  /** Of entries that were sealed since seals hold keyed digests; see `digests.ts`. Absent before. */
  readonly chain_version?: 2
  readonly origin_digest?: string
  readonly seal_digest?: string
  readonly created_at: string
  readonly updated_at: string
}

export const auditEntries = shape<AuditEntry>()({
  table: "audit_log",
  counted: { by: null, left: ["action", "actor_id", "target_id"] },
  columns: {
    created_at: { type: "text" },
    action: { type: "text", filtered: true },
    actor_id: { type: "text", path: ["actor", "id"], filtered: true },
    target_id: { type: "text", path: ["target", "id"], filtered: true },
    hash: { type: "text" },
    chain_index: { type: "number" }
  },
  // Two sealers at once would want the same place; only one of them gets it, so that a chain never forks.
  unique: [["chain_index"]]
})

/** The audit log of a tenant: written in the transaction of what it records. */
export class AuditLog extends Context.Service<AuditLog, CollectionOf<typeof auditEntries>>()("@vouchkit/core/audit/AuditLog") {}

/** What a handler tells the audit entry of its operation; the last word on the target wins. */
export interface AuditNote {
  target: { readonly type: string; readonly id: string } | null
  changes: ReadonlyArray<{ readonly path: string; readonly from: unknown; readonly to: unknown }>
  /** In the words of the caller, not sealed yet. */
  reason?: string
}
export const CurrentAudit = Context.Reference<AuditNote>("@vouchkit/core/audit/CurrentAudit", {
  defaultValue: () => ({ target: null, changes: [] })
})

/** Names what an operation changed, for its audit entry. */
export const note = (target: { readonly type: string; readonly id: string }, changes: AuditNote["changes"] = []) =>
  Effect.map(CurrentAudit, (current) => {
    current.target = target
    current.changes = [...current.changes, ...changes].slice(0, 50)
  })

/** Writes one entry for the caller. */
export const record = (
  entry: Pick<AuditEntry, "action" | "target" | "changes" | "outcome" | "reason">
): Effect.Effect<void, StorageUnavailable | Conflict<"stale_object" | "conflict">, AuditLog | Caller | Entropy | Tenant> =>
  Effect.contextWith((context: Context.Context<AuditLog | Caller | Entropy>) => {
    const caller = Context.get(context, Caller)
    const created_at = writeMoment(Context.get(context, Clock.Clock).currentTimeMillisUnsafe())
    return Context.get(context, AuditLog).insert({
      id: nextId(context, "log"),
      version: 1,
      ...entry,
      actor: { ...caller.actor, label: null, ip: caller.address, user_agent: caller.user_agent },
      request_id: caller.request_id,
      chain_index: null,
      prev_hash: null,
      hash: null,
      created_at,
      updated_at: created_at
    })
  })
