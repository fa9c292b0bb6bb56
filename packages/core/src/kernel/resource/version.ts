import { Schema } from "effect"
import { Conflict } from "../foundation/failure.ts"

/** Counts the changes of a record, from 1; a member of what the API shows. */
export const Version = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).annotate({
  description: "Rises with every change. Send it with a PATCH to change only what you read."
})

/** What a PATCH takes beside its changes: the version that its caller read. */
export const versionRead = {
  version: Schema.optionalKey(
    Schema.Int.annotate({ description: "The version you read. If the record has another one by now, the answer is 409 `stale_object`." })
  )
} as const

/** The refusal of a change of what its caller has not seen; undefined where no version was sent, or the one that stands. */
export const staleness = ({ version }: { readonly version: number }, read: number | undefined): Conflict<"stale_object"> | undefined =>
  read === undefined || read === version
    ? undefined
    : new Conflict({
        code: "stale_object",
        detail: "The record was changed since you read it. Read it again and send your change with its version.",
        context: { current_version: version }
      })
