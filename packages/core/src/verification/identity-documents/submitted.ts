import type { StoredDocument } from "../../resources/documents/model.ts"
import type { SubmittedDocument } from "./examined-picture.ts"
import { readingOf } from "./stored-reading.ts"

const rejections = ["unreadable", "encrypted", "too_many_pages", "unsupported_media_type"] as const

/** A stored file of an identity document as it is examined; one that nobody has read counts as unreadable. */
export const submitted = (document: StoredDocument): SubmittedDocument => {
  const { document_type, id, identity_reading, issuing_country, rejection, side } = document
  const code = rejections.find((one) => one === rejection?.code) ?? "unreadable"
  return {
    document_id: id,
    declared: { type: document_type, country: issuing_country, side: side === "single" ? null : side },
    content: identity_reading === undefined ? { status: "unreadable", code } : { status: "read", reading: readingOf(identity_reading) }
  }
}
