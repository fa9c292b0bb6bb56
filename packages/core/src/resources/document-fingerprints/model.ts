import { Context, Schema } from "effect"
import { CountryCode } from "../../kernel/foundation/country.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { idSchema } from "../../kernel/foundation/id.ts"
import { line, Timestamp } from "../../kernel/foundation/text.ts"
import { resource, type Stored } from "../../kernel/resource/resource.ts"
import { Version } from "../../kernel/resource/version.ts"
import type { CollectionOf } from "../../kernel/storage/collection.ts"
import { IdentityDocumentType } from "../../verification/identity-documents/document-type.ts"

export const FingerprintId = idSchema("dfp")
/** How many documents an organization registers in one environment, archived ones included. */
export const mostFingerprints = 1_000_000

export const FingerprintKind = Schema.Literals(["number", "file", "perceptual"]).annotate({
  identifier: "DocumentFingerprintKind",
  description: "By what the document is known again: country, type and number; the very file; or the look of the picture"
})
export const Verdict = Schema.Literals(["known_forgery", "stolen", "watch"]).annotate({
  identifier: "DocumentFingerprintVerdict",
  description: "known_forgery and stolen decline a session in which the document appears; watch sends it to a person"
})
export const Reason = Schema.NullOr(line(500, { "x-personal": true }))

/** A document that is to be known again. It holds neither its number nor its picture. */
export const DocumentFingerprint = Schema.Struct({
  id: FingerprintId,
  object: Schema.Literal("document_fingerprint"),
  environment: EnvironmentName,
  kind: FingerprintKind,
  document_type: Schema.NullOr(IdentityDocumentType),
  country: Schema.NullOr(CountryCode),
  verdict: Verdict,
  reason: Reason.annotate({ description: "Stored encrypted" }),
  expires_at: Schema.NullOr(Timestamp),
  match_count: Schema.Int.annotate({ description: "How many runs of checks of live sessions met the document" }),
  last_matched_at: Schema.NullOr(Timestamp),
  archived_at: Schema.NullOr(Timestamp),
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "DocumentFingerprint" })
export interface DocumentFingerprint extends Schema.Schema.Type<typeof DocumentFingerprint> {}

export interface StoredFingerprint extends Stored<DocumentFingerprint, "reason"> {
  readonly sealed_reason: string | null
  /** Keyed digest of what the document is known by. */
  readonly digest: string
  /** The stored document that it was made of; absent of a number, and from rows that were made before it was kept. */
  readonly document_id?: string
  /** The same while the row stands: a document is registered once. */
  readonly active_digest: string | null
}

export const documentFingerprints = resource<StoredFingerprint>()({
  object: "document_fingerprint",
  schema: DocumentFingerprint,
  in_schema_order: true,
  table: "document_fingerprints",
  counted: { by: null },
  columns: {
    verdict: { type: "text" },
    active_digest: { type: "text" },
    document_id: { type: "text" },
    archived_at: { type: "text" },
    created_at: { type: "text", never_null: true }
  },
  unique: [["active_digest"]],
  derived: { reason: () => null },
  end: {
    at: ({ archived_at }) => archived_at,
    refusal: () =>
      new Conflict<"row_archived">({
        code: "row_archived",
        detail: "The document fingerprint was archived and can no longer change. Register the document again."
      })
  }
})
export class FingerprintStore extends Context.Service<FingerprintStore, CollectionOf<typeof documentFingerprints>>()(
  "@vouchkit/core/document-fingerprints/FingerprintStore"
) {}
