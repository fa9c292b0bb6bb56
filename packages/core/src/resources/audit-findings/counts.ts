import { Context, Effect } from "effect"
import { after, days } from "../../kernel/foundation/time.ts"
import { type CollectionOf, type Condition, shape } from "../../kernel/storage/collection.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"

/** Numbers by name, such as how many decisions of a reviewer there were. */
export type Numbers = Readonly<Record<string, number>>

/** What was counted of one series within one day or month: numbers for each group. None of it is about one person who is verified. */
export interface StoredCount {
  readonly id: string
  readonly version: number
  readonly series: string
  /** A day such as `2026-03-02`, or a month such as `2026-03`. */
  readonly period: string
  readonly groups: Readonly<Record<string, Numbers>>
  readonly created_at: string
  readonly updated_at: string
}

export const qualityCounts = shape<StoredCount>()({
  table: "quality_counts",
  columns: { series: { type: "text" }, period: { type: "text" }, created_at: { type: "text" } }
})
export class CountStore extends Context.Service<CountStore, CollectionOf<typeof qualityCounts>>()(
  "@vouchkit/core/audit-findings/CountStore"
) {}

/** Something to be added to a number. */
export interface Counted {
  readonly series: string
  readonly period: string
  readonly group: string
  readonly name: string
}

/** Groups of one row; what belongs to further ones is counted together. */
const mostGroups = 1000
const otherGroups = "other"

/** The numbers of a row with one more of each of these. */
export const added = (groups: StoredCount["groups"], counted: ReadonlyArray<Pick<Counted, "group" | "name">>): StoredCount["groups"] => {
  const all = new Map(Object.entries(groups))
  for (const { group: wanted, name } of counted) {
    const group = all.has(wanted) || all.size < mostGroups ? wanted : otherGroups
    const numbers = new Map(Object.entries(all.get(group) ?? {}))
    all.set(group, Object.fromEntries(numbers.set(name, (numbers.get(name) ?? 0) + 1)))
  }
  return Object.fromEntries(all)
}

const idOf = ({ period, series }: Pick<Counted, "period" | "series">): string => `${series}:${period}`

/** Adds one for each of these, in the transaction at hand. Rows are locked in the order of their ids, so that no two transactions wait for one another. */
export const count = Effect.fnUntraced(function* (all: ReadonlyArray<Counted>) {
  const store = yield* CountStore
  const at = yield* tenantNow
  const byRow = Map.groupBy(all, idOf)
  for (const id of [...byRow.keys()].sort()) {
    const counted = byRow.get(id) ?? []
    const [first] = counted
    if (first === undefined) continue
    const { period, series } = first
    yield* store.insertIfAbsent({ id, version: 1, series, period, groups: {}, created_at: at, updated_at: at })
    const row = yield* store.lock(id)
    if (row !== undefined) yield* store.save({ ...row, groups: added(row.groups, counted), updated_at: at })
  }
})

const countLifetime = days(3 * 366)
export const endedCounts = (at: string): ReadonlyArray<Condition<keyof typeof qualityCounts.columns>> => [
  { field: "created_at", op: "lte", value: after(at, -countLifetime) }
]
export const removeCount = (id: string) => Effect.flatMap(CountStore, (store) => store.remove(id))
