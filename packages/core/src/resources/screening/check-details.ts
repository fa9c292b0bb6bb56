import { Schema } from "effect"
import { Category } from "../../verification/screening/category.ts"
import { HitCounts, ScreeningError, ScreeningId, ScreeningStatus, SearchedList, Versions, maximumLists } from "./screening-model.ts"
import { SubjectId } from "./subjects/model.ts"

const percent = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

/** What the check of a session says of its screening: match and risk apart, counts and editions; who was found stands with the hits. */
export const ScreeningCheckDetails = Schema.Struct({
  screening_id: ScreeningId,
  subject_id: SubjectId,
  status: ScreeningStatus,
  /** How well the best live hit matches; null without one. Says nothing of how much it weighs. */
  match_score: Schema.NullOr(percent),
  /** How much the weightiest live hit weighs; null without one. Says nothing of how well it matches. */
  risk_score: Schema.NullOr(percent),
  categories: Schema.Array(Category).check(Schema.isMaxLength(5)),
  hit_counts: HitCounts,
  threshold: percent,
  lists: Schema.Array(SearchedList).check(Schema.isMaxLength(maximumLists)),
  partial: Schema.Boolean,
  error_codes: Schema.Array(ScreeningError).check(Schema.isMaxLength(ScreeningError.literals.length)),
  versions: Versions
}).annotate({ identifier: "ScreeningCheckDetails" })
export interface ScreeningCheckDetails extends Schema.Schema.Type<typeof ScreeningCheckDetails> {}
