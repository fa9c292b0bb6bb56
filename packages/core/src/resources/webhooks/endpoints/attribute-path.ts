/** Any value that JSON can hold, as an event's payload is made of. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

/** Bounds of a dotted path into the event envelope. */
export const pathLimits = { characters: 255, segments: 16 } as const

// A key may hold anything a metadata key may; only what would make a path ambiguous or unprintable is shut out.
const segment = /^[^\p{Cc}\p{Cs}\p{Z}.]+$/u
const index = /^(?:0|[1-9][0-9]{0,5})$/

/** What is wrong with a dotted path, as the end of a sentence about it; undefined when it is well formed. */
export const pathProblem = (path: string): string | undefined => {
  if (path.length > pathLimits.characters) return `must be at most ${pathLimits.characters} characters long`
  const segments = path.split(".")
  if (segments.length > pathLimits.segments) return `must have at most ${pathLimits.segments} segments`
  if (!segments.every((part) => segment.test(part))) {
    return "must be keys joined by single dots from the root of the event, such as data.status, without spaces"
  }
  return undefined
}

const isObject = (value: Json): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value)

/** The value at a path of keys and array positions, own keys only; undefined where the path leads nowhere. */
export const valueAt = (root: Json, path: string): Json | undefined => {
  let value: Json | undefined = root
  for (const part of path.split(".")) {
    if (Array.isArray(value)) value = index.test(part) ? value[Number(part)] : undefined
    else if (value !== undefined && isObject(value) && Object.hasOwn(value, part)) value = value[part]
    else return undefined
  }
  return value
}
