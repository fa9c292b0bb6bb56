import { Effect, Schema } from "effect"
import type { CheckType, StoredCheck } from "../../resources/checks/model.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { DocumentId, DocumentStore, type StoredDocument } from "../../resources/documents/model.ts"
import { evidenceIn, nowhere, ValueEvidence, ValueSource } from "../../verification/evidence/evidence.ts"
import { proofValues } from "../../verification/proof-of-address/values.ts"
import type { IdentityExtractionDetails } from "../../verification/identity-documents/details.ts"

const personal = { "x-personal": true } as const
const text = (max: number) => Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(max)))

/** A value that was read from a document, and how sure its reading is. */
const field = <S extends Schema.Codec<any, any>>(value: S) =>
  Schema.Struct({ value, document_id: DocumentId, confidence: Schema.NullOr(Schema.Finite), source: ValueSource, evidence: ValueEvidence })

const Lines = Schema.Array(Schema.String.check(Schema.isMaxCodePoints(500)))
  .check(Schema.isMaxLength(20))
  .annotate(personal)

/** A value of an identity document, with where in it the value was read. */
const identityField = (annotation: { readonly "x-personal"?: true } = personal) =>
  Schema.optionalKey(
    Schema.Struct({
      value: Schema.String.check(Schema.isMaxCodePoints(300)).annotate(annotation),
      document_id: Schema.NullOr(DocumentId),
      confidence: Schema.Finite,
      source: Schema.Literals(["chip", "barcode", "mrz", "visual"]),
      evidence: ValueEvidence
    })
  )

/** What an identity document that passed says of its holder and of itself; dates as YYYY-MM-DD. */
const VerifiedIdentity = Schema.Struct({
  document_number: identityField(),
  surname: identityField(),
  given_names: identityField(),
  full_name: identityField(),
  date_of_birth: identityField(),
  sex: identityField(),
  nationality: identityField(),
  issuing_country: identityField({}),
  expiry_date: identityField(),
  issue_date: identityField(),
  personal_number: identityField(),
  address: identityField(),
  place_of_birth: identityField(),
  document_type: identityField({})
}).annotate({ identifier: "VerifiedIdentity" })

/** What was verified by which document: a proof of address, and an identity document, each as far as its checks passed. */
export const VerifiedFields = Schema.Struct({
  holder_names: Schema.optionalKey(field(Lines)),
  address: Schema.optionalKey(field(Lines)),
  issuer: Schema.optionalKey(field(text(500).annotate(personal))),
  issuing_country: Schema.optionalKey(field(text(2))),
  document_type: Schema.optionalKey(field(text(64))),
  issue_date: Schema.optionalKey(field(text(10))),
  period_end: Schema.optionalKey(field(text(10))),
  identity_document: Schema.optionalKey(VerifiedIdentity)
}).annotate({ identifier: "VerifiedFields" })

type Verified = typeof VerifiedFields.Type

const ofProof = (document: StoredDocument | undefined): Verified => {
  const extraction = document?.extraction
  if (document === undefined || extraction === null || extraction === undefined) return {}
  const medium = document.text_source === "text_layer" ? "pdf" : "picture"
  const read = proofValues({ document_id: document.id, extraction, medium })
  const unplaced = { source: medium === "pdf" ? "text_layer" : "ocr", confidence: null, evidence: evidenceIn(document.id, null) } as const
  const shownAs = <A>(field: (typeof read)[number]["field"], value: A) => {
    const { confidence, evidence, source } = read.find((one) => one.field === field) ?? unplaced
    return { value, document_id: document.id, confidence, source, evidence }
  }
  return {
    holder_names: shownAs("holder_name", extraction.holder_names),
    address: shownAs("address", extraction.extracted_address),
    issuer: shownAs("issuer", extraction.issuer),
    issuing_country: shownAs("issuing_country", extraction.issuing_country),
    document_type: { ...shownAs("document_type", extraction.document_type_detected), confidence: extraction.document_type_confidence },
    issue_date: shownAs("issue_date", extraction.issue_date),
    period_end: shownAs("period_end", extraction.period_end)
  }
}

/** From this confidence on, a reading that no second source confirms is told as verified by a document that passed. */
const leastConfidence = 0.6

/** What counts as verified: what passed, and once a session is approved what a person was asked to look at for it. */
const countedBy = ({ status }: Pick<StoredSession, "status">): ReadonlyArray<StoredCheck["outcome"]> =>
  status === "approved" ? ["passed", "review"] : ["passed"]

/** The latest check of a type, if its outcome counts; checks come newest first. */
const counting = (
  checks: ReadonlyArray<StoredCheck>,
  type: CheckType,
  outcomes: ReadonlyArray<StoredCheck["outcome"]>
): StoredCheck | undefined => {
  const latest = checks.find((check) => check.type === type)
  return latest !== undefined && outcomes.includes(latest.outcome) ? latest : undefined
}

const isDocumentId = Schema.is(DocumentId)

const extractionOf = ({ details }: Pick<StoredCheck, "details">): IdentityExtractionDetails | null =>
  details !== null && "missing_sides" in details ? details : null

const isReliable = ({ certain, confidence, standing }: IdentityExtractionDetails["fields"][number]): boolean =>
  certain || (confidence >= leastConfidence && standing !== "ambiguous" && standing !== "unconfirmed")

const ofIdentity = (checks: ReadonlyArray<StoredCheck>, outcomes: ReadonlyArray<StoredCheck["outcome"]>): Verified => {
  const extraction = counting(checks, "document_extraction", outcomes)
  const details = extraction === undefined ? null : extractionOf(extraction)
  if (details === null || counting(checks, "document_authenticity", outcomes) === undefined) return {}
  const reported = details.fields.filter(isReliable).map(({ confidence, document_id, evidence = nowhere, field: name, source, value }) => {
    // The sandbox opens no file, so that what it makes up stands in none.
    const file = isDocumentId(document_id) ? document_id : null
    return [
      name,
      { value, document_id: file, confidence, source, evidence: isDocumentId(evidence.document_id) ? evidence : nowhere }
    ] as const
  })
  return reported.length === 0 ? {} : { identity_document: Object.fromEntries(reported) }
}

/** What the checks of a session, newest first, verified. */
export const verifiedBy = Effect.fnUntraced(function* (session: Pick<StoredSession, "status">, checks: ReadonlyArray<StoredCheck>) {
  const outcomes = countedBy(session)
  const proofs = checks.filter(({ outcome, type }) => type === "proof_of_address" && outcomes.includes(outcome))
  const proof = proofs.find(({ outcome }) => outcome === "passed") ?? proofs[0]
  const [source] = proof?.input_document_ids ?? []
  const document = source === undefined ? undefined : yield* (yield* DocumentStore).find(source)
  const verified: Verified = { ...ofProof(document), ...ofIdentity(checks, outcomes) }
  return verified
})
