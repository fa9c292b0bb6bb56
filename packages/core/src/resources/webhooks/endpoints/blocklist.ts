import { Schema } from "effect"
import { type Json, type JsonObject, pathLimits, pathProblem } from "./attribute-path.ts"

/** How many paths an endpoint may block. */
const blocklistLimit = 100

/**
 * Root fields that no path removes: without them a receiver can neither recognise a repeat, nor choose a handler, nor put
 * events in time, and readers of Standard Webhooks refuse the payload.
 */
const protectedFields: ReadonlySet<string> = new Set(["id", "type", "timestamp"])

const problemOf = (path: string): string | undefined => {
  if (protectedFields.has(path)) return `must not name ${path}, which every event carries`
  const stray = path.split(".", pathLimits.segments).find((part) => part.includes("*") && part !== "*" && part !== "**")
  return stray === undefined ? pathProblem(path) : "must use * and ** only as whole segments, such as data.*.number or data.**.name"
}

/** `attribute_blocklist`: dotted paths from the root of the event, `*` for one segment, `**` for any depth. */
export const AttributeBlocklist = Schema.Array(Schema.String.check(Schema.isMaxCodePoints(pathLimits.characters)))
  .annotate({ message: "must be a list of dotted paths" })
  .check(
    Schema.isMaxLength(blocklistLimit),
    Schema.makeFilter((paths: ReadonlyArray<string>) =>
      paths.slice(0, blocklistLimit).flatMap((path, position) => {
        const issue = problemOf(path)
        return issue === undefined ? [] : [{ path: [position], issue }]
      })
    )
  )
  .annotate({
    identifier: "AttributeBlocklist",
    description:
      "Attributes left out of payloads: dotted paths from the root of the event, in snake_case; * stands for one segment (a key or a position in a list), ** for any number of them. id, type and timestamp always stay.",
    examples: [["actor", "data.**.display_name"]]
  })
export type AttributeBlocklist = typeof AttributeBlocklist.Type

/** A place within a path: how much of it has been walked. Several are followed at once, so that `**` never backtracks. */
interface Place {
  readonly segments: ReadonlyArray<string>
  readonly at: number
}

/** A `**` may stand for nothing, except at the end: `data.**` empties data and leaves it standing. */
const withoutDepth = (place: Place): ReadonlyArray<Place> => {
  const { segments, at } = place
  if (segments[at] !== "**" || at === segments.length - 1) return [place]
  return [place, ...withoutDepth({ segments, at: at + 1 })]
}

interface Step {
  readonly removed: boolean
  readonly places: ReadonlyArray<Place>
}

const step = (places: ReadonlyArray<Place>, key: string): Step => {
  const reached = new Map<string, Place>()
  for (const { segments, at } of places) {
    const segment = segments[at]
    if (segment !== "**" && segment !== "*" && segment !== key) continue
    if (at === segments.length - 1) return { removed: true, places: [] }
    for (const place of withoutDepth({ segments, at: segment === "**" ? at : at + 1 })) {
      reached.set(`${place.at}:${place.segments.join(".")}`, place)
    }
  }
  return { removed: false, places: [...reached.values()] }
}

/** Events are at most 20 KB and a few levels deep; what lies deeper than any rule was followed is left out, never let through. */
const deepest = 64

const pruneObject = (value: JsonObject, places: ReadonlyArray<Place>, depth: number): JsonObject => {
  const kept: Array<readonly [string, Json]> = []
  for (const [key, child] of Object.entries(value)) {
    if (depth === 0 && protectedFields.has(key)) {
      kept.push([key, child])
      continue
    }
    const { removed, places: inside } = step(places, key)
    if (!removed) kept.push([key, prune(child, inside, depth + 1)])
  }
  // From entries, not by assignment: a key named __proto__ stays a key.
  return Object.fromEntries(kept)
}

const pruneList = (values: ReadonlyArray<Json>, places: ReadonlyArray<Place>, depth: number): ReadonlyArray<Json> =>
  values.flatMap((child, position) => {
    const { removed, places: inside } = step(places, String(position))
    return removed ? [] : [prune(child, inside, depth + 1)]
  })

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

function prune(value: Json, places: ReadonlyArray<Place>, depth: number): Json {
  if (typeof value !== "object" || value === null || places.length === 0) return value
  if (depth > deepest) return null
  return isList(value) ? pruneList(value, places, depth) : pruneObject(value, places, depth)
}

/**
 * The event without its blocked attributes; the event itself is not changed. A blocked element of a list is taken out, so the
 * list becomes shorter; a blocked key disappears. Paths that lead nowhere change nothing. Applied before inflection.
 */
export const withoutBlocked = (event: JsonObject, blocklist: ReadonlyArray<string>): JsonObject => {
  if (blocklist.length === 0) return event
  const places = blocklist.flatMap((path) => withoutDepth({ segments: path.split("."), at: 0 }))
  return pruneObject(event, places, 0)
}
