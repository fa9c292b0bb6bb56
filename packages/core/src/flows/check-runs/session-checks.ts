import { Effect } from "effect"
import type { StoredDocument } from "../../resources/documents/model.ts"
import { FaceIndex } from "../../verification/faces/face-index.ts"
import type { SessionFace } from "../../verification/faces/template.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { chipValuesOf, judgeSessionChip, type JudgedChip } from "../checks/chip.ts"
import { judgeChipDocument } from "../checks/chip-document.ts"
import { crossReferenceSession } from "../checks/cross-reference.ts"
import { judgeFaces } from "../checks/faces.ts"
import { type DocumentTrace, examineDocuments, judgeIdentityDocument, keepTrace } from "../checks/identity-document.ts"
import { type Conclusion, type JudgedCheck, together } from "../../resources/checks/conclusion.ts"
import { type FacePortrait, noOthers, otherPortraitsOf, type Portrait, portraitOf } from "../checks/portraits.ts"
import { judgeProofs } from "../checks/proof-checks.ts"
import type { CheckFinding } from "../../resources/checks/record.ts"
import { asksForPortrait, documentsOf, standing } from "../checks/session-documents.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"

/** What is written beside the checks, so that later sessions find this one's document and face. */
export interface Traces {
  readonly document: DocumentTrace | null
  readonly face: SessionFace | null
}

/** The checks of a session, each with where it alone would lead. */
export interface MadeChecks {
  readonly checks: ReadonlyArray<JudgedCheck>
  readonly traces: Traces
}

export interface JudgedSession {
  readonly findings: ReadonlyArray<CheckFinding>
  readonly conclusion: Conclusion
  readonly traces: Traces
}

/** Within the transaction that records the checks. */
export const keepTraces = Effect.fnUntraced(function* (session: StoredSession, { document, face }: Traces) {
  if (document !== null) yield* keepTrace(document)
  if (face !== null) yield* (yield* FaceIndex).add(session.id, face, yield* tenantNow)
})

const answered = (session: StoredSession): ReadonlyArray<JudgedCheck> => {
  if (session.answers === undefined) return []
  const finding: CheckFinding = {
    type: "questionnaire",
    status: "completed",
    outcome: "passed",
    score: null,
    threshold: null,
    reasons: [],
    details: null,
    policy: null,
    input_document_ids: [],
    simulated: isSimulated(session.environment),
    part: "questionnaire"
  }
  return [{ finding, conclusion: { status: "approved", reason_codes: [] } }]
}

/** The steps of a session that are to be judged: what was asked for, and what was submitted without being asked. */
const isJudged = (session: StoredSession, step: StoredSession["required_steps"][number], documents: ReadonlyArray<StoredDocument>) =>
  session.required_steps.includes(step) || documents.length > 0

/**
 * Of a chip that the issuing state vouches for. Anybody can sign a chip of their own and put their own face on it: such a portrait does not come
 * before the printed one.
 */
const vouchedPortrait = (chip: JudgedChip | null): Portrait | null =>
  chip?.verification?.passive_authentication === true ? chip.portrait : null

/** Makes every check that a submitted session calls for. Reads files and engines; writes nothing but what reading a document keeps. */
export const makeChecks = Effect.fnUntraced(function* (session: StoredSession) {
  const today = (yield* tenantNow).slice(0, 10)
  const identity = standing(yield* documentsOf(session, "identity"))
  const selfies = yield* documentsOf(session, "selfie")
  const chips = yield* documentsOf(session, "nfc_data")
  const proofs = yield* documentsOf(session, "proof_of_address")
  const checks: Array<JudgedCheck> = []

  const printed = yield* examineDocuments(session, identity, null)
  let chip: JudgedChip | null = null
  if (isJudged(session, "nfc", chips)) {
    chip = yield* judgeSessionChip(session, chips, printed)
    checks.push(chip.check)
  }
  const examination =
    chip?.verification === null || chip === null
      ? printed
      : yield* examineDocuments(session, identity, chipValuesOf(chip.verification, today))
  let document: DocumentTrace | null = null
  if (isJudged(session, "document", identity)) {
    const judged = yield* judgeIdentityDocument(session, identity, examination)
    checks.push(...judged.checks)
    document = judged.trace
  } else if (chip !== null) {
    const judged = yield* judgeChipDocument(session, chip)
    checks.push(...(judged?.checks ?? []))
    document = judged?.trace ?? null
  }
  let face: SessionFace | null = null
  if (isJudged(session, "selfie", selfies) || session.liveness_session?.over === true) {
    const found = vouchedPortrait(chip) ?? (yield* portraitOf(identity)) ?? chip?.portrait ?? null
    const portrait: FacePortrait = found === null && !(yield* asksForPortrait(session)) ? "not_asked" : found
    const others = found?.source === "document" ? yield* otherPortraitsOf(identity) : noOthers
    const judged = yield* judgeFaces(session, selfies, portrait, others)
    checks.push(...judged.checks)
    face = judged.face
  }
  if (isJudged(session, "proof_of_address", proofs)) checks.push(...(yield* judgeProofs(session)))
  if (identity.length > 0 || chip !== null) {
    const documents = [...identity, ...chips, ...proofs].map(({ id }) => id)
    checks.push(
      crossReferenceSession(session, {
        examination: identity.length > 0 ? examination : null,
        chip: chip?.verification ?? null,
        proofs,
        documents: documents.slice(0, 50),
        today
      })
    )
  }
  checks.push(...answered(session))
  const made: MadeChecks = { checks, traces: { document, face } }
  return made
})

/** The same, with where all of them together lead. */
export const judgeSession = Effect.fnUntraced(function* (session: StoredSession) {
  const { checks, traces } = yield* makeChecks(session)
  const judged: JudgedSession = {
    findings: checks.map(({ finding }) => finding),
    conclusion: together(checks.map(({ conclusion }) => conclusion)),
    traces
  }
  return judged
})
