import type { Tenant } from "@vouchkit/core/kernel/access/caller"
import type { Condition, Shape } from "@vouchkit/core/kernel/storage/collection"
import { LRUCache } from "lru-cache"
import type { Bounds } from "./bounds.ts"

/** Lists of all tenants that one process remembers; the one that was asked for longest ago goes. */
const mostLists = 10_000
/** Longest that a list is remembered: a database that was put back to an earlier state has fewer that left. */
const rememberedMillis = 60_000

/** Whether everything that takes a record out of a list by this condition is counted, where that is so for the columns (0133_records_left.sql). */
const isCounted = (columns: ReadonlyArray<string>, one: Condition<string>): boolean => {
  if (one.op === "any" || one.op === "all") return one.of.every((other) => isCounted(columns, other))
  if (one.op === "not") return isCounted(columns, one.of)
  return one.op !== "related" && columns.includes(one.field)
}

/**
 * Lists that were seen to have more records than totals count. A list stays beyond that bound until more records of its table have left any list of it than
 * this one had to spare, which the database counts in the transactions that take them out; what is added does no harm.
 */
export class ListsBeyond {
  private readonly lists = new LRUCache<string, number>({ max: mostLists, ttl: rememberedMillis })
  private readonly columns: ReadonlyArray<string>
  private readonly bound: number

  constructor({ counted }: Pick<Shape<any>, "counted">, bounds: Bounds) {
    this.columns = counted?.left ?? []
    this.bound = bounds.counted
  }

  /** What a list is remembered by; null for one of which not all that takes records out of it is counted. */
  keyOf({ environment, organization }: Tenant["Service"], where: ReadonlyArray<Condition<string>> = []): string | null {
    return where.length > 0 && where.every((one) => isCounted(this.columns, one))
      ? JSON.stringify([organization, environment, where])
      : null
  }

  /** Up to which number of records that left the list is known to be beyond the bound. */
  until(key: string): number {
    return this.lists.get(key) ?? -1
  }

  /** That so many were counted when so many had left. */
  counted(key: string, total: number, left: number): void {
    const until = left + total - (this.bound + 1)
    if (total > this.bound && until > this.until(key)) this.lists.set(key, until)
  }
}
