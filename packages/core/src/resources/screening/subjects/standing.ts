import { Effect } from "effect"
import { Conflict } from "../../../kernel/foundation/failure.ts"
import type { StoredSubject } from "./model.ts"

/** Refuses a change of a subject that an identity stands for: one that follows the identity, or that was folded into one that does. */
export const refuseFollowing = (subject: StoredSubject) => {
  const { folded_into_id, identity_id, subject_of } = subject
  if (subject_of === undefined && folded_into_id === undefined) return Effect.succeed(subject)
  const detail =
    subject_of === undefined
      ? `This screening subject was folded into ${folded_into_id}, the one of its identity. Change the identity ${identity_id ?? ""} instead.`
      : `This screening subject follows the identity ${subject_of}. Change the identity, its monitoring or its watchlists instead.`
  return Effect.fail(new Conflict<"conflict">({ code: "conflict", detail }))
}
