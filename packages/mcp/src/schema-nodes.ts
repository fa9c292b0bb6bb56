/** One JSON Schema object of draft 2020-12, as Effect writes them. */
export type Node = Readonly<Record<string, unknown>>
export type Definitions = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value)
export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const maxNesting = 32

/** Decides what a node says, with `$ref` and `allOf` worked out against the definitions of its document. */
export class SchemaReader {
  private readonly definitions: Definitions
  constructor(definitions: Definitions) {
    this.definitions = definitions
  }

  definition(reference: string): unknown {
    const name = definitionName(reference)
    return Object.hasOwn(this.definitions, name) ? this.definitions[name] : undefined
  }

  /** The node with its references and conjunctions merged into it; undefined for `true`, which admits anything. */
  flat(node: unknown, depth = 0): Node | undefined {
    if (!isRecord(node) || depth > maxNesting) return undefined
    const { $ref, allOf, ...own } = node
    const parts = [...(typeof $ref === "string" ? [this.definition($ref)] : []), ...listOf(allOf)]
    return parts.reduce<Node | undefined>((merged, part) => {
      const other = this.flat(part, depth + 1)
      return merged === undefined || other === undefined ? undefined : both(merged, other)
    }, own)
  }

  /** What a node may be instead of null: itself, or the members of its unions. */
  alternatives(node: unknown, depth = 0): ReadonlyArray<unknown> {
    const flat = this.flat(node)
    if (flat === undefined || depth > maxNesting) return [node]
    const members = [...listOf(flat.anyOf), ...listOf(flat.oneOf)]
    if (members.length === 0) return flat.type === "null" ? [] : [node]
    return members.flatMap((member) => this.alternatives(member, depth + 1))
  }

  /** Whether a mark stands on the node or on anything a value of it is made of, the members of objects excepted: they are judged one by one. */
  marked(mark: string, node: unknown, depth = 0): boolean {
    if (!isRecord(node)) return false
    if (node[mark] === true) return true
    // Deeper than any answer nests: something refers to itself, and whatever it holds is better kept back.
    if (depth > maxNesting) return true
    const flat = this.flat(node)
    if (flat === undefined) return false
    if (flat[mark] === true) return true
    const parts = [...listOf(flat.anyOf), ...listOf(flat.oneOf), ...listOf(flat.prefixItems), flat.items, flat.additionalProperties]
    const patterns = isRecord(flat.patternProperties) ? Object.values(flat.patternProperties) : []
    return [...parts, ...patterns].some((part) => this.marked(mark, part, depth + 1))
  }

  /** Whether nothing is known of what a value of this node holds, so that no one can tell what it would give away. */
  opaque(node: unknown, depth = 0): boolean {
    const flat = this.flat(node)
    if (flat === undefined || depth > maxNesting || flat["x-free-form"] === true) return true
    const members = [...listOf(flat.anyOf), ...listOf(flat.oneOf)]
    if (members.length > 0) return members.some((member) => this.opaque(member, depth + 1))
    if ("const" in flat || Array.isArray(flat.enum)) return false
    switch (flat.type) {
      case "string":
      case "number":
      case "integer":
      case "boolean":
      case "null":
        return false
      case "array": {
        const items = [...listOf(flat.prefixItems), ...(isRecord(flat.items) ? [flat.items] : [])]
        return items.length === 0 || items.some((item) => this.opaque(item, depth + 1))
      }
      case "object":
        return !isRecord(flat.properties) && mapValues(flat).every((value) => this.opaque(value, depth + 1))
      default:
        return true
    }
  }
}

/** Schemas of the values under keys that are data. */
export const mapValues = (flat: Node): ReadonlyArray<Node> => [
  ...(isRecord(flat.additionalProperties) ? [flat.additionalProperties] : []),
  ...(isRecord(flat.patternProperties) ? Object.values(flat.patternProperties).filter(isRecord) : [])
]

export const definitionName = (reference: string): string =>
  decodeURIComponent(reference.slice(reference.lastIndexOf("/") + 1))
    .replaceAll("~1", "/")
    .replaceAll("~0", "~")

const both = (left: Node, right: Node): Node => {
  const merged = { ...left, ...right }
  const properties = isRecord(left.properties) && isRecord(right.properties) ? { ...left.properties, ...right.properties } : undefined
  const required = [...new Set([...listOf(left.required), ...listOf(right.required)])]
  return { ...merged, ...(properties === undefined ? {} : { properties }), ...(required.length === 0 ? {} : { required }) }
}
