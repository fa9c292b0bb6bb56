import { Effect, Schema } from "effect"
import { invalid } from "../../kernel/foundation/failure.ts"
import { preparedOperation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { compareFaces, doubtsAbout, faceListLimits } from "./matching/face-matches.ts"
import { mostFaces, shownFace } from "./matching/face-values.ts"
import { EntryType, ListAction, ListKind, MatchMode } from "./kinds.ts"
import { findMatches, listsInUse } from "./matching/look-up.ts"
import { BlocklistEntryId, EntryValue, ListEntryId, ListId, ListKey } from "./model.ts"
import { normalForm } from "./matching/normalize.ts"
import { effective, outcomeOf, stricterOutcome } from "./matching/precedence.ts"
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
  counts: Schema.Boolean.annotate({ description: "False if a list with precedence matches a value of the same type" }),
  possible: Schema.Boolean.annotate({ description: "True if the face is only possibly the same; this leads to a review at most" })
}).annotate({ identifier: "ListMatch" })

const FaceLookUp = Schema.Struct({
  compared: Schema.Int.annotate({ description: "Number of listed faces that were compared" }),
  not_comparable: Schema.Int.annotate({
    description: "Number of listed faces with a template of another model or version than the current engine; list them again"
  }),
  complete: Schema.Boolean.annotate({
    description: `False with more than ${faceListLimits.entries} listed faces: the oldest were left out`
  })
}).annotate({ identifier: "ListFaceLookUp" })

const LookUpResult = Schema.Struct({
  outcome: Schema.Literals(["passed", "review", "failed"]).annotate({
    description: "Also review if a listed face that was not compared could have stopped the person"
  }),
  total: Schema.Int,
  matches: Schema.Array(ListMatch).check(Schema.isMaxLength(mostMatches)),
  faces: Schema.NullOr(FaceLookUp).annotate({ description: "Null if no face was looked up" })
}).annotate({ identifier: "ListLookUp" })

type Values = ReadonlyArray<{ readonly type: EntryType; readonly value: string }>

/** The faces among the values, each distinguished from its picture; fails for values that are none of their type. */
const facesIn = Effect.fnUntraced(function* (values: Values) {
  for (const [index, { type, value }] of values.entries()) {
    if (type === "face" || normalForm(type, value) !== undefined) continue
    return yield* invalid(["body", "values", index, "value"], "format", expectedValue(type, "normalized"))
  }
  const pictures = values.flatMap(({ type, value }, index) => (type === "face" ? [{ value, index }] : []))
  if (pictures.length > mostFaces) return yield* invalid(["body", "values"], "too_many", `must hold at most ${mostFaces} faces`)
  return yield* Effect.forEach(pictures, ({ index, value }) => shownFace(value, ["body", "values", index, "value"]))
})

const lookUp = preparedOperation(
  {
    summary: "Look up values in the lists and the blocklist",
    description:
      "Read only: matches are not counted and no event is sent. Send the values of one person or device: an allowed value overrides block and flag entries for other values of the same type. For a face, send the id of a selfie, or of a document uploaded with POST /documents, that shows only that face.",
    method: "POST",
    path: "/lists/search",
    access: scopes("identities:read", "screening:read"),
    effect: "read",
    body: {
      values: Schema.Array(Schema.Struct({ type: EntryType, value: EntryValue })).check(Schema.isBetweenLength(1, mostValues))
    },
    output: LookUpResult,
    conflicts: ["document_not_available", "conflict"],
    forbidden: ["forbidden"],
    quota: "search"
  },
  ({ values }) => Effect.andThen(serversOnly, facesIn(values)),
  Effect.fnUntraced(function* ({ values }, shown) {
    const lists = yield* listsInUse
    const compared =
      shown.length === 0
        ? null
        : yield* compareFaces(
            shown.map(({ template }) => template),
            lists
          )
    const matches = [...(yield* findMatches(values, lists)), ...(compared?.matches ?? [])]
    const counting = effective(matches)
    return {
      outcome: stricterOutcome(outcomeOf(counting), compared === null ? [] : doubtsAbout(compared, matches)),
      total: matches.length,
      matches: matches.slice(0, mostMatches).map((match) => ({
        entry_id: match.entry.id,
        list_id: match.list?.id ?? null,
        list_key: match.list?.key ?? null,
        kind: match.kind,
        action: match.action,
        entry_type: match.entry_type,
        match_type: match.entry.match_type,
        counts: counting.includes(match),
        possible: match.possible
      })),
      faces:
        compared === null
          ? null
          : { compared: compared.compared, not_comparable: compared.not_comparable.length, complete: compared.complete }
    }
  })
)

export const listSearch = operations("lists", { search: lookUp })
