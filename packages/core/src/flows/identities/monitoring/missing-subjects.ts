import { Effect } from "effect"
import type { Condition } from "../../../kernel/storage/collection.ts"
import { settled } from "../../../resources/identities/change.ts"
import { type identities, IdentityStore } from "../../../resources/identities/model.ts"
import { openDetails } from "../../../resources/identities/sealed.ts"
import { withSubject } from "./follow.ts"

/** What a timer looks for: identities of an earlier release, which have no screening subject. */
export const withoutSubject: ReadonlyArray<Condition<keyof typeof identities.columns>> = [{ field: "screening_subject_id", op: "is_null" }]

/** Makes the subject of an identity that has none. Does nothing when someone else did; part of a transaction. */
export const makeSubjectIfMissing = Effect.fnUntraced(function* (id: string) {
  const store = yield* IdentityStore
  const row = yield* store.lock(id)
  if (row === undefined || row.screening_subject_id !== undefined) return
  // Nothing about the identity changes by this, so that `updated_at` stays.
  yield* store.save(yield* withSubject(settled(row), yield* openDetails(row)))
})
