import { Effect } from "effect"
import { after, now } from "../../kernel/foundation/time.ts"
import { Tenant } from "../../kernel/access/caller.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { Sweep } from "../../kernel/storage/sweep.ts"
import { type ChainVerdict, sealedAfter, verifyAuditChain } from "../../kernel/audit/chain.ts"
import { present } from "../../kernel/audit/entry.ts"
import { auditEntries, AuditLog } from "../../kernel/audit/log.ts"

type AuditCondition = Condition<keyof typeof auditEntries.columns>

/**
 * Entries are sealed once they are this old, by then in the order of their ids. A transaction that commits even later is not skipped:
 * its entry joins the chain behind those sealed before it.
 */
export const sealLagMillis = 10_000
const batchSize = 200
/** Entries of one tenant that one run seals at most; the next run goes on. */
const maximumBatches = 50
/** Entries that one look finds; after a turn that sealed so many, more may wait. */
export const foundAtOnce = 1_000

/** What waits to be sealed at this time. */
export const sealableAt = (instant: string): ReadonlyArray<AuditCondition> => [
  { field: "hash", op: "is_null" },
  { field: "created_at", op: "lte", value: after(instant, -sealLagMillis) }
]

const inChain: AuditCondition = { field: "chain_index", op: "not_null" }

const sealBatch = Effect.gen(function* () {
  const log = yield* AuditLog
  const { environment } = yield* Tenant
  const [head] = yield* log.list({ where: [inChain], order: [{ field: "chain_index", direction: "desc" }], limit: 1 })
  const waiting = yield* log.list({ where: sealableAt(yield* now), order: [{ field: "id", direction: "asc" }], limit: batchSize })
  let chain_index = (head?.chain_index ?? -1) + 1
  let previous = head?.hash ?? null
  for (const entry of waiting) {
    const { hash } = sealedAfter(present(entry, environment), previous)
    // Nothing else of an entry ever changes, its `updated_at` included.
    yield* log.save({ ...entry, chain_index, prev_hash: previous, hash })
    previous = hash
    chain_index += 1
  }
  return waiting.length
})

/** Seals what waits in one tenant's audit log and answers how many entries that were. Of two sealers at once one fails with a conflict. */
export const sealAuditLog = Effect.fnUntraced(function* (tenant: Tenant["Service"]) {
  const { transaction } = yield* UnitOfWork
  let sealed = 0
  for (let batch = 0; batch < maximumBatches; batch += 1) {
    const count = yield* Effect.provideService(transaction(sealBatch), Tenant, tenant)
    sealed += count
    if (count < batchSize) break
  }
  return sealed
})

/** Seals the logs of all tenants that have entries waiting: what a timer runs. A tenant that another process is sealing is left to it. */
export const sealAuditLogs = Effect.gen(function* () {
  const due = yield* (yield* Sweep).due(auditEntries, sealableAt(yield* now), foundAtOnce)
  const tenants = new Map(
    due.map(({ environment, organization }) => [`${organization}/${environment}`, { organization, environment }] as const)
  )
  let sealed = 0
  for (const tenant of tenants.values()) {
    sealed += yield* Effect.catchTag(sealAuditLog(tenant), "Conflict", () => Effect.succeed(0))
  }
  return sealed
})

/**
 * Verifies the whole stored chain of a tenant: for programs that embed the service and prove to an auditor that nothing was changed. No
 * operation of the API asks for it yet. After old entries were removed at the end of their retention the chain begins at the first one left.
 */
export const verifyAuditLog = Effect.fnUntraced(function* (tenant: Tenant["Service"]) {
  const log = yield* AuditLog
  const read = (where: ReadonlyArray<AuditCondition>, direction: "asc" | "desc", limit: number) =>
    Effect.provideService(log.list({ where, order: [{ field: "chain_index", direction }], limit }), Tenant, tenant)
  const [first] = yield* read([inChain], "asc", 1)
  const [last] = yield* read([inChain], "desc", 1)
  const end = last?.chain_index ?? -1
  let head = first?.chain_index === 0 ? null : (first?.prev_hash ?? null)
  let length = 0
  // Places are consecutive, so that each part is a range of them.
  for (let place = first?.chain_index ?? 0; place <= end; place += batchSize) {
    const part: ReadonlyArray<AuditCondition> = [
      { field: "chain_index", op: "gte", value: place },
      { field: "chain_index", op: "lt", value: place + batchSize }
    ]
    const rows = yield* read(part, "asc", batchSize)
    const verdict = verifyAuditChain(
      rows.map((row) => present(row, tenant.environment)),
      head
    )
    if (!verdict.intact) return { ...verdict, position: length + verdict.position }
    length += verdict.length
    head = verdict.head
  }
  const verdict: ChainVerdict = { intact: true, length, head }
  return verdict
})
