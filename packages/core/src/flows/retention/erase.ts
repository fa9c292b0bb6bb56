import { Effect } from "effect"
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
type RetentionOutcome = "erased" | "held" | "open" | "failed"
/** How much of each kind was erased, is held, belongs to a session that is not over, or could not be erased, in one turn. */
type RetentionTally = Map<`${RetentionKind}:${RetentionOutcome}`, number>

const organizationsAtOnce = 200
/** How many of one kind and tenant one turn erases, so that every tenant has its turn. */
const mostPerTurn = 1_000
/** After so many failures of one kind and tenant its turn is over: what keeps failing does not fill the log. */
const mostFailures = 200
/**
 * How many milliseconds each try at a record may keep it locked, with the counters that everyone writes: requests may have to wait for it. What is much, or on
 * a slow machine, gets more from the sixth try on, and the last one has no end: no policy may fail for want of a faster machine.
 */
const bounds: ReadonlyArray<number | null> = [100, 100, 100, 100, 100, 400, 1_600, null]

/** Erases the next that is due of a kind, in a transaction of its own; what keeps one from being erased keeps no other. */
const eraseNext = Effect.fnUntraced(function* (rule: Rule, until: string, behind: Place | null, first: boolean) {
  const { transaction } = yield* UnitOfWork
  let place: Place | undefined
  const step = Effect.gen(function* () {
    place = undefined
    const due = yield* rule.lockNext(until, behind)
    if (due === undefined) return undefined
    place = due.place
    if (due.open) return { place, outcome: "open" as const }
    if ((yield* heldAmong(due.covered)).length > 0) return { place, outcome: "held" as const }
    const erased = yield* due.erase
    if (erased && first && "noted" in rule) yield* rule.noted(until)
    return { place, outcome: erased ? ("erased" as const) : null }
  })
  const within = (bound: number | null) => Effect.provideService(transaction(step), LongestTransaction, bound)
  const tried = (left: ReadonlyArray<number | null>): ReturnType<typeof within> => {
    const [bound = null, ...more] = left
    return bound === null
      ? within(null)
      : Effect.catch(within(bound), (failure) => (wasOpenTooLong(failure) ? tried(more) : Effect.fail(failure)))
  }
  return yield* tried(bounds).pipe(
    Effect.catch((failure) =>
      place === undefined
        ? Effect.fail(failure)
        : Effect.as(Effect.annotateLogs(Effect.logError("retention failed on a record", failure), { record: place.id }), {
            place,
            outcome: "failed" as const
          })
    )
  )
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
    const met: Effect.Success<ReturnType<typeof eraseNext>> = yield* eraseNext(rule, until, behind, erased === 0)
    if (met === undefined) return false
    if (met.outcome === "erased") erased += 1
    if (met.outcome === "failed") failed += 1
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
