import { type Condition, countedOneByOne } from "@vouchkit/core/kernel/storage/collection"
import { listedBy } from "@vouchkit/core/kernel/storage/position"
import { condition, quoted } from "./conditions.ts"
import { type Asked, type Holding, isInOrder, isKept, keptTable, sizesOf, type Term, wordRows } from "./kept.ts"
import { keysOf, partsOf } from "./order.ts"
import type { Source } from "./page.ts"
import { boundedCount } from "./totals.ts"

export interface Few {
  readonly fetched: number
  readonly read: number
}
/** Up to how many records that a condition finds are all looked at, where their contents are fetched and where what is kept is enough; of more, the list is walked in its order, where a page is soon full. */
export const few: Few = { fetched: 2_000, read: 20_000 }
/** How many terms of a search may lead: the longest. */
const leading = 8

interface Conditions {
  readonly holding: ReadonlyArray<Holding>
  readonly terms: ReadonlyArray<Term>
  readonly others: ReadonlyArray<Condition<string>>
}

interface Lead {
  /** How many records it finds, as a query: exact up to a bound. */
  readonly size: string
  /** Their identifiers. */
  readonly rows: string
}

const leadOfHolding = (asked: Asked, holding: Holding): Lead => {
  const sizes = sizesOf(asked, holding)
  const values =
    holding.op === "overlaps"
      ? `any(${asked.parameters.add(holding.values)}::text[])`
      : `(select value from ${sizes} as sizes order by size limit 1)`
  return {
    size: `select ${holding.op === "overlaps" ? "sum" : "min"}(size) from ${sizes} as sizes`,
    rows: `select distinct n.id from ${keptTable(asked.shape, holding.field)} as n where ${asked.own("n")} and n.element = ${values}`
  }
}

const leadOfTerm = (asked: Asked, term: Term, others: ReadonlyArray<Condition<string>>, bound: number, columns: string): Lead => ({
  size: `select count(*) from (${wordRows(asked, term, others, "1")} limit ${bound + 1}) as sized`,
  rows: wordRows(asked, term, others, columns)
})

/**
 * A list by conditions that no index holds in its order: elements in another order, or words. The condition that finds the fewest records leads, if these are
 * few, and what it finds is looked at and sorted; otherwise the list is walked in its order until the page is full. The statement counts first and runs
 * one of the two, whatever the server believes of the tables.
 */
export const fewest = (asked: Asked, { holding, others, terms }: Conditions): Source => {
  const { few, own, parameters, query, shape } = asked
  const all = [...holding, ...terms, ...others]
  const keys = keysOf(shape.columns, query)
  const columns = keys.map(({ field }) => quoted(field))
  const kept = others.filter((one) => isKept(shape, one))
  const [term, ...more] = terms
  // The words are kept with what answers all of it: they are counted once, for the total and to choose how to go on.
  const only = more.length === 0 && holding.length === 0 && kept.length === others.length ? term : undefined
  const alone = only !== undefined && isInOrder(shape, query)
  const bound = alone ? few.read : few.fetched
  const longest = terms.toSorted((one, other) => other.value.length - one.value.length).slice(0, leading)
  const leads = [
    ...holding.map((one) => leadOfHolding(asked, one)),
    ...longest.map((one) =>
      leadOfTerm(asked, one, kept, only === undefined ? bound : countedOneByOne, alone ? `w.${quoted(listedBy(shape))}, w.id` : "w.id")
    )
  ]
  const sizes = leads.map(({ size }, place) => `(${place}, (${size}))`)
  const led = leads.map(({ rows }, place) => `select * from (${rows}) as lead${place} where (select place from lead) = ${place}`)
  const conditions = () => all.map((one) => condition(shape.columns, one, parameters))
  const record = () =>
    `select ${columns.map((column) => `r.${column}`).join(", ")} from ${shape.table} as r where ${[own("r"), 'r.id = led.id collate "C"', ...conditions()].join(" and ")} limit 1`
  const most = parameters.add(query.limit + 1 + (query.offset ?? 0))
  const records = () => `${shape.table} as r where ${[own("r"), ...conditions()].join(" and ")}`
  const parts = partsOf(shape.columns, query, parameters)
  const walked = parts.map(
    ({ order, where }) =>
      `(select ${columns.join(", ")} from ${[records(), "(select place from lead) is null", ...where].join(" and ")} order by ${order} limit ${most})`
  )
  const found = parts.map(
    ({ order, where }) =>
      `(select ${columns.join(", ")} from matching where ${where.join(" and ") || "true"} order by ${order} limit ${most})`
  )
  return {
    before: [
      `sizes (place, size) as materialized (values ${sizes.join(", ")})`,
      `lead as materialized (select place from sizes where size <= ${bound} order by size limit 1)`,
      `matching as materialized (${alone ? led.join(" union all ") : `select record.* from (${led.join(" union all ")}) as led cross join lateral (${record()}) as record`})`
    ],
    rows: [...found, ...walked].join(" union all "),
    total: () =>
      only === undefined
        ? `select case when exists (select 1 from lead) then (select count(*)::int from matching) else (${boundedCount(`select 1 from ${records()}`)}) end`
        : "select size::int from sizes"
  }
}
