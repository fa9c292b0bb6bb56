import { checksOfStep } from "../../verification/check-kinds.ts"
import type { CheckType } from "../../resources/checks/model.ts"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import type { PoaReasonCode } from "../../verification/proof-of-address/reasons.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { SessionStep } from "../../verification/steps.ts"

/** Steps that engines judge, in the order in which a script looks for the one that it is about. */
const judgedSteps = ["proof_of_address", "document", "selfie", "nfc"] as const
type JudgedStep = (typeof judgedSteps)[number]

type Steps = Pick<StoredSession, "required_steps">

/** The step that a script is about; a session that asks for none of them is told of as if it asked for a proof of address. */
export const scriptedStep = ({ required_steps }: Steps): JudgedStep =>
  judgedSteps.find((step) => required_steps.includes(step)) ?? "proof_of_address"

/** The judged steps that a session waits for. */
export const awaitedSteps = (session: Steps): ReadonlyArray<JudgedStep> => {
  const steps = judgedSteps.filter((step) => session.required_steps.includes(step))
  return steps.length === 0 ? [scriptedStep(session)] : steps
}

/** Whether a session asks for what tells of the person and shows them: a document, or the chip of one. */
export const namesPerson = ({ required_steps }: Steps): boolean => required_steps.includes("document") || required_steps.includes("nfc")

/** Every check that the steps of a session call for. */
export const checksOfSteps = (session: Steps): ReadonlyArray<CheckType> => {
  const steps: ReadonlyArray<SessionStep> = [...awaitedSteps(session), ...session.required_steps]
  return [...new Set(steps)].flatMap((step): ReadonlyArray<CheckType> => checksOfStep(step))
}

/** A check that does not pass: its type, its own codes where it is about a proof of address, and what the session reports. */
export interface ScriptedFailure {
  readonly type: CheckType
  readonly codes?: ReadonlyArray<PoaReasonCode>
  readonly reasons: readonly [ReasonCode, ...ReadonlyArray<ReasonCode>]
}

/** What goes wrong in each scenario, by the step that it is about. */
export const scriptedFailures = {
  proof_of_address: {
    declined: { type: "proof_of_address", codes: ["modified_after_signing"], reasons: ["document_tampered", "poa_failed"] },
    review: { type: "proof_of_address", codes: ["name_below_pass"], reasons: ["poa_review"] },
    resubmission: { type: "proof_of_address", codes: ["document_too_old"], reasons: ["poa_failed", "document_expired"] }
  },
  document: {
    declined: { type: "document_authenticity", reasons: ["document_forged"] },
    review: { type: "document_authenticity", reasons: ["document_data_inconsistent"] },
    resubmission: { type: "document_extraction", reasons: ["document_unreadable"] }
  },
  selfie: {
    declined: { type: "face_match", reasons: ["face_mismatch"] },
    review: { type: "liveness", reasons: ["liveness_inconclusive"] },
    resubmission: { type: "liveness", reasons: ["selfie_unclear"] }
  },
  nfc: {
    declined: { type: "nfc_chip", reasons: ["nfc_authentication_failed"] },
    review: { type: "nfc_chip", reasons: ["nfc_data_mismatch"] },
    resubmission: { type: "nfc_chip", reasons: ["nfc_read_failed"] }
  }
} as const satisfies Record<JudgedStep, Record<"declined" | "review" | "resubmission", ScriptedFailure>>
