import { Effect } from "effect"
import { record } from "../../kernel/audit/log.ts"
import { SessionStore, type sessions, type StoredSession } from "../../resources/sessions/model.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { eraseSession } from "../erasure/sessions/erase.ts"
import { behindPlace, type Place, type RetentionKind, type RetentionRule } from "./rule.ts"

type Outcome = "approved" | "declined" | "expired"
type Name = keyof typeof sessions.columns

/** From when a session of an outcome is kept: an expired one was never decided. */
const sinceOf = { approved: "decided_at", declined: "decided_at", expired: "updated_at" } as const satisfies Record<Outcome, Name>

const kindOf = { approved: "sessions.approved", declined: "sessions.declined", expired: "sessions.expired" } as const satisfies Record<
  Outcome,
  RetentionKind
>

const dueWhere = (outcome: Outcome, until: string): ReadonlyArray<Condition<Name>> => [
  { field: "status", op: "eq", value: outcome },
  { field: "redacted_at", op: "is_null" },
  // What the indexes of both kinds say, so that the server uses them whatever the status.
  { field: outcome === "expired" ? "expired_reason" : "decided_at", op: "not_null" },
  { field: sinceOf[outcome], op: "lte", value: until }
]
const oldestFirst = (outcome: Outcome) => [{ field: sinceOf[outcome], direction: "asc" }] as const

const placeOf = (outcome: Outcome, session: StoredSession): Place => ({ since: session[sinceOf[outcome]] ?? "", id: session.id })

const eraseByPolicy = Effect.fnUntraced(function* (kind: RetentionKind, session: StoredSession) {
  yield* eraseSession(session)
  const changes = [{ path: "retention", from: null, to: kind }]
  yield* record({ action: "sessions.redact", target: { type: "session", id: session.id }, changes, outcome: "succeeded" })
  return true
})

const ruleOf = (outcome: Outcome) => {
  const kind = kindOf[outcome]
  const found = (session: StoredSession) => ({
    place: placeOf(outcome, session),
    covered: [session.id, session.identity_id],
    open: false,
    erase: eraseByPolicy(kind, session)
  })
  return {
    kind,
    days: (policy) => policy.sessions?.[outcome],
    lockNext: Effect.fnUntraced(function* (until: string, behind: Place | null) {
      const where = [...dueWhere(outcome, until), ...behindPlace(sinceOf[outcome], behind)]
      const session = yield* (yield* SessionStore).lockFirst({ where, order: oldestFirst(outcome), limit: 1 })
      return session === undefined ? undefined : found(session)
    }),
    look: Effect.fnUntraced(function* (until: string, limit: number) {
      const store = yield* SessionStore
      const page = yield* store.page({ where: dueWhere(outcome, until), order: oldestFirst(outcome), limit })
      return { count: page.total, count_is_lower_bound: page.total_is_lower_bound, first: page.rows.map(found) }
    })
  } satisfies RetentionRule<unknown>
}

export const sessionRules = [ruleOf("approved"), ruleOf("declined"), ruleOf("expired")] as const
