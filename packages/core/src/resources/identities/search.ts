import { Effect, Schema } from "effect"
import { CountryCode } from "../../kernel/foundation/country.ts"
import { pageFields, type SortOrder, sortFields } from "../../kernel/foundation/page.ts"
import { searchTerms } from "../../kernel/storage/words.ts"
import { line, optionalProse, Tag } from "../../kernel/foundation/text.ts"
import { amongst, oneOrMany, scores, sharing, times, within } from "../../kernel/resource/filters.ts"
import type { Condition, Query } from "../../kernel/storage/collection.ts"
import { MonitoringStatus } from "../../verification/screening/cadence.ts"
import { AssuranceLevel } from "./assurance.ts"
import { type identities, IdentityStatus, IdentityTypeKey } from "./model.ts"
import { type DetailKind, detailDigest } from "./sealed.ts"

type Field = keyof typeof identities.columns

const sealedValue = (description: string) => Schema.optionalKey(line(255, { "x-personal": true, description }))

/** Filters of the identity search; they all have to hold. */
const IdentityFilters = Schema.Struct({
  status: oneOrMany(IdentityStatus),
  identity_type: oneOrMany(IdentityTypeKey),
  tags: oneOrMany(Tag).annotate({ description: "Any of these tags" }),
  tags_all: oneOrMany(Tag).annotate({ description: "Every one of these tags" }),
  country: oneOrMany(CountryCode).annotate({ description: "Countries of residence" }),
  nationality: oneOrMany(CountryCode),
  assurance_level: oneOrMany(AssuranceLevel),
  monitoring_status: oneOrMany(MonitoringStatus),
  risk_score: scores,
  created_at: times,
  last_verified_at: times,
  has_open_case: Schema.optionalKey(Schema.Boolean),
  identification_number: sealedValue("The whole number: stored encrypted, it is found by equality alone"),
  email: sealedValue("The whole address, found by equality alone"),
  phone: sealedValue("The whole number, found by equality alone")
}).annotate({ identifier: "IdentityFilters" })
type IdentityFilters = typeof IdentityFilters.Type

const IdentitySort = Schema.Literals(["created_at", "updated_at", "last_verified_at", "risk_score"]).annotate({
  identifier: "IdentitySort"
})

/** The body of the identity search; an empty object asks for everything. */
export const identitySearchFields = {
  query: Schema.optionalKey(
    Schema.NullOr(
      optionalProse(255, {
        description: "Words that each begin a word of the identity's id, external reference, names or tags; case does not count"
      })
    )
  ),
  filters: Schema.optionalKey(IdentityFilters).annotateKey({ description: "All of them have to hold" }),
  sort_by: IdentitySort.annotate({ default: "created_at", description: "Identities without this value come last in both directions" }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("created_at" as const))
  ),
  ...sortFields(),
  ...pageFields()
}

interface IdentitySearch {
  readonly query?: string | null
  readonly filters?: IdentityFilters
  readonly sort_by: typeof IdentitySort.Type
  readonly sort_order: SortOrder
}

/** Cases that no one has closed, by the identity that they name. */
export const openCases = {
  to: { table: "cases", columns: { identity_id: { type: "text" }, status: { type: "text" } } },
  naming: "identity_id",
  where: [{ field: "status", op: "ne", value: "closed" }]
} as const

const holding = Effect.fnUntraced(function* (kind: DetailKind, value: string | undefined) {
  const conditions: ReadonlyArray<Condition<Field>> =
    value === undefined ? [] : [{ field: "detail_digests", op: "overlaps", values: [yield* detailDigest(kind, value)] }]
  return conditions
})

const conditionsOf = Effect.fnUntraced(function* (filters: IdentityFilters) {
  const { has_open_case } = filters
  const conditions: ReadonlyArray<Condition<Field>> = [
    ...amongst<Field>("status", filters.status),
    ...amongst<Field>("identity_type", filters.identity_type),
    ...sharing<Field>("tags", filters.tags),
    ...sharing<Field>("tags", filters.tags_all, "holds_all"),
    ...amongst<Field>("country_of_residence", filters.country),
    ...amongst<Field>("nationality", filters.nationality),
    ...amongst<Field>("assurance_level", filters.assurance_level),
    ...amongst<Field>("monitoring_status", filters.monitoring_status),
    ...within<Field>("risk_score", filters.risk_score),
    ...within<Field>("created_at", filters.created_at),
    ...within<Field>("last_verified_at", filters.last_verified_at),
    ...(has_open_case === undefined ? [] : [{ op: "related", some: has_open_case, by: openCases } as const]),
    ...(yield* holding("number", filters.identification_number)),
    ...(yield* holding("email", filters.email)),
    ...(yield* holding("phone", filters.phone))
  ]
  return conditions
})

/** A search as a query of the collection. */
export const identityQuery = Effect.fnUntraced(function* ({ filters, query, sort_by, sort_order }: IdentitySearch) {
  const terms = searchTerms(query ?? "").map((value): Condition<Field> => ({ field: "search_text", op: "word_starts_with", value }))
  const asked: Pick<Query<Field>, "order" | "where"> = {
    where: [...(yield* conditionsOf(filters ?? {})), ...terms],
    order: [{ field: sort_by, direction: sort_order }]
  }
  return asked
})
