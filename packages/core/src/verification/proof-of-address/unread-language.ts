import type { PoaReasonCode, ReasonSeverity } from "./reasons.ts"
import type { ProofOfAddressExtraction } from "./types.ts"

/**
 * Languages in whose scripts the rules find dates and words, but names and addresses only where the print is labelled plainly. What they miss
 * there is no fault of the document.
 */
const partlyRead: ReadonlySet<string> = new Set(["ar", "bn", "fa", "he", "hi", "hy", "ja", "ka", "ko", "ta", "th", "ur", "zh"])

/** Reasons that rest on what was read in the print. Without a reading they are no reasons to refuse. */
const restsOnPrint: ReadonlySet<PoaReasonCode> = new Set<PoaReasonCode>([
  "address_mismatch",
  "address_missing",
  "country_mismatch",
  "document_too_old",
  "issue_date_future",
  "name_mismatch",
  "name_missing",
  "po_box"
])

/** True for a document whose script no engine read, or whose language the rules read so far only that its holder or address is missing. */
export const isUnreadLanguage = ({ address, holder_names, language, unread_script }: ProofOfAddressExtraction): boolean =>
  unread_script === true || (language !== null && partlyRead.has(language) && (holder_names.length === 0 || address === null))

/** Weight of a reason on a document in such a language: a person reads it, and no one is asked for another copy. */
export const unreadSeverity = (code: PoaReasonCode, severity: ReasonSeverity): ReasonSeverity =>
  severity === "fail" && restsOnPrint.has(code) ? "review" : severity
