import { Effect } from "effect"
import { Caller } from "../../kernel/access/caller.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { type cases, CaseStore, type StoredCase } from "./model.ts"

/** More blind cases than one reviewer holds at a time. */
const most = 100

/** The sessions whose decision the caller is looking at again, blind: until that is done, the caller is not shown the cases that decided them. */
export const sessionsUnderBlindReview = Effect.gen(function* () {
  const { actor } = yield* Caller
  const held = yield* (yield* CaseStore).list({
    where: [
      { field: "assigned_to", op: "eq", value: actor.id },
      { field: "status", op: "eq", value: "in_review" },
      { field: "sample_of", op: "not_null" }
    ],
    limit: most
  })
  return held.flatMap(({ sample }) => (sample === undefined ? [] : [sample.session_id]))
})

/** Lists leave out what is withheld. */
export const notWithheld = (sessions: ReadonlyArray<string>): ReadonlyArray<Condition<keyof typeof cases.columns>> =>
  sessions.length === 0
    ? []
    : [
        {
          op: "not",
          of: {
            op: "all",
            of: [
              { field: "status", op: "eq", value: "closed" },
              { field: "session_id", op: "in", values: sessions }
            ]
          }
        }
      ]

/** Whether the case decided what the caller is looking at again. */
export const isWithheld = Effect.fnUntraced(function* ({ session_id, status }: StoredCase) {
  return status === "closed" && session_id !== null && (yield* sessionsUnderBlindReview).includes(session_id)
})
