import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../../kernel/foundation/failure.ts"

/** What a server says of a file so that the next request can ask for it only if it changed (RFC 9110, sections 8.8 and 13). */
export interface Validator {
  readonly etag: string | null
  readonly last_modified: string | null
}

/** How a fetch of a list ended. `busy` found an import of the list under way. */
export type FetchOutcome = "activated" | "unchanged" | "not_modified" | "refused" | "failed" | "busy"

/** What is remembered of the fetches of one list. */
export interface FetchState {
  readonly key: string
  /** Digest of the addresses that the rest was learnt of. */
  readonly source: string
  /** One for each file; null before the first that became an edition, or confirmed one. */
  readonly validators: ReadonlyArray<Validator> | null
  /** The edition that those files are. */
  readonly edition: number | null
  readonly due_at: string
  /** Fetches that brought nothing since the last one that did. */
  readonly failures: number
  readonly last_at: string | null
  readonly last_outcome: FetchOutcome | null
  readonly last_detail: string | null
  /** Until when a process holds the list, if one does. */
  readonly leased_until: string | null
}

export interface FetchClaim {
  readonly key: string
  readonly source: string
  readonly at: string
  /** Names the one that claims: anyone who lost the list can settle nothing. */
  readonly lease: string
  readonly until: string
  /** Whether to fetch although it is not due. */
  readonly early: boolean
}

export type FetchSettled = Pick<FetchState, "validators" | "edition" | "due_at" | "failures" | "last_detail"> & {
  readonly last_at: string
  readonly last_outcome: FetchOutcome
}

/** Remembers for each list of the installation when it is fetched next, and lets one process at a time fetch it. */
export class ListFetches extends Context.Service<
  ListFetches,
  {
    /**
     * Takes a list that is due, or whose addresses changed, unless someone holds it: undefined then. Of changed addresses nothing is
     * remembered.
     */
    readonly claim: (claim: FetchClaim) => Effect.Effect<FetchState | undefined, StorageUnavailable>
    /** Holds the list for longer; false once it was lost. */
    readonly extend: (key: string, lease: string, until: string) => Effect.Effect<boolean, StorageUnavailable>
    /** Writes down how a fetch ended and gives the list back. Nothing happens when the lease was lost. */
    readonly settle: (key: string, lease: string, settled: FetchSettled) => Effect.Effect<void, StorageUnavailable>
    /** Gives the list back as it was, due as before. */
    readonly release: (key: string, lease: string) => Effect.Effect<void, StorageUnavailable>
    /** In the order of keys, lists that have no address any more among them. */
    readonly states: Effect.Effect<ReadonlyArray<FetchState>, StorageUnavailable>
  }
>()("@vouchkit/core/screening/ListFetches") {}
