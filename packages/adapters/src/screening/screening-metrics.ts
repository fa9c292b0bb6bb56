import { between, now } from "@vouchkit/core/kernel/foundation/time"
import type { LoadedEditions, IndexName } from "@vouchkit/core/resources/screening/list-index"
import type { ListStatus } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { Effect, Metric } from "effect"

const records = Metric.gauge("vouchkit_screening_index_records", { description: "Entries of a public list that this process can find" })
const edition = Metric.gauge("vouchkit_screening_index_edition", {
  description: "Number of the edition of a public list that this process searches"
})
const age = Metric.gauge("vouchkit_screening_list_age_seconds", {
  description: "Seconds since a file of a public list was last read whole and found good"
})
const failures = Metric.counter("vouchkit_screening_load_failures_total", {
  description: "Times that new editions could not be loaded into this process",
  incremental: true
})
const seconds = Metric.histogram("vouchkit_screening_search_duration_seconds", {
  description: "How long searches of the watchlists took, records of the hits included",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
})

const shown = new Set<string>()

/** Shows what this process holds of each public list. Lists of organizations are theirs: they are no labels. */
export const listsShown = (held: LoadedEditions, statuses: ReadonlyArray<ListStatus>): Effect.Effect<void> =>
  Effect.gen(function* () {
    const at = yield* now
    for (const key of Object.keys(held)) shown.add(key)
    // What is gone is shown as nothing, or a collector would go on with the last value.
    for (const list of shown) {
      yield* Metric.update(Metric.withAttributes(records, { list }), held[list]?.records ?? 0)
      yield* Metric.update(Metric.withAttributes(edition, { list }), held[list]?.number ?? 0)
    }
    for (const { confirmed_at, key } of statuses) {
      if (confirmed_at !== null)
        yield* Metric.update(Metric.withAttributes(age, { list: key }), Math.max(0, between(confirmed_at, at) / 1000))
    }
  })

export const loadFailed = (index_name: IndexName): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(failures, { index: index_name }), 1)

export const searched = (duration_seconds: number): Effect.Effect<void> => Metric.update(seconds, duration_seconds)
