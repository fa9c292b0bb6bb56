import type { CheckVerdict, VerdictReason } from "../checks/verdict.ts"
import type { ReasonCode } from "../foundation/reason-codes.ts"
import type { IdentityDocumentPolicy } from "./policy.ts"
import { IdentityReasonCode, identityReasons, type IdentityReasonSeverity } from "./reasons.ts"

const order: Readonly<Record<IdentityReasonSeverity, number>> = { fail: 0, review: 1, info: 2 }
const place: ReadonlyMap<string, number> = new Map(IdentityReasonCode.literals.map((code, index) => [code, index]))

interface Finding extends VerdictReason {
  readonly code: IdentityReasonCode
}

const worstFirst = (one: Finding, other: Finding): number =>
  order[one.severity] - order[other.severity] || (place.get(one.code) ?? 0) - (place.get(other.code) ?? 0)

/** Reasons gathered while a document is judged, one for each code, each as the policy weighs it. */
export class Findings {
  readonly #found = new Set<IdentityReasonCode>()
  readonly #weights: IdentityDocumentPolicy["weights"]

  constructor(weights: IdentityDocumentPolicy["weights"]) {
    this.#weights = weights
  }

  add(code: IdentityReasonCode): void {
    this.#found.add(code)
  }

  when(holds: boolean, code: IdentityReasonCode): void {
    if (holds) this.#found.add(code)
  }

  /** Worst first, then in the order of the table of codes. */
  sorted(): ReadonlyArray<Finding> {
    return [...this.#found]
      .map((code) => {
        const { message, severity, weighable } = identityReasons[code]
        return { code, severity: weighable ? (this.#weights[code] ?? severity) : severity, message }
      })
      .sort(worstFirst)
  }
}

const toldBy = (reasons: ReadonlyArray<Finding>, severity: IdentityReasonSeverity): ReadonlyArray<ReasonCode> =>
  reasons.flatMap((reason) => {
    const { session } = identityReasons[reason.code]
    return reason.severity !== severity || session === null ? [] : [session]
  })

/** What the session is told: the codes of everything that kept the check from passing, the worst first and none twice; and which are mere doubts. */
export const toldToSession = (reasons: ReadonlyArray<Finding>): Required<Pick<CheckVerdict<unknown>, "doubts" | "session_reasons">> => {
  const [failed, doubted] = [toldBy(reasons, "fail"), toldBy(reasons, "review")]
  return {
    session_reasons: [...new Set([...failed, ...doubted])],
    doubts: [...new Set(doubted.filter((code) => !failed.includes(code)))]
  }
}
