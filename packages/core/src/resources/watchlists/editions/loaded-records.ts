import { Effect } from "effect"
import type { StorageUnavailable } from "../../../kernel/foundation/failure.ts"
import type { ListRecord } from "../../../verification/screening/record.ts"
import type { LoadedEntry, ListEditions, ListStatus } from "./list-editions.ts"

const pageSize = 2_000
/** More pages than the largest list has. */
const maximumPages = 10_000

/**
 * Hands every record of the current editions to `take`, list by list in pages, and answers the editions that were read. An edition that
 * becomes current meanwhile changes nothing: each list is read as it stood when its turn began.
 */
export const loadRecords = <R>(
  store: ListEditions<R>,
  take: (records: ReadonlyArray<ListRecord>) => void
): Effect.Effect<ReadonlyArray<ListStatus>, StorageUnavailable, R> =>
  Effect.gen(function* () {
    const loaded: Array<ListStatus> = []
    for (const status of yield* store.statuses) {
      const { edition, key } = status
      if (edition === null) continue
      const version = edition.published ?? String(edition.number)
      let after: string | null = null
      for (let pages = 0; pages < maximumPages; pages += 1) {
        const page: ReadonlyArray<LoadedEntry> = yield* store.entries(key, edition.number, { after, limit: pageSize })
        const last = page.at(-1)
        if (last === undefined) break
        take(page.map(({ entry }) => ({ ...entry, list: key, edition: version.slice(0, 64) })))
        after = last.entry.uid
      }
      loaded.push(status)
    }
    return loaded
  })
