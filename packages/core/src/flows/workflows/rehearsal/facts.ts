import type { LookUp } from "../../../kernel/conditions/evaluate.ts"
import { ReasonCode } from "../../../kernel/foundation/reason-codes.ts"
import type { StoredCheck } from "../../../resources/checks/model.ts"
import type { StoredIdentity } from "../../../resources/identities/model.ts"
import type { StoredSession } from "../../../resources/sessions/model.ts"
import type { StoredRun } from "../../../resources/workflows/runs/model.ts"
import type { Conclusion } from "../../../verification/conclusion.ts"
import type { LinkedNode } from "../../../verification/workflows/links.ts"
import type { NodeResult, RunOutcome } from "../../../verification/workflows/run-state.ts"
import { conclusionStatuses } from "../advance.ts"
import { lookUpIn } from "../known.ts"
import { checkOf } from "../work.ts"

/** A session of the past whose run is over, with what was found then. */
export interface PastSession {
  readonly session: StoredSession
  readonly run: StoredRun
  readonly ending: RunOutcome
  readonly checks: ReadonlyArray<StoredCheck>
  /** As it is now; null where the session has none. */
  readonly identity: StoredIdentity | null
}

const isReasonCode = (text: unknown): text is ReasonCode => ReasonCode.literals.some((code) => code === text)

/** What all verdicts led to in the past run: as its branches knew it, or else where the run led. */
const conclusionOf = ({ ending, run, session }: PastSession): Conclusion => {
  const traces = run.decisions.flatMap(({ conditions }) => conditions.flatMap((condition) => condition.traces))
  const known = traces.findLast(({ field }) => field === "conclusion.status")?.actual
  const status = Object.values(conclusionStatuses).find((one) => one === known) ?? conclusionStatuses[ending.status]
  const reason_codes = [...ending.reason_codes, ...(ending.with_conclusion ? session.status_reason_codes : [])].filter(isReasonCode)
  return { status, reason_codes: [...new Set(reason_codes)] }
}

/** What conditions are answered about a past session. While its checks ran it was being processed, whatever became of it since. */
export const factsOf = (past: PastSession): LookUp =>
  lookUpIn({
    session: { ...past.session, status: "processing" },
    identity: past.identity,
    checks: past.checks,
    gates: past.run.gates ?? [],
    conclusion: conclusionOf(past)
  })

/** What a person decided about the session, as the way on from a review; undefined where no one has. */
const reviewed = ({ session: { decision } }: PastSession): NodeResult | undefined => {
  if (decision === null || decision.decided_by.type === "system") return undefined
  return { state: "succeeded", way: decision.outcome === "approved" ? "approved" : "rejected" }
}

/** A gate lets the session on where the system outside did, at a gate of the same key. */
const passed = ({ run: { gates = [] } }: PastSession, key: string): NodeResult => ({
  state: gates.some((gate) => gate.key === key && gate.decision === "continue") ? "succeeded" : "failed"
})

/**
 * What a node would come to: checks as they came out then, reviews as the session was decided. A check that was not made then, and a review or a gate that
 * no one has decided, are for a person.
 */
export const fateIn =
  (past: PastSession) =>
  ({ node }: LinkedNode): NodeResult => {
    const check = checkOf(node)
    if (check !== null) {
      const made = past.checks.filter(({ type }) => type === check.type)
      const failed = made.length === 0 ? !check.if_requested : made.some(({ status }) => status === "errored")
      return { state: failed ? "failed" : "succeeded" }
    }
    if (node.type === "review") return reviewed(past) ?? { state: "failed" }
    if (node.type === "external_gate") return passed(past, node.config.key)
    return { state: "succeeded" }
  }
