import { Effect } from "effect"
import { Vault } from "../storage/vault.ts"
import { type AuditEntry, CurrentAudit, type SealedReason } from "./log.ts"

const purpose = "audit-reason"

/** What an entry has beside its reason from the start: a reason that is moved to another entry does not open there. */
type Bound = Pick<AuditEntry, "action" | "target">

const contextOf = ({ action, target }: Bound): string => `${action}\n${target?.id ?? ""}`

/** Keeps the words in which a caller justified the operation at hand, sealed in its audit entry: they may name a person. */
export const because = (reason: string | undefined) =>
  Effect.map(CurrentAudit, (current) => {
    if (reason !== undefined) current.reason = reason
  })

/** The reason as the entry stores it. Its keyed digest is part of the hash of the entry, so that the words can go and the chain still holds. */
export const sealReason = Effect.fnUntraced(function* (entry: Bound, reason: string) {
  const vault = yield* Vault
  const context = contextOf(entry)
  const sealed: SealedReason = {
    sealed: yield* vault.seal(purpose, context, reason),
    digest: vault.digest(purpose, `${context}\n${reason}`)
  }
  return sealed
})

/** The words of the reason that an entry stores; null where it stores none. */
export const openReason = Effect.fnUntraced(function* ({ reason, ...entry }: AuditEntry) {
  return reason === undefined ? null : yield* (yield* Vault).open(purpose, contextOf(entry), reason.sealed)
})
