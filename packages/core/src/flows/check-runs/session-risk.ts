import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { assessRisk } from "../risk/assess.ts"
import { riskSignals } from "../risk/signals.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"

/** The session's risk as its checks leave it; what else weighs on it stands in its assessment. */
export const riskOf = (session: StoredSession, checks: ReadonlyArray<StoredCheck>, status_reason_codes: ReadonlyArray<ReasonCode>) => {
  const { contributions, level, score } = assessRisk(riskSignals({ session: { ...session, status_reason_codes }, checks, attempt: null }))
  return { score, level, signals: contributions.map(({ signal }) => signal).slice(0, 50) }
}
