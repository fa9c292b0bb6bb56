import type { PoaReasonCode } from "./reasons.ts"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { type Conclusion, conclusionOf } from "../conclusion.ts"
import type { SubmissionLimits } from "../resubmission.ts"
import type { PoaVerdict } from "./evaluate.ts"

const tampering: ReadonlySet<PoaReasonCode> = new Set<PoaReasonCode>(["modified_after_signing", "overlay_text", "template_known_forgery"])

/** What the subject is told to mend; codes without an entry are covered by `poa_failed` alone. */
const mended: Readonly<Partial<Record<PoaReasonCode, ReasonCode>>> = {
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

/** What the session reports: tampering before everything else, and otherwise what the subject has to mend. */
const sessionReasons = ({ outcome, reasons }: Pick<PoaVerdict, "outcome" | "reasons">): ReadonlyArray<ReasonCode> => {
  if (outcome === "passed") return []
  if (outcome === "review") {
    const unassured = reasons.some(({ code }) => code === "authenticity_not_assured")
    return unassured ? ["poa_review", "authenticity_not_assured"] : ["poa_review"]
  }
  const failing = reasons.filter(({ severity }) => severity === "fail").map(({ code }) => code)
  if (failing.some((code) => tampering.has(code))) return ["document_tampered", "poa_failed"]
  if (failing.includes("blocklist_match")) return ["blocklist_match", "poa_failed"]
  return [...new Set<ReasonCode>(["poa_failed", ...failing.flatMap((code) => mended[code] ?? [])])]
}

/**
 * What a verdict does to its session: tampering declines, any other failure asks for another document
 * until `max_resubmissions` have been asked for, and then declines.
 */
export const sessionOutcome = (verdict: Pick<PoaVerdict, "outcome" | "reasons">, limits: SubmissionLimits): Conclusion =>
  conclusionOf({ outcome: verdict.outcome, session_reasons: sessionReasons(verdict) }, limits)
