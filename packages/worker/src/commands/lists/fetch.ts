import type { Failure } from "@vouchkit/core/kernel/foundation/failure"
import { fetchList } from "@vouchkit/core/resources/watchlists/fetching/fetch-lists"
import { type FetchOutcome, type FetchState, ListFetches } from "@vouchkit/core/resources/watchlists/fetching/list-fetches"
import { Effect } from "effect"
import { listFetchingOf } from "../../processes/list-fetching-layer.ts"
import { storageLayer } from "../../processes/ports.ts"
import type { Settings } from "../../settings/settings.ts"
import { type StartProblem, unavailable } from "../../settings/start-problem.ts"
import { reportedFailure } from "../failures.ts"
import { print } from "../usage.ts"

const reported = (failure: Failure | StartProblem): StartProblem => (failure._tag === "StartProblem" ? failure : reportedFailure(failure))

const words = {
  activated: "a new edition is current",
  unchanged: "the file has the content of the current edition",
  not_modified: "the server reports no change",
  refused: "refused; the last good edition stays",
  failed: "could not be fetched; the last good edition stays",
  busy: "an import of the list is running",
  skipped: "another process is fetching it"
} as const satisfies Record<FetchOutcome | "skipped", string>

const brought: ReadonlySet<string> = new Set(["activated", "unchanged", "not_modified"])

/** Fetches the lists that have an address, or one of them, whether they are due or not. Fails when one of them could not be had. */
export const fetchLists = Effect.fnUntraced(function* (settings: Settings, key: string | undefined, json: boolean | undefined) {
  const fetching = listFetchingOf(settings)
  if (fetching === null) return yield* unavailable("No watchlist has a URL. Set SCREENING_LIST_URLS.")
  const sources = fetching.sources.filter((source) => key === undefined || source.key === key)
  if (sources.length === 0) return yield* unavailable(`SCREENING_LIST_URLS has no list ${key?.slice(0, 64)}.`)
  const results = yield* Effect.forEach(sources, (source) =>
    Effect.map(fetchList(fetching, source, { early: true }), (fetched) => ({ key: source.key, ...fetched }))
  ).pipe(Effect.provide(storageLayer(settings, "command")), Effect.mapError(reported))
  if (json === true) yield* print(JSON.stringify({ data: results }))
  else
    for (const { detail, key: list, outcome } of results) yield* print(`${list}: ${words[outcome]}.${detail === null ? "" : ` ${detail}`}`)
  const missing = results.filter(({ outcome }) => !brought.has(outcome))
  if (missing.length > 0) return yield* unavailable(`Not refreshed: ${missing.map((one) => one.key).join(", ")}.`)
})

/** What is remembered of fetches, for the eyes of an operator. */
export const fetchStates = (settings: Settings): Effect.Effect<ReadonlyArray<FetchState>, StartProblem> =>
  Effect.flatMap(ListFetches, ({ states }) => states).pipe(Effect.provide(storageLayer(settings, "command")), Effect.mapError(reported))
