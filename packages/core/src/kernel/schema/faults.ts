import type { SchemaAST, SchemaIssue } from "effect"
import { type Discriminator, literalsOf } from "./unions.ts"
import { isRecord } from "./shape.ts"

/** What is wrong with one value, apart from where it stands. */
export interface Fault {
  readonly code: string
  readonly message: string
}

/** The codes a schema problem may have; more are added over time, none is renamed. A check of ours may bring its own (see `issueCode`). */
export const problemCodes = [
  "missing",
  "unexpected_key",
  "duplicate_key",
  "type",
  "enum",
  "format",
  "pattern",
  "too_short",
  "too_long",
  "too_small",
  "too_large",
  "too_few",
  "too_many",
  "not_multiple",
  "not_unique",
  "ambiguous",
  "invalid"
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** The annotation by which a check names its own code: `Schema.makeFilter(isCountry, { [issueCode]: "unknown_country", expected: "a country" })`. */
export const issueCode = "issueCode"

const fault = (code: ProblemCode, message: string): Fault => ({ code, message })

export const faults = {
  missing: fault("missing", "This field is required."),
  unexpected_key: fault("unexpected_key", "This field is not known here."),
  ambiguous: fault("ambiguous", "Must match exactly one of the allowed forms."),
  invalid: fault("invalid", "This value is not allowed.")
} as const

const maxListed = 40

/** The allowed values are of the schema, so they may be shown. */
export const faultOfLiterals = (literals: Discriminator["literals"]): Fault => {
  const [only] = literals
  if (literals.length === 1 && only !== undefined) return fault("enum", `Must be ${String(only)}.`)
  const listed = literals.slice(0, maxListed).map(String).join(", ")
  return fault("enum", `Must be one of ${listed}${literals.length > maxListed ? ", ..." : ""}.`)
}

const representationId = (annotations: unknown): string | undefined => {
  const representation = isRecord(annotations) ? annotations.representation : undefined
  return isRecord(representation) && typeof representation.id === "string" ? representation.id : undefined
}

const flatChecks = (checks: ReadonlyArray<SchemaAST.Check<never>>): ReadonlyArray<SchemaAST.Filter<never>> =>
  checks.flatMap((check) => (check._tag === "Filter" ? [check] : flatChecks(check.checks)))

const isWhole = (ast: SchemaAST.AST): boolean =>
  flatChecks(ast.checks ?? []).some(({ annotations }) => representationId(annotations) === "effect/schema/isInt")

const expectedText = (annotations: unknown): string | undefined =>
  isRecord(annotations) && typeof annotations.expected === "string" ? annotations.expected : undefined

/** What a schema wants, as a person would say it. */
const nameOfType = (ast: SchemaAST.AST): string => {
  switch (ast._tag) {
    case "String":
      return "a string"
    case "TemplateLiteral":
      return "a string of the documented form"
    case "Number":
      return isWhole(ast) ? "a whole number" : "a number"
    case "BigInt":
      return "a whole number"
    case "Boolean":
      return "true or false"
    case "Arrays":
      return "a list"
    case "Objects":
    case "ObjectKeyword":
      return "an object"
    case "Null":
    case "Undefined":
    case "Void":
      return "null"
    case "Literal":
    case "Enum":
      return (literalsOf(ast) ?? []).slice(0, maxListed).map(String).join(", ")
    case "Union":
      return [...new Set(ast.types.slice(0, maxListed).map(nameOfType))].join(" or ")
    case "Declaration":
      return expectedText(ast.annotations) ?? "a value of the documented form"
    case "Suspend":
    case "Unknown":
    case "Any":
    case "Symbol":
    case "UniqueSymbol":
      return "a value of the documented form"
    case "Never":
      return "left out"
  }
}

/** A value of the wrong kind, or none of the few values there are. */
export const faultOfType = (ast: SchemaAST.AST): Fault => {
  const literals = ast._tag === "Null" ? undefined : literalsOf(ast)
  return literals === undefined ? fault("type", `Must be ${nameOfType(ast)}.`) : faultOfLiterals(literals)
}

/** A value that a decoding step refused, distinguished from what the step says it expected. */
export const faultOfExpectation = (annotations: unknown): Fault => {
  const own = isRecord(annotations) ? annotations : {}
  const code = typeof own[issueCode] === "string" ? own[issueCode] : undefined
  if (typeof own.message === "string") return { code: code ?? "invalid", message: own.message }
  const expected = expectedText(own)
  if (expected !== undefined) return { code: code ?? "format", message: `Must be ${expected}.` }
  return { code: code ?? "invalid", message: faults.invalid.message }
}

type Bounds = Readonly<Record<string, unknown>>

/** How much there is of a value: characters, items, members, or the number itself. */
interface Measure {
  readonly of: (input: unknown) => number | undefined
  readonly below: (input: unknown) => ProblemCode
  readonly above: (input: unknown) => ProblemCode
  readonly unit: (input: unknown) => string
}

const ofLength = (input: unknown): number | undefined => (typeof input === "string" || Array.isArray(input) ? input.length : undefined)
const isList = (input: unknown) => Array.isArray(input)

const measures = {
  length: {
    of: ofLength,
    below: (input) => (isList(input) ? "too_few" : "too_short"),
    above: (input) => (isList(input) ? "too_many" : "too_long"),
    unit: (input) => (isList(input) ? "item" : "character")
  },
  codePoints: {
    of: (input) => (typeof input === "string" ? [...input].length : undefined),
    below: () => "too_short",
    above: () => "too_long",
    unit: () => "character"
  },
  members: {
    of: (input) => (isRecord(input) ? Object.keys(input).length : undefined),
    below: () => "too_few",
    above: () => "too_many",
    unit: () => "member"
  },
  number: {
    of: (input) => (typeof input === "number" ? input : undefined),
    below: () => "too_small",
    above: () => "too_large",
    unit: () => ""
  }
} as const satisfies Record<string, Measure>

/** Of the checks with a lower and an upper bound: which measure they take. */
const bounded: Readonly<Record<string, Measure>> = {
  isMinLength: measures.length,
  isMaxLength: measures.length,
  isBetweenLength: measures.length,
  isMinCodePoints: measures.codePoints,
  isMaxCodePoints: measures.codePoints,
  isBetweenCodePoints: measures.codePoints,
  isMinProperties: measures.members,
  isMaxProperties: measures.members,
  isBetweenProperties: measures.members,
  isGreaterThan: measures.number,
  isGreaterThanOrEqualTo: measures.number,
  isLessThan: measures.number,
  isLessThanOrEqualTo: measures.number,
  isBetween: measures.number
}

const numberAmong = (bounds: Bounds, names: ReadonlyArray<string>): number | undefined => {
  for (const name of names) {
    const value = bounds[name]
    if (typeof value === "number") return value
  }
  return undefined
}

const faultOfBounds = (measure: Measure, bounds: Bounds, input: unknown): Fault => {
  const low = numberAmong(bounds, ["exclusiveMinimum", "minimum", "minLength", "minCodePoints", "minProperties"])
  const high = numberAmong(bounds, ["exclusiveMaximum", "maximum", "maxLength", "maxCodePoints", "maxProperties"])
  // A single bound names itself exclusive with its value, a pair of bounds with a flag.
  const openLow = bounds.exclusiveMinimum === true || typeof bounds.exclusiveMinimum === "number"
  const openHigh = bounds.exclusiveMaximum === true || typeof bounds.exclusiveMaximum === "number"
  const atLeast = low === undefined ? [] : [`${openLow ? "more than" : "at least"} ${low}`]
  const atMost = high === undefined ? [] : [`${openHigh ? "less than" : "at most"} ${high}`]
  const range = [...atLeast, ...atMost].join(" and ")
  const unit = measure.unit(input)
  const message = unit === "" ? `Must be ${range}.` : `Must have ${range} ${unit}${(high ?? low) === 1 ? "" : "s"}.`
  const size = measure.of(input)
  const isBelow = high === undefined || (size !== undefined && low !== undefined && (size < low || (openLow && size === low)))
  const isAbove = low === undefined || (size !== undefined && !isBelow)
  return fault(isBelow ? measure.below(input) : isAbove ? measure.above(input) : "invalid", message)
}

const plain: Readonly<Record<string, Fault>> = {
  isInt: fault("type", "Must be a whole number."),
  isFinite: fault("type", "Must be a finite number."),
  isStringFinite: fault("type", "Must be a number."),
  isStringBigInt: fault("type", "Must be a whole number."),
  isUnique: fault("not_unique", "Every item must be different."),
  isUniqueKey: fault("not_unique", "Every key must be different."),
  isTrimmed: fault("pattern", "Must not begin or end with white space."),
  isUUID: fault("format", "Must be a UUID."),
  isGUID: fault("format", "Must be a UUID."),
  isULID: fault("format", "Must be a ULID.")
}

const maxPatternLength = 200
const defaultPatternText = "a string matching the RegExp "

/** The pattern is of the schema, so it may be shown; a text of our own for it reads better and goes first. */
const faultOfPattern = (annotations: Bounds, payload: Bounds): Fault => {
  const expected = expectedText(annotations)
  if (expected !== undefined && !expected.startsWith(defaultPatternText)) return fault("pattern", `Must be ${expected}.`)
  const { source } = payload
  const shown = typeof source === "string" && source.length <= maxPatternLength ? `match the pattern ${source}` : "have the documented form"
  return fault("pattern", `Must ${shown}.`)
}

const prefix = "effect/schema/"

/** What is known of one of the checks that every schema may have; undefined for a check of ours. */
const faultOfKnownCheck = (annotations: Bounds, input: unknown): Fault | undefined => {
  const id = representationId(annotations)
  const name = id?.startsWith(prefix) ? id.slice(prefix.length) : ""
  const measure = Object.hasOwn(bounded, name) ? bounded[name] : undefined
  const payload = isRecord(annotations.representation) ? annotations.representation.payload : undefined
  if (measure !== undefined && isRecord(payload)) return faultOfBounds(measure, payload, input)
  if (name === "isPattern" && isRecord(payload)) return faultOfPattern(annotations, payload)
  if (name === "isMultipleOf") return fault("not_multiple", `Must be ${expectedText(annotations) ?? "a multiple of the documented step"}.`)
  return Object.hasOwn(plain, name) ? plain[name] : undefined
}

/** A check that failed: in words of its own if it has any, under its own code, else under that of its kind. */
export const faultOfCheck = ({ filter, input }: SchemaIssue.Filter, inner: SchemaIssue.InvalidValue): Fault => {
  const annotations = isRecord(filter.annotations) ? filter.annotations : {}
  const stated = inner.annotations === undefined ? annotations : { ...annotations, ...inner.annotations }
  const known = faultOfKnownCheck(annotations, input)
  if (known === undefined || typeof stated[issueCode] === "string") return faultOfExpectation(stated)
  return typeof stated.message === "string" ? { code: known.code, message: stated.message } : known
}
