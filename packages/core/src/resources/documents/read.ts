import { Effect, Schema } from "effect"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { JobFailed, job } from "../../kernel/jobs/job.ts"
import { takesTurns } from "../../kernel/jobs/turns.ts"
import { billFingerprint } from "../../verification/layout-templates/documents.ts"
import { sealLayout } from "../layout-templates/sealed.ts"
import { leastTypeConfidence } from "../../verification/proof-of-address/evaluate.ts"
import { judgedFile } from "../../verification/proof-of-address/alterations/judged-file.ts"
import { readProofOfAddress } from "../../verification/proof-of-address/read-proof.ts"
import { type ReadingRules, readSupporting } from "../../verification/supporting-documents/reading.ts"
import type { ProofOfAddressExtraction } from "../../verification/proof-of-address/types.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { examineIdentity, type IdentityExamination, leastConfidence } from "../../verification/identity-documents/examine.ts"
import { defaultIdentityPolicy } from "../../verification/identity-documents/policy.ts"
import { storedReading } from "../../verification/identity-documents/stored-reading.ts"
import { submitted } from "../../verification/identity-documents/submitted.ts"
import { IdentityDocumentReader, type IdentityReading } from "../../verification/identity-documents/reading.ts"
import { BlobStore } from "./blobs.ts"
import { countryFor } from "./recognition-country.ts"
import { declaredPoaType, DocumentId, DocumentStore, type StoredDocument } from "./model.ts"
import {
  DocumentReader,
  type DocumentReading,
  type DocumentUnreadable,
  type EngineUnavailable,
  type FileForensics
} from "../../verification/document-reading.ts"
import { reviseStep, withdrawFromSession } from "./revise-step.ts"
import { readingRulesOf } from "./supporting-step.ts"
import { announceDocument, readDocumentJob } from "./upload.ts"
import { isCountryCode } from "../../kernel/foundation/country.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"

/** What a document says, or why it says nothing. */
type ReadOutcome =
  | {
      readonly status: "read"
      readonly reading: DocumentReading
      readonly extraction: ProofOfAddressExtraction | null
      readonly sealed_layout: string | null
    }
  | { readonly status: "identity"; readonly reading: IdentityReading }
  /** Its content is looked at when its check runs. */
  | { readonly status: "kept" }
  | { readonly status: "unreadable"; readonly failure: Pick<DocumentUnreadable, "code" | "retryable"> }

/** What is to be found in the text of a document; rules are those of its type, where it is a supporting document. */
const extract = (
  { document, rules, today }: { readonly document: StoredDocument; readonly rules: ReadingRules | null; readonly today: string },
  reading: DocumentReading
): ProofOfAddressExtraction | null => {
  const said = { declared_country: document.issuing_country, today }
  if (document.kind === "supporting") return rules === null ? null : readSupporting(reading, rules, said)
  return document.kind === "proof_of_address" ? readProofOfAddress(reading, { declared_type: declaredPoaType(document), ...said }) : null
}

/** Reads the bytes of a document, outside of any transaction. */
const readBytes = Effect.fnUntraced(function* (document: StoredDocument) {
  const bytes = document.blob === null ? undefined : yield* (yield* BlobStore).get(document.blob)
  if (bytes === undefined) return yield* new JobFailed({ reason: "the file is not in the object store" })
  if (document.kind === "selfie" || document.kind === "nfc_data") return { status: "kept" } satisfies ReadOutcome
  return yield* document.kind === "identity" ? readIdentity(document, bytes) : readText(document, bytes)
})

const failures = <A, R>(read: Effect.Effect<A, DocumentUnreadable | EngineUnavailable, R>) =>
  read.pipe(
    Effect.catchTag("DocumentUnreadable", ({ code, retryable }) =>
      Effect.succeed<ReadOutcome>({ status: "unreadable", failure: { code, retryable } })
    ),
    Effect.catchTag("EngineUnavailable", ({ reason }) =>
      Effect.fail(new JobFailed({ reason: `the document engine is unavailable: ${reason}` }))
    )
  )

const readIdentity = Effect.fnUntraced(function* ({ issuing_country, mime_type }: StoredDocument, bytes: Uint8Array) {
  const read = (yield* IdentityDocumentReader).read({ bytes, mime_type, country: issuing_country })
  return yield* failures(Effect.map(read, (reading): ReadOutcome => ({ status: "identity", reading })))
})

const readText = Effect.fnUntraced(function* (document: StoredDocument, bytes: Uint8Array) {
  const today = (yield* tenantNow).slice(0, 10)
  const country = yield* countryFor(document)
  const rules = document.kind === "supporting" ? yield* readingRulesOf(document) : null
  const read = (yield* DocumentReader).read({ bytes, mime_type: document.mime_type, country })
  const outcome = yield* failures(
    Effect.map(
      read,
      (reading): ReadOutcome => ({ status: "read", reading, extraction: extract({ document, rules, today }, reading), sealed_layout: null })
    )
  )
  if (outcome.status !== "read" || outcome.extraction === null || document.kind !== "proof_of_address") return outcome
  // The lines are not kept, so that this is the time to see how they stand.
  const sealed_layout = yield* sealLayout(document.id, billFingerprint(outcome.reading, outcome.extraction))
  return { ...outcome, sealed_layout } satisfies ReadOutcome
})

const forensicsOf = ({ flags, producer, revisions }: FileForensics): NonNullable<StoredDocument["forensics"]> => ({
  edited_software: flags.includes("edited_software"),
  modified_after_signing: flags.includes("modified_after_signing"),
  overlay_text: flags.includes("overlay_text"),
  exif_mismatch: flags.includes("metadata_mismatch"),
  double_compression: null,
  revisions,
  producer: producer?.slice(0, 255) ?? null,
  flags
})

/** The type and country that a file shows by itself, where they are clear and no one declared them. What was declared stays beside what was read. */
const undeclared = (
  { document_type, issuing_country }: StoredDocument,
  { classification }: IdentityExamination
): Pick<StoredDocument, "document_type" | "filled_by_reading" | "issuing_country"> => {
  const { confidence, country, country_confidence, type } = classification
  const read = {
    document_type: confidence >= leastConfidence.type ? type : null,
    issuing_country: country_confidence >= leastConfidence.country && country !== null && isCountryCode(country) ? country : null
  }
  const declared = { document_type, issuing_country }
  const filled_by_reading = (["document_type", "issuing_country"] as const).filter((name) => declared[name] === null && read[name] !== null)
  return {
    document_type: document_type ?? read.document_type,
    issuing_country: issuing_country ?? read.issuing_country,
    ...(filled_by_reading.length === 0 ? {} : { filled_by_reading })
  }
}

/** The document with the pictures that were found in it; what they say is judged together with its other sides, when its check runs. */
const withPictures = (document: StoredDocument, reading: IdentityReading, today: string): StoredDocument => {
  const [picture] = reading.pictures
  const read: StoredDocument = { ...document, identity_reading: storedReading(reading) }
  const examination = examineIdentity({ documents: [submitted(read)], policy: defaultIdentityPolicy, today, chip: null })
  const { classification, mrz } = examination
  const { alternatives, confidence, region, type } = classification
  return {
    ...read,
    status: "processed",
    page_count: reading.page_count,
    classification: { type, confidence, alternatives: alternatives.map((other) => other.type) },
    issuing_region: region,
    ...undeclared(document, examination),
    ...(mrz === null ? {} : { mrz: { format: mrz.reading.format, checksums_valid: mrz.fields.checksums_valid, lines: mrz.reading.lines } }),
    perceptual_hash: picture?.perceptual_hash ?? null,
    quality: picture?.quality ?? null,
    file_facts: reading.forensics,
    forensics: forensicsOf(reading.forensics)
  }
}

/** The type and country that a proof of address shows by itself, where they are clear and no one declared them. */
const undeclaredProof = (
  document: StoredDocument,
  { document_type_confidence, document_type_detected, issuing_country }: ProofOfAddressExtraction
): Pick<StoredDocument, "filled_by_reading" | "issuing_country" | "poa_document_type"> => {
  const type = declaredPoaType(document) ?? (document_type_confidence >= leastTypeConfidence ? document_type_detected : null)
  const filled = declaredPoaType(document) === null && type !== null
  return {
    issuing_country: document.issuing_country ?? issuing_country,
    poa_document_type: type,
    ...(filled ? { filled_by_reading: ["poa_document_type"] } : {})
  }
}

const withReading = (
  document: StoredDocument,
  { extraction, reading, sealed_layout }: Extract<ReadOutcome, { status: "read" }>
): StoredDocument => {
  const proof = document.kind === "proof_of_address" ? extraction : null
  const file = proof === null ? reading.forensics : judgedFile(reading, proof)
  return {
    ...document,
    status: "processed",
    page_count: reading.page_count,
    perceptual_hash: reading.perceptual_hash,
    text_source: reading.source,
    ...(sealed_layout === null ? {} : { sealed_layout }),
    quality: { ...reading.quality, glare: null, fully_visible: file.flags.includes("cropped") ? false : null },
    classification:
      proof === null ? null : { type: proof.document_type_detected, confidence: proof.document_type_confidence, alternatives: [] },
    ...(proof === null ? {} : undeclaredProof(document, proof)),
    extraction,
    file_facts: file,
    forensics: forensicsOf(file)
  }
}

const settle = Effect.fnUntraced(function* (id: string, outcome: ReadOutcome) {
  const store = yield* DocumentStore
  const document = yield* store.lock(id)
  // Anyone who gave it up meanwhile had no reading; this is one.
  if (document === undefined || (document.status !== "processing" && document.status !== "failed")) return document
  const instant = yield* tenantNow
  if (outcome.status !== "unreadable") {
    const filled =
      outcome.status === "read"
        ? withReading(document, outcome)
        : outcome.status === "identity"
          ? withPictures(document, outcome.reading, instant.slice(0, 10))
          : { ...document, status: "processed" as const }
    const processed = yield* store.save(yield* announceDocument({ ...filled, updated_at: instant }, "document.processed", {}))
    if (processed.kind === "identity") yield* reviseStep(processed)
    return processed
  }
  const { code, retryable } = outcome.failure
  const rejected = yield* announceDocument(
    { ...document, status: "rejected", rejection: { code, retryable }, updated_at: instant },
    "document.rejected",
    {}
  )
  yield* withdrawFromSession(rejected)
  return yield* store.save(rejected)
})

/** The sandbox does not look into files: what a check finds there is scripted. */
const settleSimulated = Effect.fnUntraced(function* (id: string) {
  const store = yield* DocumentStore
  const document = yield* store.lock(id)
  if (document === undefined || document.status !== "uploaded") return
  yield* store.save(
    yield* announceDocument({ ...document, status: "processed", page_count: 1, updated_at: yield* tenantNow }, "document.processed", {})
  )
})

/** Reads a document once, no matter who asks first; running it again or at the same time does no harm. Answers the document as it then stands. */
export const readDocument = Effect.fnUntraced(function* (id: string) {
  const { transaction } = yield* UnitOfWork
  const store = yield* DocumentStore
  const taken = yield* transaction(
    Effect.gen(function* () {
      const document = yield* store.lock(id)
      if (document !== undefined && isSimulated(document.environment)) {
        yield* settleSimulated(id)
        return undefined
      }
      // What no engine could read in time is tried again by the one who needs it next: nothing of that is the document's fault.
      return document?.status === "uploaded" || document?.status === "failed"
        ? yield* store.save({ ...document, status: "processing", updated_at: yield* tenantNow })
        : document
    })
  )
  if (taken?.status !== "processing") return taken
  const outcome = yield* readBytes(taken)
  return yield* transaction(settle(id, outcome))
})

const abandon = Effect.fnUntraced(function* (id: string) {
  const store = yield* DocumentStore
  const document = yield* store.lock(id)
  if (document === undefined || (document.status !== "uploaded" && document.status !== "processing")) return
  yield* store.save({ ...document, status: "failed", updated_at: yield* tenantNow })
})

/** Leaves no document of a session in reading that its checks have given up on. */
export const giveUpReading = Effect.fnUntraced(function* (session_id: string) {
  const unread = yield* (yield* DocumentStore).list({
    where: [
      { field: "session_id", op: "eq", value: session_id },
      { field: "status", op: "eq", value: "processing" }
    ],
    limit: 100
  })
  for (const { id } of unread) yield* abandon(id)
})

export const jobs = [
  job({
    name: readDocumentJob,
    payload: Schema.Struct({ document_id: DocumentId }),
    retry_seconds: [2, 10, 60],
    timeout_seconds: 180,
    concurrency: 4,
    partitions: takesTurns(3, 2),
    handle: ({ document_id }) => Effect.asVoid(readDocument(document_id)),
    abandon: ({ document_id }) => Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(abandon(document_id)))
  })
] as const
