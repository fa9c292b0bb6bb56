import { now } from "@vouchkit/core/kernel/foundation/time"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { index, type ScreeningIndex } from "@vouchkit/core/verification/screening/engine/screening-index"
import {
  answerOf,
  editionsOf,
  type LoadedEditions,
  lacksList,
  planIndex,
  type IndexName,
  indexesSeen,
  staleLists
} from "@vouchkit/core/resources/screening/list-index"
import { CustomerListEditions, PublicListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import type { ListRecord } from "@vouchkit/core/verification/screening/record"
import { seenOf, seenTogether } from "@vouchkit/core/resources/screening/tenant-editions"
import { Screener } from "@vouchkit/core/resources/screening/screener"
import { Effect, Layer } from "effect"
import { eachRecord, ownSource, publicSource, sampleSource, type IndexSource, withRecords } from "./index-source.ts"

/** Indexes that are remembered; the oldest makes room. */
const mostRemembered = 20

interface DirectScreenerOptions {
  /** Whether the sandbox finds made-up entries. */
  readonly sample?: boolean
}

/**
 * Searches in the thread that asks, and looks for new editions with every search: simple, always up to date, and slow whenever an edition is
 * new. For those who embed the core, for tests and for commands; a service holds its indexes.
 */
export const directScreenerLayer = ({
  sample = false
}: DirectScreenerOptions = {}): Layer.Layer<Screener, never, PublicListEditions | CustomerListEditions> =>
  Layer.effect(Screener)(
    Effect.gen(function* () {
      const publicLists = yield* PublicListEditions
      const customerLists = yield* CustomerListEditions
      const remembered = new Map<string, { readonly index: ScreeningIndex; readonly editions: LoadedEditions }>()

      const built = Effect.fnUntraced(function* (name: string, source: IndexSource<Tenant>, wanted: LoadedEditions) {
        const known = remembered.get(name)
        if (known !== undefined && planIndex(known.editions, wanted).do === "nothing") return known
        const records: Array<ListRecord> = []
        yield* eachRecord(source, wanted, (page) => Effect.sync(() => void records.push(...page)))
        const made = { index: index(records), editions: wanted }
        const oldest = remembered.keys().next()
        if (remembered.size >= mostRemembered && oldest.done !== true) remembered.delete(oldest.value)
        remembered.set(name, made)
        return made
      })

      const search: Screener["Service"]["search"] = Effect.fn("Screener.search")(function* (query, options = {}) {
        const { environment, organization } = yield* Tenant
        const at = yield* now
        const seen = seenTogether(seenOf(yield* publicLists.current), seenOf(yield* customerLists.current))
        const sources: Readonly<Record<IndexName, IndexSource<Tenant>>> = {
          public: publicSource(publicLists),
          sample: sampleSource(publicLists),
          own: ownSource(customerLists, environment)
        }
        const answers = yield* Effect.forEach(
          indexesSeen(environment).filter((index_name) => sample || index_name !== "sample"),
          Effect.fnUntraced(function* (index_name) {
            const statuses = yield* sources[index_name].statuses
            const wanted = editionsOf(statuses)
            const lacks = lacksList(statuses)
            if (Object.keys(wanted).length === 0) return { index_name, hits: [], editions: {}, stale: new Set<string>(), lacks }
            const name = index_name === "own" ? `own ${environment} ${organization}` : index_name
            const held = yield* built(name, sources[index_name], wanted)
            const { hits } = held.index.search(query, options)
            return {
              index_name,
              hits,
              editions: held.editions,
              stale: staleLists(held.editions, statuses, { now: at, failed: false }),
              lacks
            }
          })
        )
        const { answer, placed } = answerOf(answers, options)
        return { ...answer, seen, hits: yield* withRecords(placed, (index_name) => sources[index_name]) }
      })
      return { search }
    })
  )
