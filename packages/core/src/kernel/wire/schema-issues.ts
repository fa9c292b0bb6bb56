import type { SchemaIssue } from "effect"
import type { Problem } from "../foundation/failure.ts"
import { type Fault, faultOfCheck, faultOfExpectation, faultOfLiterals, faultOfType, faults } from "../schema/faults.ts"
import { closestBranch, discriminatorsOf, literalsOf } from "../schema/unions.ts"
import { isRecord } from "../schema/shape.ts"

/** Where a part of the input came from: the first segment of every `loc`. */
export type InputSource = "path" | "query" | "header" | "body"

/** How many problems one answer lists. */
export const maxProblems = 100
const maxSegments = 70
const maxSegmentLength = 128
const maxMessageLength = 1000

/**
 * How inputs are decoded so that `formatIssues` can say all it knows: everything wrong at once, undeclared keys refused. The input is kept
 * on the issues to tell too short from too long and to name a wrong discriminator; it never enters a problem, and issues are never logged.
 */
export const inputParseOptions = { errors: "all", onExcessProperty: "error", reportInput: true } as const

type Location = ReadonlyArray<string | number>
type Problems = Generator<Problem, void, undefined>

const segment = (key: PropertyKey): string | number => {
  if (typeof key === "number") return key
  return (typeof key === "symbol" ? (key.description ?? "symbol") : key).slice(0, maxSegmentLength).toWellFormed()
}

const problem = (loc: Location, { code, message }: Fault): Problem => ({
  loc: loc.slice(0, maxSegments),
  code,
  message: message.slice(0, maxMessageLength)
})

/** A discriminator that is missing or names no member explains more than any member's own complaints. */
const wrongTag = (issue: SchemaIssue.AnyOf, loc: Location): Problem | undefined => {
  const { ast, input } = issue
  if (!isRecord(input)) return undefined
  for (const { key, literals } of discriminatorsOf(ast)) {
    if (!Object.hasOwn(input, key)) return problem([...loc, key], faults.missing)
    if (!literals.some((literal) => literal === input[key])) return problem([...loc, key], faultOfLiterals(literals))
  }
  return undefined
}

function* ofUnion(issue: SchemaIssue.AnyOf, loc: Location): Problems {
  const literals = literalsOf(issue.ast)
  const tag = wrongTag(issue, loc)
  const branch = closestBranch(issue)
  if (literals !== undefined) yield problem(loc, faultOfLiterals(literals))
  else if (tag !== undefined) yield tag
  else if (branch !== undefined) yield* problemsOf(branch, loc)
  else yield problem(loc, faultOfType(issue.ast))
}

/** Text that does not spell a number or a boolean is of the wrong type: how such text is checked on the way concerns no one. */
function* ofEncoding({ ast, issue }: SchemaIssue.Encoding, loc: Location): Problems {
  const isWritten = ast._tag === "Number" || ast._tag === "Boolean" || ast._tag === "BigInt"
  let inner = issue
  while (inner._tag === "Encoding") inner = inner.issue
  const failedBefore = inner._tag === "InvalidType" || inner._tag === "AnyOf" || (inner._tag === "Composite" && inner.ast._tag === "String")
  if (isWritten && failedBefore) yield problem(loc, faultOfType(ast))
  else yield* problemsOf(inner, loc)
}

function* problemsOf(issue: SchemaIssue.Issue, loc: Location): Problems {
  switch (issue._tag) {
    case "Composite":
      for (const inner of issue.issues) yield* problemsOf(inner, loc)
      break
    case "Pointer":
      yield* problemsOf(issue.issue, [...loc, ...issue.path.map(segment)])
      break
    case "AnyOf":
      yield* ofUnion(issue, loc)
      break
    case "Encoding":
      yield* ofEncoding(issue, loc)
      break
    case "Filter":
      // A check may point at the member that is wrong, or list several things.
      if (issue.issue._tag === "InvalidValue") yield problem(loc, faultOfCheck(issue, issue.issue))
      else yield* problemsOf(issue.issue, loc)
      break
    case "MissingKey":
      yield problem(loc, faults.missing)
      break
    case "UnexpectedKey":
      yield problem(loc, faults.unexpected_key)
      break
    case "InvalidType":
      yield problem(loc, faultOfType(issue.ast))
      break
    case "InvalidValue":
      yield problem(loc, faultOfExpectation(issue.annotations))
      break
    case "Forbidden":
      yield problem(loc, faults.invalid)
      break
    case "OneOf":
      yield problem(loc, faults.ambiguous)
      break
  }
}

/**
 * Everything wrong with an input as `errors[]` lists it: located from its source, under a stable code, in words that never
 * repeat the value sent, at most `maxProblems` of them.
 */
export const formatIssues = (issue: SchemaIssue.Issue, source: InputSource): ReadonlyArray<Problem> => {
  const found = new Map<string, Problem>()
  for (const one of problemsOf(issue, [source])) {
    found.set(JSON.stringify(one), one)
    if (found.size === maxProblems) break
  }
  return [...found.values()]
}
