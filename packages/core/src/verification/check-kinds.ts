import type { Assurance } from "./assurance.ts"
import type { ReasonCode } from "../kernel/foundation/reason-codes.ts"
import type { SessionStep } from "./steps.ts"

/** Members of a request for a standalone check. */
type Member =
  | "document_ids"
  | "document_id"
  | "portrait_document_id"
  | "selfie_document_id"
  | "expected"
  | "identity_policy"
  | "proof_of_address_policy"
  | "chip"
  | "sources"
  | "subject"
  | "categories"
  | "threshold"
  | "values"

/** What a standalone check is made of. */
export interface Taken {
  readonly required: ReadonlyArray<Member>
  readonly optional: ReadonlyArray<Member>
}

/** Providers that may run beside the one that decides. */
export type ShadowKind = "identity_documents" | "faces"

/** What the flows have to know of a kind of check. Everything that depends on the type of a check is read from here. */
interface CheckKind {
  /** What a reviewer has to have looked at before deciding. */
  readonly label: string
  /** The step of a session that brings its evidence, and its place among the checks of that step; null where no step does. */
  readonly step: readonly [SessionStep, number] | null
  /** What it is judged from: files are looked into by engines, which the sandbox never does. */
  readonly evidence: "file" | "record"
  /** What it is made of without a session; where it cannot be made, the reason. */
  readonly standalone: Taken | string
  /** What the session reports when a script lets it fail; null where it never fails by one. */
  readonly failure: ReasonCode | null
  /** The reason of one that passed with a lower score than a workflow asks for; null where its score does not say how well it passed. */
  readonly doubt: ReasonCode | null
  /** The second provider that may look at it as well. */
  readonly shadow: ShadowKind | null
  /** How sure it is of what it says, where its evidence does not say so itself. */
  readonly assurance: Assurance
  /** Nothing of this installation makes it; results of other origin may still name it. */
  readonly unmade?: true
}

const check = <const Kind extends CheckKind>(kind: Kind): Kind => kind

const ofDocument = { required: ["document_ids"], optional: ["identity_policy"] } as const
const noCode = "asks the person for a code, and no provider for that is connected to this installation"

/** Every kind of check, by its type, in the order in which the types are published. */
const checkKinds = {
  document_authenticity: check({
    label: "Compare the document with genuine ones of its kind",
    step: ["document", 2],
    evidence: "file",
    standalone: ofDocument,
    failure: "document_forged",
    doubt: "authenticity_not_assured",
    shadow: "identity_documents",
    assurance: "consistency"
  }),
  document_extraction: check({
    label: "Read the document and compare it with what was extracted",
    step: ["document", 1],
    evidence: "file",
    standalone: ofDocument,
    failure: "document_unreadable",
    doubt: "authenticity_not_assured",
    shadow: "identity_documents",
    assurance: "consistency"
  }),
  face_match: check({
    label: "Compare the selfie with the portrait of the document",
    step: ["selfie", 2],
    evidence: "file",
    standalone: { required: ["portrait_document_id", "selfie_document_id"], optional: [] },
    failure: "face_mismatch",
    doubt: "face_mismatch",
    shadow: "faces",
    assurance: "consistency"
  }),
  liveness: check({
    label: "Look at the selfie for signs of a replay or a mask",
    step: ["selfie", 1],
    evidence: "file",
    standalone: { required: ["selfie_document_id"], optional: [] },
    failure: "liveness_failed",
    doubt: "liveness_inconclusive",
    shadow: null,
    assurance: "none"
  }),
  proof_of_address: check({
    label: "Examine the proof of address: issuer, holder, address and date",
    step: ["proof_of_address", 1],
    evidence: "file",
    standalone: { required: ["document_id"], optional: ["expected", "proof_of_address_policy"] },
    failure: null,
    doubt: "poa_review",
    shadow: null,
    assurance: "consistency"
  }),
  identity_cross_reference: check({
    label: "Compare the data of the documents with one another",
    step: null,
    evidence: "record",
    standalone: { required: ["sources"], optional: [] },
    failure: "document_data_inconsistent",
    doubt: "document_data_inconsistent",
    shadow: null,
    assurance: "consistency"
  }),
  nfc_chip: check({
    label: "Compare the data of the chip with the printed data",
    step: ["nfc", 1],
    evidence: "file",
    standalone: { required: [], optional: ["chip", "document_id", "identity_policy"] },
    failure: "nfc_authentication_failed",
    doubt: null,
    shadow: null,
    assurance: "none"
  }),
  aml_screening: check({
    label: "Judge every screening hit",
    step: null,
    evidence: "record",
    standalone: { required: ["subject"], optional: ["categories", "threshold"] },
    failure: "sanctions_hit",
    doubt: null,
    shadow: null,
    assurance: "data_match"
  }),
  database: check({
    label: "Judge the result of the database",
    step: null,
    evidence: "record",
    standalone: "asks a data source, and none is connected to this installation",
    failure: "database_no_match",
    doubt: null,
    shadow: null,
    assurance: "data_match",
    unmade: true
  }),
  duplicate: check({
    label: "Compare with the identities that look alike",
    step: null,
    evidence: "file",
    standalone: { required: ["document_ids"], optional: ["identity_policy", "expected"] },
    failure: "duplicate_identity",
    doubt: null,
    shadow: null,
    assurance: "data_match"
  }),
  list_lookup: check({
    label: "Judge every match with a list",
    step: null,
    evidence: "record",
    standalone: { required: ["values"], optional: [] },
    failure: "list_match",
    doubt: null,
    shadow: null,
    assurance: "data_match"
  }),
  device_risk: check({
    label: "Judge the signals of the device and its network",
    step: null,
    evidence: "record",
    standalone: "judges the device of a live capture; it is made with a session",
    failure: "device_risk",
    doubt: null,
    shadow: null,
    assurance: "none",
    unmade: true
  }),
  age: check({
    label: "Confirm the date of birth",
    step: ["document", 3],
    evidence: "file",
    standalone: ofDocument,
    failure: "age_below_minimum",
    doubt: null,
    shadow: "identity_documents",
    assurance: "consistency"
  }),
  phone: check({
    label: "Confirm the phone number",
    step: null,
    evidence: "record",
    standalone: noCode,
    failure: null,
    doubt: null,
    shadow: null,
    assurance: "none",
    unmade: true
  }),
  email: check({
    label: "Confirm the email address",
    step: null,
    evidence: "record",
    standalone: noCode,
    failure: null,
    doubt: null,
    shadow: null,
    assurance: "none",
    unmade: true
  }),
  questionnaire: check({
    label: "Read the answers to the questionnaire",
    step: ["questionnaire", 1],
    evidence: "record",
    standalone: "judges what a person answered in a session; it is made with that session",
    failure: "questionnaire_answer",
    doubt: null,
    shadow: null,
    assurance: "none"
  })
} as const

export type CheckType = keyof typeof checkKinds

const isCheckType = (text: string): text is CheckType => Object.hasOwn(checkKinds, text)

/** Every type, in the order in which they are published. */
export const checkTypes: ReadonlyArray<CheckType> = Object.keys(checkKinds).filter(isCheckType)

/** Those that sessions and workflows can have. */
export const madeCheckTypes: ReadonlyArray<CheckType> = checkTypes.filter((type) => !("unmade" in checkKinds[type]))

export const kindOf = (type: CheckType): CheckKind => checkKinds[type]

/** Checks that are made of what a step brings in, in their order; consent is a word and no check. */
export const checksOfStep = (step: SessionStep): ReadonlyArray<CheckType> =>
  checkTypes
    .flatMap((type) => {
      const place = kindOf(type).step
      return place !== null && place[0] === step ? [{ type, position: place[1] }] : []
    })
    .toSorted((one, other) => one.position - other.position)
    .map(({ type }) => type)

/** The check that stands for a step whose checks could not be made: its first that looks into files; words need no engine. */
export const firstCheckOf = (step: SessionStep): CheckType | undefined =>
  checksOfStep(step).find((type) => kindOf(type).evidence === "file")
