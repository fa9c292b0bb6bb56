import { Effect } from "effect"
import { verdictsOf } from "../../resources/document-fingerprints/look-up.ts"
import { declaredPoaType, DocumentStore, type StoredDocument } from "../../resources/documents/model.ts"
import { openLayout } from "../../resources/layout-templates/sealed.ts"
import { billSubject } from "../../verification/layout-templates/documents.ts"
import { agreementOf, layoutOf } from "./layout-agreement.ts"
import { crossReference } from "../../verification/proof-of-address/compare/cross-reference.ts"
import { detailsOf } from "../../verification/proof-of-address/details.ts"
import type { PoaEvidence, PoaSource } from "../../verification/proof-of-address/judged-evidence.ts"
import { type PoaVerdict, evaluate } from "../../verification/proof-of-address/evaluate.ts"
import type { PoaPolicy } from "../../verification/proof-of-address/policy.ts"
import { referenceAddress, referenceName } from "../../verification/proof-of-address/reference.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { effectivePolicy } from "../../resources/settings/proof-of-address.ts"
import type { CheckContext } from "../../resources/checks/context.ts"
import { type IdentityReference, referenceOf, referenceValues } from "./identity-reference.ts"
import { compared, type NamedPerson, namedPerson, personOf } from "./same-person.ts"
import { declinedAsForged } from "./known-forgery.ts"
import { documentsOf } from "./session-documents.ts"

/** The verdict over one document, with what it rests on. */
export interface JudgedDocument {
  readonly document: StoredDocument
  readonly verdict: PoaVerdict
  readonly details: ReturnType<typeof detailsOf>
  /** Layout fingerprints that the assurance rests on. */
  readonly rests_on: ReadonlyArray<string>
}

/** The other sessions that the same file was handed in to. */
const sessionsWithFile = Effect.fnUntraced(function* ({ session_id, sha256 }: StoredDocument) {
  const duplicates = yield* (yield* DocumentStore).list({
    where: [
      { field: "sha256", op: "eq", value: sha256 },
      { field: "status", op: "ne", value: "redacted" }
    ],
    limit: 50
  })
  const sessions = yield* SessionStore
  const others = new Set(
    duplicates.flatMap((other) => (other.session_id === null || other.session_id === session_id ? [] : [other.session_id]))
  )
  const found = yield* Effect.forEach(others, (id) => sessions.find(id))
  return found.filter((session) => session !== undefined)
})

/** Whether one of the sessions is about someone else. One person may prove their address twice with one bill. */
const usedBySomeoneElse = Effect.fnUntraced(function* (own: NamedPerson, others: ReadonlyArray<StoredSession>) {
  for (const other of others) {
    if (compared(own, yield* personOf(other)) === "someone_else") return true
  }
  return false
})

const nameRead = ({ first_name, last_name }: IdentityReference) =>
  [
    { field: "given_names" as const, value: first_name ?? "" },
    { field: "surname" as const, value: last_name ?? "" }
  ] as const

/** What the proofs of a session are judged beside. */
interface Beside {
  readonly policy: PoaPolicy
  readonly identity: ReadonlyArray<StoredDocument>
  readonly read: IdentityReference
}

/** How a bill stands to the templates of its issuer. The sandbox learns none, and a document that was read before layouts were kept has none. */
const likenessOf = Effect.fnUntraced(function* ({ extraction, id, sealed_layout }: StoredDocument) {
  const subject = extraction === null ? null : billSubject(extraction)
  if (subject === null || sealed_layout === undefined) return null
  return yield* agreementOf([{ subject, fingerprint: yield* openLayout(id, sealed_layout) }])
})

const evidenceOf = Effect.fnUntraced(function* (session: CheckContext, document: StoredDocument, { identity, policy, read }: Beside) {
  const today = (yield* tenantNow).slice(0, 10)
  const { extraction, file_facts } = document
  const { from, reference } = referenceOf(session.expected, read)
  const others = yield* sessionsWithFile(document)
  const likeness = yield* likenessOf(document)
  const { perceptual_hash, sha256 } = document
  const verdicts = yield* verdictsOf([{ fingerprint: null, sha256, perceptual_hash }])
  const evidence: PoaEvidence = {
    policy,
    document:
      extraction === null || file_facts === null
        ? {
            status: "unreadable",
            code:
              document.rejection?.code === "encrypted"
                ? "encrypted"
                : document.rejection?.code === "too_many_pages"
                  ? "too_many_pages"
                  : "unreadable"
          }
        : {
            status: "read",
            extraction,
            cross_reference: crossReference({
              holders: extraction.holder_names,
              address: extraction.address,
              reference_name: referenceName(reference),
              reference_address: referenceAddress(reference)
            }),
            compared_with: from,
            ...(likeness === null ? {} : { layout: layoutOf(likeness) }),
            document_id: document.id,
            reference: referenceValues(reference, from, read),
            medium: document.text_source === "text_layer" ? "pdf" : "picture",
            forensics: file_facts
          },
    declared_type: declaredPoaType(document),
    declared_issuing_country: document.issuing_country,
    identity_document_country: read.country ?? identity[0]?.issuing_country ?? null,
    today,
    passed_sources: [],
    duplicate: verdicts.has("watch") || (yield* usedBySomeoneElse(namedPerson(session, nameRead(read)), others)),
    same_as_identity_document: identity.some(({ sha256 }) => sha256 === document.sha256),
    known_forgery: verdicts.has("known_forgery") || others.some(declinedAsForged),
    stolen: verdicts.has("stolen")
  }
  return { evidence, rests_on: likeness?.rests_on ?? [] }
})

/** Counting independent sources needs to know what the others would be worth alone. */
const judgeTogether = (evidence: ReadonlyArray<PoaEvidence>): ReadonlyArray<PoaVerdict> => {
  const alone = evidence.map((one) => evaluate({ ...one, policy: { ...one.policy, min_independent_sources: 1 } }))
  return evidence.map((one, index) =>
    evaluate({
      ...one,
      passed_sources: evidence.flatMap((other, position): ReadonlyArray<PoaSource> => {
        const verdict = alone[position]
        if (position === index || verdict?.outcome !== "passed") return []
        return [
          { document_type: verdict.document_type, issuer: other.document.status === "read" ? other.document.extraction.issuer : null }
        ]
      })
    })
  )
}

/** Judges every proof of address of the session's latest attempt at one, reading those that no one has read yet. */
export const judgeProofsOfAddress = Effect.fnUntraced(function* (session: StoredSession, read: IdentityReference) {
  // Each kind by itself: frames of a live capture come by the dozen, and would leave no room for what came after them.
  const proofs = yield* documentsOf(session, "proof_of_address")
  const identity = yield* (yield* DocumentStore).list({
    where: [
      { field: "session_id", op: "eq", value: session.id },
      { field: "kind", op: "eq", value: "identity" }
    ],
    order: [{ field: "created_at", direction: "asc" }],
    limit: 100
  })
  return yield* judgeProofDocuments(session, proofs, { identity, read })
})

/** Judges proofs of address that were read, together; rejected ones only where there is no other. */
export const judgeProofDocuments = Effect.fnUntraced(function* (
  session: CheckContext,
  proofs: ReadonlyArray<StoredDocument>,
  known: Omit<Beside, "policy">
) {
  const beside = { ...known, policy: yield* effectivePolicy({ session: session.policy }) }
  const standing = proofs.filter(({ status }) => status === "processed")
  const judged = standing.length > 0 ? standing : proofs
  const found = yield* Effect.forEach(judged, (document) => evidenceOf(session, document, beside))
  const verdicts = judgeTogether(found.map(({ evidence }) => evidence))
  return judged.flatMap((document, index): ReadonlyArray<JudgedDocument> => {
    const [one, verdict] = [found[index], verdicts[index]]
    if (one === undefined || verdict === undefined) return []
    const { evidence, rests_on } = one
    return [{ document, verdict, details: detailsOf(evidence, verdict, document.file_facts), rests_on }]
  })
})
