import type { ReasonCode } from "../kernel/foundation/reason-codes.ts"
import type { RestsOn } from "./evidence/evidence.ts"

export interface VerdictReason {
  /** Stable, snake_case; what it means stands in the printed reference. */
  readonly code: string
  readonly severity: "fail" | "review" | "info"
  /** For reviewers; holds no data of the person. */
  readonly message: string
  /** The values that it speaks of and where they were read, without the values. Left out where no one keeps it. */
  readonly rests_on?: ReadonlyArray<RestsOn>
}

/** What a check concludes from its evidence, before it is recorded: any `fail` fails, else any `review` asks a person, else it passes. */
export interface CheckVerdict<Details> {
  readonly outcome: "passed" | "review" | "failed" | "not_applicable"
  /** 0 to 1, higher is better; null where a check has none. */
  readonly score: number | null
  readonly confidence: number | null
  readonly threshold: number | null
  readonly reasons: ReadonlyArray<VerdictReason>
  readonly details: Details
  /** What a session reports when this check did not pass: the most telling first. Whether the person may try again is each code's own fact. */
  readonly session_reasons: ReadonlyArray<ReasonCode>
  /** Those of `session_reasons` that decline nothing: mere doubts, which alone ask a person, and what another check judges. None when left out. */
  readonly doubts?: ReadonlyArray<ReasonCode>
}

/** The outcome that reasons lead to. */
export const outcomeOfReasons = (reasons: ReadonlyArray<VerdictReason>): "passed" | "review" | "failed" =>
  reasons.some(({ severity }) => severity === "fail")
    ? "failed"
    : reasons.some(({ severity }) => severity === "review")
      ? "review"
      : "passed"

/**
 * What the session reports for reasons: the codes of everything that failed, then of what is doubted, none twice; and which of them are mere doubts.
 */
export const reportedToSession = <Reason extends Pick<VerdictReason, "severity">>(
  reasons: ReadonlyArray<Reason>,
  codesOf: (reason: Reason) => ReadonlyArray<ReasonCode>
): Required<Pick<CheckVerdict<unknown>, "doubts" | "session_reasons">> => {
  const codes = (severity: VerdictReason["severity"]) => reasons.filter((reason) => reason.severity === severity).flatMap(codesOf)
  const [failed, doubted] = [codes("fail"), codes("review")]
  return {
    session_reasons: [...new Set([...failed, ...doubted])],
    doubts: [...new Set(doubted.filter((code) => !failed.includes(code)))]
  }
}
