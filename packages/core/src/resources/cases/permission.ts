import type { Caller } from "../../kernel/access/caller.ts"
import { Conflict, Forbidden, MissingScope } from "../../kernel/foundation/failure.ts"
import type { Permission } from "../../kernel/access/roles.ts"
import { blindRefusal } from "./blind.ts"
import type { StoredCase } from "./model.ts"

type CallerFacts = Pick<Caller["Service"], "actor" | "credential">
type Refusal = Conflict<"case_already_claimed" | "case_not_claimed"> | Forbidden<"forbidden"> | MissingScope

const lacks = (permission: Permission): Forbidden<"forbidden"> =>
  new Forbidden({ code: "forbidden", detail: `Only a dashboard user with the permission ${permission} may do this.` })

/** The conflict of a case that someone else is working on. */
export const claimedBy = ({ assigned_to, claimed_at }: Pick<StoredCase, "assigned_to" | "claimed_at">): Conflict<"case_already_claimed"> =>
  new Conflict({
    code: "case_already_claimed",
    detail: "Someone else has claimed this case. Ask them to release it, or have it assigned to you.",
    context: { assigned_to, claimed_at }
  })

const unclaimed = new Conflict({ code: "case_not_claimed", detail: "Claim the case first; an escalated case has to be assigned to you." })

/** What must be true of a dashboard user who works on a case: that they hold it. */
const holds = (actor: string, row: StoredCase): Conflict<"case_already_claimed" | "case_not_claimed"> | undefined => {
  if (row.assigned_to === null) return unclaimed
  return row.assigned_to === actor ? undefined : claimedBy(row)
}

/**
 * Why this caller may not decide this case. Keys decide without claiming; people must hold the case, and one that was
 * escalated takes a senior reviewer, no matter who it was given to since.
 */
export const decisionRefusal = ({ actor, credential }: CallerFacts, row: StoredCase): Refusal | undefined => {
  const blind = blindRefusal(actor.id, row)
  if (blind !== undefined) return blind
  switch (credential.type) {
    case "api_key":
      return undefined
    case "dashboard":
      if (!credential.permissions.has("decide_cases")) return lacks("decide_cases")
      if (row.escalated_at !== null && !credential.permissions.has("decide_escalated_cases")) return lacks("decide_escalated_cases")
      return holds(actor.id, row)
    case "capture":
    case "none":
      return lacks("decide_cases")
  }
}

/** Why this caller may not change the decision of a session by deciding its case again: overriding takes the scope of deciding. */
export const overrideRefusal = ({ credential }: CallerFacts): Refusal | undefined =>
  credential.type === "api_key" && !credential.scopes.has("cases:decide") ? new MissingScope({ accepted: ["cases:decide"] }) : undefined

/** Why this caller may not correct what was read for this case. */
export const correctionRefusal = ({ actor, credential }: CallerFacts, row: StoredCase): Refusal | undefined => {
  if (credential.type !== "dashboard") return undefined
  return credential.permissions.has("correct_data") ? holds(actor.id, row) : lacks("correct_data")
}

/** Why this caller may not take the case out of someone's hands: people need the right to assign, unless the case is theirs or no one's. */
export const takingRefusal = ({ actor, credential }: CallerFacts, row: StoredCase): Refusal | undefined => {
  if (credential.type !== "dashboard" || credential.permissions.has("assign_cases")) return undefined
  return row.assigned_to === null || row.assigned_to === actor.id ? undefined : claimedBy(row)
}

/** Why this caller may not give the case to this person: people without the right to assign may only let go of their own. */
export const assignmentRefusal = ({ credential }: CallerFacts): Refusal | undefined =>
  credential.type === "dashboard" && !credential.permissions.has("assign_cases") ? lacks("assign_cases") : undefined

/** The second pair of eyes: whether a decision waits for another person, is confirmed by one, or comes from the same person again. */
export const fourEyesStep = (
  pending: StoredCase["pending_decision"],
  { by, decision }: Pick<NonNullable<StoredCase["pending_decision"]>, "by" | "decision">
): "stage" | "confirm" | Forbidden<"four_eyes_same_user"> => {
  if (pending === null) return "stage"
  if (pending.by === by) {
    return new Forbidden({
      code: "four_eyes_same_user",
      detail: "This workflow needs two people to decide. Another person has to confirm your decision."
    })
  }
  // Who disagrees does not confirm: their own decision waits in turn.
  return pending.decision === decision ? "confirm" : "stage"
}
