import type { Condition } from "@vouchkit/core/kernel/storage/collection"
import { listedBy } from "@vouchkit/core/kernel/storage/position"
import { condition, quoted } from "./conditions.ts"
import { type Asked, type Holding, isInOrder, isKept, keptTable, sizesOf, type Term, wordRows } from "./kept.ts"
import { keysOf, partsOf } from "./order.ts"
import type { Source } from "./page.ts"
import { countOf } from "./totals.ts"

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

const leadOfTerm = (asked: Asked, term: Term, others: ReadonlyArray<Condition<string>>, bound: number): Lead => ({
  size: countOf(wordRows(asked, term, others, "1"), bound + 1),
  rows: wordRows(asked, term, others, "w.id")
})

/** Words that are kept with what answers all of a list: they are counted once, for its total and to choose how to go on. */
const leadOfAll = (asked: Asked, term: Term, others: ReadonlyArray<Condition<string>>, columns: string): Lead => ({
  size: asked.counting.unlessBeyond(countOf(wordRows(asked, term, others, "1"), asked.counting.most)),
  rows: wordRows(asked, term, others, columns)
})

/**
 * A list by conditions that no index holds in its order: elements in another order, or words. The condition that finds the fewest records leads, if these are
 * few, and what it finds is looked at and sorted; otherwise the list is walked in its order until the page is full. The statement counts first and runs
 * one of the two, whatever the server believes of the tables.
 */
export const fewest = (asked: Asked, { holding, others, terms }: Conditions): Source => {
  const { bounds, counting, own, parameters, query, shape } = asked
  const all = [...holding, ...terms, ...others]
  const keys = keysOf(shape.columns, query)
  const columns = keys.map(({ field }) => quoted(field))
  const kept = others.filter((one) => isKept(shape, one))
  const [term, ...more] = terms
  const only = more.length === 0 && holding.length === 0 && kept.length === others.length ? term : undefined
  const alone = only !== undefined && isInOrder(shape, query)
  const bound = alone ? bounds.read : bounds.fetched
  const longest = terms.toSorted((one, other) => other.value.length - one.value.length).slice(0, leading)
  const leads = [
    ...holding.map((one) => leadOfHolding(asked, one)),
    ...longest.map((one) =>
      only === undefined
        ? leadOfTerm(asked, one, kept, bound)
        : leadOfAll(asked, one, kept, alone ? `w.${quoted(listedBy(shape))}, w.id` : "w.id")
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
        ? counting.unlessBeyond(
            `select case when exists (select 1 from lead) then (select count(*)::int from matching) else (${countOf(`select 1 from ${records()}`, counting.most)}) end`
          )
        : "select size::int from sizes"
  }
}
