import { Effect } from "effect"
import { asSystem } from "../../kernel/access/system-caller.ts"
import type { Tenant } from "../../kernel/access/caller.ts"
import { record } from "../../kernel/audit/log.ts"
import { after, days, now } from "../../kernel/foundation/time.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { Organizations } from "../../kernel/tenancy/organizations.ts"
import { AnchorStore, type auditAnchors, keepAnchor, newestAnchor } from "./anchor.ts"
import { auditLifetime, type LogVerdict, verifyAuditLog } from "./verify.ts"

/** How often each chain is verified and its head signed. */
const watchedEvery = days(1)
const organizationsAtOnce = 200

interface BrokenChain {
  readonly tenant: Tenant["Service"]
  readonly verdict: LogVerdict & { readonly intact: false }
}

/** Verifies the chain of a tenant unless that was done within a day, and signs its head; a fault is an entry of the log itself. */
const watchTenant = Effect.gen(function* () {
  const newest = yield* newestAnchor
  if (newest !== undefined && newest.created_at > after(yield* now, -watchedEvery)) return undefined
  const verdict = yield* verifyAuditLog()
  const { transaction } = yield* UnitOfWork
  if (!verdict.intact) {
    const { chain_index, fault, id } = verdict
    const target = id === null ? null : { type: "audit_entry", id }
    const changes = [{ path: `chain.${chain_index}`, from: null, to: fault }]
    yield* transaction(record({ action: "audit_log.verify", target, changes, outcome: "failed" }))
    return verdict
  }
  const { first_index, head, last_index } = verdict
  if (head !== null && last_index !== null)
    yield* transaction(keepAnchor({ chain_index: last_index, first_index: first_index ?? 0, hash: head }))
  return undefined
})

/** Looks after the chains of all tenants, and answers those that are broken. */
export const watchAuditLogs = Effect.gen(function* () {
  const organizations = yield* Organizations
  const found: Array<BrokenChain> = []
  for (let last = ""; ; ) {
    const page = yield* organizations.list({ after: last, limit: organizationsAtOnce })
    for (const { id: organization } of page) {
      for (const environment of ["sandbox", "live"] as const) {
        const tenant = { organization, environment }
        const verdict = yield* watchTenant.pipe(asSystem(tenant, "timer_audit"))
        if (verdict !== undefined && !verdict.intact) found.push({ tenant, verdict })
      }
    }
    const end = page.at(-1)
    if (end === undefined || page.length < organizationsAtOnce) return found
    last = end.id
  }
})

/** Signed heads of entries that are all gone, which prove nothing any more. */
export const endedAnchors = (at: string): ReadonlyArray<Condition<keyof typeof auditAnchors.columns>> => [
  { field: "created_at", op: "lte", value: after(at, -auditLifetime - days(30)) }
]
export const removeAnchor = (id: string) => Effect.flatMap(AnchorStore, (anchors) => anchors.remove(id))
