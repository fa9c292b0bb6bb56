import { Effect } from "effect"
import { type AuditEntry, AuditLog } from "../../kernel/audit/log.ts"
import type { Position } from "../../kernel/storage/collection.ts"

const batch = 200

/** Entries that an earlier release sealed have both in their hash, and keep them until they are over. */
const isForgettable = ({ actor, chain_version, hash }: AuditEntry): boolean =>
  (actor.ip !== null || actor.user_agent !== null) && (hash === null || chain_version !== undefined)

/**
 * Erases address and user agent from every audit entry of what these actors did: the links by which a person was verified, or a member of staff. The chain
 * still holds, since hashes cover a keyed digest of both. Answers how many entries lost theirs; running twice changes nothing more.
 */
export const forgetOrigins = Effect.fnUntraced(function* (actor_ids: ReadonlyArray<string>) {
  const log = yield* AuditLog
  let count = 0
  for (const actor_id of actor_ids) {
    let after: Position | undefined
    for (;;) {
      const rows: ReadonlyArray<AuditEntry> = yield* log.lockAll({
        where: [{ field: "actor_id", op: "eq", value: actor_id }],
        order: [{ field: "created_at", direction: "asc" }],
        limit: batch,
        ...(after === undefined ? {} : { after })
      })
      for (const row of rows.filter(isForgettable)) {
        yield* log.save({ ...row, actor: { ...row.actor, ip: null, user_agent: null } })
        count += 1
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < batch) break
      after = [last.created_at, last.id]
    }
  }
  return count
})
