import type { Condition, Query, Shape } from "@vouchkit/core/kernel/storage/collection"
import { listedBy } from "@vouchkit/core/kernel/storage/position"
import type { Bounds } from "./bounds.ts"
import { beginning, condition, quoted } from "./conditions.ts"
import { keysOf, partsOf } from "./order.ts"
import type { Parameters } from "./statement.ts"
import type { Counting } from "./totals.ts"

export type Listed = Pick<Shape<any>, "columns" | "counted" | "listed_by" | "table">
/** A list column has to hold these elements, one or all of them. */
export type Holding = Extract<Condition<string>, { readonly op: "overlaps" | "holds_all" }>
/** A word of a searched text begins so. */
export type Term = Extract<Condition<string>, { readonly op: "word_starts_with" }>

/** What a statement about one tenant's records is built of. */
export interface Asked {
  readonly shape: Listed
  readonly query: Query<string>
  readonly parameters: Parameters
  readonly bounds: Bounds
  readonly counting: Counting
  /** That rows of a table, by its alias, are the tenant's. */
  readonly own: (alias: string) => string
}

/** The table in which the elements of a list, or the words of a text, are kept beside their records (0032_kept_elements.sql). */
export const keptTable = ({ table }: Pick<Listed, "table">, field: string): string => `${table}_by_${field}`

/** The conditions of a query by what answers them. */
export const sortConditions = ({ columns }: Pick<Listed, "columns">, where: ReadonlyArray<Condition<string>> = []) => {
  const holding: Array<Holding> = []
  const terms: Array<Term> = []
  const others: Array<Condition<string>> = []
  for (const one of where) {
    const kept = "field" in one && columns[one.field]?.kept === true
    if (kept && one.op === "word_starts_with") terms.push(one)
    else if (kept && (one.op === "overlaps" || one.op === "holds_all") && one.values.length > 0) {
      holding.push({ ...one, values: [...new Set(one.values)] })
    } else others.push(one)
  }
  return { holding, terms, others }
}

/** Whether a query asks for the order of the list, in either direction. */
export const isInOrder = (shape: Listed, query: Query<string>): boolean => {
  const [first, ...rest] = keysOf(shape.columns, query)
  return first?.field === listedBy(shape) && rest.length === 1
}

/** How many records hold each of these elements. */
export const sizesOf = ({ own, parameters, shape }: Asked, { field, values }: Holding): string =>
  `(select value, (select coalesce(sum(count), 0) from record_counts as c where ${own("c")} and c.counted = '${keptTable(shape, field)}' and c.value = given.value) as size from unnest(${parameters.add(values)}::text[]) as given (value))`

/** The elements whose records are read: each that a record may hold, or the rarest of those that it has to. */
const wantedElements = (asked: Asked, holding: Holding): string =>
  holding.op === "overlaps"
    ? `unnest(${asked.parameters.add(holding.values)}::text[]) as wanted (element)`
    : `(select value as element from ${sizesOf(asked, holding)} as sizes order by size limit 1) as wanted`

/** That the record of a kept row `n` also holds these elements, looked up by the whole key of theirs. */
const alsoHolds = ({ own, parameters, shape }: Asked, { field, op, values }: Holding): string => {
  const place = [shape.counted?.by ?? null, listedBy(shape), "id"].flatMap((name) =>
    name === null ? [] : [`m.${quoted(name)} = n.${quoted(name)}`]
  )
  const held = (elements: string) =>
    `exists (select 1 from ${keptTable(shape, field)} as m where ${own("m")} and m.element = ${elements} and ${place.join(" and ")} offset 0)`
  return op === "overlaps"
    ? held(`any(${parameters.add(values)}::text[])`)
    : values.map((value) => held(parameters.add(value))).join(" and ")
}

/** The values of the column that lists are counted by, each of which has a range of its own: those asked for, or all there are. */
const narrowing = ({ own, parameters, shape }: Asked, others: ReadonlyArray<Condition<string>>) => {
  const by = shape.counted?.by ?? null
  if (by === null) return { from: "", where: "" }
  const asked = others.find((one) => "field" in one && one.field === by && (one.op === "eq" || one.op === "in"))
  const values = asked?.op === "eq" ? [asked.value] : asked?.op === "in" ? asked.values : null
  const from =
    values === null
      ? `(select distinct value from record_counts as c where ${own("c")} and c.counted = '${shape.table}') as narrowed (value)`
      : `unnest(${parameters.add([...new Set(values.map(String))])}::text[]) as narrowed (value)`
  return { from: ` cross join ${from}`, where: ` and n.${quoted(by)} = narrowed.value` }
}

/** Whether the kept rows themselves tell if a record meets a condition. */
export const isKept = (shape: Listed, one: Condition<string>): boolean =>
  "field" in one && (one.field === "id" || one.field === listedBy(shape) || one.field === shape.counted?.by)

/**
 * The records that hold elements, in the order of their list, as queries of rows with the column of that order and `id`. Each element (and each value of the column
 * that lists are counted by) is a range of the kept rows; as many rows of each are read as the page may take.
 */
export const keptRows = (asked: Asked, holding: ReadonlyArray<Holding>, others: ReadonlyArray<Condition<string>>) => {
  const { counting, own, parameters, query, shape } = asked
  const [first, ...more] = holding
  if (first === undefined) return null
  const order = listedBy(shape)
  const isKnown = (one: Condition<string>) => isKept(shape, one)
  const unknown = others.filter((one) => !isKnown(one))
  const wanted = wantedElements(asked, first)
  const { from, where } = narrowing(asked, others)
  const conditions = [
    ...(first.op === "holds_all" && first.values.length > 1 ? [first, ...more] : more).map((one) => alsoHolds(asked, one)),
    ...others.filter(isKnown).map((one) => condition(shape.columns, one, parameters)),
    ...(unknown.length === 0
      ? []
      : [
          `exists (select 1 from ${shape.table} as r where ${own("r")} and r.id = n.id and ${unknown.map((one) => condition(shape.columns, one, parameters)).join(" and ")} offset 0)`
        ])
  ]
  const kept = `${keptTable(shape, first.field)} as n where ${[own("n"), "n.element = wanted.element", ...conditions].join(" and ")}${where}`
  const ranges = (selected: string, rest: string) =>
    `select ${selected} from ${wanted}${from} cross join lateral (select n.${quoted(order)}, n.id from ${kept}${rest}) as range`
  const once = first.op === "overlaps" && first.values.length > 1 ? "distinct " : ""
  return {
    page: () => {
      const [part] = partsOf(shape.columns, query, parameters)
      const most = parameters.add(query.limit + 1 + (query.offset ?? 0))
      const rest = `${part?.where.map((one) => ` and ${one}`).join("") ?? ""} order by ${part?.order ?? "id"} limit ${most}`
      return ranges(`${once}range.${quoted(order)}, range.id`, rest)
    },
    counted: () => ranges(`${once}range.id`, ` limit ${counting.most}`)
  }
}

/** The kept words that begin with a term, of the records that meet conditions on what is kept; of the words of one record that do, the first. */
export const wordRows = (
  { own, parameters, shape }: Asked,
  { field, value }: Term,
  others: ReadonlyArray<Condition<string>>,
  selected: string
): string => {
  const narrowed = others.map((one) => ` and ${condition(shape.columns, one, parameters)}`).join("")
  return `select ${selected} from ${keptTable(shape, field)} as w where ${own("w")} and ${beginning("w.element", value, parameters)} and w.shared < ${parameters.add([...value].length)}${narrowed}`
}
