import { type CheckVerdict, outcomeOfReasons } from "../../verdict.ts"
import type { AgeDetails } from "../details.ts"
import type { IdentityField } from "../fields.ts"
import { Findings, findingsReportedToSession } from "../findings.ts"
import { leastFieldConfidence } from "./extraction.ts"
import type { IdentityDocumentPolicy } from "../policy.ts"

/** Completed years between two days; someone born on 29 February completes theirs on 1 March of common years. */
const completedYears = (born: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (today.slice(5) < born.slice(5) ? 1 : 0)

interface Ages {
  readonly youngest: number
  readonly oldest: number
}

/** The ages that a date of birth allows, of which the day or the month may be unknown. */
const agesOf = (birth: string, today: string): Ages | null => {
  if (!/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/u.test(birth)) return null
  const earliest = birth.length === 4 ? `${birth}-01-01` : birth.length === 7 ? `${birth}-01` : birth
  const latest = birth.length === 4 ? `${birth}-12-31` : birth.length === 7 ? `${birth}-31` : birth
  return { youngest: completedYears(latest, today), oldest: completedYears(earliest, today) }
}

const isReliable = ({ certain, confidence, standing }: IdentityField): boolean =>
  certain || (confidence >= leastFieldConfidence && standing !== "ambiguous" && standing !== "unconfirmed")

/** Whether the holder has the age that the policy asks for (check `age`); `today` is YYYY-MM-DD. Without a minimum there is nothing to judge. */
export const judgeAge = (
  fields: ReadonlyArray<IdentityField>,
  policy: Pick<IdentityDocumentPolicy, "minimum_age" | "weights">,
  today: string
): CheckVerdict<AgeDetails> => {
  const { minimum_age } = policy
  const birth = fields.find(({ field }) => field === "date_of_birth")
  const ages = birth === undefined ? null : agesOf(birth.value, today)
  const details: AgeDetails = { minimum_age, age: ages === null || ages.youngest < 0 || ages.youngest > 150 ? null : ages.youngest }
  const confidence = birth?.confidence ?? null
  if (minimum_age === null) {
    return { outcome: "not_applicable", score: null, confidence, threshold: null, reasons: [], details, session_reasons: [] }
  }
  const found = new Findings(policy.weights)
  if (birth === undefined || ages === null || !isReliable(birth) || birth.value > today) found.add("age_unknown")
  else if (ages.oldest < minimum_age) found.add("age_below_minimum")
  else found.when(ages.youngest < minimum_age, "age_unknown")
  const reasons = found.sorted()
  return {
    outcome: outcomeOfReasons(reasons),
    score: null,
    confidence,
    threshold: null,
    reasons,
    details,
    ...findingsReportedToSession(reasons)
  }
}
