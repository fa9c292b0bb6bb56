import { Schema } from "effect"
import type { Operator } from "../../../kernel/conditions/catalogue.ts"
import { type Evaluable, evaluate } from "../../../kernel/conditions/evaluate.ts"
import { type Json, pathLimits, pathProblem, valueAt } from "./attribute-path.ts"

/** Bounds of `event_filter_conditions`. */
const filterLimits = { conditions: 50, operators: 10, values: 100, characters: 1_000 } as const

const text = Schema.String.check(Schema.isMaxCodePoints(filterLimits.characters))
const Scalar = Schema.Union([text, Schema.Finite, Schema.Boolean, Schema.Null]).annotate({
  message: "must be text, a number, true, false or null"
})
const Operand = Schema.Union([
  text,
  Schema.Finite,
  Schema.Boolean,
  Schema.Null,
  Schema.Array(Scalar).check(Schema.isMaxLength(filterLimits.values))
]).annotate({ message: "must be text, a number, true, false or null, or a list of them" })
type Operand = typeof Operand.Type

const scalarWanted = (operand: Operand): string | undefined =>
  Array.isArray(operand) ? "must be text, a number, true, false or null" : undefined
const listWanted = (operand: Operand): string | undefined =>
  Array.isArray(operand) && operand.length > 0 ? undefined : "must be a list of at least one value"
const orderWanted = (operand: Operand): string | undefined =>
  typeof operand === "number" || typeof operand === "string" ? undefined : "must be a number, a date or text"

/** What is wrong with an operand of each operator, as the end of a sentence about it. `exists` alone can hold for a missing path. */
const wanted = {
  eq: scalarWanted,
  ne: scalarWanted,
  in: listWanted,
  nin: listWanted,
  gt: orderWanted,
  gte: orderWanted,
  lt: orderWanted,
  lte: orderWanted,
  exists: (operand) => (typeof operand === "boolean" ? undefined : "must be true or false"),
  contains: scalarWanted
} as const satisfies Partial<Record<Operator, (operand: Operand) => string | undefined>>

const isOperator = (name: string): name is keyof typeof wanted => Object.hasOwn(wanted, name)
const operatorNames = Object.keys(wanted).join(", ")

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
    const issue = isOperator(operator) ? wanted[operator](operand) : `must be one of ${operatorNames}`
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

const comparison = (path: string, operator: Operator, operand: Operand): Evaluable => ({
  op: "compare",
  path,
  operator,
  operands: Array.isArray(operand) ? operand : [operand]
})

/** The conditions in the language of all conditions: each path is compared as its operators say, and all of them must hold. */
const conditionOf = (conditions: EventFilterConditions): Evaluable => ({
  op: "and",
  of: Object.entries(conditions).flatMap(([path, condition]) => {
    if (!isOperators(condition)) return [comparison(path, "eq", condition)]
    return Object.entries(condition).flatMap(([operator, operand]) => (isOperator(operator) ? [comparison(path, operator, operand)] : []))
  })
})

/** Whether an event as the endpoint's version shows it, before blocklist and inflection, meets every condition; no conditions, every event. */
export const matchesConditions = (event: Json, conditions: EventFilterConditions): boolean =>
  evaluate(conditionOf(conditions), (path) => valueAt(event, path)) === "true"
