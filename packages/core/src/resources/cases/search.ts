import { Effect, Schema } from "effect"
import { CheckType } from "../checks/model.ts"
import { CountryCode } from "../../kernel/foundation/country.ts"
import { type SortOrder, pageFields, sortFields } from "../../kernel/foundation/page.ts"
import { GivenReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { searchTerms } from "../../kernel/storage/words.ts"
import { Label, Tag, line, optionalProse } from "../../kernel/foundation/text.ts"
import { amongst, equal, oneOrMany, scores, sharing, times, within } from "../../kernel/resource/filters.ts"
import type { Condition, Query } from "../../kernel/storage/collection.ts"
import { CaseDecision, CaseStatus, type cases } from "./model.ts"
import { CasePriority } from "../../verification/case-priority.ts"

type Field = keyof typeof cases.columns
const identifier = line(64)

/** Filters of the case search; they all have to hold. */
export const CaseFilters = Schema.Struct({
  status: oneOrMany(CaseStatus),
  decision: oneOrMany(CaseDecision),
  assigned_to: Schema.optionalKey(identifier.annotate({ description: "Id of the assigned reviewer, `me`, or `unassigned`" })),
  session_id: Schema.optionalKey(identifier),
  subject_id: Schema.optionalKey(identifier),
  identity_id: Schema.optionalKey(identifier),
  external_reference: Schema.optionalKey(Label),
  workflow_id: oneOrMany(identifier),
  queue: oneOrMany(Label),
  tags: oneOrMany(Tag).annotate({ description: "Any of these tags" }),
  tags_all: oneOrMany(Tag).annotate({ description: "Every one of these tags" }),
  reason_codes: oneOrMany(GivenReasonCode),
  check_type: oneOrMany(CheckType),
  priority: oneOrMany(CasePriority),
  country: oneOrMany(CountryCode),
  risk_score: scores,
  created_at: times,
  entered_review_at: times,
  claimed_at: times,
  decided_at: times,
  due_at: times,
  sla_breached: Schema.optionalKey(Schema.Boolean),
  has_screening_hits: Schema.optionalKey(Schema.Boolean),
  has_notes: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "CaseFilters" })
export type CaseFilters = typeof CaseFilters.Type

/** What cases can be sorted by. */
const CaseSort = Schema.Literals([
  "entered_review_at",
  "created_at",
  "updated_at",
  "claimed_at",
  "decided_at",
  "due_at",
  "priority",
  "risk_score"
]).annotate({ identifier: "CaseSort" })
type CaseSort = typeof CaseSort.Type

/** Order and page of every list of cases: newest in review first, 25 at a time. */
export const caseListFields = {
  sort_by: CaseSort.annotate({ default: "entered_review_at", description: "Cases without this value come last in both directions" }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("entered_review_at" as const))
  ),
  ...sortFields(),
  ...pageFields({ defaultLimit: 25 })
}

/** The body of the case search; an empty object asks for everything. */
export const caseSearchFields = {
  query: Schema.optionalKey(
    Schema.NullOr(
      optionalProse(255, {
        description:
          "Words, or their beginnings, that all occur in the case's ids, external reference, tags, display name or notes; case does not count. A word also begins behind a sign such as - or _"
      })
    )
  ),
  filters: Schema.optionalKey(CaseFilters).annotateKey({ description: "All of them have to hold" }),
  ...caseListFields
}

const held = (given: string | undefined, me: string): ReadonlyArray<Condition<Field>> => {
  if (given === undefined) return []
  if (given === "unassigned") return [{ field: "assigned_to", op: "is_null" }]
  return [{ field: "assigned_to", op: "eq", value: given === "me" ? me : given }]
}

/** The filters as conditions; `me` is the id of who asks. */
export const filterConditions = (filters: CaseFilters, me: string): ReadonlyArray<Condition<Field>> => [
  ...amongst("status", filters.status),
  ...amongst("decision", filters.decision),
  ...held(filters.assigned_to, me),
  ...equal("session_id", filters.session_id),
  ...equal("subject_id", filters.subject_id),
  ...equal("identity_id", filters.identity_id),
  ...equal("external_reference", filters.external_reference),
  ...amongst("workflow_id", filters.workflow_id),
  ...amongst("queue", filters.queue),
  ...sharing("tags", filters.tags),
  ...sharing("tags", filters.tags_all, "holds_all"),
  ...sharing("reason_codes", filters.reason_codes),
  ...sharing("check_types", filters.check_type),
  ...amongst("priority", filters.priority),
  ...amongst("country", filters.country),
  ...within("risk_score", filters.risk_score),
  ...within("created_at", filters.created_at),
  ...within("entered_review_at", filters.entered_review_at),
  ...within("claimed_at", filters.claimed_at),
  ...within("decided_at", filters.decided_at),
  ...within("due_at", filters.due_at),
  ...equal("sla_breached", filters.sla_breached),
  ...equal("has_screening_hits", filters.has_screening_hits),
  ...equal("has_notes", filters.has_notes)
]

const queryConditions = (query: string | null | undefined): ReadonlyArray<Condition<Field>> =>
  searchTerms(query ?? "").map((value) => ({ field: "search_text", op: "word_starts_with", value }))

export interface CaseSearch {
  readonly query?: string | null
  readonly filters?: CaseFilters
  readonly sort_by: CaseSort
  readonly sort_order: SortOrder
  readonly limit: number
  readonly offset: number
  readonly after?: string
}

/** A search as a query of the collection. Ties are broken by id, and missing values come last, by the rules of every query. */
export const caseQuery = ({ filters, query, sort_by, sort_order }: CaseSearch, me: string): Pick<Query<Field>, "order" | "where"> => ({
  where: [...filterConditions(filters ?? {}, me), ...queryConditions(query)],
  order: [{ field: sort_by === "priority" ? "priority_rank" : sort_by, direction: sort_order }]
})
