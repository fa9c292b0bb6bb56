import { Schema } from "effect"
import { EventEnvelope } from "../../../kernel/events/announce.ts"
import { casingDocument, compileInflector, type Inflection, inflectKey } from "../../../kernel/wire/inflection.ts"
import { schemaOfObject } from "../../../kernel/resource/resource.ts"
import { shapeOf } from "../../../kernel/schema/shape.ts"
import { put } from "../../../kernel/wire/walk.ts"
import type { Json, JsonObject } from "../endpoints/attribute-path.ts"

/** Members whose own keys are data of the one who wrote them. */
const freeForm = new Set(["metadata", "custom_fields", "event_filter_conditions", "attributes"])

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

/** What an event adds to a snapshot is of our own making throughout, but for what callers keep with their resources. */
const casedAddition = (key: string, value: Json, inflection: Inflection): Json => {
  if (freeForm.has(key) || typeof value !== "object" || value === null) return value
  if (isList(value)) return value.map((item) => casedAddition(key, item, inflection))
  const renamed: Record<string, Json> = {}
  for (const [inner, child] of Object.entries(value)) put(renamed, inflectKey(inner, inflection), casedAddition(inner, child, inflection))
  return renamed
}

interface Casing {
  readonly declared: ReadonlySet<string>
  readonly apply: (value: unknown) => unknown
}

const compile = (schema: Schema.Top, inflection: Inflection): Casing => {
  const document = casingDocument(schema)
  const { objects } = shapeOf(document.schema, document.definitions)
  return {
    declared: new Set(objects.flatMap(({ properties }) => [...properties.keys()])),
    apply: compileInflector(document.schema, document.definitions, inflection)
  }
}

const compiled = new Map<string, Casing>()

/** Compiled at first use; there are as many as resources and casings, and one more for resources that have no schema. */
const casingOf = (resource_type: string, schema: () => Schema.Top, inflection: Inflection): Casing => {
  const key = `${inflection} ${resource_type}`
  const found = compiled.get(key)
  if (found !== undefined) return found
  const made = compile(schema(), inflection)
  compiled.set(key, made)
  return made
}

const members = (value: unknown): ReadonlyArray<readonly [string, Json]> =>
  typeof value === "object" && value !== null ? Object.entries(value) : []

const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value)

const casedData = (data: JsonObject, resource_type: string, inflection: Inflection): JsonObject => {
  // The keys of a snapshot are spelled in events as they are in answers.
  const schema = schemaOfObject(resource_type)
  const { apply, declared } = casingOf(schema === undefined ? "other" : resource_type, () => schema ?? Schema.Struct({}), inflection)
  const entries = Object.entries(data)
  const snapshot = Object.fromEntries(entries.filter(([key]) => declared.has(key)))
  const renamed: Record<string, Json> = {}
  for (const [key, value] of members(apply(snapshot))) put(renamed, key, value)
  for (const [key, value] of entries) {
    if (!declared.has(key)) put(renamed, inflectKey(key, inflection), casedAddition(key, value, inflection))
  }
  return renamed
}

/**
 * An event in another casing: the keys of its envelope, of the snapshot as the resource's own schema declares them, and of what the
 * event adds; never values, nor keys that callers chose.
 */
export const cased = (
  event: JsonObject,
  { inflection, resource_type }: { readonly resource_type: string; readonly inflection: Inflection }
): JsonObject => {
  if (inflection === "snake") return event
  const { data, ...envelope } = event
  const renamed: Record<string, Json> = {}
  for (const [key, value] of members(casingOf("envelope", () => EventEnvelope, inflection).apply(envelope))) put(renamed, key, value)
  if (data !== undefined) put(renamed, "data", isObject(data) ? casedData(data, resource_type, inflection) : data)
  return renamed
}
