import { Schema } from "effect"
import { charactersUpTo, unstorable } from "./unicode.ts"

/** Bounds of a metadata dictionary. */
export const metadataLimits = { bytes: 16 * 1024, depth: 5, key_characters: 255 } as const

/** More problems than this say nothing new about one dictionary. */
const maxProblems = 20

interface Problem {
  readonly path: ReadonlyArray<string | number>
  readonly issue: string
}

interface Walk {
  readonly problems: Array<Problem>
  bytes: number
}

const utf8 = new TextEncoder()
/** Bytes of a JSON string as RFC 8785 writes it. Long text is only estimated from below, which is enough to refuse it. */
const stringBytes = (text: string): number => (text.length > metadataLimits.bytes ? text.length : utf8.encode(JSON.stringify(text)).length)

const isMap = (value: object): value is Readonly<Record<string, unknown>> => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const keyProblem = (key: string): string | undefined => {
  if (charactersUpTo(key, metadataLimits.key_characters) > metadataLimits.key_characters) {
    return `has a key of more than ${metadataLimits.key_characters} characters`
  }
  const bad = unstorable(key)
  return bad === undefined ? undefined : `has a key with ${bad}`
}

interface Weight {
  readonly bytes: number
  readonly issue?: string
}

const unfit = (issue: string): Weight => ({ bytes: 0, issue })

const textWeight = (text: string): Weight => {
  const bad = unstorable(text)
  return bad === undefined ? { bytes: stringBytes(text) } : { bytes: stringBytes(text), issue: `must not contain ${bad}` }
}

/** What one value weighs by itself, without what it holds, and what is wrong with it. */
const weigh = (value: unknown, depth: number): Weight => {
  switch (typeof value) {
    case "string":
      return textWeight(value)
    case "number":
      return Number.isFinite(value) ? { bytes: String(value).length } : unfit("must be a finite number")
    case "boolean":
      return { bytes: String(value).length }
    case "object": {
      if (value === null) return { bytes: 4 }
      const list = Array.isArray(value)
      if (!list && !isMap(value)) return unfit("must be a JSON value")
      // Brackets and commas: a list too long by its commas alone is never walked.
      const bytes = Math.max(2, (list ? value.length : Object.keys(value).length) + 1)
      return depth > metadataLimits.depth ? { bytes, issue: `is nested deeper than ${metadataLimits.depth} levels` } : { bytes }
    }
    default:
      return unfit("must be a JSON value")
  }
}

/** Adds what a value weighs and what is wrong with it. Stops as soon as the answer is settled. */
const walk = (value: unknown, path: ReadonlyArray<string | number>, depth: number, found: Walk): void => {
  const settled = () => found.bytes > metadataLimits.bytes || found.problems.length >= maxProblems
  const { bytes, issue } = weigh(value, depth)
  found.bytes += bytes
  if (issue !== undefined) found.problems.push({ path, issue })
  if (issue !== undefined || typeof value !== "object" || value === null) return
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && !settled(); index += 1) walk(value[index], [...path, index], depth + 1, found)
    return
  }
  for (const [key, held] of Object.entries(value)) {
    if (settled()) return
    found.bytes += stringBytes(key) + 1
    const bad = keyProblem(key)
    // The key stays out of the path when it is what is wrong: it may be of any size and hold anything.
    if (bad === undefined) walk(held, [...path, key], depth + 1, found)
    else found.problems.push({ path, issue: bad })
  }
}

/** Everything wrong with a metadata dictionary, at most 20 problems; empty when it may be stored. Runs in time bounded by the limits. */
export const metadataProblems = (metadata: Readonly<Record<string, unknown>>): ReadonlyArray<Problem> => {
  const found: Walk = { problems: [], bytes: 0 }
  walk(metadata, [], 1, found)
  if (found.bytes <= metadataLimits.bytes) return found.problems
  return [
    { path: [], issue: `must be at most ${metadataLimits.bytes} bytes as JSON without spaces` },
    ...found.problems.slice(0, maxProblems - 1)
  ]
}

const AnyJson = Schema.Json.annotate({ description: "Any JSON value" })

/**
 * Free-form data that a customer keeps with a resource: a JSON object of at most 16 KB of canonical JSON, nested at most
 * 5 levels (the dictionary itself is the first), with keys of at most 255 characters. Its keys are data: their case is never changed.
 */
export const Metadata = Schema.Record(Schema.String, AnyJson)
  .annotate({ "x-free-form": true })
  .check(
    Schema.makeFilter((metadata: Readonly<Record<string, unknown>>) => metadataProblems(metadata), {
      expected: "a JSON object of at most 16 KB",
      description: "Free-form data kept with the resource: at most 16 KB as JSON, 5 levels deep. Keys are kept as they are",
      toJsonSchema: () => ({ propertyNames: { maxLength: metadataLimits.key_characters } })
    })
  )
type Dictionary = typeof Metadata.Type

/** What is stored after a PATCH: keys that were sent replace the stored ones, and null clears a key. */
export const mergedMetadata = (stored: Dictionary, sent: Dictionary | undefined): Dictionary =>
  sent === undefined ? stored : Object.fromEntries(Object.entries({ ...stored, ...sent }).filter(([, value]) => value !== null))

/** What is wrong with what would be stored: each part may be small enough, and the whole too large. */
export const mergeProblems = (merged: Dictionary) =>
  metadataProblems(merged).map(({ issue, path }) => ({ loc: ["body", "metadata", ...path], code: "invalid", message: issue }))
