import { Result, Schema } from "effect"
import { type CatalogueField, type FieldCatalogue, fuzzyOperatorsOf, type Operator, operators, operatorsOf } from "./catalogue.ts"

/** Bounds of one condition. */
export const conditionLimits = { nodes: 50, depth: 10, values: 100, path_characters: 120 } as const

/** What one comparison asks of a field. */
export interface Comparison<Field extends CatalogueField> {
  readonly path: string
  readonly field: Field
  readonly operator: Operator
  /** As the field reads them. */
  readonly operands: ReadonlyArray<string | number | boolean>
}

/** A condition that names known fields only, and asks of them what they can answer. */
export type ConditionTree<Field extends CatalogueField = CatalogueField> =
  | { readonly op: "and" | "or"; readonly of: ReadonlyArray<ConditionTree<Field>> }
  | { readonly op: "not"; readonly of: ConditionTree<Field> }
  | ({ readonly op: "compare" } & Comparison<Field>)

type Place = ReadonlyArray<string | number>
interface Issue {
  readonly path: Place
  readonly issue: string
  readonly code: string
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const isOperator = (name: string): name is Operator => Object.hasOwn(operators, name)
const allNames = ["and", "or", "not", ...Object.keys(operators)].join(", ")

/** The path in `{"var": path}`. */
const variableOf = (value: unknown): string | undefined => {
  if (!isObject(value) || Object.keys(value).length !== 1 || typeof value.var !== "string") return undefined
  return value.var.length <= conditionLimits.path_characters ? value.var : undefined
}

const fieldAt = <Field extends CatalogueField>({ fields, named }: FieldCatalogue<Field>, path: string): Field | undefined =>
  Object.hasOwn(fields, path) ? fields[path] : named?.(path)

/** The operands that an operator is given, or what is wrong with their number. */
const operandsOf = (operator: Operator, given: ReadonlyArray<unknown>): ReadonlyArray<unknown> | string => {
  const wanted = operators[operator]
  const [only] = given
  if (wanted === "list") {
    if (given.length !== 1 || !Array.isArray(only) || only.length === 0) return "takes a field and a list of at least one value"
    return only.length > conditionLimits.values ? `takes at most ${conditionLimits.values} values` : only
  }
  if (wanted === "likeness") {
    const isShare = typeof given[1] === "number" && given[1] >= 0 && given[1] <= 1
    return given.length === 2 && typeof only === "string" && isShare ? given : "takes a field, a text and the least score from 0 to 1"
  }
  if (wanted === "boolean") return given.length === 1 && typeof only === "boolean" ? given : "takes a field and true or false"
  return given.length === wanted ? given : `takes a field and ${wanted === 1 ? "one value" : "two values"}`
}

/**
 * Reads a condition, a subset of JSON Logic: `{"and": [...]}`, `{"or": [...]}`, `{"not": {...}}` or an operator with a field and its operands, such as
 * `{"gte": [{"var": "identity.risk.score"}, 70]}`. Gives the tree, or everything that is wrong with it and where. The work is bounded by the limits.
 */
export const readCondition = <Field extends CatalogueField>(
  given: unknown,
  catalogue: FieldCatalogue<Field>
): { readonly tree: ConditionTree<Field> } | { readonly issues: ReadonlyArray<Issue> } => {
  const issues: Array<Issue> = []
  let nodes = 0
  const refuse = (path: Place, issue: string, code = "invalid_condition") => void issues.push({ path, issue, code })

  const listed = () => ({ code: "unknown_field", issue: `must be one of ${Object.keys(catalogue.fields).join(", ")}` })

  const compare = (operator: Operator, given: unknown, at: Place): ConditionTree<Field> | undefined => {
    if (!Array.isArray(given)) return refuse(at, 'must be a list that begins with a field, such as [{"var": "identity.status"}, "active"]')
    const path = variableOf(given[0])
    if (path === undefined) return refuse([...at, 0], 'must be a field, such as {"var": "identity.status"}')
    const field = fieldAt(catalogue, path)
    if (field === undefined) {
      const { code, issue } = (catalogue.unnamed ?? listed)(path)
      return refuse([...at, 0, "var"], issue, code)
    }
    const allowed = catalogue.fuzzy === true ? fuzzyOperatorsOf(field.type) : operatorsOf[field.type]
    if (!allowed.includes(operator)) return refuse(at, `is no operator of this field, which takes ${allowed.join(", ")}`)
    const raw = operandsOf(operator, given.slice(1))
    if (typeof raw === "string") return refuse(at, raw)
    const decode = Schema.decodeUnknownResult(operator === "exists" ? Schema.Boolean : field.operand)
    const operands = raw.map((value, index) => {
      if (operator === "fuzzy_match" && index === 1 && typeof value === "number") return value
      const decoded = decode(value)
      if (Result.isSuccess(decoded)) return decoded.success
      return refuse(
        operators[operator] === "list" ? [...at, 1, index] : [...at, index + 1],
        `is no value of this field (type ${field.type})`
      )
    })
    return { op: "compare", path, field, operator, operands }
  }

  const read = (node: unknown, at: Place, depth: number): ConditionTree<Field> | undefined => {
    nodes += 1
    if (nodes > conditionLimits.nodes) return
    if (depth > conditionLimits.depth) return refuse(at, `must be nested at most ${conditionLimits.depth} deep`)
    const [entry, ...more] = isObject(node) ? Object.entries(node) : []
    if (entry === undefined || more.length > 0) return refuse(at, `must be an object with one of ${allNames}`)
    const [name, inner] = entry
    if (name === "not") {
      const of = read(inner, [...at, name], depth + 1)
      return of === undefined ? undefined : { op: "not", of }
    }
    if (name === "and" || name === "or") {
      if (!Array.isArray(inner) || inner.length === 0) return refuse([...at, name], "must be a list of at least one condition")
      const of = inner.slice(0, conditionLimits.nodes + 1).flatMap((one, index) => read(one, [...at, name, index], depth + 1) ?? [])
      return { op: name, of }
    }
    return isOperator(name) ? compare(name, inner, [...at, name]) : refuse(at, `must be an object with one of ${allNames}`)
  }

  const tree = read(given, [], 1)
  if (nodes > conditionLimits.nodes)
    return { issues: [{ path: [], issue: `must have at most ${conditionLimits.nodes} conditions in all`, code: "invalid_condition" }] }
  return tree === undefined || issues.length > 0 ? { issues } : { tree }
}
