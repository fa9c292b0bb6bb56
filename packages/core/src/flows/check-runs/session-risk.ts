import { Effect } from "effect"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { assessRisk } from "../risk/assess.ts"
import { riskEvidence } from "../risk/evidence.ts"
import { riskSetTo, setScore } from "../risk/set.ts"
import { riskSignals } from "../risk/signals.ts"

/** The session's risk as its checks leave it. */
export const riskOf = Effect.fnUntraced(function* (
  session: StoredSession,
  checks: ReadonlyArray<StoredCheck>,
  status_reason_codes: ReadonlyArray<ReasonCode>
) {
  const evidence = yield* riskEvidence({ ...session, status_reason_codes }, checks)
  const { contributions, level, score } = assessRisk(riskSignals(evidence))
  const risk = { score, level, signals: contributions.map(({ signal }) => signal).slice(0, 50) }
  const set = setScore(session)
  return set === undefined ? risk : riskSetTo({ ...session, risk }, set).risk
})
