import { Tenant } from "@vouchkit/core/kernel/access/caller"
import type { Collection, Columns, StoredRecord } from "@vouchkit/core/kernel/storage/collection"
import { type Context, Effect } from "effect"
import { LRUCache } from "lru-cache"
import type { AccessGeneration } from "./access-generation.ts"
import type { Database } from "./database.ts"

const maximumCached = 10_000

/**
 * A collection that is asked for one record, or for its absence, with nearly every request: the answer is remembered while no key, organization or record of
 * the collection changes. Its table has triggers that say so (`vouchkit_access_changed`); another process learns of a change within a second.
 */
export const remembered = <Row extends StoredRecord, C extends Columns>(
  stored: Collection<Row, C>,
  database: Database["Service"],
  generations: AccessGeneration["Service"]
): Collection<Row, C> => {
  const cache = new LRUCache<string, { readonly row: Row | undefined }>({ max: maximumCached })
  /** The generation that everything in the cache was read under. */
  let under = -1
  const changing = <A, E, R>(change: Effect.Effect<A, E, R>) => Effect.tap(change, () => database.afterCommit(generations.distrust))
  const find = Effect.fnUntraced(function* (id: string) {
    const { environment, organization } = yield* Tenant
    const key = JSON.stringify([organization, environment, id])
    const generation = yield* generations.confirmed
    if (generation !== under) cache.clear()
    under = generation
    const known = cache.get(key)
    if (known !== undefined) return known.row
    const row = yield* stored.find(id)
    if (under === generation) cache.set(key, { row })
    return row
  })
  return {
    ...stored,
    find: (id) => Effect.contextWith((context: Context.Context<Tenant>) => (database.isOpenIn(context) ? stored.find(id) : find(id))),
    insert: (row) => changing(stored.insert(row)),
    insertIfAbsent: (row) => changing(stored.insertIfAbsent(row)),
    save: (row) => changing(stored.save(row)),
    remove: (id) => changing(stored.remove(id))
  }
}
