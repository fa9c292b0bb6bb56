import { type ReasonCode, reasonFacts } from "../kernel/foundation/reason-codes.ts"
import { anotherSubmission, type SubmissionLimits } from "./resubmission.ts"
import type { CheckVerdict } from "./verdict.ts"

/** Where finished checks lead a session. */
export interface Conclusion {
  readonly status: "approved" | "declined" | "in_review" | "resubmission_required"
  readonly reason_codes: ReadonlyArray<ReasonCode>
}

export const approved: Conclusion = { status: "approved", reason_codes: [] }

/** The one ranking of outcomes: a decline outweighs what the person can put right, that outweighs a doubt, and a doubt outweighs approval. */
const ranks = { approved: 0, in_review: 1, resubmission_required: 2, declined: 3 } as const satisfies Record<Conclusion["status"], number>

/**
 * How a verdict weighs beside the others of its run. Verdicts are `joined` when nothing else is said: the worst decides, with the reasons of all.
 * Of `alternative` verdicts, such as those on several proofs of one address, the best counts. A `record` of the organization (a screening hit, a list)
 * comes last: it decides where it ranks highest, adds its reasons where it ranks as high as the rest, and is silent where the rest ranks higher.
 */
type Weight = "joined" | "alternative" | "record"

export interface WeighedConclusion extends Conclusion {
  readonly weight?: Weight
  /** Names the check within its run. */
  readonly of?: string
}

/**
 * Where a verdict alone would lead: what the person can put right asks for another submission while one is left, anything else that failed
 * declines, and a doubt asks a person. A doubt beside something that can be put right waits for the new submission.
 */
export const conclusionOf = (
  { doubts = [], outcome, session_reasons }: Pick<CheckVerdict<unknown>, "doubts" | "outcome" | "session_reasons">,
  limits: SubmissionLimits
): Conclusion => {
  if (outcome === "passed" || outcome === "not_applicable") return approved
  if (outcome === "review") return { status: "in_review", reason_codes: session_reasons }
  const final = session_reasons.filter((code) => !reasonFacts[code].retryable && !doubts.includes(code))
  if (final.length > 0) return { status: "declined", reason_codes: [...new Set([...final, ...session_reasons])] }
  return anotherSubmission(session_reasons, limits)
}

const mildestFirst = (one: Conclusion, other: Conclusion): number => ranks[one.status] - ranks[other.status]

const withRecord = (rest: Conclusion, { reason_codes, status }: Conclusion): Conclusion => {
  if (ranks[status] < ranks[rest.status]) return rest
  const kept = status === rest.status ? rest.reason_codes : []
  return { status, reason_codes: [...new Set([...reason_codes, ...kept])] }
}

/** Where all verdicts of a run together lead a session. The reasons that decide come first. */
export const conclude = (verdicts: ReadonlyArray<WeighedConclusion>): Conclusion => {
  const weighing = (wanted: Weight) => verdicts.filter(({ weight = "joined" }) => weight === wanted)
  const best = weighing("alternative").toSorted(mildestFirst).slice(0, 1)
  const joined = [...weighing("joined"), ...best].toSorted((one, other) => mildestFirst(other, one))
  const [worst = approved] = joined
  const reason_codes = [...new Set(joined.flatMap((one) => one.reason_codes))].slice(0, 50)
  return weighing("record").reduce(withRecord, { status: worst.status, reason_codes })
}
