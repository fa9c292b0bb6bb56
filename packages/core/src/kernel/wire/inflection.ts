import { type JsonSchema, Schema } from "effect"
import type { Problem } from "../foundation/failure.ts"
import type { InputSource } from "./schema-issues.ts"
import { codeKeys, type Shape, shapeOf } from "../schema/shape.ts"
import { compileWalk, put, type Rules, type Trail } from "./walk.ts"

/** The values of `Key-Inflection`, spelled exactly so. */
export const inflections = ["snake", "camel", "kebab"] as const
export type Inflection = (typeof inflections)[number]

/** Reads the value of a `Key-Inflection` header. */
export const parseInflection = (text: string): { readonly inflection: Inflection } | { readonly problem: Problem } => {
  const inflection = inflections.find((value) => value === text)
  if (inflection !== undefined) return { inflection }
  return { problem: { loc: ["header", "Key-Inflection"], code: "enum", message: `Must be one of ${inflections.join(", ")}.` } }
}

// Only a single underscore between two letters or digits separates words; those before, after or doubled belong to the name.
const wordBreak = /(?<=[A-Za-z0-9])_([A-Za-z0-9])/g

/** One declared key in another casing: `date_of_birth` becomes `dateOfBirth` or `date-of-birth`. */
export const inflectKey = (key: string, inflection: Inflection): string => {
  switch (inflection) {
    case "snake":
      return key
    case "camel":
      return key.replace(wordBreak, (_, next: string) => next.toUpperCase())
    case "kebab":
      return key.replace(wordBreak, "-$1")
  }
}

interface Naming {
  readonly camel: ReadonlyMap<string, string>
  readonly kebab: ReadonlyMap<string, string>
  /** Every accepted spelling to the declared key it stands for. */
  readonly declared: ReadonlyMap<string, string>
}

const namings = new WeakMap<Shape, Naming>()

/**
 * The spellings of all keys that alternatives of one shape declare. Where two keys would share a spelling (`line_1` and `line1` are both
 * `line1` in camel case), the later one keeps its own, so that the way back is always one and the same key.
 */
const namingOf = (shape: Shape): Naming => {
  const found = namings.get(shape)
  if (found !== undefined) return found
  const keys = new Set(shape.objects.flatMap(({ properties }) => [...properties.keys()]))
  const codes = new Set(shape.objects.flatMap(({ code_keys, properties }) => (code_keys ? [...properties.keys()] : [])))
  const declared = new Map([...keys].map((key) => [key, key]))
  const claim = (inflection: Inflection) =>
    new Map(
      [...keys].map((key) => {
        if (codes.has(key)) return [key, key]
        const spelled = inflectKey(key, inflection)
        const owner = declared.get(spelled)
        if (owner !== undefined && owner !== key) return [key, key]
        declared.set(spelled, key)
        return [key, spelled]
      })
    )
  const naming = { camel: claim("camel"), kebab: claim("kebab"), declared }
  namings.set(shape, naming)
  return naming
}

/** The JSON Schema of what is answered or sent, with the marks that casing needs. */
export const casingDocument = (schema: Schema.Top): ReturnType<typeof Schema.toJsonSchemaDocument> =>
  Schema.toJsonSchemaDocument(schema, { includeAnnotationKey: (key) => key === codeKeys })

const unchanged = <Value>(value: Value): Value => value

const outbound = (inflection: "camel" | "kebab"): Rules => ({
  changesObject: ({ properties }, shape) => [...properties.keys()].some((key) => namingOf(shape)[inflection].get(key) !== key),
  changesArray: () => false,
  array: () => undefined,
  spellings: (key) => [key],
  object: ({ properties }, { property, rest }, shape) => {
    const names = namingOf(shape)[inflection]
    const fields = new Map([...properties.keys()].map((key) => [key, { name: names.get(key) ?? key, walk: property(key) }]))
    return (value, trail) => {
      const renamed: Record<string, unknown> = {}
      for (const key of Object.keys(value)) {
        const field = fields.get(key)
        const walk = field === undefined ? rest : field.walk
        put(renamed, field?.name ?? key, walk === undefined ? value[key] : walk(value[key], trail))
      }
      return renamed
    }
  }
})

/**
 * Renames the keys that a response schema declares, at any depth. Keys of maps (`metadata`, `custom_fields`) and all values stay as they
 * are. `schema` and `definitions` are a JSON Schema as Effect writes it; compile once, at boot. For `snake` the value itself comes back.
 */
export const compileInflector = (
  schema: JsonSchema.JsonSchema,
  definitions: JsonSchema.Definitions,
  inflection: Inflection
): ((value: unknown) => unknown) => {
  if (inflection === "snake") return unchanged
  const walk = compileWalk(shapeOf(schema, definitions), outbound(inflection))
  return walk === undefined ? unchanged : (value) => walk(value, [])
}

/** A request body in snake case, and each key that was sent in two spellings at once. */
interface Deflected {
  readonly value: unknown
  readonly collisions: ReadonlyArray<Problem>
}

/** How many collisions one request is told about. */
const maxCollisions = 100

const inbound = (collide: (trail: Trail, key: string) => void): Rules => ({
  changesObject: ({ properties }, shape) => {
    const { camel, kebab } = namingOf(shape)
    return [...properties.keys()].some((key) => camel.get(key) !== key || kebab.get(key) !== key)
  },
  changesArray: () => false,
  array: () => undefined,
  spellings: (key, shape) => {
    const { camel, kebab } = namingOf(shape)
    return [...new Set([key, camel.get(key) ?? key, kebab.get(key) ?? key])]
  },
  object: ({ properties }, { property, rest }, shape) => {
    const own = [...namingOf(shape).declared].filter(([, key]) => properties.has(key))
    const fields = new Map(own.map(([spelled, key]) => [spelled, { key, walk: property(key) }]))
    return (value, trail) => {
      const snake: Record<string, unknown> = {}
      let same = true
      for (const spelled of Object.keys(value)) {
        const field = fields.get(spelled)
        const key = field?.key ?? spelled
        if (field !== undefined && Object.hasOwn(snake, key)) {
          collide(trail, key)
          same = false
          continue
        }
        const child = value[spelled]
        const walk = field === undefined ? rest : field.walk
        let walked = child
        if (walk !== undefined) {
          trail.push(key)
          walked = walk(child, trail)
          trail.pop()
        }
        if (key !== spelled || walked !== child) same = false
        put(snake, key, walked)
      }
      return same ? value : snake
    }
  }
})

/**
 * Brings the declared keys of a request back to snake case from any of the three spellings. The first spelling of a key
 * wins and each further one is a collision, located from `source`. A value already in snake case comes back itself.
 */
export const compileDeflector = (
  schema: JsonSchema.JsonSchema,
  definitions: JsonSchema.Definitions,
  source: InputSource = "body"
): ((value: unknown) => Deflected) => {
  // The walk is synchronous and calls nothing of the outside, so one list at a time can be open.
  let collisions: Array<Problem> = []
  const walk = compileWalk(
    shapeOf(schema, definitions),
    inbound((trail, key) => {
      if (collisions.length === maxCollisions) return
      const message = "This key was sent in more than one spelling. Send it once."
      collisions.push({ loc: [source, ...trail, key], code: "duplicate_key", message })
    })
  )
  if (walk === undefined) return (value) => ({ value, collisions: [] })
  return (value) => {
    collisions = []
    const deflected = walk(value, [])
    return { value: deflected, collisions }
  }
}
