import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"

/** Reasons by which someone declines a session for what its documents are. */
const forgery: ReadonlySet<ReasonCode> = new Set<ReasonCode>(["document_forged", "document_tampered"])

/**
 * Whether someone declined the session because its documents are forged, so that the same file is known again elsewhere. What the service declined
 * by itself does not count: it would find the same traces again. A decision that is changed later counts as it stands then.
 */
export const declinedAsForged = ({ decision, status }: Pick<StoredSession, "decision" | "status">): boolean =>
  status === "declined" &&
  decision !== null &&
  decision.decided_by.type !== "system" &&
  decision.reason_codes.some((code) => forgery.has(code))
