import { makeChecks } from "@vouchkit/core/flows/check-runs/session-checks"
import type { StoredSession } from "@vouchkit/core/resources/sessions/model"
import { conclude } from "@vouchkit/core/verification/conclusion"
import { Effect } from "effect"

/** The checks of a session, and where all of them together lead. */
export const judgeSession = Effect.fnUntraced(function* (session: StoredSession) {
  const { checks, traces } = yield* makeChecks(session)
  return {
    findings: checks.map(({ finding }) => finding),
    conclusion: conclude(checks.map(({ conclusion }) => conclusion)),
    traces
  }
})
