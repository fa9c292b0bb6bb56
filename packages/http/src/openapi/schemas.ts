import { isDeepStrictEqual } from "node:util"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { JsonSchema, Schema, SchemaRepresentation } from "effect"
import { oneOfEachName } from "./definitions.ts"
import { described } from "./described.ts"

export type SchemaNode = Readonly<Record<string, unknown>>
export interface OperationSchemas {
  readonly params: SchemaNode
  readonly query: SchemaNode
  readonly body: SchemaNode
  readonly output: SchemaNode
}

const isNode = (value: unknown): value is SchemaNode => typeof value === "object" && value !== null && !Array.isArray(value)

const nodeOf = (value: unknown): SchemaNode => (isNode(value) ? value : {})

/** Bounds that the walk adds where a schema states none: identifiers and formats have a length by their pattern, maps by the body limit. */
const impliedStringLength = 255
const impliedItems = 1000

/** Visits every schema node, those under keywords and those of properties, and nothing that only looks like one (examples, enums). */
const rewrite = (node: unknown, visit: (node: SchemaNode) => SchemaNode): unknown => {
  if (!isNode(node)) return node
  const inner = Object.fromEntries(
    Object.entries(node).map(([keyword, value]) => {
      if ((keyword === "properties" || keyword === "patternProperties") && isNode(value)) {
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rewrite(one, visit)]))]
      }
      if ((keyword === "anyOf" || keyword === "oneOf" || keyword === "allOf" || keyword === "prefixItems") && Array.isArray(value)) {
        return [keyword, value.map((one) => rewrite(one, visit))]
      }
      return keyword === "items" || keyword === "additionalProperties" || keyword === "propertyNames"
        ? [keyword, rewrite(value, visit)]
        : [keyword, value]
    })
  )
  return visit(inner)
}

const bounded = (node: SchemaNode): SchemaNode => {
  if (node.type === "string" && node.enum === undefined && node.const === undefined && node.maxLength === undefined) {
    return { ...node, maxLength: impliedStringLength }
  }
  return node.type === "array" && node.maxItems === undefined && node.prefixItems === undefined ? { ...node, maxItems: impliedItems } : node
}

/** A tuple of one kind of item is a list of that length: some generators and linters know no array without `items`. */
const listed = (node: SchemaNode): SchemaNode => {
  const { prefixItems, ...rest } = node
  if (!Array.isArray(prefixItems) || node.items !== undefined) return node
  const [first] = prefixItems
  return prefixItems.every((one) => isDeepStrictEqual(one, first)) ? { ...rest, items: first } : node
}

/** `anyOf` of one is that one; some generators make a wrapper type of it. */
const unwrapped = (node: SchemaNode): SchemaNode => {
  const { anyOf, ...rest } = node
  const [only] = Array.isArray(anyOf) ? anyOf : []
  return Array.isArray(anyOf) && anyOf.length === 1 && isNode(only) ? { ...only, ...rest } : node
}

/** Checks that were added to a schema stand beside it in `allOf`; where nothing is said twice they are a part of it. */
const flattened = (node: SchemaNode): SchemaNode => {
  const { allOf, ...rest } = node
  if (!Array.isArray(allOf) || !allOf.every(isNode)) return node
  const keywords = [rest, ...allOf].flatMap((part) => Object.keys(part))
  const isPlain = !keywords.includes("$ref") && new Set(keywords).size === keywords.length
  return isPlain ? Object.assign({}, rest, ...allOf) : node
}

/** A struct's members are all it has; a map says what its values are. */
const isStruct = ({ additionalProperties, properties }: SchemaNode): boolean =>
  typeof additionalProperties === "boolean" && properties !== undefined

/** A map whose keys follow one pattern says so by their names; many generators know no `patternProperties`. */
const mapped = (node: SchemaNode): SchemaNode => {
  const { additionalProperties: _closed, patternProperties, ...rest } = node
  const [only, ...others] = isNode(patternProperties) ? Object.entries(patternProperties) : []
  if (only === undefined || others.length > 0 || node.properties !== undefined) return node
  const [pattern, values] = only
  return { ...rest, propertyNames: { type: "string", pattern, maxLength: impliedStringLength }, additionalProperties: values }
}

/** Input refuses what it does not know; answers may grow new members on every version, so theirs are left open. */
const sealed = (node: SchemaNode): SchemaNode => (isStruct(node) ? { ...node, additionalProperties: false } : node)
const open = (node: SchemaNode): SchemaNode => {
  if (!isStruct(node)) return node
  const { additionalProperties: _closed, ...rest } = node
  return rest
}

const referencePath = "#/components/schemas/"

const refs = (node: unknown, found: Set<string>): void => {
  if (Array.isArray(node)) {
    for (const one of node) refs(one, found)
  } else if (isNode(node)) {
    for (const [key, value] of Object.entries(node)) {
      if (key === "$ref" && typeof value === "string") found.add(value.slice(referencePath.length))
      else refs(value, found)
    }
  }
}

const reachable = (roots: ReadonlyArray<unknown>, definitions: Readonly<Record<string, unknown>>): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const root of roots) refs(root, found)
  for (const name of found) refs(definitions[name], found)
  return found
}

const holdsStruct = (node: unknown): boolean =>
  Array.isArray(node) ? node.some(holdsStruct) : isNode(node) && (isStruct(node) || Object.values(node).some(holdsStruct))

/** Definitions that read differently as input and as output: those with a struct in them or in what they refer to. */
const twofold = (names: Iterable<string>, definitions: Readonly<Record<string, unknown>>): ReadonlySet<string> =>
  new Set([...names].filter((name) => [name, ...reachable([definitions[name]], definitions)].some((one) => holdsStruct(definitions[one]))))

/** Two definitions of one name are numbered; the number is in no one's vocabulary. */
const unnumbered = (name: string): string => name.replace(/_\d+$/, "")

/**
 * JSON Schemas of everything the operations read and write, and of further things that are sent, with shared definitions; inputs closed,
 * answers open, all bounded, and every member in words.
 */
export const operationSchemas = (operations: ReadonlyArray<AnyOperation>, sent: ReadonlyArray<Schema.Top> = []) => {
  const rootsOf = ({ contract }: AnyOperation) => [
    Schema.Struct(contract.params ?? {}),
    Schema.Struct(contract.query ?? {}),
    Schema.Struct(contract.body ?? {}),
    contract.file === undefined ? contract.output : Schema.Null
  ]
  const roots = [...operations.flatMap(rootsOf), ...sent]
  const [first = Schema.toCodecJson(Schema.Null).ast, ...rest] = roots.map((root) => Schema.toCodecJson(root).ast)
  const document = JsonSchema.toMultiDocumentOpenApi3_1(
    SchemaRepresentation.toJsonSchemaMultiDocument(SchemaRepresentation.toRepresentations([first, ...rest]), {
      includeAnnotationKey: (key) => key.startsWith("x-")
    })
  )
  const { definitions, schemas } = oneOfEachName(document.definitions, document.schemas)
  const isOutput = (index: number) => index % 4 === 3 || index >= operations.length * 4
  const inputs = reachable(
    schemas.filter((_, index) => !isOutput(index)),
    definitions
  )
  const outputs = reachable(
    schemas.filter((_, index) => isOutput(index)),
    definitions
  )
  const shared = twofold(inputs.intersection(outputs), definitions)
  const inputName = (name: string) => (shared.has(name) ? `${name}Input` : name)
  const renamed = (node: SchemaNode): SchemaNode => {
    const { $ref } = node
    return typeof $ref === "string" ? { ...node, $ref: `${referencePath}${inputName($ref.slice(referencePath.length))}` } : node
  }
  const asInput = (node: unknown): SchemaNode =>
    nodeOf(rewrite(node, (one) => renamed(bounded(sealed(mapped(flattened(listed(unwrapped(one)))))))))
  const asOutput = (node: unknown): SchemaNode => nodeOf(rewrite(node, (one) => bounded(open(mapped(flattened(listed(unwrapped(one))))))))
  return {
    components: Object.fromEntries(
      Object.entries(definitions).flatMap(([name, node]) => [
        ...(outputs.has(name) || !inputs.has(name) ? [[name, described(asOutput(node), [unnumbered(name)])] as const] : []),
        ...(inputs.has(name) && (shared.has(name) || !outputs.has(name))
          ? [[inputName(name), described(asInput(node), [unnumbered(name)])] as const]
          : [])
      ])
    ),
    of: (index: number): OperationSchemas => {
      const scopes = [operations[index]?.contract.name.replace(".", "_") ?? ""]
      return {
        params: described(asInput(schemas[index * 4]), scopes),
        query: described(asInput(schemas[index * 4 + 1]), scopes),
        body: described(asInput(schemas[index * 4 + 2]), scopes),
        output: described(asOutput(schemas[index * 4 + 3]), scopes)
      }
    },
    sent: (index: number): SchemaNode => asOutput(schemas[operations.length * 4 + index])
  }
}
