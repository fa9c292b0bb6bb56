import type { LayoutAgreement } from "../layout-agreement.ts"
import type { DocumentUnreadable, FileForensics } from "../document-reading.ts"
import type { ReadAt } from "../evidence/evidence.ts"
import type { PoaPolicy } from "./policy.ts"
import type { CrossReference, PoaDocumentType, ProofOfAddressExtraction } from "./types.ts"

/** A proof of address that already passed in the session. */
export interface PoaSource {
  readonly document_type: PoaDocumentType | null
  /** Two documents of one issuer are one source. Personal data by the contract. */
  readonly issuer: string | null
}

/** Whose word the name and the address of a proof are compared with; null where no one says so. */
export interface ComparedWith {
  readonly name: "identity_document" | "expected" | null
  readonly address: "identity_document" | "expected" | null
}

/** What a proof is compared with: the value as it stands there, and where it was read. */
export interface ReferenceValue extends ReadAt {
  readonly value: string
}

/** What became of reading the document. */
export type PoaDocument =
  | {
      readonly status: "read"
      readonly extraction: ProofOfAddressExtraction
      readonly cross_reference: CrossReference
      /** A PDF with text of its own, or anything that was read by sight; a PDF where left out. */
      readonly medium?: "pdf" | "picture"
      /** Left out where no one keeps it. */
      readonly compared_with?: ComparedWith
      /** How the layout stands to the templates of its issuer; left out where it was not compared. */
      readonly layout?: LayoutAgreement
      /** The document; left out where there is none, as in the sandbox. */
      readonly document_id?: string
      /** What the name and the address are compared with; left out where no one keeps it. */
      readonly reference?: { readonly name: ReferenceValue | null; readonly address: ReferenceValue | null }
      readonly forensics: Pick<FileForensics, "flags">
    }
  | { readonly status: "unreadable"; readonly code: DocumentUnreadable["code"] }

/** Everything a verdict depends on; the effective policy comes in resolved. */
export interface PoaEvidence {
  readonly policy: PoaPolicy
  readonly document: PoaDocument
  readonly declared_type: PoaDocumentType | null
  /** ISO 3166-1 alpha-2. */
  readonly declared_issuing_country: string | null
  /** Issuing country of the session's identity document, the default when no other country is known. */
  readonly identity_document_country: string | null
  /** ISO 8601 calendar date. */
  readonly today: string
  readonly passed_sources: ReadonlyArray<PoaSource>
  readonly duplicate: boolean
  readonly same_as_identity_document: boolean
  readonly known_forgery: boolean
  /** The organization registered the document as stolen. */
  readonly stolen?: boolean
}
