import type { Hit, ReviewStatus, StoredHit } from "./hits/model.ts"
import type { HitCounts, ScreeningError, ScreeningStatus } from "./screening-model.ts"
import { failingRisk, reviewRisk } from "./risk.ts"

type Judged = Pick<StoredHit, "review_status" | "suppression_id" | "risk_score" | "match_score">

const counted = (hits: ReadonlyArray<Judged>, status: ReviewStatus): number =>
  hits.filter(({ review_status }) => review_status === status).length

export const countHits = (hits: ReadonlyArray<Judged>): HitCounts => ({
  total: hits.length,
  unreviewed: counted(hits, "unreviewed"),
  confirmed: counted(hits, "confirmed"),
  false_positive: counted(hits, "false_positive"),
  inconclusive: counted(hits, "inconclusive"),
  auto_dismissed: counted(hits, "auto_dismissed"),
  suppressed: hits.filter(({ review_status, suppression_id }) => review_status === "false_positive" && suppression_id !== null).length
})

const live: ReadonlySet<ReviewStatus> = new Set<ReviewStatus>(["unreviewed", "inconclusive", "confirmed"])
/** A hit that may be, or is, the subject. */
export const isLive = ({ review_status }: Pick<Hit, "review_status">): boolean => live.has(review_status)

/** Highest risk of the live hits; null without one. */
export const riskOfHits = (hits: ReadonlyArray<Judged>): number | null => {
  const risks = hits.filter(isLive).map(({ risk_score }) => risk_score)
  return risks.length === 0 ? null : Math.max(...risks)
}

/**
 * Where a screening stands. With nothing to search, or no one to search for, it is `errored` and never `no_hit`: that nothing was found says
 * nothing. A confirmed hit outweighs those that still wait.
 */
export const statusOf = (hits: ReadonlyArray<Judged>, errors: ReadonlyArray<ScreeningError>): ScreeningStatus => {
  if (counted(hits, "confirmed") > 0) return "confirmed_hit"
  if (hits.some(isLive)) return "in_review"
  if (counted(hits, "superseded") > 0) return "superseded"
  if (errors.includes("no_list_loaded") || errors.includes("name_not_searchable")) return "errored"
  return counted(hits, "false_positive") > 0 ? "cleared" : "no_hit"
}

/** The outcome of the check: by the risk of live hits alone, match scores having decided already what is a hit. */
export const outcomeOf = (hits: ReadonlyArray<Judged>): "passed" | "review" | "failed" => {
  const risk = riskOfHits(hits) ?? 0
  return risk > failingRisk ? "failed" : risk >= reviewRisk ? "review" : "passed"
}
