import { Schema } from "effect"
import { isCalendarDate } from "../foundation/moment.ts"
import type { Operator } from "./catalogue.ts"

type Scalar = string | number | boolean | null
type Json = Schema.Json

interface Leaf {
  readonly path: string
  readonly operator: Operator
  readonly operands: ReadonlyArray<Scalar>
}

/** What can be evaluated: a condition that was read, or one that was made of another form. */
export type Evaluable =
  | { readonly op: "and" | "or"; readonly of: ReadonlyArray<Evaluable> }
  | { readonly op: "not"; readonly of: Evaluable }
  | ({ readonly op: "compare" } & Leaf)

/** Finds what is known under a path; undefined where nothing is. */
export type LookUp = (path: string) => Json | undefined

/** How alike two names are, from 0 to 1. */
export type Likeness = (one: string, other: string) => number

/** What a condition comes to. What is not known makes a comparison unknown, and an unknown condition never counts as met. */
export const Truth = Schema.Literals(["true", "false", "unknown"]).annotate({ identifier: "ConditionResult" })
export type Truth = typeof Truth.Type

const truth = (holds: boolean): Truth => (holds ? "true" : "false")
const opposite = { true: "false", false: "true", unknown: "unknown" } as const satisfies Record<Truth, Truth>

const moment = /^([0-9]{4}-[0-9]{2}-[0-9]{2})(T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2}))?$/u

/** Milliseconds of a date or a date and time of RFC 3339, a date being its midnight in UTC. */
const momentOf = (value: string): number | undefined => {
  if (value.length > 40 || !moment.test(value)) return undefined
  // The parser takes the 30th of February for a day of March.
  if (value.slice(8, 10) > "28" && !isCalendarDate(value.slice(0, 10))) return undefined
  const milliseconds = Date.parse(value)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}

/**
 * The sign of the difference; undefined where the two have no order. Two dates compare as moments, other text by its code units. A text that is no date has no
 * order beside a date: what it says of one is not known.
 */
const order = (actual: Json, operand: Scalar | undefined): number | undefined => {
  if (typeof actual === "number" && typeof operand === "number") return Math.sign(actual - operand)
  if (typeof actual !== "string" || typeof operand !== "string") return undefined
  const wanted = momentOf(operand)
  if (wanted !== undefined) {
    const found = momentOf(actual)
    return found === undefined ? undefined : Math.sign(found - wanted)
  }
  if (actual === operand) return 0
  return actual < operand ? -1 : 1
}

const ordered = (sign: number | undefined, accepts: (sign: number) => boolean): Truth =>
  sign === undefined ? "unknown" : truth(accepts(sign))

const between = (low: number | undefined, high: number | undefined): Truth =>
  low === undefined || high === undefined ? "unknown" : truth(low >= 0 && high <= 0)

const contains = (actual: Json, operand: Scalar | undefined): boolean => {
  if (typeof actual === "string") return typeof operand === "string" && actual.includes(operand)
  return Array.isArray(actual) && actual.some((element) => element === operand)
}

/** Longer texts are no names, and would take long to compare. */
const longestName = 255

const alike = (actual: Json, [name, least]: ReadonlyArray<Scalar>, likeness: Likeness | undefined): Truth => {
  if (
    likeness === undefined ||
    typeof actual !== "string" ||
    actual.length > longestName ||
    typeof name !== "string" ||
    typeof least !== "number"
  )
    return "unknown"
  return truth(likeness(actual, name) >= least)
}

const compare = (operator: Operator, actual: Json | undefined, operands: ReadonlyArray<Scalar>, likeness?: Likeness): Truth => {
  const [operand, second] = operands
  if (operator === "exists") return truth((actual !== undefined) === operand)
  if (actual === undefined) return "unknown"
  switch (operator) {
    case "eq":
      return truth(actual === operand)
    case "ne":
      return truth(actual !== operand)
    case "in":
      return truth(operands.some((one) => one === actual))
    case "nin":
      return truth(!operands.some((one) => one === actual))
    case "gt":
      return ordered(order(actual, operand), (sign) => sign > 0)
    case "gte":
      return ordered(order(actual, operand), (sign) => sign >= 0)
    case "lt":
      return ordered(order(actual, operand), (sign) => sign < 0)
    case "lte":
      return ordered(order(actual, operand), (sign) => sign <= 0)
    case "between":
      return between(order(actual, operand), order(actual, second))
    case "contains":
      return truth(contains(actual, operand))
    case "fuzzy_match":
      return alike(actual, operands, likeness)
    case "starts_with":
      return truth(typeof actual === "string" && typeof operand === "string" && actual.startsWith(operand))
  }
}

/** What a condition comes to with what is known. It looks no further than it has to. */
export const evaluate = (condition: Evaluable, lookUp: LookUp): Truth => {
  if (condition.op === "compare") return compare(condition.operator, lookUp(condition.path), condition.operands)
  if (condition.op === "not") return opposite[evaluate(condition.of, lookUp)]
  // What decides alone: one that does not hold among all of which each must hold, one that holds among those of which one must.
  const deciding = condition.op === "and" ? "false" : "true"
  let result: Truth = opposite[deciding]
  for (const one of condition.of) {
    const found = evaluate(one, lookUp)
    if (found === deciding) return deciding
    if (found === "unknown") result = "unknown"
  }
  return result
}

/** What one comparison of a condition came to, and why. */
export const ConditionTrace = Schema.Struct({
  field: Schema.String,
  operator: Schema.String,
  expected: Schema.Array(Schema.Union([Schema.String, Schema.Finite, Schema.Boolean, Schema.Null])),
  actual: Schema.Json.annotate({
    "x-personal": true,
    "x-free-form": true,
    description: "What was known then; null where nothing was"
  }),
  result: Truth
}).annotate({ identifier: "ConditionTrace" })
export interface ConditionTrace extends Schema.Schema.Type<typeof ConditionTrace> {}

/** As `evaluate`, and what each comparison came to, in the order in which they are written. */
export const explain = (
  condition: Evaluable,
  lookUp: LookUp,
  likeness?: Likeness
): { readonly result: Truth; readonly traces: ReadonlyArray<ConditionTrace> } => {
  const traces: Array<ConditionTrace> = []
  const walk = (one: Evaluable): Truth => {
    if (one.op === "not") return opposite[walk(one.of)]
    if (one.op === "compare") {
      const actual = lookUp(one.path)
      const result = compare(one.operator, actual, one.operands, likeness)
      traces.push({ field: one.path, operator: one.operator, expected: one.operands, actual: actual ?? null, result })
      return result
    }
    const deciding = one.op === "and" ? "false" : "true"
    const found = one.of.map(walk)
    if (found.includes(deciding)) return deciding
    return found.includes("unknown") ? "unknown" : opposite[deciding]
  }
  const result = walk(condition)
  return { result, traces }
}
