import { Schema } from "effect"
import { PersonSources } from "../../verification/person-source.ts"
import { EntryType, ListAction } from "./kinds.ts"

/** How many kinds of values are looked up for a session, and how many matches its check tells of. */
export const lookUpLimits = { asked: EntryType.literals.length, matches: 50 } as const

const identifier = Schema.String.check(Schema.isMaxCodePoints(64))

/** `details` of a `list_lookup` check of a session: what was asked, and which entries matched by whose word. It holds no value. */
export const ListLookUpDetails = Schema.Struct({
  /** The kinds of values that were looked up, with who says them. */
  asked: Schema.Array(Schema.Struct({ entry_type: EntryType, sources: PersonSources })).check(Schema.isMaxLength(lookUpLimits.asked)),
  matched_entries: Schema.Array(
    Schema.Struct({
      entry_id: identifier,
      /** Null for the blocklist. */
      list_id: Schema.NullOr(identifier),
      entry_type: EntryType,
      action: ListAction,
      /** False where another list overrides it. */
      counts: Schema.Boolean,
      /** A face that is only possibly the same. */
      possible: Schema.Boolean,
      /** Who says what matched; empty for a face. */
      sources: PersonSources
    })
  ).check(Schema.isMaxLength(lookUpLimits.matches))
}).annotate({ identifier: "ListLookUpDetails" })
export type ListLookUpDetails = typeof ListLookUpDetails.Type
