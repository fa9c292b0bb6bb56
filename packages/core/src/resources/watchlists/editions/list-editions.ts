import { Context, type Effect } from "effect"
import type { Conflict, StorageUnavailable } from "../../../kernel/foundation/failure.ts"
import type { Tenant } from "../../../kernel/access/caller.ts"
import type { EditionCounts } from "./edition.ts"
import type { ListEntry } from "./entry.ts"
import type { Finding } from "../sources/reading.ts"

/** A file that an edition was read from. */
export interface EditionSource {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** One edition of a list as it became current. Numbers grow by import and are never used twice. */
export interface Edition {
  readonly number: number
  /** The date or version that the publisher prints. */
  readonly published: string | null
  readonly content_hash: string
  readonly record_count: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly activated_at: string
  readonly sources: ReadonlyArray<EditionSource>
  readonly findings: ReadonlyArray<Finding>
}

export interface ListStatus {
  readonly key: string
  readonly format: string
  readonly title: string
  /** Made-up entries that ship with the product; they stand for no real list. */
  readonly sample: boolean
  /** The edition that is searched; null until one was imported whole. */
  readonly edition: Edition | null
  /** What the newest file that was read whole prints; may be newer than the edition's when nothing else had changed. */
  readonly published: string | null
  /** When a file of the list was last read whole and found good. */
  readonly confirmed_at: string | null
  /** Why the edition is not the newest: an import since it failed or was refused. */
  readonly stale: { readonly since: string; readonly code: string; readonly detail: string } | null
  readonly last_attempt_at: string | null
  readonly created_at: string
  /** When its owner took it out of use: no one searches it any more, and its editions stay to be looked at. Null while it is in use. */
  readonly retired_at: string | null
}

/** A list that is in use, and the number of the edition that is searched; null until one was imported whole. */
export interface CurrentEdition {
  readonly key: string
  readonly number: number | null
}

export interface ImportStart {
  readonly key: string
  readonly format: string
  readonly title: string
  readonly sample: boolean
  /** `delta` changes the current edition; `full` replaces it. */
  readonly mode: "full" | "delta"
  readonly at: string
}
/** The right to write one edition of a list, which ends when the edition becomes current or is abandoned. */
export interface ImportTicket {
  readonly key: string
  readonly mode: "full" | "delta"
  readonly number: number
}
/** An import that has shown no sign of life for this long is taken for dead, and the next one cleans up after it. */
export const importTimeoutMs = 90 * 1000
/** How often an import says that it is alive while it reads or waits; three may get lost before it is taken for dead. */
export const importSignMs = 20 * 1000

export interface ArrivingEntry {
  readonly uid: string
  readonly hash: string
  readonly entry: ListEntry
}
interface LoadedEntry {
  readonly hash: string
  readonly entry: ListEntry
}
export interface EntryChange {
  readonly uid: string
  /** Null when it was added. */
  readonly before: ListEntry | null
  /** Null when it was removed. */
  readonly after: ListEntry | null
}
/** Pages run along uids: ask again with the last uid until a page is empty. */
interface PageAfter {
  readonly after: string | null
  readonly limit: number
}

type Failing<A, R> = Effect.Effect<A, StorageUnavailable, R>
type Writing<A, R> = Effect.Effect<A, StorageUnavailable | Conflict<"stale_object" | "conflict" | "list_archived">, R>

/**
 * Keeps lists by edition. What an import writes is seen by no one until `activate`, which makes the whole edition current at once; an
 * import that is killed half way leaves the last good edition as it was. Entries that do not change are stored once for all editions.
 */
export interface ListEditions<R> {
  /** Makes a list that has no edition yet. False when the owner has, or ever had, a list of this key: results name lists by it. */
  readonly open: (list: Pick<ImportStart, "key" | "format" | "title" | "at">) => Failing<boolean, R>
  /** Takes a list out of use for good. Harmless when repeated; nothing happens to a list that is not there. */
  readonly retire: (key: string, at: string) => Failing<void, R>
  /**
   * Erases some of the entries of lists that were taken out of use up to this moment, of every owner, and answers how many. Their editions stay,
   * with counts and hashes and without whom they named.
   */
  readonly eraseRetired: (retired_until: string) => Effect.Effect<number, StorageUnavailable>
  /** Takes the list for one import. Fails with a conflict while another import of the list is alive, or when the list was taken out of use. */
  readonly begin: (start: ImportStart) => Writing<ImportTicket, R>
  /** Says that the import is alive, for times in which it writes nothing. Answers false when it lost the list to another. */
  readonly sign: (ticket: ImportTicket, at: string) => Failing<boolean, R>
  /** Writes up to 1,000 entries. Answers the uids that arrived before in this import with other content: nothing is written for those. In a delta the later one holds, and none is answered. */
  readonly add: (ticket: ImportTicket, entries: ReadonlyArray<ArrivingEntry>, at: string) => Writing<ReadonlyArray<string>, R>
  /** Takes up to 1,000 entries off the list, in a delta alone. Answers the uids that are not on it. */
  readonly remove: (ticket: ImportTicket, uids: ReadonlyArray<string>, at: string) => Writing<ReadonlyArray<string>, R>
  readonly weigh: (ticket: ImportTicket) => Failing<EditionCounts, R>
  /** The uids and hashes of the edition to be, in the order of uids. */
  readonly contents: (ticket: ImportTicket, page: PageAfter) => Failing<ReadonlyArray<{ readonly uid: string; readonly hash: string }>, R>
  /** Makes the edition current and forgets that the list was stale. */
  readonly activate: (ticket: ImportTicket, edition: Edition) => Writing<void, R>
  /** Ends an import that brought nothing new: the current edition is confirmed, with what the newer file prints. */
  readonly confirm: (ticket: ImportTicket, confirmed: { readonly published: string | null; readonly at: string }) => Writing<void, R>
  /** Ends an import without an edition: what it wrote is removed, the list keeps its edition and is stale from then on. Harmless when repeated. */
  readonly abandon: (ticket: ImportTicket, why: { readonly code: string; readonly detail: string; readonly at: string }) => Failing<void, R>

  /** The current editions of the lists that are in use, by key: little enough to be read with every search. */
  readonly current: Failing<ReadonlyArray<CurrentEdition>, R>
  /** The lists that are in use. */
  readonly statuses: Failing<ReadonlyArray<ListStatus>, R>
  /** One list by its key, be it in use or not. */
  readonly status: (key: string) => Failing<ListStatus | undefined, R>
  /** The latest first. */
  readonly editions: (key: string, limit: number) => Failing<ReadonlyArray<Edition>, R>
  /** Entries of an edition in the order of uids. */
  readonly entries: (key: string, edition: number, page: PageAfter) => Failing<ReadonlyArray<LoadedEntry>, R>
  /** Up to 500 entries of an edition by their uids, in the order of uids; those that it does not hold are left out. */
  readonly find: (key: string, edition: number, uids: ReadonlyArray<string>) => Failing<ReadonlyArray<LoadedEntry>, R>
  /** What became of the list between two editions, in the order of uids. */
  readonly changes: (
    key: string,
    between: { readonly from: number; readonly to: number },
    page: PageAfter
  ) => Failing<ReadonlyArray<EntryChange>, R>
}

/** How long the entries of a list that was taken out of use can still be read, so that what was found in it can be explained: 30 days. */
export const retiredEntriesMs = 30 * 24 * 60 * 60 * 1000

/** Editions that are kept, so that what was searched at an earlier day can be shown. A year of daily changes and some more. */
export const keptEditions = 400

/** Lists of publishers, the same for every organization of the installation. */
export class PublicListEditions extends Context.Service<PublicListEditions, ListEditions<never>>()(
  "@vouchkit/core/screening/PublicListEditions"
) {}

/** Lists that an organization brought itself, in one of its environments. No one else sees them. */
export class CustomerListEditions extends Context.Service<CustomerListEditions, ListEditions<Tenant>>()(
  "@vouchkit/core/screening/CustomerListEditions"
) {}
