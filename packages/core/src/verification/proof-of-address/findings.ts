import { type PoaReason, PoaReasonCode, poaReasons, type ReasonSeverity } from "./reasons.ts"

const severities: Readonly<Record<ReasonSeverity, number>> = { fail: 0, review: 1, info: 2 }
const codeOrder: ReadonlyMap<PoaReasonCode, number> = new Map(PoaReasonCode.literals.map((code, index) => [code, index]))
const worstFirst = (left: PoaReason, right: PoaReason): number =>
  severities[left.severity] - severities[right.severity] || (codeOrder.get(left.code) ?? 0) - (codeOrder.get(right.code) ?? 0)

/** Reasons gathered while a document is judged, one for each code: the worst severity of a code stands. */
export class Findings {
  readonly #found: Array<PoaReason> = []
  readonly #weighed: (code: PoaReasonCode, severity: ReasonSeverity) => ReasonSeverity
  /** `weighed` may give a reason another weight, by what else is known of the document. */
  constructor(weighed: (code: PoaReasonCode, severity: ReasonSeverity) => ReasonSeverity = (_code, severity) => severity) {
    this.#weighed = weighed
  }

  /** Severity and message default to those of the code. */
  add(code: PoaReasonCode, given: ReasonSeverity = poaReasons[code].severity, message: string = poaReasons[code].message): void {
    const severity = this.#weighed(code, given)
    for (let index = 0; index < this.#found.length; index++) {
      const earlier = this.#found[index]
      if (earlier?.code !== code) continue
      if (severities[severity] < severities[earlier.severity]) this.#found[index] = { code, severity, message }
      return
    }
    this.#found.push({ code, severity, message })
  }

  /** Worst first, then in the order of the table of codes. */
  sorted(): ReadonlyArray<PoaReason> {
    return this.#found.sort(worstFirst)
  }
}
