import { after, days } from "../../kernel/foundation/time.ts"
import type { CheckType, StoredCheck } from "../../resources/checks/model.ts"
import { type AssuranceLevel, type IdentityAssurance, noAssurance } from "../../resources/identities/assurance.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { isCalendarDate } from "../../kernel/foundation/moment.ts"
import { poaTypes } from "../../verification/proof-of-address/types.ts"
import type { SessionFacts } from "./session-facts.ts"

/** Of an approved session what passed counts, and what a person looked at who approved it. */
const counts = (checks: ReadonlyArray<StoredCheck>, type: CheckType): boolean => {
  const latest = checks.find((check) => check.type === type)
  return latest?.status === "completed" && (latest.outcome === "passed" || latest.outcome === "review")
}

/** A proof of address that does not follow from the identity document is a second source. */
const isIndependent = ({ document_type }: SessionFacts["verified"]): boolean =>
  Object.entries(poaTypes).some(([type, { counts_as_independent }]) => type === document_type?.value && counts_as_independent)

const levelOf = ({ checks, verified }: SessionFacts): AssuranceLevel => {
  const has = (type: CheckType) => counts(checks, type)
  const document = has("document_extraction") && has("document_authenticity")
  const proof = has("proof_of_address")
  if (!document) return proof ? "basic" : "none"
  if (!has("face_match") || !(has("liveness") || has("nfc_chip"))) return "basic"
  return has("nfc_chip") || (proof && isIndependent(verified)) ? "enhanced" : "standard"
}

const endOfDay = (date: string | undefined): string | null => (date !== undefined && isCalendarDate(date) ? `${date}T23:59:59.999Z` : null)

/** What an approved session earns its identity, at its decision; the level none where nothing was verified. */
export const earnedAssurance = (
  session: Pick<StoredSession, "id" | "workflow_version_id">,
  facts: SessionFacts,
  { assurance_days, at }: { readonly assurance_days: number; readonly at: string }
): IdentityAssurance => {
  const level = levelOf(facts)
  if (level === "none") return noAssurance
  const longest = after(at, days(assurance_days))
  const expiry = endOfDay(facts.verified.identity_document?.expiry_date?.value)
  const document_ends = expiry !== null && expiry < longest
  return {
    level,
    session_id: session.id,
    workflow_version_id: session.workflow_version_id,
    earned_at: at,
    valid_until: document_ends ? expiry : longest,
    ends_by: document_ends ? "document_expiry" : "assurance_days"
  }
}
