import { reportedToSession, type VerdictReason } from "../verdict.ts"
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

/** What the session reports of findings, the worst first; those without a code of a session's own are reported by the check alone. */
export const findingsReportedToSession = (reasons: ReadonlyArray<Finding>) =>
  reportedToSession(reasons, ({ code }) => [identityReasons[code].session])
