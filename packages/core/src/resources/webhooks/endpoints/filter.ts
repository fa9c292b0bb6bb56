import { Schema } from "effect"
import { type Json, pathLimits, pathProblem, valueAt } from "./attribute-path.ts"

/** Bounds of `event_filter_conditions`. */
const filterLimits = { conditions: 50, operators: 10, values: 100, characters: 1_000 } as const

const text = Schema.String.check(Schema.isMaxCodePoints(filterLimits.characters))
const Scalar = Schema.Union([text, Schema.Finite, Schema.Boolean, Schema.Null]).annotate({
  message: "must be text, a number, true, false or null"
})
type Scalar = typeof Scalar.Type
const Operand = Schema.Union([
  text,
  Schema.Finite,
  Schema.Boolean,
  Schema.Null,
  Schema.Array(Scalar).check(Schema.isMaxLength(filterLimits.values))
]).annotate({ message: "must be text, a number, true, false or null, or a list of them" })
type Operand = typeof Operand.Type

const isScalar = (value: Json): value is Scalar => typeof value !== "object" || value === null

const moment = /^([0-9]{4}-[0-9]{2}-[0-9]{2})(T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2}))?$/u

/** Milliseconds of a date or a date and time of RFC 3339, a date being its midnight in UTC. */
const momentOf = (value: string): number | undefined => {
  if (value.length > 40 || !moment.test(value)) return undefined
  const milliseconds = Date.parse(value)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}

/** The sign of the difference; undefined where the two have no order. Two dates compare as moments, other text by its code units. */
const order = (actual: Json, operand: Operand): number | undefined => {
  if (typeof actual === "number" && typeof operand === "number") return Math.sign(actual - operand)
  if (typeof actual !== "string" || typeof operand !== "string") return undefined
  const [left, right] = [momentOf(actual), momentOf(operand)]
  if (left !== undefined && right !== undefined) return Math.sign(left - right)
  if (actual === operand) return 0
  return actual < operand ? -1 : 1
}

const oneOf = (actual: Json, operand: Operand): boolean => Array.isArray(operand) && operand.some((value) => value === actual)

const contains = (actual: Json, operand: Operand): boolean => {
  if (Array.isArray(actual)) return actual.some((element) => element === operand)
  return typeof actual === "string" && typeof operand === "string" && actual.includes(operand)
}

const compared = (accepts: (sign: number) => boolean) => (actual: Json, operand: Operand) => {
  const sign = order(actual, operand)
  return sign !== undefined && accepts(sign)
}

const scalarWanted = (operand: Operand): string | undefined =>
  Array.isArray(operand) ? "must be text, a number, true, false or null" : undefined
const listWanted = (operand: Operand): string | undefined =>
  Array.isArray(operand) && operand.length > 0 ? undefined : "must be a list of at least one value"
const orderWanted = (operand: Operand): string | undefined =>
  typeof operand === "number" || typeof operand === "string" ? undefined : "must be a number, a date or text"

interface Rule {
  /** What is wrong with an operand, as the end of a sentence about it. */
  readonly problem: (operand: Operand) => string | undefined
  /** Judges a value that is present; values of another type than the operand's never match. */
  readonly holds: (actual: Json, operand: Operand) => boolean
}

/** Every operator of a condition. `exists` is the only one that can hold for a missing path. */
const rules = {
  eq: { problem: scalarWanted, holds: (actual, operand) => actual === operand },
  ne: { problem: scalarWanted, holds: (actual, operand) => actual !== operand },
  in: { problem: listWanted, holds: oneOf },
  nin: { problem: listWanted, holds: (actual, operand) => !oneOf(actual, operand) },
  gt: { problem: orderWanted, holds: compared((sign) => sign > 0) },
  gte: { problem: orderWanted, holds: compared((sign) => sign >= 0) },
  lt: { problem: orderWanted, holds: compared((sign) => sign < 0) },
  lte: { problem: orderWanted, holds: compared((sign) => sign <= 0) },
  exists: {
    problem: (operand) => (typeof operand === "boolean" ? undefined : "must be true or false"),
    holds: (_, operand) => operand === true
  },
  contains: { problem: scalarWanted, holds: contains }
} as const satisfies Record<string, Rule>

const operatorRules: ReadonlyMap<string, Rule> = new Map(Object.entries(rules))
const operatorNames = Object.keys(rules).join(", ")

const Operators = Schema.Record(Schema.String, Operand)
const Condition = Schema.Union([text, Schema.Finite, Schema.Boolean, Schema.Null, Operators]).annotate({
  message: 'must be text, a number, true, false or null, or an object of operators such as {"in": [...]}'
})
type Condition = typeof Condition.Type

const isOperators = (condition: Condition): condition is typeof Operators.Type => typeof condition === "object" && condition !== null

const conditionIssues = (path: string, condition: Condition): ReadonlyArray<Schema.FilterIssue> => {
  const wrong = path.includes("*") ? "must not contain *, since a condition looks at one value" : pathProblem(path)
  if (wrong !== undefined) return [{ path: [path.slice(0, 64)], issue: `its path ${wrong}` }]
  if (!isOperators(condition)) return []
  const operators = Object.entries(condition)
  if (operators.length === 0) return [{ path: [path], issue: `must hold at least one of ${operatorNames}` }]
  if (operators.length > filterLimits.operators) return [{ path: [path], issue: `must hold at most ${filterLimits.operators} operators` }]
  return operators.flatMap(([operator, operand]) => {
    const rule = operatorRules.get(operator)
    const issue = rule === undefined ? `must be one of ${operatorNames}` : rule.problem(operand)
    return issue === undefined ? [] : [{ path: [path, operator.slice(0, 64)], issue }]
  })
}

/** `event_filter_conditions`: a map from a dotted path to a scalar or to operators, all of which must hold. */
export const EventFilterConditions = Schema.Record(Schema.String, Condition)
  // Its keys are paths that callers wrote: their case is never changed.
  .annotate({ "x-free-form": true, message: "must be an object from paths to conditions" })
  .check(
    Schema.makeFilter(
      (conditions: { readonly [path: string]: Condition }): Schema.FilterOutput => {
        const entries = Object.entries(conditions)
        if (entries.length > filterLimits.conditions) return `must hold at most ${filterLimits.conditions} conditions`
        return entries.flatMap(([path, condition]) => conditionIssues(path, condition))
      },
      { toJsonSchema: () => ({ maxProperties: filterLimits.conditions, propertyNames: { maxLength: pathLimits.characters } }) }
    )
  )
  .annotate({
    identifier: "EventFilterConditions",
    description: `Conditions on the event, in the version of the endpoint. The service sends the event only if all of them are met. Keys are dotted paths from the root of the event in snake_case; a value is text, a number, true, false or null to be equal to, or an object of operators: ${operatorNames}. A missing path does not match.`,
    examples: [{ "data.status": "approved", "data.risk_score": { gte: 70, lt: 90 } }]
  })
export type EventFilterConditions = typeof EventFilterConditions.Type

const holds = (actual: Json | undefined, condition: Condition): boolean => {
  if (!isOperators(condition)) return actual !== undefined && isScalar(actual) && actual === condition
  return Object.entries(condition).every(([operator, operand]) => {
    if (actual === undefined) return operator === "exists" && operand === false
    return operatorRules.get(operator)?.holds(actual, operand) ?? false
  })
}

/** Whether an event as the endpoint's version shows it, before blocklist and inflection, meets every condition; no conditions, every event. */
export const matchesConditions = (event: Json, conditions: EventFilterConditions): boolean =>
  Object.entries(conditions).every(([path, condition]) => holds(valueAt(event, path), condition))
