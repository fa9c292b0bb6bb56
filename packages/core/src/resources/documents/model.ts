import { Context, Schema } from "effect"
import { CountryCode } from "../../kernel/foundation/country.ts"
import type { ErasureReceipt } from "../erasure/receipt.ts"
import type { StoredIdentityReading } from "../../verification/identity-documents/stored-reading.ts"
import { idSchema } from "../../kernel/foundation/id.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { PoaDocumentType, type ProofOfAddressExtraction, legacyTypes } from "../../verification/proof-of-address/types.ts"
import { SessionId } from "../sessions/model.ts"
import { copier } from "../../kernel/resource/copy-members.ts"
import { type Originated, resource, type Stored } from "../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../kernel/storage/collection.ts"
import { mrzFormats } from "../../verification/identity-documents/reading.ts"
import { DocumentSide, IdentityDocumentType } from "../../verification/identity-documents/document-type.ts"
import { ForensicFlag } from "../../verification/document-reading.ts"
import type { JudgedFile } from "../../verification/proof-of-address/alterations/judged-file.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"

export const DocumentId = idSchema("doc")
export const DocumentKind = Schema.Literals(["identity", "proof_of_address", "supporting", "selfie", "nfc_data"]).annotate({
  identifier: "DocumentKind"
})

const AnyDocumentType = Schema.Union([IdentityDocumentType, PoaDocumentType])

/** The names an upload may give its proof of address: the 15 canonical subtypes and two legacy ones. */
export const SubmittedPoaType = Schema.Literals([...PoaDocumentType.literals, "rental_agreement", "vehicle_registration"]).annotate({
  identifier: "SubmittedPoaType"
})
export const canonicalPoaType = (submitted: typeof SubmittedPoaType.Type): PoaDocumentType =>
  submitted === "rental_agreement" || submitted === "vehicle_registration" ? legacyTypes[submitted] : submitted

export const DocumentStatus = Schema.Literals(["uploaded", "processing", "processed", "rejected", "failed", "redacted"]).annotate({
  identifier: "DocumentStatus"
})

const personal = { "x-personal": true } as const
const short = (max: number) => Schema.String.check(Schema.isMaxCodePoints(max))
const ratio = Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })))
const lines = (items: number) => Schema.Array(short(500)).check(Schema.isMaxLength(items)).annotate(personal)

/** What our rules found in a proof of address; personal data for those who may read results. */
const ExtractedFields = Schema.Struct({
  document_type_detected: Schema.NullOr(PoaDocumentType),
  document_type_confidence: Schema.Finite,
  issuing_country: Schema.NullOr(CountryCode),
  issuer: Schema.NullOr(short(500)).annotate(personal),
  language: Schema.NullOr(short(8)),
  issue_date: Schema.NullOr(short(10)),
  period_start: Schema.NullOr(short(10)),
  period_end: Schema.NullOr(short(10)),
  valid_until: Schema.NullOr(short(10)),
  holder_names: lines(20),
  extracted_address: lines(20)
}).annotate({ identifier: "ExtractedFields" })
interface ExtractedFields extends Schema.Schema.Type<typeof ExtractedFields> {}

const DocumentForensics = Schema.Struct({
  edited_software: Schema.Boolean,
  modified_after_signing: Schema.Boolean,
  overlay_text: Schema.Boolean,
  exif_mismatch: Schema.Boolean,
  double_compression: Schema.NullOr(Schema.Boolean),
  revisions: Schema.Int,
  /** Free text of the file, in which an issuer may name itself. */
  producer: Schema.NullOr(short(255)).annotate({ "x-personal": true }),
  flags: Schema.Array(ForensicFlag).check(Schema.isMaxLength(20))
}).annotate({ identifier: "DocumentForensics" })

/** A document. Members that no engine fills yet are null. */
export const Document = Schema.Struct({
  id: DocumentId,
  object: Schema.Literal("document"),
  environment: EnvironmentName,
  session_id: Schema.NullOr(SessionId),
  identity_id: Schema.NullOr(short(64)),
  standalone: Schema.Boolean,
  kind: DocumentKind,
  document_type: Schema.NullOr(IdentityDocumentType),
  document_subtype: Schema.NullOr(short(64)),
  poa_document_type: Schema.NullOr(PoaDocumentType),
  submitted_type: Schema.NullOr(short(64)),
  side: Schema.NullOr(DocumentSide),
  page_count: Schema.NullOr(Schema.Int),
  issuing_country: Schema.NullOr(CountryCode),
  issuing_region: Schema.NullOr(short(64)),
  status: DocumentStatus,
  rejection: Schema.NullOr(Schema.Struct({ code: short(64), retryable: Schema.Boolean })),
  mime_type: short(64),
  size_bytes: Schema.Int,
  sha256: short(64),
  perceptual_hash: Schema.NullOr(short(64)),
  quality: Schema.NullOr(
    Schema.Struct({
      focus: ratio,
      brightness: ratio,
      glare: ratio,
      resolution: ratio,
      fully_visible: Schema.NullOr(Schema.Boolean),
      overall: ratio
    })
  ),
  extracted: Schema.NullOr(ExtractedFields),
  /** The machine readable zone of an identity document, as far as this file shows it. */
  mrz: Schema.NullOr(
    Schema.Struct({
      format: Schema.Literals(mrzFormats),
      checksums_valid: Schema.Boolean,
      lines: Schema.Array(short(44)).check(Schema.isMaxLength(3)).annotate(personal)
    })
  ),
  /** What this file alone looks like. */
  classification: Schema.NullOr(
    Schema.Struct({
      type: Schema.NullOr(AnyDocumentType),
      confidence: Schema.Finite,
      alternatives: Schema.Array(AnyDocumentType).check(Schema.isMaxLength(15))
    })
  ),
  forensics: Schema.NullOr(DocumentForensics),
  duplicate_of: Schema.Array(DocumentId).check(Schema.isMaxLength(20)),
  uploaded_via: Schema.Literals(["api", "capture", "dashboard"]),
  attempt: Schema.Int,
  simulated: Schema.Boolean,
  file_removed_at: Schema.NullOr(Timestamp).annotate({
    description: "When its file was removed by the retention of the organization; what was read in it stays"
  }),
  redacted_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Document" })
export interface Document extends Schema.Schema.Type<typeof Document> {}

export interface StoredDocument extends Stored<Document, "extracted" | "mrz" | "file_removed_at">, Originated {
  /** Absent while its file is kept. */
  readonly file_removed_at?: string
  /** Absent where no zone was read. */
  readonly mrz?: Document["mrz"]
  readonly sequence: number
  /** Where the encrypted bytes lie; null once they are erased. */
  readonly blob: string | null
  /** Complete result of our extraction rules; the API shows a part of it. */
  readonly extraction: ProofOfAddressExtraction | null
  readonly text_source: "text_layer" | "ocr" | null
  /** Of a proof of address: its layout, encrypted for this id; absent where its text was not read. */
  readonly sealed_layout?: string
  /** What the file says of itself, whole. */
  readonly file_facts: JudgedFile | null
  /** Keyed digest of country, type and number, once they were read; absent before. */
  readonly fingerprint?: string | null
  /** What the engine saw of an identity document; absent for documents of other kinds. */
  readonly identity_reading?: StoredIdentityReading
  /** The members that no one declared, and that its reading filled. Absent where there are none. */
  readonly filled_by_reading?: ReadonlyArray<"document_type" | "issuing_country" | "poa_document_type">
  /** Of a frame of a live capture: the nonce under which it came, its place, whether the device had flipped it, and when it says it took it. */
  readonly frame?: { readonly nonce: string; readonly position: number; readonly mirrored: boolean; readonly captured_ms?: number }
  /** Proof of its erasure; absent before. */
  readonly receipt?: ErasureReceipt
}

/** What someone said that a proof of address is; null where the type on its record was read from it. */
export const declaredPoaType = ({
  filled_by_reading = [],
  poa_document_type
}: Pick<StoredDocument, "filled_by_reading" | "poa_document_type">) =>
  filled_by_reading.includes("poa_document_type") ? null : poa_document_type

/** Of what was read in a proof of address, what the API shows. */
const shownExtraction = copier<ProofOfAddressExtraction, ExtractedFields>(Object.keys(ExtractedFields.fields), {})

export const documents = resource<StoredDocument>()({
  object: "document",
  schema: Document,
  table: "documents",
  sealed: ["mrz", "extraction", "file_facts", "identity_reading"],
  counted: { by: "status" },
  columns: {
    session_id: { type: "text", filtered: true },
    standalone: { type: "boolean", filtered: true },
    kind: { type: "text", filtered: true },
    status: { type: "text", filtered: true },
    sha256: { type: "text" },
    perceptual_hash: { type: "text" },
    fingerprint: { type: "text" },
    file_removed_at: { type: "text" },
    created_at: { type: "text" }
  },
  derived: {
    mrz: ({ mrz = null }) => mrz,
    file_removed_at: ({ file_removed_at = null, redacted_at }) => (redacted_at === null ? file_removed_at : null),
    extracted: ({ extraction }) => (extraction === null ? null : shownExtraction(extraction))
  },
  snapshot: [
    "id",
    "object",
    "environment",
    "session_id",
    "standalone",
    "kind",
    "document_type",
    "poa_document_type",
    "status",
    "rejection",
    "mime_type",
    "size_bytes",
    "page_count",
    "created_at",
    "updated_at"
  ]
})
export class DocumentStore extends Context.Service<DocumentStore, CollectionOf<typeof documents>>()(
  "@vouchkit/core/documents/DocumentStore"
) {}

/** The document as the API shows it. */
export const { present } = documents
