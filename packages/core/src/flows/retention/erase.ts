import { Effect, Result } from "effect"
import { asSystem } from "../../kernel/access/system-caller.ts"
import type { Tenant } from "../../kernel/access/caller.ts"
import { after, days } from "../../kernel/foundation/time.ts"
import { LongestTransaction, UnitOfWork, wasOpenTooLong } from "../../kernel/storage/unit-of-work.ts"
import { Organizations } from "../../kernel/tenancy/organizations.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { heldAmong } from "../../resources/erasure/holds.ts"
import { effectiveOrganization } from "../../resources/settings/organization.ts"
import type { Place, RetentionKind } from "./rule.ts"
import { rules } from "./rules.ts"

type Rule = (typeof rules)[number]
export type RetentionOutcome = "erased" | "held" | "open" | "failed" | "postponed"
/** How much of each kind was erased, is held, belongs to a session that is not over, could not be erased, or not in time, in one turn. */
export type RetentionTally = Map<`${RetentionKind}:${RetentionOutcome}`, number>

const organizationsAtOnce = 200
/** How many of one kind and tenant one turn erases, so that every tenant has its turn. */
const mostPerTurn = 1_000
/** After so many failures of one kind and tenant its turn is over: what keeps failing does not fill the log. */
const mostFailures = 200
/** How many milliseconds a record stays locked, with the counters that everyone writes, unless something else is said: requests may have to wait for it. */
const longestTransaction = 100
/** So often a record is tried that could not be erased in that time. Then it waits for the next turn, when there may be less to do. */
const mostTries = 5

interface Met {
  readonly place: Place
  readonly outcome: RetentionOutcome | null
}

/** Erases the next that is due of a kind, in a transaction of its own; what keeps one from being erased keeps no other. */
const eraseNext = Effect.fnUntraced(function* (rule: Rule, until: string, behind: Place | null, first: boolean) {
  const { transaction } = yield* UnitOfWork
  const longest = (yield* LongestTransaction) ?? longestTransaction
  let place: Place | undefined
  const step = Effect.gen(function* () {
    place = undefined
    const due = yield* rule.lockNext(until, behind)
    if (due === undefined) return undefined
    place = due.place
    const met = (outcome: RetentionOutcome | null): Met => ({ place: due.place, outcome })
    if (due.open) return met("open")
    if ((yield* heldAmong(due.covered)).length > 0) return met("held")
    const erased = yield* due.erase
    if (erased && first && "noted" in rule) yield* rule.noted(until)
    return met(erased ? "erased" : null)
  })
  for (let tries = 1; ; tries += 1) {
    const tried = yield* Effect.result(Effect.provideService(transaction(step), LongestTransaction, longest))
    if (Result.isSuccess(tried)) return tried.success
    const over = wasOpenTooLong(tried.failure)
    const outcome: RetentionOutcome = over ? "postponed" : "failed"
    if (over && tries < mostTries) continue
    if (place === undefined && !over) return yield* Effect.fail(tried.failure)
    const said = over
      ? Effect.logWarning("retention found no time for a record, and tries it again in its next turn")
      : Effect.logError("retention failed on a record", tried.failure)
    yield* Effect.annotateLogs(said, { kind: rule.kind, record: place?.id ?? null })
    // Without its place, nothing is known of what would have to be passed over: the turn of this kind is over.
    return place === undefined ? undefined : { place, outcome }
  }
})

/**
 * Erases what is due of one kind for the tenant at hand, one after the other, and answers whether more of it may be. More at once would hold the rows that
 * count records for longer, on which everyone else waits; other workers take their share beside this one.
 */
const eraseKind = Effect.fnUntraced(function* (rule: Rule, kept_days: number, tally: RetentionTally) {
  const until = after(yield* tenantNow, -days(kept_days))
  let behind: Place | null = null
  let erased = 0
  let failed = 0
  while (erased < mostPerTurn && failed < mostFailures) {
    const met: Met | undefined = yield* eraseNext(rule, until, behind, erased === 0)
    if (met === undefined) return false
    if (met.outcome === "erased") erased += 1
    if (met.outcome === "failed" || met.outcome === "postponed") failed += 1
    if (met.outcome !== null) {
      const counted = `${rule.kind}:${met.outcome}` as const
      tally.set(counted, (tally.get(counted) ?? 0) + 1)
    }
    // What stays is due as before: the turn goes on behind it.
    behind = met.place
  }
  return erased >= mostPerTurn
})

const eraseOfTenant = Effect.fnUntraced(function* (tally: RetentionTally) {
  const { retention } = yield* effectiveOrganization
  let more = false
  for (const rule of rules) {
    const kept_days = rule.days(retention)
    if (kept_days !== undefined && (yield* eraseKind(rule, kept_days, tally))) more = true
  }
  return more
})

/**
 * Erases what is older than the policies of the organizations say, each record in a transaction of its own. May be killed anywhere, run twice, and run in
 * many processes at once, which then share the work: what was erased is not due any more, and what another has locked is passed over.
 */
export const eraseByPolicies = Effect.gen(function* () {
  const organizations = yield* Organizations
  const tally: RetentionTally = new Map()
  let more = false
  for (let last = ""; ; ) {
    const page = yield* organizations.list({ after: last, limit: organizationsAtOnce })
    for (const { id: organization } of page) {
      for (const environment of ["sandbox", "live"] as const) {
        const tenant: Tenant["Service"] = { organization, environment }
        if (yield* eraseOfTenant(tally).pipe(asSystem(tenant, "retention"))) more = true
      }
    }
    const end = page.at(-1)
    if (end === undefined || page.length < organizationsAtOnce) return { tally, more }
    last = end.id
  }
})
