import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { Conclusion } from "../../verification/conclusion.ts"
import { identityOf } from "./link.ts"
import { sessionFacts } from "./session-facts.ts"

const mostReasons = 50

const withReason = ({ reason_codes }: Conclusion, code: Conclusion["reason_codes"][number]): Conclusion["reason_codes"] =>
  [...new Set([code, ...reason_codes])].slice(0, mostReasons)

/**
 * Where finished checks lead the session of an identity that someone marked: one of a blocked identity is declined, and one of a flagged identity that
 * would be approved goes to a person. Call it once the checks are recorded, in the transaction that decides.
 */
export const concludedForIdentity = Effect.fnUntraced(function* (session: StoredSession, concluded: Conclusion) {
  if (concluded.status === "declined") return concluded
  const facts = yield* sessionFacts({ id: session.id, status: "approved" })
  // No one is born here: that is for the decision itself.
  const found = yield* identityOf({ ...session, status: "processing" }, facts, yield* tenantNow)
  if (found === null) return concluded
  const { blocked, flagged } = found.identity
  if (blocked !== null) return { status: "declined", reason_codes: withReason(concluded, "blocklist_match") } satisfies Conclusion
  if (flagged === null || concluded.status !== "approved") return concluded
  return { status: "in_review", reason_codes: withReason(concluded, "list_match") } satisfies Conclusion
})
