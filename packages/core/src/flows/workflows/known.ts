import type { LookUp } from "../../kernel/conditions/evaluate.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import type { Conclusion } from "../../verification/conclusion.ts"

/** What a check of the run has come to. */
export type FoundCheck = Pick<StoredCheck, "details" | "outcome" | "reasons" | "score" | "status" | "type">

/** What conditions of a run can ask about. */
export interface KnownToRun {
  readonly session: StoredSession
  readonly checks: ReadonlyArray<FoundCheck>
  readonly conclusion: Conclusion
}

/** Several checks of a type, such as one for each document, count as the worst of them. */
const severity = { failed: 3, review: 2, passed: 1, not_applicable: 0 } as const satisfies Record<string, number>
const severityOf = ({ outcome }: FoundCheck): number => (outcome === null ? 2 : severity[outcome])

const worstOf = (checks: ReadonlyArray<FoundCheck>, type: string): FoundCheck | undefined =>
  checks.filter((check) => check.type === type).toSorted((one, other) => severityOf(other) - severityOf(one))[0]

const ofCheck = (check: FoundCheck | undefined, member: string | undefined) => {
  if (check === undefined) return undefined
  switch (member) {
    case "outcome":
      return check.outcome ?? undefined
    case "score":
      return check.score ?? undefined
    case "reasons":
      return check.reasons.map(({ code }) => code)
    default:
      return undefined
  }
}

const ofConclusion = ({ reason_codes, status }: Conclusion, member: string | undefined) =>
  member === "status" ? status : member === "reasons" ? [...reason_codes] : undefined

/** Finds what is known under the path of a field. */
export const lookUpIn =
  ({ checks, conclusion }: KnownToRun): LookUp =>
  (path) => {
    const [place, first, second] = path.split(".")
    switch (place) {
      case "checks":
        return ofCheck(worstOf(checks, first ?? ""), second)
      case "conclusion":
        return ofConclusion(conclusion, first)
      default:
        return undefined
    }
  }
