/** A node of JSON Schema (draft 2020-12), as OpenAPI 3.1 holds it. */
export type Node = Readonly<Record<string, any>>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => typeof value === "number" && Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
const calendar = (text: string) => {
  try {
    return isDate(text)
  } catch {
    return false
  }
}
const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: calendar,
  "date-time": (text) => /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(text) && calendar(text.slice(0, 10)),
  uri: (text) => URL.canParse(text)
}

/** Resolves the local references of one document. */
export const resolver =
  (document: unknown) =>
  (reference: string): Node =>
    reference
      .slice(2)
      .split("/")
      .reduce<any>((node, segment) => node?.[segment.replaceAll("~1", "/").replaceAll("~0", "~")], document)

const patterns = new Map<string, RegExp>()
const regex = (source: string): RegExp => {
  const known = patterns.get(source) ?? new RegExp(source, "u")
  patterns.set(source, known)
  return known
}

const characters = (text: string): number => [...text].length

function* stringFaults(node: Node, value: string): Generator<string> {
  if (node.minLength !== undefined && characters(value) < node.minLength) yield "shorter than minLength"
  if (node.maxLength !== undefined && characters(value) > node.maxLength) yield "longer than maxLength"
  if (node.pattern !== undefined && !regex(node.pattern).test(value)) yield `does not match ${node.pattern}`
  if (node.format !== undefined && formats[node.format]?.(value) === false) yield `is no ${node.format}`
}

function* numberFaults(node: Node, value: number): Generator<string> {
  if (node.minimum !== undefined && value < node.minimum) yield "below minimum"
  if (node.maximum !== undefined && value > node.maximum) yield "above maximum"
  if (node.exclusiveMinimum !== undefined && value <= node.exclusiveMinimum) yield "not above exclusiveMinimum"
  if (node.exclusiveMaximum !== undefined && value >= node.exclusiveMaximum) yield "not below exclusiveMaximum"
  if (node.multipleOf !== undefined && value % node.multipleOf !== 0) yield "no multiple"
}

/** Everything in a value that a schema does not allow, each with its place; a small, slow and obvious reading of the standard. */
export function* faults(node: Node, value: unknown, resolve: (reference: string) => Node, at = "$"): Generator<string> {
  if (node.$ref !== undefined) yield* faults(resolve(node.$ref), value, resolve, at)
  const allowed: ReadonlyArray<string> = node.type === undefined ? [] : [node.type].flat()
  if (allowed.length > 0 && !allowed.some((type) => types[type]?.(value))) {
    yield `${at} is not ${allowed.join(" or ")}`
    return
  }
  if (node.enum !== undefined && !node.enum.includes(value)) yield `${at} is none of the enum`
  if ("const" in node && node.const !== value) yield `${at} is not the const`
  for (const member of node.allOf ?? []) yield* faults(member, value, resolve, at)
  const fitting = (members: ReadonlyArray<Node>) => members.filter((member) => faults(member, value, resolve, at).next().done === true)
  if (node.anyOf !== undefined && fitting(node.anyOf).length === 0) {
    yield `${at} fits no member of anyOf: ${node.anyOf.map((member: Node) => [...faults(member, value, resolve, at)][0]).join(" | ")}`
  }
  if (node.oneOf !== undefined && fitting(node.oneOf).length !== 1) yield `${at} does not fit exactly one member of oneOf`
  if (typeof value === "string") for (const fault of stringFaults(node, value)) yield `${at} ${fault}`
  if (typeof value === "number") for (const fault of numberFaults(node, value)) yield `${at} ${fault}`
  if (Array.isArray(value)) {
    if (node.minItems !== undefined && value.length < node.minItems) yield `${at} has too few items`
    if (node.maxItems !== undefined && value.length > node.maxItems) yield `${at} has too many items`
    if (node.uniqueItems === true && new Set(value.map((item) => JSON.stringify(item))).size < value.length) yield `${at} repeats an item`
    for (const [index, item] of value.entries()) {
      const schema = node.prefixItems?.[index] ?? node.items
      if (schema !== undefined) yield* faults(schema, item, resolve, `${at}[${index}]`)
    }
  }
  if (isObject(value)) {
    const names = Object.keys(value)
    if (node.minProperties !== undefined && names.length < node.minProperties) yield `${at} has too few members`
    if (node.maxProperties !== undefined && names.length > node.maxProperties) yield `${at} has too many members`
    for (const name of node.required ?? []) if (!Object.hasOwn(value, name)) yield `${at} lacks ${name}`
    for (const name of names) {
      const own = Object.hasOwn(node.properties ?? {}, name) ? node.properties[name] : undefined
      if (node.propertyNames !== undefined) yield* faults(node.propertyNames, name, resolve, `${at}.(key)`)
      if (own !== undefined) yield* faults(own, value[name], resolve, `${at}.${name}`)
      else if (node.additionalProperties === false) yield `${at}.${name} is not declared`
      else if (isObject(node.additionalProperties)) yield* faults(node.additionalProperties, value[name], resolve, `${at}.${name}`)
    }
  }
}

/** A node and all that it refers to or is made of: whatever one of them declares is declared. */
function* parts(node: Node, resolve: (reference: string) => Node): Generator<Node> {
  yield node
  if (node.$ref !== undefined) yield* parts(resolve(node.$ref), resolve)
  for (const member of [...(node.allOf ?? []), ...(node.anyOf ?? []), ...(node.oneOf ?? [])]) yield* parts(member, resolve)
}

/** The places of all members of a value that its schema does not name, where answers may have more than their schema says. */
export function* undeclared(nodes: ReadonlyArray<Node>, value: unknown, resolve: (reference: string) => Node, at = "$"): Generator<string> {
  const all = nodes.flatMap((node) => [...parts(node, resolve)])
  if (Array.isArray(value)) {
    const items = all.flatMap(({ items }) => (items === undefined ? [] : [items]))
    for (const [index, item] of value.entries()) yield* undeclared(items, item, resolve, `${at}[${index}]`)
  }
  if (!isObject(value)) return
  const maps = all.flatMap(({ additionalProperties }) => (isObject(additionalProperties) ? [additionalProperties] : []))
  for (const [name, member] of Object.entries(value)) {
    const named = all.flatMap(({ properties = {} }) => (Object.hasOwn(properties, name) ? [properties[name]] : []))
    const found = named.length > 0 ? named : maps
    // A schema that names no member at all is of a map.
    if (found.length === 0 && all.some(({ properties }) => properties !== undefined)) yield `${at}.${name}`
    else yield* undeclared(found, member, resolve, `${at}.${name}`)
  }
}
