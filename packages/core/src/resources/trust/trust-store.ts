import { Context, type Effect } from "effect"
import type { Conflict, StorageUnavailable } from "../../kernel/foundation/failure.ts"
import type {
  StoredCertificate,
  StoredCrl,
  MetList,
  StoredFile,
  TrustCertificate,
  TrustCounts,
  TrustCrl,
  TrustImport,
  TrustKind,
  TrustRefusal
} from "./model.ts"

/** What one country's documents are verified with, all of one edition. */
export interface CountryTrust {
  readonly edition: number
  /** CSCA and link certificates, DER. */
  readonly certificates: ReadonlyArray<Uint8Array>
  /** DER; the newest of each issuer. */
  readonly crls: ReadonlyArray<Uint8Array>
}

/** An import that waits for its turn. */
export interface TrustStart {
  readonly source: string
  readonly sha256: string
  readonly replaces: boolean
  /** Where its files wait; empty when anyone who begins the import holds them. */
  readonly files: ReadonlyArray<StoredFile>
  readonly at: string
}

/** The right to write one import, which ends with `finish`, `fail`, `pause`, a longer silence, or when someone else takes the import up. */
export interface TrustTicket {
  readonly id: number
  /** Which taking up of the import this is: an earlier one can write no more. */
  readonly run: number
  /** Entries that an earlier run of the same import has done with. */
  readonly cursor: number
  readonly counts: TrustCounts
  readonly files: ReadonlyArray<StoredFile>
}

export type TrustTurn =
  | { readonly turn: "now"; readonly ticket: TrustTicket }
  /** Someone works on it, or an import before it has not ended. */
  | { readonly turn: "later" }
  /** It has ended; `files` are those that still have to be removed. */
  | { readonly turn: "over"; readonly ended: TrustImport; readonly files: ReadonlyArray<StoredFile> }

/** What one batch of entries holds. `from` and `cursor` count the entries done with before and after it. */
export interface TrustBatch {
  readonly certificates: ReadonlyArray<TrustCertificate>
  readonly crls: ReadonlyArray<TrustCrl & { readonly where: string }>
  readonly refusals: ReadonlyArray<TrustRefusal>
  readonly from: number
  readonly cursor: number
  readonly at: string
}

export interface TrustFigures {
  readonly edition: number
  readonly countries: number
  /** Certificates that stand, each counted once however many sources hold it. */
  readonly certificates: Readonly<Record<TrustKind, number>>
  readonly crls: number
  /** Certificates that an operator removed. */
  readonly removed: number
}

type Reading<A> = Effect.Effect<A, StorageUnavailable>
type Writing<A> = Effect.Effect<A, StorageUnavailable | Conflict<"stale_object" | "conflict">>

/**
 * The certificates by which chips of travel documents are trusted. They are the operator's and the same for every organization. What an
 * import writes is seen by no one before `finish`, which makes all of it visible at once as the next edition.
 */
export class TrustStore extends Context.Service<
  TrustStore,
  {
    /** Grows with every visible change; 0 until there was one. */
    readonly edition: Reading<number>
    /** `country` as `trustCountry` gives it. */
    readonly trustOf: (country: string) => Reading<CountryTrust>
    /** Certificates (DER) of document signers that stand under any of these keys (`chip/signer-keys.ts`), at most `maximumSigners`. */
    readonly signersOf: (keys: ReadonlyArray<string>) => Reading<ReadonlyArray<Uint8Array>>
    readonly figures: Reading<TrustFigures>
    /** Certificates that stand or stood, by country, kind and subject. */
    readonly certificates: (wanted: {
      readonly country: string | null
      readonly limit: number
    }) => Reading<ReadonlyArray<StoredCertificate>>
    readonly crls: (wanted: { readonly country: string | null; readonly limit: number }) => Reading<ReadonlyArray<StoredCrl>>
    /** The latest first. */
    readonly imports: (limit: number) => Reading<ReadonlyArray<TrustImport>>
    /** Imports that have not ended up to and with this one, the oldest first. */
    readonly unfinished: (upTo: number) => Reading<ReadonlyArray<TrustImport>>
    readonly findImport: (id: number) => Reading<TrustImport | undefined>

    /**
     * Puts an import behind those that wait. When the last of them is the same one, that one is answered, and `fresh` is false: nothing
     * was written and the files of this call are not its own.
     */
    readonly submit: (start: TrustStart) => Writing<{ readonly id: number; readonly fresh: boolean }>
    /** Takes an import up, from where it was left, when it is its turn. Undefined when there is no such import. */
    readonly begin: (id: number, at: string) => Writing<TrustTurn | undefined>
    /** Writes a batch and how far the import is, together or not at all. Answers the counts of the whole import so far. Who lost the import to another process fails here, before it writes. */
    readonly add: (ticket: TrustTicket, batch: TrustBatch) => Writing<TrustCounts>
    /** Says that the import is worked on while nothing is written. Fails like `add`. */
    readonly sign: (ticket: TrustTicket, at: string) => Writing<void>
    /** Makes what was written visible as a new edition, unless nothing changed. */
    readonly finish: (ticket: TrustTicket, end: { readonly lists: ReadonlyArray<MetList>; readonly at: string }) => Writing<TrustImport>
    /** Ends the import; nothing of what it wrote remains. Harmless when repeated, and when called by one that lost the import. Run 0 is one that no one took up. */
    readonly fail: (ticket: Pick<TrustTicket, "id" | "run">, failure: { readonly reason: string; readonly at: string }) => Reading<void>
    /** Lets go of the import so that it may be taken up at once. */
    readonly pause: (ticket: TrustTicket) => Reading<void>
    /** Forgets the files of an import that has ended, once they are removed. */
    readonly forgetFiles: (id: number) => Reading<void>

    /** Trusts a certificate no more, whatever is imported later. Answers false when it is not held or was removed before. */
    readonly remove: (sha256: string, at: string) => Reading<boolean>
    /** Takes a removal back. Answers false when there was none. */
    readonly restore: (sha256: string) => Reading<boolean>
  }
>()("@vouchkit/core/trust/TrustStore") {}
