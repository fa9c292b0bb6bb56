import type { Tenant } from "@vouchkit/core/kernel/access/caller"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { Effect } from "effect"
import type { Database } from "../database.ts"
import { batchingIf } from "./batching.ts"

interface Wanted {
  readonly organization: string
  readonly environment: string
  readonly id: string
  readonly found: (data: unknown) => void
  readonly failed: (cause: unknown) => void
}
const limits = { size: 64, under_way: 2 }

/**
 * Finds documents of one table by key, outside of transactions. Reads that come while others are under way share a statement, in which each
 * names its own organization and environment; every one of them sees at least what was committed when it was asked for.
 */
export const sharedReads = ({ shared, sql }: Database["Service"], table: string) => {
  const one = `select data from ${table} where organization = $1 and environment = $2 and id = $3`
  // Each key is looked up by itself: whatever the statistics say, the whole table is never read for a few of its rows.
  // The keys stand in queries of their own: a plan for their number would look cheaper than one for any, and be made again each time.
  const many = `select wanted.position::int, found.data from unnest((select $1::text[]), (select $2::text[]), (select $3::text[])) with ordinality as wanted (organization, environment, id, position) cross join lateral (select data from ${table} where organization = wanted.organization collate "C" and environment = wanted.environment collate "C" and id = wanted.id collate "C" limit 1) as found`
  const alone = async ({ environment, failed, found, id, organization }: Wanted): Promise<void> => {
    try {
      const [row] = await sql.unsafe(one, [organization, environment, id], { prepare: true })
      found(row?.data)
    } catch (cause) {
      failed(cause)
    }
  }
  const read = batchingIf<Wanted>(shared, limits, async (members) => {
    const [first] = members
    if (members.length === 1 && first !== undefined) return alone(first)
    try {
      const keys = [
        members.map(({ organization }) => organization),
        members.map(({ environment }) => environment),
        members.map(({ id }) => id)
      ]
      const rows = await sql.unsafe(many, keys, { prepare: true })
      const documents = new Map(rows.map(({ data, position }) => [position, data]))
      for (const [index, { found }] of members.entries()) found(documents.get(index + 1))
    } catch {
      // Whatever one of them brought about, the others get their own answer.
      await Promise.all(members.map(alone))
    }
  })
  return ({ environment, organization }: Tenant["Service"], id: string): Effect.Effect<unknown, StorageUnavailable> =>
    Effect.callback((resume) => {
      read({
        organization,
        environment,
        id,
        found: (data) => resume(Effect.succeed(data)),
        failed: (cause) => resume(Effect.fail(new StorageUnavailable({ cause })))
      })
    })
}
