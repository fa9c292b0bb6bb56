import type { ArgumentSchema } from "./arguments.ts"
import { itemsOfAgents } from "./answer-size.ts"
import { isRecord, listOf, type Node, SchemaReader } from "./schema-nodes.ts"
import type { ToolEntry } from "./toolsets.ts"
import { literalsOf, pick } from "./views.ts"

/*
 * `tools/list` fills the context of a model before the first call is made. So it shows of each schema what a caller needs to form a call and to find its
 * way in an answer: it is true of every answer, and looser than the contract, which still decides. Whoever breaks a rule that is not shown here is told
 * of it by the answer, and docs/reference.md shows every rule. Stricter it is in one thing: an argument that may be left out is taken when it is null, and
 * only its type is shown, since models of some makers refuse schemas with two types.
 */

/** The longest list of values, the longest pattern, and how many members of what was changed are shown. */
const most = { values: 24, patternCharacters: 12, plainMembers: 6 } as const

/** How much of a schema is shown. */
interface Detail {
  /** Values, bounds and words, which say how to form an argument; an answer shows its own. */
  readonly rules: boolean
  /** How many members of an object within another are shown with their types; of a larger one only their names. */
  readonly members: number
}
const detail = {
  /** What reads take within objects are filters, which callers choose from. */
  argumentsOfReads: { rules: true, members: 30 },
  argumentsOfChanges: { rules: true, members: 12 },
  answers: { rules: false, members: 0 }
} as const satisfies Record<string, Detail>

/** The bounds of an argument that callers come near. The greatest lengths of texts and lists are generous, and are said where they are broken. */
const bounds = ["minimum", "maximum", "minLength", "default"] as const

class Publisher {
  private readonly reader: SchemaReader
  private readonly detail: Detail
  constructor(schema: Node, detail: Detail) {
    this.reader = new SchemaReader(isRecord(schema.$defs) ? schema.$defs : {})
    this.detail = detail
  }

  private words(...nodes: ReadonlyArray<Node | undefined>): Node {
    const found = nodes.find((node) => typeof node?.description === "string")
    return this.detail.rules && found !== undefined ? { description: found.description } : {}
  }

  /** The members of an object, `levels` deep. */
  members(flat: Node, levels: number): Node {
    const properties = Object.entries(isRecord(flat.properties) ? flat.properties : {})
    const always = new Set(listOf(flat.required))
    return Object.fromEntries(properties.map(([name, node]) => [name, this.node(node, levels - 1, this.detail.rules && !always.has(name))]))
  }

  node(node: unknown, levels: number, left_out = false): Node {
    const flat = this.reader.flat(node) ?? {}
    const kinds = this.reader.alternatives(node).map((one) => this.reader.flat(one) ?? {})
    const nullable = [...listOf(flat.anyOf), ...listOf(flat.oneOf)].some((one) => this.reader.flat(one)?.type === "null")
    const [first, ...others] = kinds
    if (first === undefined) return { type: "null" }
    const words = this.words(isRecord(node) ? node : undefined, flat, others.length === 0 ? first : undefined)
    if (others.length > 0) return { ...this.several(kinds, nullable), ...words }
    const { type, ...rest } = this.single(first, levels)
    if (type === undefined) return words
    const saysNull = nullable && !(left_out && !/\bnull\b/u.test(String(words.description)))
    const said = [words.description, rest.description].filter((text) => text !== undefined)
    return {
      type: saysNull ? [type, "null"] : type,
      ...(saysNull ? withNull(rest) : rest),
      ...(said.length === 0 ? {} : { description: said.join(". ") })
    }
  }

  /** What a value of several kinds may be, as far as its types say. */
  private several(kinds: ReadonlyArray<Node>, nullable: boolean): Node {
    // Whoever takes a list of values beside one alone takes a list of one.
    const list = kinds.find(({ type }) => type === "array")
    const item = this.reader.flat(list?.items)?.type
    if (this.detail.rules && typeof item === "string" && kinds.every(({ type }) => type === "array" || type === item))
      return { type: "array", items: { type: item } }
    const types = [...new Set(kinds.map(({ type }) => type))]
    if (types.some((type) => typeof type !== "string")) return {}
    // Strict readers of schemas take no list of types, and a caller is told what an object in the place of a text holds.
    if (this.detail.rules && types.length > 1)
      return { anyOf: types.includes("object") ? kinds.map((kind) => this.single(kind, 0)) : types.map((type) => ({ type })) }
    const all = nullable ? [...types, "null"] : types
    return { type: all.length === 1 ? all[0] : all }
  }

  private single(flat: Node, levels: number): Node {
    const values = literalsOf(flat)
    const type = flat.type ?? (values === undefined ? undefined : typeOf(values))
    if (typeof type !== "string") return {}
    if (values !== undefined) return this.detail.rules && values.length <= most.values ? { type, enum: values } : { type }
    // An answer shows its own items.
    if (type === "array") return { type, ...(this.detail.rules ? { items: this.items(flat, levels) } : {}), ...this.bounds(flat) }
    if (type === "object") return { type, ...this.object(flat, levels) }
    const { pattern } = flat
    const short = this.detail.rules && typeof pattern === "string" && pattern.length <= most.patternCharacters
    return { type, ...this.bounds(flat), ...(short ? { pattern } : {}) }
  }

  private bounds(flat: Node): Node {
    if (!this.detail.rules) return {}
    return Object.fromEntries(
      Object.entries(pick(flat, bounds)).filter(
        ([name, bound]) => Math.abs(Number(bound)) !== Number.MAX_SAFE_INTEGER && (name !== "minLength" || Number(bound) > 1)
      )
    )
  }

  private items(flat: Node, levels: number): Node {
    const kinds = [...listOf(flat.prefixItems), ...(isRecord(flat.items) ? [flat.items] : [])].map((item) => this.node(item, levels))
    const [first, ...others] = kinds
    return first === undefined || others.length > 0 ? {} : first
  }

  /** An object within arguments: its members while they are few, else their names alone. */
  private object(flat: Node, levels: number): Node {
    const names = Object.keys(isRecord(flat.properties) ? flat.properties : {})
    if (names.length === 0) return {}
    if (levels > 0 && names.length <= this.detail.members) return { properties: this.members(flat, levels), ...required(flat) }
    return this.detail.rules ? { description: `Members: ${names.join(", ")}` } : {}
  }
}

const typeOf = (values: ReadonlyArray<unknown>): string | undefined => {
  const types = new Set(values.map((value) => typeof value))
  const [only] = types
  return types.size === 1 ? only : undefined
}

const withNull = (rest: Node): Node => (Array.isArray(rest.enum) ? { ...rest, enum: [...rest.enum, null] } : rest)

const required = ({ required: names }: Node): Node => (listOf(names).length === 0 ? {} : { required: names })

/** Every list has these; what they say once more in each tool is kept short. Agents that choose no `limit` get fewer items than REST gives. */
const pageMembers = (members: Node): Node => {
  const short = (name: string, more: Node) => (isRecord(members[name]) ? { [name]: { ...members[name], ...more } } : {})
  return {
    ...members,
    ...short("limit", { default: itemsOfAgents, description: "How many at most" }),
    ...short("offset", { default: undefined, minimum: undefined, description: "How many to skip" }),
    ...short("after", { description: "next_cursor of the page before" })
  }
}

/** The arguments of a tool as they are listed: every one of them, with what is inside of objects one level deep. */
export const publishedArguments = (schema: ArgumentSchema, kind: ToolEntry["kind"]): ArgumentSchema => {
  const members = new Publisher(schema, kind === "read" ? detail.argumentsOfReads : detail.argumentsOfChanges).members(schema, 2)
  return {
    type: "object",
    properties: "limit" in members ? pageMembers(members) : members,
    ...required(schema),
    additionalProperties: false
  }
}

/** Whether a member is one value that is always there. */
const isPlain = ({ type }: Node): boolean => typeof type === "string" && type !== "object" && type !== "array"

/**
 * The members of an answer as they are listed, one level deep. A change answers with what it changed, which the tool that reads it shows whole: of that,
 * the first plain members.
 */
export const publishedAnswer = (schema: ArgumentSchema, kind: ToolEntry["kind"]): ArgumentSchema => {
  const publisher = new Publisher(schema, detail.answers)
  const alternatives = listOf(schema.anyOf).filter(isRecord)
  const roots = alternatives.length === 0 ? [schema] : alternatives
  const members = Object.entries(Object.assign({}, ...roots.map((root) => publisher.members(root, 1)))).filter(
    ([name]) => name !== "object"
  )
  const plain = members.filter(([, node]) => isRecord(node) && isPlain(node))
  const shown = kind === "read" || plain.length < 4 ? members : plain.slice(0, most.plainMembers)
  return { type: "object", properties: Object.fromEntries(shown) }
}
