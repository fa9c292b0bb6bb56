import { Effect } from "effect"
import type { StoredDocument } from "../../resources/documents/model.ts"
import type { PoaReasonCode } from "../../verification/proof-of-address/reasons.ts"
import { sessionOutcome } from "../../verification/proof-of-address/session-outcome.ts"
import { withEvidence } from "../../verification/proof-of-address/values.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { CheckContext } from "../../resources/checks/context.ts"
import { conclude, type Conclusion } from "../../verification/conclusion.ts"
import type { JudgedCheck } from "../../resources/checks/conclusion.ts"
import { type JudgedDocument, judgeProofDocuments, judgeProofsOfAddress } from "./proof-of-address.ts"
import type { CheckFinding } from "../../resources/checks/record.ts"
import type { VerdictReason } from "../../verification/verdict.ts"
import { type IdentityReference, noIdentityReference } from "./identity-reference.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"

/** What a verdict on a proof of address is as a check. */
export const proofFinding = (
  { details, rests_on = [], verdict }: Pick<JudgedDocument, "details" | "verdict"> & Partial<Pick<JudgedDocument, "rests_on">>,
  of: Pick<CheckFinding, "input_document_ids" | "simulated" | "part">
): CheckFinding => ({
  type: "proof_of_address",
  status: "completed",
  outcome: verdict.outcome,
  score: verdict.score,
  threshold: details.policy.name.pass,
  reasons: withEvidence(verdict.reasons, details, of.input_document_ids[0] ?? null),
  details,
  policy: details.policy,
  duties: verdict.flags,
  assurance: verdict.assurance,
  ...(rests_on.length === 0 ? {} : { rests_on }),
  ...of
})

const findingOf = (judged: JudgedDocument): CheckFinding =>
  proofFinding(judged, { input_document_ids: [judged.document.id], simulated: false, part: judged.document.id })

/** Tampering with any document declines; otherwise the best document decides. */
const conclusionOf = (session: CheckContext, judged: ReadonlyArray<JudgedDocument>): Conclusion => {
  const outcomes = judged.map(({ verdict }) => sessionOutcome(verdict, session))
  const tampered = outcomes.find(({ reason_codes }) => reason_codes.includes("document_tampered"))
  return conclude(tampered === undefined ? outcomes.map((one) => ({ ...one, weight: "alternative" as const })) : [tampered])
}

/** What was submitted was erased since. */
const absence: VerdictReason & { readonly code: PoaReasonCode } = {
  code: "unreadable",
  severity: "fail",
  message: "The session has no proof of address to check. Upload another one."
}
const absentConclusion = (session: CheckContext): Conclusion => sessionOutcome({ outcome: "failed", reasons: [absence] }, session)

/** A step that was asked for is never passed over in silence: without a check of it the session would pass by the others, or by none at all. */
const absentProof = (session: CheckContext): JudgedCheck => ({
  finding: {
    type: "proof_of_address",
    status: "completed",
    outcome: "failed",
    score: null,
    threshold: null,
    reasons: [absence],
    details: null,
    policy: null,
    input_document_ids: [],
    simulated: isSimulated(session.environment),
    part: "absent"
  },
  conclusion: absentConclusion(session)
})

/** A check for each proof of address; where they lead is decided by all of them together, which each of them carries. */
export const judgeProofs = Effect.fnUntraced(function* (session: StoredSession, read: IdentityReference) {
  const judged = yield* judgeProofsOfAddress(session, read)
  return judged.length === 0 ? [absentProof(session)] : concluded(session, judged)
})

const concluded = (context: CheckContext, judged: ReadonlyArray<JudgedDocument>): ReadonlyArray<JudgedCheck> => {
  const conclusion = conclusionOf(context, judged)
  return judged.map((one) => ({ finding: findingOf(one), conclusion }))
}

/** The check of a document that belongs to no session. */
export const judgeStandaloneProof = Effect.fnUntraced(function* (context: CheckContext, document: StoredDocument) {
  return concluded(context, yield* judgeProofDocuments(context, [document], { identity: [], read: noIdentityReference }))
})
