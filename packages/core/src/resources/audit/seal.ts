import { Effect } from "effect"
import { after, now } from "../../kernel/foundation/time.ts"
import { Tenant } from "../../kernel/access/caller.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { Sweep } from "../../kernel/storage/sweep.ts"
import { sealedAfter } from "../../kernel/audit/chain.ts"
import { chainDigests } from "../../kernel/audit/digests.ts"
import { present } from "../../kernel/audit/entry.ts"
import { auditEntries, AuditLog } from "../../kernel/audit/log.ts"
import { noteHead } from "./head.ts"

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
  const digests = yield* chainDigests
  const [head] = yield* log.list({ where: [inChain], order: [{ field: "chain_index", direction: "desc" }], limit: 1 })
  const waiting = yield* log.list({ where: sealableAt(yield* now), order: [{ field: "id", direction: "asc" }], limit: batchSize })
  let chain_index = (head?.chain_index ?? -1) + 1
  let previous = head?.hash ?? null
  const before = previous === null ? null : { chain_index: chain_index - 1, hash: previous }
  for (const entry of waiting) {
    const sealing = { chain_version: 2 as const, origin_digest: digests.origin(entry) }
    const { hash } = sealedAfter({ ...present(entry, environment), ...sealing }, previous)
    // Nothing else of an entry ever changes, its `updated_at` included, but for the loss of its address (forget-origins.ts).
    yield* log.save({ ...entry, ...sealing, seal_digest: digests.headedSeal(chain_index, hash), chain_index, prev_hash: previous, hash })
    previous = hash
    chain_index += 1
  }
  if (previous !== null && waiting.length > 0) yield* noteHead(before, { chain_index: chain_index - 1, hash: previous })
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
