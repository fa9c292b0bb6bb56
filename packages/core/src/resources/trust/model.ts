import type { MasterListSignature } from "../../verification/chip/certificates/master-list.ts"

/** What a certificate of a travel document is for (ICAO 9303 part 12): a root of trust, a link between two of them, or the signer of documents. */
const trustKinds = ["csca", "link", "ds"] as const
export type TrustKind = (typeof trustKinds)[number]

/** A certificate as an import brings it. Times are ISO 8601 in UTC. */
export interface TrustCertificate {
  /** SHA-256 of the DER, in hexadecimal digits. */
  readonly sha256: string
  /** Two capitals, as `trustCountry` gives them. */
  readonly country: string
  /** The subject's name, for people. */
  readonly subject: string
  readonly not_before: string
  readonly not_after: string
  readonly kind: TrustKind
  /** What a document signer is found by when a chip leaves its certificate out (`chip/signer-keys.ts`); empty for the others. */
  readonly signer_keys: ReadonlyArray<string>
  readonly der: Uint8Array
}

/** A certificate as it stands in the store. It stands once for each source that holds it. */
export interface StoredCertificate extends Omit<TrustCertificate, "der" | "signer_keys"> {
  readonly source: string
  /** The edition that brought it. */
  readonly edition: number
  readonly added_at: string
  /** When it ceased to be trusted: an operator removed it, or its source no longer holds it. */
  readonly withdrawn_at: string | null
}

/** A revocation list (RFC 5280) as an import brings it. */
export interface TrustCrl {
  readonly sha256: string
  readonly country: string
  /** Equal for lists that replace each other: those of one issuer, as far as they speak for all its certificates. */
  readonly issuer_key: string
  /** The issuer's name, for people. */
  readonly issuer: string
  readonly this_update: string
  readonly next_update: string | null
  readonly der: Uint8Array
}
export type StoredCrl = Omit<TrustCrl, "der" | "issuer_key"> & { readonly source: string; readonly edition: number }

/** Why an entry of a file was not taken in, for people; nothing of the entry is quoted. */
export const refusals = {
  no_country: "Its name has no country.",
  no_validity: "Its validity period is empty.",
  unsupported: "Its key or signature uses an unsupported algorithm.",
  too_large: "The revocation list is too long.",
  older: "A newer revocation list of its issuer is already imported."
} as const

export interface TrustRefusal {
  /** File and place in it, such as `list.ml, entry 12`. */
  readonly where: string
  readonly reason: string
}

/** One entry of a file, in its order. */
export type TrustEntry =
  | { readonly entry: "certificate"; readonly where: string; readonly certificate: TrustCertificate }
  | { readonly entry: "crl"; readonly where: string; readonly crl: TrustCrl }
  | ({ readonly entry: "refused" } & TrustRefusal)

export interface TrustCounts {
  readonly added: number
  readonly unchanged: number
  readonly refused: number
}

/** A master list that was met, with what is known of its signer. */
export interface MetList extends MasterListSignature {
  readonly file: string
  readonly certificates: number
}

/** A file that waits in the store of files for its import, in pieces. */
export interface StoredFile {
  readonly name: string
  /** Names of its pieces in their order. */
  readonly pieces: ReadonlyArray<string>
}

export interface TrustImport {
  /** Grows by one with every import, and imports are made in this order. */
  readonly id: number
  readonly source: string
  /** SHA-256 over the files, in hexadecimal digits. */
  readonly sha256: string
  /** What the source held before and the files do not is withdrawn. */
  readonly replaces: boolean
  readonly state: "queued" | "running" | "done" | "failed"
  readonly counts: TrustCounts
  readonly withdrawn: number
  /** The first refusals; `counts` has them all. */
  readonly refusals: ReadonlyArray<TrustRefusal>
  /** The first master lists of the files; none before the import is done. */
  readonly lists: ReadonlyArray<MetList>
  /** Entries that are done with: where the same files go on after the import was stopped. */
  readonly cursor: number
  /** Why it failed; null else. */
  readonly failure: string | null
  /** The edition that it made; null while it runs and when it changed nothing. */
  readonly edition: number | null
  readonly started_at: string
  readonly finished_at: string | null
}

/** Refusals that an import keeps. */
export const maximumRefusals = 100
/** Entries that are written in one transaction. */
export const trustBatchSize = 50
/** Bytes of revocation lists from which on a batch is full. */
export const trustBatchBytes = 4 << 20
/** Most certificates and lists of one country that a verification is given. */
export const maximumPerCountry = 500
/** Document signers that a verification is given: a key names one certificate, or the few that renewed it. */
export const maximumSigners = 16
/** Imports that may wait at a time. */
export const maximumUnfinished = 100
/** Master lists that an import keeps. */
export const maximumLists = 50
/** An import without a sign of life for this long has lost its process; another one may go on with it. */
export const trustTimeoutMs = 60_000
/** A sign of life is given at least this often while entries are passed over that an earlier run has done with. */
export const trustSignMs = 10_000
/** An import with stored files that no one has worked on for this long no longer holds up those after it. */
export const trustWaitMs = 86_400_000
