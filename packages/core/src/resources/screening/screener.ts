import { Context, type Effect } from "effect"
import type { Outside } from "../../kernel/foundation/outside.ts"
import type { Tenant } from "../../kernel/access/caller.ts"
import type { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import type { ResultVersions, ScreeningHit } from "../../verification/screening/engine/explanation.ts"
import type { ScreeningQuery, SearchOptions } from "../../verification/screening/engine/query.ts"
import type { ListRecord } from "../../verification/screening/record.ts"

/** An entry that may be the subject: why it was found, and what the list says of it in the edition that was searched. */
export interface FoundEntry extends ScreeningHit {
  readonly record: ListRecord
}

/** A list that was searched, in the edition that it was searched in. */
interface SearchedList {
  readonly key: string
  /** Number of the edition, counted by import: the same everywhere, and never used twice for a list. Hits carry it as their `edition`. */
  readonly version: string
  /** The date or version of the edition as its publisher prints it. */
  readonly published_at: string | null
  /** The edition is the last good one; a newer one could not be read. */
  readonly stale: boolean
}

/**
 * What keeps a search from being a whole one: there was no list at all, an import of a list was tried and none ever succeeded, or of a list
 * something newer than what was searched could not be read, or no one has confirmed it for too long.
 */
type SearchGap = "no_list_loaded" | "list_not_loaded" | "list_stale"

export interface SearchAnswer {
  /** Best first; equal scores by list and identifier. */
  readonly hits: ReadonlyArray<FoundEntry>
  readonly lists: ReadonlyArray<SearchedList>
  readonly versions: ResultVersions
  /**
   * True exactly when `error_codes` names something: what should have been searched was not, or not in its newest form. It is the one meaning
   * of the word, from here to the record of a screening, which adds `too_many_hits`.
   */
  readonly partial: boolean
  readonly error_codes: ReadonlyArray<SearchGap>
  /** The current editions as the search found them (`seenNow`); absent where lists never change. */
  readonly seen?: string
}

/** Searches the lists of the tenant: the public ones of the installation and its own. One answer is wholly of one set of editions. */
export class Screener extends Context.Service<
  Screener,
  {
    readonly search: (query: ScreeningQuery, options?: Partial<SearchOptions>) => Effect.Effect<SearchAnswer, StorageUnavailable, Tenant>
  }
>()("@vouchkit/core/screening/Screener") {
  declare readonly reaches: Outside
}
