import { index } from "@vouchkit/core/verification/screening/engine/screening-index"
import type { ListRecord } from "@vouchkit/core/verification/screening/record"
import { Screener } from "@vouchkit/core/resources/screening/screener"
import { Effect, Layer } from "effect"

/**
 * Searches records that are given once, for those who embed the core without keeping lists. Every tenant finds the same.
 *
 * ```ts
 * const screener = givenRecordsLayer(records)
 * ```
 */
export const givenRecordsLayer = (records: ReadonlyArray<ListRecord>): Layer.Layer<Screener> =>
  Layer.sync(Screener)(() => {
    const held = index(records)
    const { lists } = held.versions
    const byIdentity = new Map(records.map((record) => [JSON.stringify([record.list, record.uid]), record]))
    const answer = {
      lists: Object.entries(lists).map(([key, version]) => ({ key, version, published_at: version, stale: false })),
      versions: held.versions,
      partial: records.length === 0,
      error_codes: records.length === 0 ? (["no_list_loaded"] as const) : []
    }
    return {
      search: (query, options = {}) =>
        Effect.sync(() => ({
          ...answer,
          hits: held.search(query, options).hits.flatMap((hit) => {
            const record = byIdentity.get(JSON.stringify([hit.list, hit.uid]))
            return record === undefined ? [] : [{ ...hit, record }]
          })
        }))
    }
  })
