import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { CheckStore, type StoredCheck } from "@vouchkit/core/resources/checks/model"
import { DocumentStore, type StoredDocument } from "@vouchkit/core/resources/documents/model"
import { makeId } from "@vouchkit/core/kernel/foundation/id"
import { SessionStore, type StoredSession } from "@vouchkit/core/resources/sessions/model"
import { Effect } from "effect"
import { aCheck, aDocument, proof } from "./report-records.ts"
import { aSession } from "./sessions.ts"

/** Everything personal in these records spells this name in one way or another. */
export const person = "Adaeze Bello"
export const personalText = /Adaeze|Bello|Rowan|Northern Power|LS6 2QH/u

const extraction = {
  document_type_detected: "utility_bill",
  document_type_confidence: 0.9,
  issuing_country: "GB",
  issuer: "Northern Power Ltd",
  language: "en",
  issue_date: "2026-01-31",
  period_start: "2026-01-01",
  period_end: "2026-01-31",
  valid_until: null,
  holder_names: [person],
  extracted_address: ["14 Rowan Close", "LS6 2QH Leeds"]
}

/** Puts a session with one document that was read, and a check that was computed from it, where they are stored. */
export const storeEvidence = Effect.fnUntraced(function* (
  given: { readonly session?: Partial<StoredSession>; readonly file?: Uint8Array; readonly standalone?: boolean } = {}
) {
  const session = aSession({ id: yield* makeId("ses"), status: "in_review", run: 1, ...given.session })
  yield* (yield* SessionStore).insert(session)
  const stored = yield* (yield* BlobStore).put(given.file ?? new TextEncoder().encode(`%PDF-1.4 ${session.id}`))
  const document: StoredDocument = {
    ...aDocument(1, {
      id: yield* makeId("doc"),
      environment: "sandbox",
      session_id: given.standalone === true ? null : session.id,
      standalone: given.standalone === true,
      sha256: stored.sha256,
      blob: stored.name,
      forensics: {
        edited_software: true,
        modified_after_signing: false,
        overlay_text: false,
        exif_mismatch: false,
        double_compression: null,
        revisions: 1,
        producer: "Northern Power Writer",
        flags: ["edited_software"]
      },
      extraction: extraction as unknown as StoredDocument["extraction"]
    })
  }
  yield* (yield* DocumentStore).insert(document)
  const check: StoredCheck = aCheck(1, {
    id: yield* makeId("chk"),
    environment: "sandbox",
    session_id: session.id,
    type: "proof_of_address",
    outcome: "review",
    passed: false,
    reasons: [{ code: "name_mismatch", severity: "review", message: "Adaeze is not the name that was expected" }],
    details: { ...proof, holder_names: [person] } as unknown as StoredCheck["details"],
    overridden: { by: "usr_1", at: "2026-03-01T12:00:00.000Z", from: "review", to: "passed", reason: "Bello is known to us" },
    input_document_ids: [document.id]
  })
  yield* (yield* CheckStore).insert(check)
  return { session, document, check }
})
