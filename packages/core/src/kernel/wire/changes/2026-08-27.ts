import { isRecord } from "../../schema/shape.ts"
import type { Change, DownConverter } from "./change.ts"

const reasonBefore = (code: unknown): unknown => (code === "poa_review" ? "poa_failed" : code)

/** A list of session reasons is a set: one that holds both codes shows the earlier one once. */
const reasonsBefore: DownConverter = (codes) =>
  Array.isArray(codes) && codes.includes("poa_review") ? [...new Set(codes.map(reasonBefore))] : codes

type Members = Readonly<Record<string, unknown>>

/** The object with one member converted, or the object itself. */
const converted = (object: Members, key: string, convert: DownConverter): Members => {
  if (!Object.hasOwn(object, key)) return object
  const before = convert(object[key])
  return before === object[key] ? object : { ...object, [key]: before }
}

const shownReasons = ["status_reason_codes", "reason_codes", "decision_reason_codes"] as const

/** Every place where a resource shows reasons of a session: its own, those of its decision, and those a case or a run has of it. */
const withEarlierReasons: DownConverter = (value) => {
  if (!isRecord(value)) return value
  const reasons = shownReasons.reduce((shown, key) => converted(shown, key, reasonsBefore), value)
  return converted(reasons, "decision", withEarlierReasons)
}

const inData: DownConverter = (envelope) => (isRecord(envelope) ? converted(envelope, "data", withEarlierReasons) : envelope)

const withoutReview = (schema: Members): Members =>
  Array.isArray(schema.enum) ? { ...schema, enum: schema.enum.filter((code) => code !== "poa_review") } : schema

export const change = {
  date: "2026-08-27",
  title: "Policy-driven proof of address",
  summary: "Proof-of-address checks run under a policy and end in one of three outcomes.",
  breaking: ["A session sent to review by its proof of address shows the reason `poa_review`; before, it shows `poa_failed`."],
  additive: [
    "Proof-of-address checks carry `outcome`, `action_override`, `reasons` and the `policy` they ran under.",
    "Uploads take `poa_document_type` and `poa_issuing_country`.",
    "`GET` and `PUT /settings/proof-of-address`."
  ],
  response: {
    Session: withEarlierReasons,
    SessionResult: withEarlierReasons,
    SessionDecision: withEarlierReasons,
    SessionReasonCodes: reasonsBefore,
    Case: withEarlierReasons,
    CaseWithNotes: withEarlierReasons,
    WorkflowRun: withEarlierReasons,
    ListedWorkflowRun: withEarlierReasons,
    CaptureState: withEarlierReasons,
    CaptureStatus: withEarlierReasons
  },
  schemas: { ReasonCode: withoutReview },
  event: { "session.*": inData, "case.*": inData, "workflow-run.*": inData }
} as const satisfies Change
