import { Effect, Schema } from "effect"

/** Bounds of every list. An offset has no bound but what a number can count. */
export const pageLimits = { limit: 100, default_limit: 50, offset: Number.MAX_SAFE_INTEGER, cursor: 1024 } as const

const integer = (bounds: { readonly minimum: number; readonly maximum: number }, fallback: number, description: string) =>
  Schema.Int.check(Schema.isBetween(bounds, { message: `must be a whole number from ${bounds.minimum} to ${bounds.maximum}` }))
    .annotate({ default: fallback, description })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(fallback)))

/** `limit` and `offset` as fields of a query or body; `limit` is 50 where the caller and the operation say nothing. */
export const pageFields = ({ defaultLimit = pageLimits.default_limit }: { readonly defaultLimit?: number } = {}) => ({
  limit: integer({ minimum: 1, maximum: pageLimits.limit }, defaultLimit, "How many to return at most"),
  offset: integer({ minimum: 0, maximum: pageLimits.offset }, 0, "How many to skip; beyond the end the page is empty"),
  after: Schema.optionalKey(
    Schema.String.annotate({
      description: "The `next_cursor` of the page before, with the same filters and order; as fast at any depth"
    }).check(Schema.isMinLength(1), Schema.isMaxLength(pageLimits.cursor))
  )
})

export const SortOrder = Schema.Literals(["desc", "asc"])
export type SortOrder = typeof SortOrder.Type

/** `sort_order` as a field of a query or body; newest or greatest first where the caller says nothing. */
export const sortFields = ({ defaultOrder = "desc" }: { readonly defaultOrder?: SortOrder } = {}) => ({
  sort_order: SortOrder.annotate({ default: defaultOrder, description: "Direction of the list" }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(defaultOrder))
  )
})

const count = (description: string) => Schema.Int.check(Schema.isGreaterThanOrEqualTo(0, { description }))

export interface Pagination extends Schema.Schema.Type<typeof Pagination> {}
/** Where a page stands in its list. */
const Pagination = Schema.Struct({
  total: count("Total number of records, wherever the page begins"),
  total_is_lower_bound: Schema.optionalKey(
    Schema.Literal(true).annotate({ description: "There are more than `total`: a filtered list is counted up to 100,000" })
  ),
  limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: pageLimits.limit })),
  offset: count("How many were skipped"),
  next_cursor: Schema.optionalKey(Schema.String.annotate({ description: "Present if others follow: `after` of the next page" }))
}).annotate({ identifier: "Pagination" })

/** Schema of a page of these items: `data` of at most 100, and `pagination`. */
export const pageOf = <S extends Schema.Codec<any, any>>(item: S) =>
  Schema.Struct({ data: Schema.Array(item).check(Schema.isMaxLength(pageLimits.limit)), pagination: Pagination })
