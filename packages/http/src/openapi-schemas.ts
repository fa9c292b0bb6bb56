import type { AnyOperation } from "@vouchkit/core/operation/operation"
import { JsonSchema, Schema, SchemaRepresentation } from "effect"

export type SchemaNode = Readonly<Record<string, unknown>>
export interface OperationSchemas {
  readonly params: SchemaNode
  readonly query: SchemaNode
  readonly body: SchemaNode
  readonly output: SchemaNode
}

const isNode = (value: unknown): value is SchemaNode => typeof value === "object" && value !== null && !Array.isArray(value)

/** Bounds that the walk adds where a schema states none: identifiers and formats have a length by their pattern, maps by the body limit. */
const impliedStringLength = 255
const impliedItems = 1000

/** Visits every schema node, those under keywords and those of properties, and nothing that only looks like one (examples, enums). */
const rewrite = (node: unknown, visit: (node: SchemaNode) => SchemaNode): unknown => {
  if (!isNode(node)) return node
  const inner = Object.fromEntries(
    Object.entries(node).map(([keyword, value]) => {
      if (keyword === "properties" && isNode(value)) {
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
    const conjunct = Array.isArray(node.allOf) ? node.allOf.find((one) => isNode(one) && one.maxLength !== undefined) : undefined
    return conjunct === undefined ? { ...node, maxLength: impliedStringLength } : node
  }
  if (node.type === "array" && node.maxItems === undefined && node.prefixItems === undefined) {
    const conjunct = Array.isArray(node.allOf) ? node.allOf.find((one) => isNode(one) && one.maxItems !== undefined) : undefined
    return conjunct === undefined ? { ...node, maxItems: impliedItems } : node
  }
  return node
}

/** `anyOf` of one is that one; some generators make a wrapper type of it. */
const unwrapped = (node: SchemaNode): SchemaNode => {
  const { anyOf, ...rest } = node
  const [only] = Array.isArray(anyOf) ? anyOf : []
  return Array.isArray(anyOf) && anyOf.length === 1 && isNode(only) ? { ...only, ...rest } : node
}

/** Answers may grow new members on every version, so their objects are left open; input refuses what it does not know. */
const open = (node: SchemaNode): SchemaNode => {
  if (node.additionalProperties !== false) return node
  const { additionalProperties: _closed, ...rest } = node
  return rest
}

const refs = (node: unknown, found: Set<string>): void => {
  if (Array.isArray(node)) {
    for (const one of node) refs(one, found)
  } else if (isNode(node)) {
    for (const [key, value] of Object.entries(node)) {
      if (key === "$ref" && typeof value === "string") found.add(value.slice(value.lastIndexOf("/") + 1))
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

/** JSON Schemas of everything the operations read and write, with shared definitions; inputs closed, answers open, all bounded. */
export const operationSchemas = (operations: ReadonlyArray<AnyOperation>) => {
  const rootsOf = ({ contract }: AnyOperation) => [
    Schema.Struct(contract.params ?? {}),
    Schema.Struct(contract.query ?? {}),
    Schema.Struct(contract.body ?? {}),
    contract.file === undefined ? contract.output : Schema.Null
  ]
  const [first = Schema.toCodecJson(Schema.Null).ast, ...rest] = operations.flatMap(rootsOf).map((root) => Schema.toCodecJson(root).ast)
  const { definitions, schemas } = JsonSchema.toMultiDocumentOpenApi3_1(
    SchemaRepresentation.toJsonSchemaMultiDocument(SchemaRepresentation.toRepresentations([first, ...rest]), {
      includeAnnotationKey: (key) => key.startsWith("x-")
    })
  )
  const inputs = reachable(
    schemas.filter((_, index) => index % 4 !== 3),
    definitions
  )
  const shaped = (node: unknown, input: boolean): SchemaNode => {
    const result = rewrite(node, (one) => bounded(unwrapped(input ? one : open(one))))
    return isNode(result) ? result : {}
  }
  return {
    components: Object.fromEntries(Object.entries(definitions).map(([name, node]) => [name, shaped(node, inputs.has(name))])),
    of: (index: number): OperationSchemas => ({
      params: shaped(schemas[index * 4], true),
      query: shaped(schemas[index * 4 + 1], true),
      body: shaped(schemas[index * 4 + 2], true),
      output: shaped(schemas[index * 4 + 3], false)
    })
  }
}
