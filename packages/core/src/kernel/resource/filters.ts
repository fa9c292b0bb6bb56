import { Schema } from "effect"
import { TimestampInput } from "../foundation/text.ts"
import type { Condition } from "../storage/collection.ts"

const listItems = 100

/** Everything that a filter may name several of, as a list or by itself; an empty list restricts nothing. */
export const oneOrMany = <S extends Schema.Codec<any, any>>(item: S) =>
  Schema.optionalKey(Schema.Union([item, Schema.Array(item).check(Schema.isMaxLength(listItems))]))

export const times = Schema.optionalKey(
  Schema.Struct({
    gte: Schema.optionalKey(TimestampInput),
    gt: Schema.optionalKey(TimestampInput),
    lte: Schema.optionalKey(TimestampInput),
    lt: Schema.optionalKey(TimestampInput)
  }).annotate({ identifier: "TimeRange" })
)
const score = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
export const scores = Schema.optionalKey(Schema.Struct({ gte: Schema.optionalKey(score), lte: Schema.optionalKey(score) }))

const listOf = (given: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  given === undefined ? [] : typeof given === "string" ? [given] : given

export const amongst = <Name extends string>(
  field: Name,
  given: string | ReadonlyArray<string> | undefined
): ReadonlyArray<Condition<Name>> => {
  const values = listOf(given)
  return values.length === 0 ? [] : [{ field, op: "in", values }]
}

export const sharing = <Name extends string>(
  field: Name,
  given: string | ReadonlyArray<string> | undefined,
  op: "overlaps" | "holds_all" = "overlaps"
): ReadonlyArray<Condition<Name>> => {
  const values = listOf(given)
  return values.length === 0 ? [] : [{ field, op, values }]
}

export const equal = <Name extends string>(field: Name, value: string | boolean | undefined): ReadonlyArray<Condition<Name>> =>
  value === undefined ? [] : [{ field, op: "eq", value }]

const bounds = ["gte", "gt", "lte", "lt"] as const
type Range = { readonly [bound in (typeof bounds)[number]]?: string | number }
export const within = <Name extends string>(field: Name, range: Range | undefined): ReadonlyArray<Condition<Name>> =>
  bounds.flatMap((op) => {
    const value = range?.[op]
    return value === undefined ? [] : [{ field, op, value }]
  })
