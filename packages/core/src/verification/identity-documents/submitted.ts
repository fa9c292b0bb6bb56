import type { DocumentSide, IdentityDocumentType } from "./document-type.ts"
import type { SubmittedDocument } from "./examined-picture.ts"
import { readingOf, type StoredIdentityReading } from "./stored-reading.ts"

const rejections = ["unreadable", "encrypted", "too_many_pages", "unsupported_media_type"] as const

/** What is asked of a stored file: what was declared of it, and what was read or why it was rejected. */
interface StoredFile {
  readonly id: string
  readonly document_type: IdentityDocumentType | null
  readonly issuing_country: string | null
  /** Members that were read and not declared. */
  readonly filled_by_reading?: ReadonlyArray<"document_type" | "issuing_country" | "poa_document_type">
  readonly side: DocumentSide | null
  readonly rejection: { readonly code: string } | null
  readonly identity_reading?: StoredIdentityReading
}

/** A stored file of an identity document as it is examined; one that no one has read counts as unreadable. */
export const submitted = (document: StoredFile): SubmittedDocument => {
  const { document_type, filled_by_reading = [], id, identity_reading, issuing_country, rejection, side } = document
  const code = rejections.find((one) => one === rejection?.code) ?? "unreadable"
  return {
    document_id: id,
    declared: {
      type: filled_by_reading.includes("document_type") ? null : document_type,
      country: filled_by_reading.includes("issuing_country") ? null : issuing_country,
      side: side === "single" ? null : side
    },
    content: identity_reading === undefined ? { status: "unreadable", code } : { status: "read", reading: readingOf(identity_reading) }
  }
}
