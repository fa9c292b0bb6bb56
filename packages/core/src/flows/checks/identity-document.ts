import { Effect } from "effect"
import { numberFingerprint } from "../../resources/document-fingerprints/digests.ts"
import { verdictsOf } from "../../resources/document-fingerprints/look-up.ts"
import { DocumentStore, type StoredDocument } from "../../resources/documents/model.ts"
import { agreementOf, layoutOf } from "./layout-agreement.ts"
import { identityLayouts } from "../../verification/layout-templates/documents.ts"
import { examineIdentity, type IdentityExamination, withLayout } from "../../verification/identity-documents/examine.ts"
import { judgeAge } from "../../verification/identity-documents/judges/age.ts"
import { judgeAuthenticity } from "../../verification/identity-documents/judges/authenticity.ts"
import { type EarlierDocument, judgeDuplicate } from "../../verification/identity-documents/judges/duplicate.ts"
import { judgeExtraction } from "../../verification/identity-documents/judges/extraction.ts"
import type { ChipValues } from "../../verification/identity-documents/source-values.ts"
import type { DuplicateDetails } from "../../verification/identity-documents/details.ts"
import { mostRestedOn, restsOnRecords } from "../../verification/evidence/evidence.ts"
import { withFieldEvidence } from "../../verification/identity-documents/reason-evidence.ts"
import { submitted } from "../../verification/identity-documents/submitted.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { SessionStore } from "../../resources/sessions/model.ts"
import { effectiveIdentityPolicy } from "../../resources/settings/identity-verification.ts"
import type { CheckContext } from "../../resources/checks/context.ts"
import { type JudgedCheck, judgedCheck } from "../../resources/checks/conclusion.ts"
import { declinedAsForged } from "./known-forgery.ts"
import type { VerdictReason } from "../../verification/verdict.ts"
import { compared, type NamedPerson, namedPerson, personOf, sameReference } from "./same-person.ts"

/** Takes an identity document apart, with what its chip says where that was read. */
export const examineDocuments = Effect.fnUntraced(function* (
  session: Pick<CheckContext, "identity_policy">,
  documents: ReadonlyArray<StoredDocument>,
  chip: ChipValues | null
) {
  return examineIdentity({
    documents: documents.map(submitted),
    policy: yield* effectiveIdentityPolicy(session.identity_policy ?? null),
    today: (yield* tenantNow).slice(0, 10),
    chip
  })
})

const numberOf = ({ fields }: IdentityExamination): string | null => {
  const field = fields.find((one) => one.field === "document_number")
  return field === undefined || field.standing === "ambiguous" || field.standing === "unconfirmed" ? null : field.value
}

/** The keyed digest by which the same document is known again in another session of the organization. */
const fingerprintOf = Effect.fnUntraced(function* (examination: IdentityExamination) {
  const { country, type } = examination
  const number = numberOf(examination)
  return type === null || number === null ? null : yield* numberFingerprint({ country, type, number })
})

/** Documents of other sessions that have the number or a picture in common, each with whether it is about the same person. */
const earlierOnes = Effect.fnUntraced(function* (
  session: CheckContext,
  own: NamedPerson,
  { fingerprint, hashes }: { readonly fingerprint: string | null; readonly hashes: ReadonlyArray<string> }
) {
  const store = yield* DocumentStore
  const by = (field: "fingerprint" | "perceptual_hash", values: ReadonlyArray<string>) =>
    values.length === 0
      ? Effect.succeed([])
      : store.list({
          where: [
            { field, op: "in", values },
            { field: "status", op: "ne", value: "redacted" }
          ],
          order: [{ field: "created_at", direction: "desc" }],
          limit: 100
        })
  const found = [...(yield* by("fingerprint", fingerprint === null ? [] : [fingerprint])), ...(yield* by("perceptual_hash", hashes))]
  const sessions = yield* SessionStore
  const earlier: Array<EarlierDocument> = []
  for (const document of new Map(found.map((one) => [one.id, one])).values()) {
    if (document.session_id === null || document.session_id === session.id) continue
    const other = yield* sessions.find(document.session_id)
    if (other === undefined) continue
    earlier.push({
      session_id: other.id,
      // Where no one is named on one side, a person has to compare them, unless both share their identity or reference.
      same_person: sameReference(session, other) || compared(own, yield* personOf(other)) === "same",
      forged: declinedAsForged(other),
      fingerprint: document.fingerprint ?? null,
      perceptual_hash: document.perceptual_hash
    })
  }
  return earlier
})

/** Of the sessions, so many that the values beside them find room. */
const mostSessions = 8
type SeenBefore = DuplicateDetails["matches"][number]
const sessionsOf: Readonly<Record<string, (match: SeenBefore) => boolean>> = {
  duplicate_document: ({ picture, same_document, same_person }) => !same_person && (same_document || picture === "same"),
  similar_picture: ({ picture, same_person }) => !same_person && picture === "similar",
  document_forged: ({ picture }) => picture === "same"
}

/** The reasons, with the sessions in which the document, or a picture like it, was seen before. */
const withSessions = (reasons: ReadonlyArray<VerdictReason>, matches: ReadonlyArray<SeenBefore>): ReadonlyArray<VerdictReason> =>
  reasons.map((reason) => {
    const { rests_on = [] } = reason
    const isMeant = Object.hasOwn(sessionsOf, reason.code) ? sessionsOf[reason.code] : undefined
    if (isMeant === undefined) return reason
    const others = matches.filter(isMeant).map(({ session_id }) => session_id)
    return { ...reason, rests_on: [...restsOnRecords("session", others.slice(0, mostSessions)), ...rests_on].slice(0, mostRestedOn) }
  })

/** What later sessions know this document by; written with the result of the run. */
export interface DocumentTrace {
  readonly fingerprint: string | null
  readonly document_ids: ReadonlyArray<string>
}

export const keepTrace = Effect.fnUntraced(function* ({ document_ids, fingerprint }: DocumentTrace) {
  if (fingerprint === null) return
  const store = yield* DocumentStore
  for (const id of document_ids) {
    const document = yield* store.lock(id)
    if (document !== undefined && document.status === "processed") yield* store.save({ ...document, fingerprint })
  }
})

/** The checks of an identity document: whether it could be read, is genuine and valid, its holder's age, and whether it was seen before. */
export const judgeIdentityDocument = Effect.fnUntraced(function* (
  session: CheckContext,
  documents: ReadonlyArray<Pick<StoredDocument, "id"> & Partial<Pick<StoredDocument, "sha256">>>,
  examined: IdentityExamination
) {
  const ids = documents.map(({ id }) => id)
  const likeness = yield* agreementOf(identityLayouts(examined))
  const examination = likeness === null ? examined : withLayout(examined, layoutOf(likeness))
  const { assurance } = examination
  const rests_on = assurance === "template" ? (likeness?.rests_on ?? []) : []
  const fingerprint = yield* fingerprintOf(examination)
  const hashes = examination.pictures.flatMap(({ picture }) => picture.perceptual_hash ?? [])
  const duplicate = judgeDuplicate({
    fingerprint,
    pictures: examination.pictures.map(({ document_id, picture, side }) => ({
      document_id,
      side,
      perceptual_hash: picture.perceptual_hash
    })),
    earlier: yield* earlierOnes(session, namedPerson(session, examination.fields), { fingerprint, hashes: [...new Set(hashes)] }),
    registered: yield* verdictsOf([
      { fingerprint, sha256: null, perceptual_hash: null },
      ...documents.map(({ sha256 = null }) => ({ fingerprint: null, sha256, perceptual_hash: null })),
      ...hashes.map((perceptual_hash) => ({ fingerprint: null, sha256: null, perceptual_hash }))
    ]),
    policy: examination.policy
  })
  const age = judgeAge(examination.fields, examination.policy, examination.today)
  const resting = <Verdict extends { readonly reasons: ReadonlyArray<VerdictReason> }>(verdict: Verdict) => ({
    ...verdict,
    reasons: withFieldEvidence(verdict.reasons, examination)
  })
  const checks: ReadonlyArray<JudgedCheck> = [
    judgedCheck("document_extraction", resting(judgeExtraction(examination)), session, { documents: ids, assurance }),
    judgedCheck("document_authenticity", resting(judgeAuthenticity(examination)), session, { documents: ids, assurance, rests_on }),
    judgedCheck("age", { ...resting(age), threshold: null }, session, { documents: ids, assurance }),
    judgedCheck("duplicate", { ...duplicate, reasons: withSessions(resting(duplicate).reasons, duplicate.details.matches) }, session, {
      documents: ids,
      part: "document"
    })
  ]
  const trace: DocumentTrace = { fingerprint, document_ids: ids }
  return { checks, trace }
})
