import { Effect, Schema } from "effect"
import { invalid } from "../operation/failure.ts"
import { operation, scopes } from "../operation/operation.ts"
import { EntryType, ListAction, ListKind, MatchMode } from "./kinds.ts"
import { findMatches, listsInUse } from "./look-up.ts"
import { BlocklistEntryId, EntryValue, ListEntryId, ListId, ListKey } from "./model.ts"
import { normalForm } from "./normalise.ts"
import { effective, outcomeOf } from "./precedence.ts"
import { expectedValue } from "./readable.ts"
import { serversOnly } from "./servers-only.ts"

/** How many values are looked up at once, and how many matches an answer lists. */
const mostValues = 20
const mostMatches = 500

const ListMatch = Schema.Struct({
  entry_id: Schema.Union([ListEntryId, BlocklistEntryId]),
  list_id: Schema.NullOr(ListId),
  list_key: Schema.NullOr(ListKey).annotate({ description: "Null for the built-in blocklist" }),
  kind: ListKind,
  action: ListAction,
  entry_type: EntryType,
  match_type: MatchMode,
  counts: Schema.Boolean.annotate({ description: "False where a stronger kind of list matches a value of the same type" })
}).annotate({ identifier: "ListMatch" })

const LookUpResult = Schema.Struct({
  outcome: Schema.Literals(["passed", "review", "failed"]),
  total: Schema.Int,
  matches: Schema.Array(ListMatch).check(Schema.isMaxLength(mostMatches))
}).annotate({ identifier: "ListLookUp" })

const lookUp = operation(
  {
    name: "lists.search",
    summary: "Ask which entries of lists and blocklist match some values",
    description:
      "Reads only: no entry counts the match, and nothing is announced. The values are those of one person or device: an allowed one overrides what blocks or flags another of its type.",
    method: "POST",
    path: "/lists/search",
    access: scopes("identities:read", "screening:read"),
    effect: "read",
    body: {
      values: Schema.Array(Schema.Struct({ type: EntryType, value: EntryValue })).check(Schema.isBetweenLength(1, mostValues))
    },
    output: LookUpResult,
    forbidden: ["forbidden"],
    quota: "search"
  },
  Effect.fnUntraced(function* ({ values }) {
    yield* serversOnly
    for (const [index, { type, value }] of values.entries()) {
      if (normalForm(type, value) !== undefined) continue
      return yield* invalid(["body", "values", index, "value"], "format", expectedValue(type, "normalized"))
    }
    const matches = yield* findMatches(values, yield* listsInUse)
    const counting = effective(matches)
    return {
      outcome: outcomeOf(counting),
      total: matches.length,
      matches: matches.slice(0, mostMatches).map((match) => ({
        entry_id: match.entry.id,
        list_id: match.list?.id ?? null,
        list_key: match.list?.key ?? null,
        kind: match.kind,
        action: match.action,
        entry_type: match.entry_type,
        match_type: match.entry.match_type,
        counts: counting.includes(match)
      }))
    }
  })
)

export const operations = [lookUp] as const
