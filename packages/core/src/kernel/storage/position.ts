import { type Columns, comparable, type Condition, type Position, type Query, type Scalar, type Shape } from "./collection.ts"

const at = (row: object, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined), row)

/** The value of a column, as it is taken from a record and compared; null where there is none. */
export const columnValue = (columns: Columns, row: object, name: string): unknown =>
  comparable(columns[name], at(row, columns[name]?.path ?? [name]) ?? null)

/** The column by which the list of these records is ordered, if callers ask for no other order. */
export const listedBy = ({ listed_by = "created_at" }: Pick<Shape<any>, "listed_by">): string => listed_by

/** What a list is ordered by when its query says nothing: newest first. */
const newestFirst = [{ field: "created_at", direction: "desc" }] as const

/** The keys that decide which of two records comes first, one after the other; the id decides at the end. */
export const orderKeys = ({ order = newestFirst }: Pick<Query<string>, "order">) => [
  ...order,
  { field: "id", direction: order[0]?.direction ?? "desc" } as const
]

const scalar = (value: unknown): Scalar | null =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null

/** Where a record stands in the list of a query. */
export const positionOf = (columns: Columns, query: Pick<Query<string>, "order">, row: object): Position =>
  orderKeys(query).map(({ field }) => scalar(columnValue(columns, row, field)))

/** Which of the counts that are kept make up the total of a query: of records, or of those that hold an element. */
type KeptCounts =
  | "all"
  | { readonly values: ReadonlyArray<Scalar> }
  | { readonly except: Scalar }
  | { readonly within: Scalar; readonly and: string; readonly values: ReadonlyArray<Scalar> }
  | { readonly holding: string; readonly field: string }

const among = (where: ReadonlyArray<Condition<string>>, name: string): ReadonlyArray<Scalar> | undefined => {
  for (const one of where) {
    if (one.op === "eq" && one.field === name) return [one.value]
    if (one.op === "in" && one.field === name) return one.values
  }
  return undefined
}

const countsWithin = ({ and, by }: NonNullable<Shape<any>["counted"]>, where: ReadonlyArray<Condition<string>>): KeptCounts | null => {
  if (and === undefined || by === null || where.length !== 2) return null
  const [within, ...others] = among(where, by) ?? []
  const values = among(where, and)
  return within === undefined || others.length > 0 || values === undefined ? null : { within, and, values }
}

/** The kept counts that answer these conditions exactly; null where records have to be counted one by one. */
export const keptCounts = (
  { columns, counted }: { readonly columns: Columns; readonly counted?: Shape<any>["counted"] | undefined },
  where: ReadonlyArray<Condition<string>> = []
): KeptCounts | null => {
  if (where.length > 1) return counted === undefined ? null : countsWithin(counted, where)
  const [only] = where
  if (only === undefined) return counted === undefined ? null : "all"
  if (only.op === "overlaps" || only.op === "holds_all") {
    const [element, ...others] = new Set(only.values)
    return element !== undefined && others.length === 0 && columns[only.field]?.kept === true
      ? { holding: element, field: only.field }
      : null
  }
  if (counted === undefined || !("field" in only) || only.field !== counted.by) return null
  if (only.op === "eq") return { values: [only.value] }
  if (only.op === "in") return { values: only.values }
  return only.op === "ne" ? { except: only.value } : null
}
