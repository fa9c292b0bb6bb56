import type { PoaReasonCode } from "./reasons.ts"
import { anotherSubmission, type SubmissionLimits } from "../resubmission.ts"
import type { PoaVerdict } from "./evaluate.ts"

/** Session reason codes that a proof-of-address check can bring about. */
type PoaSessionReason =
  | "poa_failed"
  | "poa_review"
  | "document_tampered"
  | "resubmission_limit_exceeded"
  | "document_unreadable"
  | "document_cropped"
  | "document_expired"
  | "document_type_not_accepted"
  | "document_country_not_supported"
  | "document_data_missing"

/** Where a session goes after the check, with the deciding reason first. */
interface PoaSessionOutcome {
  readonly status: "approved" | "in_review" | "resubmission_required" | "declined"
  readonly reason_codes: ReadonlyArray<PoaSessionReason>
}

const tampering: ReadonlySet<PoaReasonCode> = new Set<PoaReasonCode>(["modified_after_signing", "overlay_text", "template_known_forgery"])

/** What the subject is told to mend; codes without an entry are covered by `poa_failed` alone. */
const mended: Readonly<Partial<Record<PoaReasonCode, PoaSessionReason>>> = {
  unreadable: "document_unreadable",
  encrypted: "document_unreadable",
  low_quality: "document_unreadable",
  cropped: "document_cropped",
  document_too_old: "document_expired",
  type_not_accepted: "document_type_not_accepted",
  same_as_identity_document: "document_type_not_accepted",
  country_not_accepted: "document_country_not_supported",
  name_missing: "document_data_missing",
  address_missing: "document_data_missing",
  issue_date_missing: "document_data_missing"
}

/**
 * What a verdict does to its session: tampering declines, any other failure asks for another document
 * until `max_resubmissions` have been asked for, and then declines.
 */
export const sessionOutcome = (verdict: Pick<PoaVerdict, "outcome" | "reasons">, limits: SubmissionLimits): PoaSessionOutcome => {
  if (verdict.outcome === "passed") return { status: "approved", reason_codes: [] }
  if (verdict.outcome === "review") return { status: "in_review", reason_codes: ["poa_review"] }
  const failing = verdict.reasons.filter(({ severity }) => severity === "fail").map(({ code }) => code)
  if (failing.some((code) => tampering.has(code))) return { status: "declined", reason_codes: ["document_tampered", "poa_failed"] }
  const remedies = failing.map((code) => mended[code]).filter((code) => code !== undefined)
  const codes: ReadonlyArray<PoaSessionReason> = [...new Set<PoaSessionReason>(["poa_failed", ...remedies])]
  return anotherSubmission(codes, limits)
}
