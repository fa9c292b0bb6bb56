import type { Condition, Scalar } from "../storage/collection.ts"
import { searchTerms } from "../storage/words.ts"
import type { CatalogueField } from "./catalogue.ts"
import type { Comparison, ConditionTree } from "./read.ts"

/** A field of stored records that is one of their columns. */
export interface ColumnField<Column extends string> extends CatalogueField {
  readonly type: "text" | "code" | "number" | "date_time" | "list" | "words"
  readonly column: Column
}

type Wanted<Column extends string> = Condition<Column>
const opposite = { gt: "lte", gte: "lt", lt: "gte", lte: "gt" } as const

/** A comparison of a column, or its opposite: neither holds for a record without a value, since what is not known answers no question. */
const single = <Column extends string>(
  { field: { column: field }, operands, operator }: Comparison<ColumnField<Column>>,
  negated: boolean
): Wanted<Column> => {
  const [first = "", second = ""] = operands
  const unless = (holds: Wanted<Column>): Wanted<Column> =>
    negated
      ? {
          op: "all",
          of: [
            { field, op: "not_null" },
            { op: "not", of: holds }
          ]
        }
      : holds
  switch (operator) {
    case "exists":
      return { field, op: (first === true) === negated ? "is_null" : "not_null" }
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return { field, op: negated ? opposite[operator] : operator, value: first }
    case "between":
      return negated
        ? {
            op: "any",
            of: [
              { field, op: "lt", value: first },
              { field, op: "gt", value: second }
            ]
          }
        : {
            op: "all",
            of: [
              { field, op: "gte", value: first },
              { field, op: "lte", value: second }
            ]
          }
    case "starts_with":
      return unless({ field, op: "starts_with", value: String(first) })
    case "in":
      return unless({ field, op: "in", values: operands })
    default:
      return unless({ field, op: "eq", value: first })
  }
}

const plain = (values: ReadonlyArray<Scalar>) => values.map(String)

const several = <Column extends string>(
  { field: { column: field, type }, operands }: Comparison<ColumnField<Column>>,
  negated: boolean
): Wanted<Column> => {
  const holds: Wanted<Column> =
    type === "words"
      ? { op: "all", of: searchTerms(plain(operands).join(" ")).map((value) => ({ field, op: "word_starts_with", value })) }
      : { field, op: "overlaps", values: plain(operands) }
  return negated ? { op: "not", of: holds } : holds
}

/** A comparison of a column as a condition of a query, or its opposite. */
export const columnCondition = <Column extends string>(
  comparison: Comparison<ColumnField<Column>>,
  negated: boolean
): Condition<Column> => {
  const { operator, field } = comparison
  if (operator === "ne") return columnCondition({ ...comparison, operator: "eq" }, !negated)
  if (operator === "nin") return columnCondition({ ...comparison, operator: "in" }, !negated)
  return field.type === "list" || field.type === "words" ? several(comparison, negated) : single(comparison, negated)
}

/** A tree as a condition of a query. `compare` answers each comparison, or its opposite where `negated`: so what is unknown stays unknown below `not`. */
export const storedCondition = <Field extends CatalogueField, Column extends string>(
  tree: ConditionTree<Field>,
  compare: (comparison: Comparison<Field>, negated: boolean) => Condition<Column>,
  negated = false
): Condition<Column> => {
  if (tree.op === "compare") return compare(tree, negated)
  if (tree.op === "not") return storedCondition(tree.of, compare, !negated)
  const of = tree.of.map((one) => storedCondition(one, compare, negated))
  return { op: (tree.op === "and") === negated ? "any" : "all", of }
}
