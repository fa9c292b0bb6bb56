import { Effect } from "effect"
import { CheckStore } from "../../../resources/checks/model.ts"
import { IdentityStore } from "../../../resources/identities/model.ts"
import { SessionStore } from "../../../resources/sessions/model.ts"
import type { StoredRun } from "../../../resources/workflows/runs/model.ts"
import { isOfRun } from "../../../resources/checks/session-runs.ts"
import type { PastSession } from "./facts.ts"
import { eachNewest, type Period } from "./newest-runs.ts"

/** Runs that are read at once. */
const batch = 100
/** The most checks that are read for a batch. */
const mostChecks = 10_000

interface Asked extends Period {
  readonly workflow_id: string
}

/** The sessions of runs with what was found in them; those whose data was erased have no facts any more. */
export const withFacts = Effect.fnUntraced(function* (runs: ReadonlyArray<StoredRun>) {
  const ids = runs.map(({ session_id }) => session_id)
  if (ids.length === 0) return []
  const found = yield* (yield* SessionStore).list({ where: [{ field: "id", op: "in", values: ids }], limit: ids.length })
  const sessions = new Map(found.map((session) => [session.id, session]))
  const checks = Map.groupBy(
    yield* (yield* CheckStore).list({
      where: [{ field: "session_id", op: "in", values: ids }],
      order: [{ field: "created_at", direction: "asc" }],
      limit: mostChecks
    }),
    ({ session_id }) => session_id
  )
  const named = [...new Set(found.flatMap(({ identity_id }) => identity_id ?? []))]
  const identities = new Map(
    (named.length === 0
      ? []
      : yield* (yield* IdentityStore).list({ where: [{ field: "id", op: "in", values: named }], limit: named.length })
    ).map((identity) => [identity.id, identity])
  )
  return runs.flatMap((run): ReadonlyArray<PastSession> => {
    const session = sessions.get(run.session_id)
    if (session === undefined || session.redacted_at !== null || run.ending === null) return []
    const own = (checks.get(session.id) ?? []).filter((check) => isOfRun({ id: session.id, run: run.run }, check))
    return [{ session, run, ending: run.ending, checks: own, identity: identities.get(session.identity_id ?? "") ?? null }]
  })
})

/**
 * Does something with each past session of a workflow, newest first: the last run of each that is over. Answers whether there are, or may be, more of
 * them: it stops after a fixed number of runs for each session that is asked for, however many of them have nothing to show.
 */
export const forPastSessions = Effect.fnUntraced(function* (
  { workflow_id, ...period }: Asked,
  limit: number,
  visit: (past: PastSession) => void
) {
  const seen = new Set<string>()
  let visited = 0
  const take = Effect.fnUntraced(function* (runs: ReadonlyArray<StoredRun>) {
    const newest = runs.filter(({ ending, session_id, status }) => {
      if (ending === null || status === "cancelled" || seen.has(session_id)) return false
      seen.add(session_id)
      return true
    })
    for (const past of yield* withFacts(newest)) {
      if (visited === limit) return true
      visited += 1
      visit(past)
    }
    return false
  })
  return yield* eachNewest({ ...period, where: { field: "workflow_id", op: "eq", value: workflow_id }, batch, sessions: limit }, take)
})
