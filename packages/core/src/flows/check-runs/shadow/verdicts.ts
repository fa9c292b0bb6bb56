import { Effect } from "effect"
import { BlobStore } from "../../../resources/documents/blobs.ts"
import { DocumentStore, type StoredDocument } from "../../../resources/documents/model.ts"
import type { FaceMatcher } from "../../../verification/faces/analysis.ts"
import { judgeFaceMatch } from "../../../verification/faces/match.ts"
import { judgeAge } from "../../../verification/identity-documents/judges/age.ts"
import { judgeAuthenticity } from "../../../verification/identity-documents/judges/authenticity.ts"
import { judgeExtraction } from "../../../verification/identity-documents/judges/extraction.ts"
import type { IdentityDocumentReader } from "../../../verification/identity-documents/reading.ts"
import { storedReading } from "../../../verification/identity-documents/stored-reading.ts"
import { JobFailed } from "../../../kernel/jobs/job.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import type { StoredSession } from "../../../resources/sessions/model.ts"
import { effectiveFaceBands, effectiveFaceBandsOf } from "../../../resources/settings/identity-verification.ts"
import { chipValuesOf, judgeSessionChip } from "../../checks/chip.ts"
import { type Portrait, portraitOf } from "../../checks/portraits.ts"
import { examineDocuments } from "../../checks/identity-document.ts"
import type { StoredCheck } from "../../../resources/checks/model.ts"
import { documentsOf } from "../../checks/session-documents.ts"
import type { CheckVerdict } from "../../../verification/verdict.ts"

/** What the second provider would have concluded; null outcome where it could not look at the pictures. */
export interface ShadowVerdict {
  readonly outcome: CheckVerdict<unknown>["outcome"] | null
  readonly score: number | null
}
/** Verdicts by the type of their check; null where what was decided on is no longer there to be looked at. */
type ShadowVerdicts = ReadonlyMap<StoredCheck["type"], ShadowVerdict> | null

const unavailable = ({ reason }: { readonly reason: string }) =>
  Effect.fail(new JobFailed({ reason: `the second provider is unavailable: ${reason}` }))

/** The documents that a check was made of, in its order; null when one of them was erased since. */
const inputsOf = Effect.fnUntraced(function* ({ input_document_ids }: StoredCheck) {
  const store = yield* DocumentStore
  const found: Array<StoredDocument> = []
  for (const id of input_document_ids) {
    const document = yield* store.find(id)
    if (document === undefined || document.blob === null || document.status === "redacted") return null
    found.push(document)
  }
  return found.length === 0 ? null : found
})

const bytesOf = Effect.fnUntraced(function* ({ blob }: StoredDocument) {
  return blob === null ? undefined : yield* (yield* BlobStore).get(blob)
})

/** The document as it would stand had the second provider read it. */
const readBy = Effect.fnUntraced(function* (reader: IdentityDocumentReader["Service"], document: StoredDocument, bytes: Uint8Array) {
  const { identity_reading: _deciding, ...unread } = document
  return yield* reader.read({ bytes, mime_type: document.mime_type, country: document.issuing_country }).pipe(
    Effect.map((reading): StoredDocument => ({ ...unread, rejection: null, identity_reading: storedReading(reading) })),
    Effect.catchTags({
      DocumentUnreadable: ({ code, retryable }) => Effect.succeed<StoredDocument>({ ...unread, rejection: { code, retryable } }),
      EngineUnavailable: unavailable
    })
  )
})

/** The identity document read by the second provider, and judged by the same rules as the first one's reading, with the same chip. */
export const shadowDocument = Effect.fnUntraced(function* (
  session: StoredSession,
  check: StoredCheck,
  reader: IdentityDocumentReader["Service"]
) {
  const inputs = yield* inputsOf(check)
  if (inputs === null) return null
  const documents: Array<StoredDocument> = []
  for (const document of inputs) {
    const bytes = yield* bytesOf(document)
    if (bytes === undefined) return null
    documents.push(yield* readBy(reader, document, bytes))
  }
  const printed = yield* examineDocuments(session, documents, null)
  const chips = (yield* documentsOf(session, "nfc_data")).filter(({ attempt }) => attempt === documents[0]?.attempt)
  const verification = chips.length === 0 ? null : (yield* judgeSessionChip(session, chips, printed)).verification
  const today = (yield* tenantNow).slice(0, 10)
  const examination = verification === null ? printed : yield* examineDocuments(session, documents, chipValuesOf(verification, today))
  const verdicts: ShadowVerdicts = new Map<StoredCheck["type"], ShadowVerdict>([
    ["document_extraction", judgeExtraction(examination)],
    ["document_authenticity", judgeAuthenticity(examination)],
    ["age", judgeAge(examination.fields, examination.policy, examination.today)]
  ])
  return verdicts
})

const portraitFor = Effect.fnUntraced(function* (session: StoredSession, { details }: StoredCheck, document: StoredDocument) {
  const fromChip = details !== null && "portrait_source" in details && details.portrait_source === "chip"
  const portrait: Portrait | null = fromChip
    ? (yield* judgeSessionChip(session, [document], { mrz: null })).portrait
    : yield* portraitOf([document])
  return portrait
})

/** The two pictures that were compared, compared by the second provider and judged by the bands for its scores. */
export const shadowFaces = Effect.fnUntraced(function* (session: StoredSession, check: StoredCheck, matcher: FaceMatcher["Service"]) {
  const [selfie, shown] = (yield* inputsOf(check)) ?? []
  if (selfie === undefined || shown === undefined) return null
  const portrait = yield* portraitFor(session, check, shown)
  const bytes = yield* bytesOf(selfie)
  if (portrait === null || bytes === undefined) return null
  const evidence = yield* matcher.compare({ portrait: portrait.image, selfie: { bytes, mime_type: selfie.mime_type } }).pipe(
    Effect.catchTags({
      FaceImageUnreadable: () => Effect.succeed(null),
      FaceEngineMissing: () => unavailable({ reason: "it is not installed" }),
      EngineUnavailable: unavailable
    })
  )
  const model = evidence?.similarity?.model
  const bands = yield* model === undefined ? effectiveFaceBands : effectiveFaceBandsOf(model)
  const verdict: ShadowVerdict = evidence === null ? { outcome: null, score: null } : judgeFaceMatch(evidence, bands, portrait.source)
  const verdicts: ShadowVerdicts = new Map([["face_match", verdict]])
  return verdicts
})
