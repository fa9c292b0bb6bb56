import { between } from "../../foundation/time.ts"
import type { ListStatus } from "./list-editions.ts"

/** How a list stands: `stale` still serves its last good edition. */
export type ListState = "not_loaded" | "current" | "stale"

/** A list whose file nobody has read whole for longer than this is stale, even when no import failed: three missed refreshes and a day. */
export const usualMaximumAge = 60 * 60 * 60 * 1000

export const listState = (status: ListStatus, now: string, maximum_age_ms: number = usualMaximumAge): ListState => {
  if (status.edition === null) return "not_loaded"
  if (status.stale !== null) return "stale"
  return status.confirmed_at === null || between(status.confirmed_at, now) > maximum_age_ms ? "stale" : "current"
}

export type CoverageCode = "no_list_loaded" | "list_not_loaded" | "list_stale" | "sample_lists_only"

/** What a screening was made against; goes into every screening result (decisions 3.7). */
export interface ListCoverage {
  readonly lists: ReadonlyArray<{
    readonly key: string
    readonly version: string
    readonly published_at: string | null
    readonly content_hash: string
    readonly state: Exclude<ListState, "not_loaded">
    readonly sample: boolean
  }>
  /** True when something that should have been searched was not, or not in its newest form. A result is then never a plain `no_hit`. */
  readonly partial: boolean
  readonly error_codes: ReadonlyArray<CoverageCode>
}

/**
 * Says what the loaded lists cover. With nothing loaded, or nothing but samples, a search that finds nobody has not shown that nobody is
 * listed: the result is partial and says why. `wanted` are keys that must have been searched; all known lists unless told.
 */
export const listCoverage = (
  statuses: ReadonlyArray<ListStatus>,
  now: string,
  options: { readonly wanted?: ReadonlyArray<string>; readonly maximum_age_ms?: number } = {}
): ListCoverage => {
  const { wanted } = options
  const asked = statuses.filter(({ key }) => wanted === undefined || wanted.includes(key))
  const lists = asked.flatMap((status) => {
    const state = listState(status, now, options.maximum_age_ms)
    const { edition, key, sample } = status
    if (edition === null || state === "not_loaded") return []
    return [
      {
        key,
        version: String(edition.number),
        published_at: status.published,
        content_hash: edition.content_hash,
        state,
        sample
      }
    ]
  })
  const keys = new Set(lists.map(({ key }) => key))
  const missing = asked.some(({ key }) => !keys.has(key)) || (wanted ?? []).some((key) => !keys.has(key))
  const codes: ReadonlyArray<CoverageCode> = [
    ...(lists.length === 0 ? (["no_list_loaded"] as const) : []),
    ...(lists.length > 0 && missing ? (["list_not_loaded"] as const) : []),
    ...(lists.some(({ state }) => state === "stale") ? (["list_stale"] as const) : []),
    ...(lists.length > 0 && lists.every(({ sample }) => sample) ? (["sample_lists_only"] as const) : [])
  ]
  return { lists, partial: codes.length > 0, error_codes: codes }
}
