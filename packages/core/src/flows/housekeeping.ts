import { Effect } from "effect"
import { after, days, hours, now } from "../kernel/foundation/time.ts"
import { auditLifetime } from "../resources/audit/verify.ts"
import { FormerRecords } from "../kernel/storage/former-records.ts"
import { type EndedRows, Housekeeping, type SweepCursor } from "../kernel/storage/housekeeping.ts"

/** For how many milliseconds rows stay after they ended. docs/operations.md lists what bounds every table. */
const keptAfterEnd = {
  /** An answer ends 24 hours after the first use of its key (kernel/operation/idempotency.ts). */
  idempotency_answers: 0,
  idempotency_reservations: 0,
  /** From the beginning of a window; the longest takes an hour. */
  quota_windows: hours(2),
  /** From the last that was spent. */
  quota_moments: hours(2),
  /** Someone who comes late is then refused for an unknown challenge in place of an expired one. */
  nfc_challenges: days(1),
  /** From when the job was queued: an operator may run it again for so long. */
  failed_jobs: days(90),
  /** From when the content of an event was erased, which is 30 days after it or with its session: the event and its deliveries. */
  webhook_history: days(60),
  audit_entries: auditLifetime,
  empty_counts: 0
} as const satisfies Record<EndedRows, number>

/** Portions of one kind in one turn. Each is a transaction of some thousand rows at most, so that a turn of all kinds takes seconds. */
const portionsPerTurn = 50

const sweepKind = Effect.fnUntraced(function* (kind: EndedRows) {
  const { removeSome } = yield* Housekeeping
  const until = after(yield* now, -keptAfterEnd[kind])
  let next: SweepCursor = null
  for (let portion = 0; portion < portionsPerTurn; portion += 1) {
    const swept: Effect.Success<ReturnType<typeof removeSome>> = yield* removeSome(kind, until, next)
    next = swept.next
    if (next === null) return false
  }
  return true
})

/** Removes what is over, each kind up to its share of a turn, and answers whether more is due. May be killed anywhere, and run in many processes. */
const sweepKinds = (kinds: ReadonlyArray<EndedRows>) => Effect.map(Effect.forEach(kinds, sweepKind), (more) => more.includes(true))

/** What ends within hours of being written, at the rate of requests. */
export const sweepShortLived = sweepKinds(["idempotency_answers", "idempotency_reservations", "quota_windows", "quota_moments"])
/** Names of tags that no record has any more. */
export const sweepEmptyCounts = sweepKinds(["empty_counts"])
/** What is kept for days to years. */
export const sweepHistory = sweepKinds(["nfc_challenges", "failed_jobs", "webhook_history", "audit_entries", "empty_counts"])

/** Looks of one turn, at 200 records each. */
const looksPerTurn = 50

/**
 * Encrypts what earlier versions of the service wrote, up to the share of a turn, and answers how many records of each table that were, and whether more is
 * left. May be killed anywhere, and run in many processes.
 */
export const encryptFormerRecords = Effect.gen(function* () {
  const { encryptSome } = yield* FormerRecords
  const encrypted = new Map<string, number>()
  for (let look = 0; look < looksPerTurn; look += 1) {
    const some = yield* encryptSome
    if (some === null) return { encrypted, more: false }
    encrypted.set(some.table, (encrypted.get(some.table) ?? 0) + some.encrypted)
  }
  return { encrypted, more: true }
})
