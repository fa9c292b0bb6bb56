import type { JsonSchema } from "effect"
import { once } from "./once.ts"

/** An alternative that is an object. Without properties it is a map: its keys are data of the one who wrote them. */
export interface ObjectShape {
  /** Names of the definitions this object was reached through, the outermost first. */
  readonly identifiers: ReadonlyArray<string>
  readonly properties: ReadonlyMap<string, () => Shape>
  readonly required: ReadonlySet<string>
  /** Properties that admit a few literal values only: what tells alternatives apart. */
  readonly literals: ReadonlyMap<string, ReadonlySet<unknown>>
  /** Its keys are codes, and so values: no casing changes them. */
  readonly code_keys: boolean
  /** What the values of undeclared keys look like; absent when nothing is known of them. */
  readonly rest: (() => Shape) | undefined
}

/** An alternative that is an array: the first items by position, the others alike. */
export interface ArrayShape {
  readonly identifiers: ReadonlyArray<string>
  readonly prefix: ReadonlyArray<() => Shape>
  readonly items: (() => Shape) | undefined
}

/** Marks an object whose members are named by codes, such as the types of documents. */
export const codeKeys = "x-code-keys"

/** What a value may look like, with `$ref`, `allOf`, `anyOf` and `oneOf` worked out. Scalars have no alternatives. */
export interface Shape {
  readonly objects: ReadonlyArray<ObjectShape>
  readonly arrays: ReadonlyArray<ArrayShape>
}

type Node = JsonSchema.JsonSchema

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const scalar: Shape = { objects: [], arrays: [] }
const anyObject: ObjectShape = {
  identifiers: [],
  properties: new Map(),
  required: new Set(),
  literals: new Map(),
  code_keys: false,
  rest: undefined
}
const anyArray: ArrayShape = { identifiers: [], prefix: [], items: undefined }
const anything: Shape = { objects: [anyObject], arrays: [anyArray] }

const nodes = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The definition a local reference names, whether written for a document of its own or for OpenAPI; JSON Pointer and URI escapes undone. */
const referenceName = (reference: string): string => {
  const last = reference.slice(reference.lastIndexOf("/") + 1)
  return decodeURIComponent(last).replaceAll("~1", "/").replaceAll("~0", "~")
}

const named = (shape: Shape, name: string): Shape => ({
  objects: shape.objects.map((object) => ({ ...object, identifiers: [name, ...object.identifiers] })),
  arrays: shape.arrays.map((array) => ({ ...array, identifiers: [name, ...array.identifiers] }))
})

/** Merges what two schemas say of one value, each pair once. */
const merging = () => {
  const merged = new Map<Shape, Map<Shape, Shape>>()

  const both = (left: Shape, right: Shape): Shape => {
    if (left === right || right === anything) return left
    if (left === anything) return right
    const row = merged.get(left) ?? new Map<Shape, Shape>()
    merged.set(left, row)
    const found = row.get(right)
    if (found !== undefined) return found
    const shape: Shape = {
      objects: left.objects.flatMap((one) => right.objects.map((other) => bothObjects(one, other))),
      arrays: left.arrays.flatMap((one) => right.arrays.map((other) => bothArrays(one, other)))
    }
    row.set(right, shape)
    return shape
  }

  const eitherThunk = (left: (() => Shape) | undefined, right: (() => Shape) | undefined) =>
    left === undefined || right === undefined ? (left ?? right) : once(() => both(left(), right()))

  const bothObjects = (left: ObjectShape, right: ObjectShape): ObjectShape => {
    const properties = new Map(left.properties)
    for (const [key, child] of right.properties) properties.set(key, eitherThunk(left.properties.get(key), child) ?? child)
    return {
      identifiers: [...left.identifiers, ...right.identifiers],
      properties,
      required: left.required.union(right.required),
      literals: new Map([...left.literals, ...right.literals]),
      code_keys: left.code_keys || right.code_keys,
      rest: eitherThunk(left.rest, right.rest)
    }
  }

  const bothArrays = (left: ArrayShape, right: ArrayShape): ArrayShape => ({
    identifiers: [...left.identifiers, ...right.identifiers],
    prefix: left.prefix.length >= right.prefix.length ? left.prefix : right.prefix,
    items: eitherThunk(left.items, right.items)
  })

  return both
}

const tuples = (key: string, values: ReadonlySet<unknown> | undefined): ReadonlyArray<readonly [string, ReadonlySet<unknown>]> =>
  values === undefined ? [] : [[key, values]]

const literalsOf = (definition: (name: string) => unknown, node: unknown, depth: number): ReadonlySet<unknown> | undefined => {
  if (!isRecord(node) || depth > 8) return undefined
  if ("const" in node) return new Set([node.const])
  if (Array.isArray(node.enum)) return new Set(node.enum)
  if (typeof node.$ref === "string") return literalsOf(definition, definition(referenceName(node.$ref)), depth + 1)
  const members = nodes(node.anyOf ?? node.oneOf ?? node.allOf).map((member) => literalsOf(definition, member, depth + 1))
  const sets = members.filter((values) => values !== undefined)
  if (sets.length === 0 || (sets.length < members.length && node.allOf === undefined)) return undefined
  return new Set(sets.flatMap((values) => [...values]))
}

/** How the nodes within a node are read: its definitions by name, what it may be, and each child once it is asked for. */
interface Reading {
  readonly definition: (name: string) => unknown
  readonly either: (members: ReadonlyArray<unknown>) => Shape
  readonly later: (node: unknown) => () => Shape
}

const ownObject = (node: Node, { definition, either, later }: Reading): ObjectShape => {
  const properties = isRecord(node.properties) ? Object.entries(node.properties) : []
  const patterns = isRecord(node.patternProperties) ? Object.values(node.patternProperties) : []
  const others = isRecord(node.additionalProperties) ? [...patterns, node.additionalProperties] : patterns
  return {
    identifiers: [],
    properties: new Map(properties.map(([key, child]) => [key, later(child)])),
    required: new Set(nodes(node.required).filter((key) => typeof key === "string")),
    literals: new Map(properties.flatMap(([key, child]) => tuples(key, literalsOf(definition, child, 0)))),
    code_keys: node[codeKeys] === true,
    rest: others.length === 0 ? undefined : once(() => either(others))
  }
}

const ownArray = (node: Node, { later }: Reading): ArrayShape => ({
  identifiers: [],
  prefix: nodes(node.prefixItems).map(later),
  items: isRecord(node.items) ? later(node.items) : undefined
})

/** What the node says by itself: an object, an array, either, or only scalars. */
const own = (node: Node, reading: Reading): Shape => {
  const types = Array.isArray(node.type) ? node.type : node.type === undefined ? ["object", "array"] : [node.type]
  if (node.type === undefined && ("const" in node || "enum" in node)) return scalar
  const objects = types.includes("object") ? [ownObject(node, reading)] : []
  const arrays = types.includes("array") ? [ownArray(node, reading)] : []
  const saysNothing = node.type === undefined && !shapeKeywords.some((keyword) => keyword in node)
  return saysNothing ? anything : { objects, arrays }
}

/** Reads the shape of one JSON Schema document (draft 2020-12 or OpenAPI 3.1, as Effect writes them). Shapes are built as they are asked for. */
export const shapeOf = (schema: Node, definitions: JsonSchema.Definitions): Shape => {
  const known = new Map<unknown, Shape>()
  const referenced = new Map<string, Shape>()
  const both = merging()

  const definition = (name: string): unknown => (Object.hasOwn(definitions, name) ? definitions[name] : undefined)

  const either = (members: ReadonlyArray<unknown>): Shape => {
    const shapes = members.map(read)
    return { objects: shapes.flatMap(({ objects }) => objects), arrays: shapes.flatMap(({ arrays }) => arrays) }
  }

  const reference = (target: string): Shape => {
    if (target === "#") return read(schema)
    const name = referenceName(target)
    const found = referenced.get(name)
    if (found !== undefined) return found
    // A definition that is nothing but a reference to itself describes no value; it ends here instead of never.
    referenced.set(name, scalar)
    const shape = named(read(definition(name)), name)
    referenced.set(name, shape)
    return shape
  }

  const later = (node: unknown) => once(() => read(node))
  const reading: Reading = { definition, either, later }

  const read = (node: unknown): Shape => {
    if (!isRecord(node)) return node === false ? scalar : anything
    const found = known.get(node)
    if (found !== undefined) return found
    const parts = [own(node, reading)]
    if (typeof node.$ref === "string") parts.push(reference(node.$ref))
    for (const member of nodes(node.allOf)) parts.push(read(member))
    if (Array.isArray(node.anyOf)) parts.push(either(node.anyOf))
    if (Array.isArray(node.oneOf)) parts.push(either(node.oneOf))
    const shape = parts.reduce(both, anything)
    known.set(node, shape)
    return shape
  }

  return read(schema)
}

const shapeKeywords = ["properties", "required", "additionalProperties", "patternProperties", "items", "prefixItems"]
