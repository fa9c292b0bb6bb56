import { Effect } from "effect"
import { CaseStore, type StoredCase } from "../../resources/cases/model.ts"
import { CheckStore, type StoredCheck } from "../../resources/checks/model.ts"
import { DecisionRecordStore, type StoredDecision } from "../../resources/audit-findings/decisions.ts"
import { ScreeningStore, type StoredScreening } from "../../resources/screening/screening-model.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { checksOfRun } from "../../resources/checks/session-runs.ts"

/** What rules read of one decision. */
export interface DecisionFacts {
  readonly decision: StoredDecision
  /** The decision about the same thing before this one. */
  readonly before: StoredDecision | undefined
  /** Undefined too once its data was erased. */
  readonly session: StoredSession | undefined
  /** The checks that the session was decided by; of a decision about a check, that check. */
  readonly checks: ReadonlyArray<StoredCheck>
  /** The cases of the session, or the case that was decided. */
  readonly cases: ReadonlyArray<StoredCase>
  readonly screenings: ReadonlyArray<StoredScreening>
}

const mostCases = 50
const mostScreenings = 20

const earlier = Effect.fnUntraced(function* ({ id, object_id }: StoredDecision) {
  const [found] = yield* (yield* DecisionRecordStore).list({
    where: [
      { field: "object_id", op: "eq", value: object_id },
      { field: "id", op: "lt", value: id }
    ],
    order: [{ field: "id", direction: "desc" }],
    limit: 1
  })
  return found
})

const nothing = { session: undefined, checks: [], cases: [], screenings: [] } as const

const ofSession = Effect.fnUntraced(function* (id: string, run: number) {
  const session = yield* (yield* SessionStore).find(id)
  if (session === undefined || session.redacted_at !== null) return nothing
  const where = [{ field: "session_id", op: "eq", value: id }] as const
  const newest = { field: "created_at", direction: "desc" } as const
  return {
    session,
    checks: yield* checksOfRun({ id, run }),
    cases: yield* (yield* CaseStore).list({ where, order: [newest], limit: mostCases }),
    screenings: yield* (yield* ScreeningStore).list({ where, order: [newest], limit: mostScreenings })
  }
})

/** Reads the facts of a decision, bounded in number whatever the session went through. */
export const factsOf = Effect.fnUntraced(function* (decision: StoredDecision) {
  const before = yield* earlier(decision)
  const { object_id, run } = decision
  switch (decision.about) {
    case "session": {
      const facts: DecisionFacts = { decision, before, ...(yield* ofSession(object_id, run ?? 0)) }
      return facts
    }
    case "case": {
      const found = yield* (yield* CaseStore).find(object_id)
      const facts: DecisionFacts = { decision, before, ...nothing, cases: found === undefined ? [] : [found] }
      return facts
    }
    case "check": {
      const found = yield* (yield* CheckStore).find(object_id)
      const facts: DecisionFacts = { decision, before, ...nothing, checks: found === undefined ? [] : [found] }
      return facts
    }
  }
})
