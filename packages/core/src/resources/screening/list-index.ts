import type { ScreeningHit } from "../../verification/screening/engine/explanation.ts"
import { defaultOptions, queryLimits, type SearchOptions } from "../../verification/screening/engine/query.ts"
import { engineVersions } from "../../verification/screening/engine/versions.ts"
import { listState } from "../watchlists/sources/coverage.ts"
import type { ListEntry } from "../watchlists/editions/entry.ts"
import type { ListStatus } from "../watchlists/editions/list-editions.ts"
import { bareRecord, type ListRecord } from "../../verification/screening/record.ts"
import type { SearchAnswer } from "./screener.ts"
import { type Environment, traitsOf } from "../../kernel/foundation/environment.ts"

/**
 * Lists that one index holds and that the same tenants see: those of publishers, made-up ones, and those of one organization in one of its
 * environments. An index never holds entries of two indexes, so that who may not see an index is not even near its entries.
 */
export type IndexName = "public" | "sample" | "own"

const seen = { live: ["public", "own"], sandbox: ["public", "sample", "own"] } as const satisfies Record<
  Environment,
  ReadonlyArray<IndexName>
>

/** The indexes that a tenant of the environment searches: made-up entries are found in the sandbox alone. */
export const indexesSeen = (environment: Environment): ReadonlyArray<IndexName> => seen[environment]

/** Whether an import of the list was tried and none ever succeeded. One that is under way, or that no one filled yet, is no gap. */
const unread = ({ edition, stale }: ListStatus): boolean => edition === null && stale !== null

/** Whether an index should hold a list of which there is nothing to search. */
export const lacksList = (statuses: ReadonlyArray<ListStatus>): boolean => statuses.some(unread)

/** The lists of an owner in an index: those that have an edition, and those of which one is missing. A live organization's own list that is marked as a sample is in none. */
export const onIndex = (
  index_name: IndexName,
  statuses: ReadonlyArray<ListStatus>,
  environment: Environment = "live"
): ReadonlyArray<ListStatus> =>
  statuses.filter(
    (status) =>
      (status.edition !== null || unread(status)) &&
      (index_name === "own" ? !status.sample || traitsOf(environment).sample_watchlist : status.sample === (index_name === "sample"))
  )

interface LoadedEdition {
  readonly number: number
  /** The date or version that the publisher prints. */
  readonly published: string | null
  readonly records: number
}
/** List key → the edition that an index holds. */
export type LoadedEditions = Readonly<Record<string, LoadedEdition>>

export const editionsOf = (statuses: ReadonlyArray<ListStatus>): LoadedEditions =>
  Object.fromEntries(
    statuses.flatMap(({ edition, key }) =>
      edition === null ? [] : [[key, { number: edition.number, published: edition.published, records: edition.record_count }] as const]
    )
  )

/** What it takes for an index to hold the wanted editions: nothing, the changes of some lists, a whole new build, or to let it go. */
type IndexPlan =
  | { readonly do: "nothing" }
  | { readonly do: "change"; readonly lists: ReadonlyArray<{ readonly key: string; readonly from: number; readonly to: number }> }
  | { readonly do: "build" }
  | { readonly do: "empty" }

/** Plans from what is held (null before the first build). Lists that come or go, and editions that run backwards, need a whole build. */
export const planIndex = (held: LoadedEditions | null, wanted: LoadedEditions): IndexPlan => {
  const keys = Object.keys(wanted)
  if (keys.length === 0) return { do: held === null ? "nothing" : "empty" }
  if (held === null || keys.length !== Object.keys(held).length) return { do: "build" }
  const moved = keys.flatMap((key) => {
    const [from, to] = [held[key]?.number ?? Number.POSITIVE_INFINITY, wanted[key]?.number ?? 0]
    return from === to ? [] : [{ key, from, to }]
  })
  if (moved.some(({ from, to }) => from > to)) return { do: "build" }
  return moved.length === 0 ? { do: "nothing" } : { do: "change", lists: moved }
}

/** An entry as a record of a list, in the edition that was searched. */
export const recordOf = (list: string, edition: number, entry: ListEntry): ListRecord => ({ ...entry, list, edition: String(edition) })

/** What the engine looks at in a record, and no more: the rest need not travel to where the index is built. */
export const searchedPart = ({
  births,
  birth_places,
  countries,
  edition,
  gender,
  identifiers,
  list,
  names,
  nationalities,
  type,
  uid
}: ListRecord) => bareRecord({ births, birth_places, countries, edition, gender, identifiers, list, names, nationalities, type, uid })

/** What one index answered: all of it from the editions beside it. */
export interface IndexAnswer {
  readonly index_name: IndexName
  readonly hits: ReadonlyArray<ScreeningHit>
  readonly editions: LoadedEditions
  /** Keys of lists of which something newer cannot be read, or which no one has confirmed for too long. */
  readonly stale: ReadonlySet<string>
  /** Whether a list is missing that an import was tried for. */
  readonly lacks: boolean
}

/** A hit with the place from which its record is read. */
export interface PlacedHit {
  readonly index_name: IndexName
  /** The key under which the owner keeps the list. */
  readonly key: string
  readonly number: number
  readonly hit: ScreeningHit
}

/** Lists that are to be called stale: by their status, or since a newer edition than the held one could not be loaded. */
export const staleLists = (
  editions: LoadedEditions,
  statuses: ReadonlyArray<ListStatus>,
  at: { readonly now: string; readonly failed: boolean }
): ReadonlySet<string> => {
  const byKey = new Map(statuses.map((status) => [status.key, status]))
  return new Set(
    Object.entries(editions).flatMap(([key, { number }]) => {
      const status = byKey.get(key)
      const behind = at.failed && (status === undefined || status.edition?.number !== number)
      return behind || (status !== undefined && listState(status, at.now) === "stale") ? [key] : []
    })
  )
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** How results name a list: an organization's own that has the key of a public one is distinguished by a prefix, and no other is renamed. */
export const shownKey = (index_name: IndexName, key: string, taken: ReadonlySet<string>): string =>
  index_name === "own" && taken.has(key) ? `own_${key}`.slice(0, 64) : key

/**
 * Puts the answers of several indexes together, hits best first and as many as the search allows, each under the key and the edition of its
 * list. The records are read by the person who keeps the lists.
 */
export const answerOf = (
  answers: ReadonlyArray<IndexAnswer>,
  options: Partial<SearchOptions>
): { readonly placed: ReadonlyArray<PlacedHit>; readonly answer: Omit<SearchAnswer, "hits"> } => {
  const taken = new Set(answers.flatMap(({ editions, index_name }) => (index_name === "own" ? [] : Object.keys(editions))))
  const shown = (index_name: IndexName, key: string): string => shownKey(index_name, key, taken)
  const lists = answers.flatMap(({ editions, index_name, stale }) =>
    Object.entries(editions).map(([key, { number, published }]) => ({
      key: shown(index_name, key),
      version: String(number),
      published_at: published,
      stale: stale.has(key)
    }))
  )
  lists.sort((one, other) => compareText(one.key, other.key))
  const versions = { ...engineVersions, lists: Object.fromEntries(lists.map(({ key, version }) => [key, version])) }
  const placed = answers.flatMap(({ editions, hits, index_name }) =>
    hits.map((hit): PlacedHit => {
      const number = editions[hit.list]?.number ?? 0
      return { index_name, key: hit.list, number, hit: { ...hit, list: shown(index_name, hit.list), edition: String(number), versions } }
    })
  )
  placed.sort(
    ({ hit: one }, { hit: other }) => other.score - one.score || compareText(one.list, other.list) || compareText(one.uid, other.uid)
  )
  const limit = Math.max(0, Math.min(options.limit ?? defaultOptions.limit, queryLimits.hits))
  const error_codes: SearchAnswer["error_codes"] = [
    ...(lists.length === 0 ? (["no_list_loaded"] as const) : []),
    ...(lists.length > 0 && answers.some(({ lacks }) => lacks) ? (["list_not_loaded"] as const) : []),
    ...(lists.some(({ stale }) => stale) ? (["list_stale"] as const) : [])
  ]
  return { placed: placed.slice(0, limit), answer: { lists, versions, partial: error_codes.length > 0, error_codes } }
}
