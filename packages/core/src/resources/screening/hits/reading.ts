import { Effect, Schema } from "effect"
import { pageFields, pageOf } from "../../../kernel/foundation/page.ts"
import { NotFound } from "../../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { Hit, HitStore, ReviewStatus, presentHit } from "./model.ts"
import { Category } from "../../../verification/screening/category.ts"
import { HitId, ScreeningId } from "../screening-model.ts"
import { SubjectId } from "../subjects/model.ts"
import { readPage } from "../../../kernel/storage/pages.ts"

const reading = scopes("screening:read", "checks:read")

const list = operation(
  {
    summary: "List screening hits, highest risk first",
    method: "GET",
    path: "/screening-hits",
    access: reading,
    effect: "read",
    query: {
      screening_id: Schema.optionalKey(ScreeningId),
      subject_id: Schema.optionalKey(SubjectId),
      review_status: Schema.optionalKey(ReviewStatus),
      category: Schema.optionalKey(Category),
      ...pageFields()
    },
    output: pageOf(Hit)
  },
  Effect.fnUntraced(function* ({ after, category, limit, offset, review_status, screening_id, subject_id }) {
    const where = [
      ...(category === undefined ? [] : [{ field: "category", op: "eq", value: category } as const]),
      ...(review_status === undefined ? [] : [{ field: "review_status", op: "eq", value: review_status } as const]),
      ...(screening_id === undefined ? [] : [{ field: "screening_id", op: "eq", value: screening_id } as const]),
      ...(subject_id === undefined ? [] : [{ field: "subject_id", op: "eq", value: subject_id } as const])
    ]
    const order = [
      { field: "risk_score", direction: "desc" },
      { field: "match_score", direction: "desc" }
    ] as const
    const { pagination, rows } = yield* readPage(yield* HitStore, { where, order }, { after, limit, offset })
    return { data: rows.map(presentHit), pagination }
  })
)

const get = operation(
  {
    summary: "Get a screening hit",
    method: "GET",
    path: "/screening-hits/{hit_id}",
    access: reading,
    effect: "read",
    params: { hit_id: HitId },
    output: Hit
  },
  Effect.fnUntraced(function* ({ hit_id }) {
    const hit = yield* (yield* HitStore).find(hit_id)
    return hit === undefined ? yield* new NotFound() : presentHit(hit)
  })
)

/** How hits are read; how they are resolved is in the flows, since a case may end by it. */
export const screeningHitReading = operations("screening_hits", { list, get })
