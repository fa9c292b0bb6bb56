import type { Tenant } from "@vouchkit/core/kernel/access/caller"
import type { Query } from "@vouchkit/core/kernel/storage/collection"
import type { Bounds } from "./bounds.ts"
import { condition, quoted } from "./conditions.ts"
import { fewest } from "./fewest.ts"
import { type Asked, isInOrder, keptRows, type Listed, sizesOf, sortConditions } from "./kept.ts"
import { keysOf, orderClause, partsOf, sliceClause } from "./order.ts"
import { rangesOf } from "./ranges.ts"
import type { Parameters } from "./statement.ts"
import { countingBeyond, countOf, keptClause, plainCounting } from "./totals.ts"

/** Where the rows of a page come from. */
export interface Source {
  /** Queries that stand in front of the statement. */
  readonly before: ReadonlyArray<string>
  /** Rows with the columns of the order and `id`: all that may stand on the page. */
  readonly rows: string
  /** How many there are, as a query; null where the records themselves are counted. */
  readonly total: (() => string) | null
}

/** A limit and an offset, one row more than asked for: it tells whether others follow. */
const slice = (query: Query<string>, parameters: Parameters): string => sliceClause({ ...query, limit: query.limit + 1 }, parameters)

const keptSource = (asked: Asked, { holding, others, terms }: ReturnType<typeof sortConditions>): Source | null => {
  if (holding.length === 0 && terms.length === 0) return null
  if (terms.length > 0 || !isInOrder(asked.shape, asked.query)) return fewest(asked, { holding, others, terms })
  const rows = keptRows(asked, holding, others)
  if (rows === null) return null
  const total = () => {
    const count = countOf(rows.counted(), asked.counting.most)
    const [only, ...more] = [...holding, ...others]
    // A list by any of several elements has no fewer records than hold one of them.
    return only !== undefined && more.length === 0 && only.op === "overlaps"
      ? `select case when (select max(size) from ${sizesOf(asked, only)} as sizes) > ${asked.bounds.counted} then ${asked.bounds.counted + 1} else (${count}) end`
      : count
  }
  return { before: [], rows: rows.page(), total: () => asked.counting.unlessBeyond(total()) }
}

/** The parts of a list, each as it stands in an index, with as many rows as the page may take. */
const partsSource = (
  { parameters, query, shape }: Asked,
  parts: ReturnType<typeof partsOf>,
  records: (conditions: ReadonlyArray<string>) => string
): Source => {
  const columns = keysOf(shape.columns, query).map(({ field }) => quoted(field))
  const most = parameters.add(query.limit + 1 + (query.offset ?? 0))
  const rows = parts.map(({ order, where }) => `(select ${columns.join(", ")} from ${records(where)} order by ${order} limit ${most})`)
  return { before: [], rows: rows.join(" union all "), total: null }
}

/**
 * One page of a list and its total, in one statement. Whatever a list is filtered and ordered by, a page is read from ranges of indexes that hold it in
 * order, and contents are fetched for its own rows alone.
 */
export const pageStatement = (
  {
    besides,
    beyondUntil,
    bounds,
    query,
    shape,
    tenant
  }: {
    readonly shape: Listed
    readonly tenant: Tenant["Service"]
    readonly query: Query<string>
    readonly besides: string
    /** For a list that may be remembered as one beyond the bound of totals: up to which number of records that left (`ListsBeyond`). */
    readonly beyondUntil: number | null
    readonly bounds: Bounds
  },
  parameters: Parameters
): string => {
  const [organization, environment] = [parameters.add(tenant.organization), parameters.add(tenant.environment)]
  const own = (alias: string) => `${alias}.organization = ${organization} and ${alias}.environment = ${environment}`
  const where = query.where ?? []
  const kept = keptClause(shape, tenant, where, parameters)
  const counting =
    beyondUntil === null || kept !== null || besides !== ""
      ? plainCounting(bounds)
      : countingBeyond(shape.table, bounds, own("c"), parameters.add(beyondUntil))
  const asked: Asked = { shape, query, parameters, own, bounds, counting }
  let answering: ReadonlyArray<string> | undefined
  // Once, since a parameter that no part of a statement names is refused.
  const answered = () => (answering ??= where.map((one) => condition(shape.columns, one, parameters)))
  const records = (conditions: ReadonlyArray<string>) =>
    `${shape.table} as r where ${[own("r"), ...answered(), ...conditions].join(" and ")}${besides}`
  const counted = () => counting.unlessBeyond(countOf(`select 1 from ${records([])}`, counting.most))
  const left = counting.left === null ? "" : `, (${counting.left}) as records_left`
  let source = keptSource(asked, sortConditions(shape, where)) ?? rangesOf(asked, besides)
  if (source === null) {
    const parts = partsOf(shape.columns, query, parameters)
    const [only, ...more] = parts
    if (only !== undefined && more.length === 0 && (query.offset ?? 0) === 0) {
      const page = `select data from ${records(only.where)} order by ${only.order}${slice(query, parameters)}`
      return `select (${kept ?? counted()}) as total${left}, coalesce((select jsonb_agg(data) from (${page}) as page), '[]'::jsonb) as rows`
    }
    source = partsSource(asked, parts, records)
  }
  const total = kept ?? source.total?.() ?? counted()
  const chosen = `select id from (${source.rows}) as found order by ${orderClause(shape.columns, query)}${slice(query, parameters)}`
  const data = `select data from ${shape.table} as r where ${own("r")} and r.id = page.id collate "C" limit 1`
  const page = `select jsonb_agg(record.data order by page.place) from (select row_number() over () as place, id from (${chosen}) as chosen) as page cross join lateral (${data}) as record`
  return `${source.before.length === 0 ? "" : `with recursive ${source.before.join(", ")} `}select (${total}) as total${left}, coalesce((${page}), '[]'::jsonb) as rows`
}
