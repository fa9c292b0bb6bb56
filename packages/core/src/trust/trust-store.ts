import { Context, type Effect } from "effect"
import type { Conflict, StorageUnavailable } from "../operation/failure.ts"
import type { HeldCertificate, HeldCrl, TrustCertificate, TrustCounts, TrustCrl, TrustImport, TrustKind, TrustRefusal } from "./model.ts"

/** What one country's documents are verified with, all of one edition. */
export interface CountryTrust {
  readonly edition: number
  /** CSCA and link certificates, DER. */
  readonly certificates: ReadonlyArray<Uint8Array>
  /** DER; the newest of each issuer. */
  readonly crls: ReadonlyArray<Uint8Array>
}

/** The right to write one import, which ends with `finish`, `fail` or a longer silence. */
export interface TrustTicket {
  readonly id: number
  /** Entries that an earlier run of the same import has done with. */
  readonly cursor: number
  readonly counts: TrustCounts
}

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
type Writing<A> = Effect.Effect<A, StorageUnavailable | Conflict>

/**
 * The certificates by which chips of travel documents are trusted. They are the operator's and the same for every organization. What an
 * import writes is seen by nobody before `finish`, which makes all of it visible at once as the next edition.
 */
export class TrustStore extends Context.Service<
  TrustStore,
  {
    /** Grows with every visible change; 0 until there was one. */
    readonly edition: Reading<number>
    /** `country` as `trustCountry` gives it. */
    readonly trustOf: (country: string) => Reading<CountryTrust>
    readonly figures: Reading<TrustFigures>
    /** Certificates that stand or stood, by country, kind and subject. */
    readonly certificates: (wanted: { readonly country: string | null; readonly limit: number }) => Reading<ReadonlyArray<HeldCertificate>>
    readonly crls: (wanted: { readonly country: string | null; readonly limit: number }) => Reading<ReadonlyArray<HeldCrl>>
    /** The latest first. */
    readonly imports: (limit: number) => Reading<ReadonlyArray<TrustImport>>

    /** Takes the store for one import, or takes up the same one where it stopped. Fails with a conflict while another one is alive. */
    readonly begin: (start: {
      readonly source: string
      readonly sha256: string
      readonly replaces: boolean
      readonly at: string
    }) => Writing<TrustTicket>
    /** Writes a batch and how far the import is, together or not at all. Answers the counts of the whole import so far. Who lost the import to another process fails here, before it writes. */
    readonly add: (ticket: TrustTicket, batch: TrustBatch) => Writing<TrustCounts>
    /** Makes what was written visible as a new edition, unless nothing changed. */
    readonly finish: (ticket: TrustTicket, at: string) => Writing<TrustImport>
    /** Ends the import; nothing of what it wrote remains. Harmless when repeated. */
    readonly fail: (ticket: TrustTicket, failure: { readonly reason: string; readonly at: string }) => Reading<void>
    /** Lets go of the import so that the same one may be taken up at once. */
    readonly pause: (ticket: TrustTicket) => Reading<void>

    /** Trusts a certificate no more, whatever is imported later. Answers false when it is not held or was removed before. */
    readonly remove: (sha256: string, at: string) => Reading<boolean>
    /** Takes a removal back. Answers false when there was none. */
    readonly restore: (sha256: string) => Reading<boolean>
  }
>()("@vouchkit/core/trust/TrustStore") {}
