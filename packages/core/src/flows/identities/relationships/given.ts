import { Effect, Schema } from "effect"
import type { Problem } from "../../../kernel/foundation/failure.ts"
import { CalendarDate } from "../../../kernel/foundation/text.ts"
import { RowKey } from "../../../kernel/resource/keyed/records.ts"
import type { Collection, Columns, StoredRecord } from "../../../kernel/storage/collection.ts"
import { DocumentStore } from "../../../resources/documents/model.ts"
import { findStandingIdentity } from "../../../resources/identities/change.ts"
import { IdentityReference, type StoredIdentity } from "../../../resources/identities/model.ts"
import { DocumentIds, ownership, Percent, RelationshipStore, SessionIds } from "../../../resources/identities/relationships/model.ts"
import { liveStatuses } from "../../../resources/identities/relationships/status.ts"
import { mostOwned, mostOwners } from "../../../resources/identities/relationships/owners.ts"
import { SessionStore } from "../../../resources/sessions/model.ts"
import type { StoredRelationshipType } from "../../../resources/settings/relationship-types/model.ts"
import { fits } from "./fitting.ts"

const GivenEvidence = Schema.Struct({
  document_ids: Schema.optionalKey(DocumentIds),
  session_ids: Schema.optionalKey(SessionIds)
}).annotate({ identifier: "GivenRelationshipEvidence" })

/** What a caller says of a relationship, read from the identity in the path. */
export const givenFields = {
  type: RowKey.annotate({
    description: "The key of a relationship type in use, or its inverse key: what the identity in the path is to the other one"
  }),
  to_id: IdentityReference.annotate({ description: "The other identity: its id or its external reference" }),
  percent: Schema.optionalKey(Percent.annotate({ description: `The share of a beneficial owner; only with ${ownership} and its inverse` })),
  valid_from: Schema.optionalKey(CalendarDate),
  valid_to: Schema.optionalKey(CalendarDate),
  evidence: Schema.optionalKey(GivenEvidence)
} as const
const Given = Schema.Struct(givenFields)
export type GivenRelationship = typeof Given.Type

const problem = (member: string, code: string, message: string): Problem => ({ loc: ["body", member], code, message })

/** The type that a key or an inverse key names, and whether it is read from its own beginning. */
export const typeNamed = (types: ReadonlyArray<StoredRelationshipType>, name: string) => {
  const type = types.find(({ inverse_key, key }) => key === name || inverse_key === name)
  return type === undefined ? undefined : { type, forwards: type.key === name }
}

/** The other identity, or what is wrong with how it is named. */
export const otherIdentity = (own: StoredIdentity, to_id: string) =>
  findStandingIdentity(to_id).pipe(
    Effect.map((other) =>
      other.id === own.id ? problem("to_id", "same_identity", "must be another identity than the one in the path") : other
    ),
    Effect.catchTags({
      NotFound: () => Effect.succeed(problem("to_id", "unknown_identity", "names no identity")),
      Conflict: () =>
        Effect.succeed(problem("to_id", "identity_merged", "names an identity that was merged into another one; name that one"))
    })
  )

/** A problem for each id of a member that names no record. */
const unknownIds = Effect.fnUntraced(function* <Row extends StoredRecord, C extends Columns>(
  { find }: Pick<Collection<Row, C>, "find">,
  member: "document_ids" | "session_ids",
  ids: ReadonlyArray<string> = []
) {
  const rows = yield* Effect.forEach(ids, find)
  return ids.flatMap(
    (_id, index): ReadonlyArray<Problem> =>
      rows[index] === undefined
        ? [{ loc: ["body", "evidence", member, index], code: "unknown_id", message: "names nothing in this organization and environment" }]
        : []
  )
})

/** What is wrong with a request by itself, whatever the identities are. */
export const requestProblems = Effect.fnUntraced(function* (
  { evidence = {}, percent, valid_from, valid_to }: GivenRelationship,
  named: StoredRelationshipType | undefined
) {
  return [
    ...(named === undefined ? [problem("type", "unknown_key", "names no relationship type in use")] : []),
    ...(percent !== undefined && named !== undefined && named.key !== ownership
      ? [problem("percent", "not_allowed", `is only for ${ownership} and its inverse`)]
      : []),
    ...(valid_from !== undefined && valid_to !== undefined && valid_to < valid_from
      ? [problem("valid_to", "before_start", "must not be before valid_from")]
      : []),
    ...(yield* unknownIds(yield* DocumentStore, "document_ids", evidence.document_ids)),
    ...(yield* unknownIds(yield* SessionStore, "session_ids", evidence.session_ids))
  ]
})

const isLive = { field: "status", op: "in", values: liveStatuses } as const

/** Problems of one type at the two ends, which are locked. */
export const endProblems = Effect.fnUntraced(function* (
  type: StoredRelationshipType,
  { from, own, to }: { readonly own: StoredIdentity; readonly from: StoredIdentity; readonly to: StoredIdentity }
) {
  const { key, max_per_source, symmetric } = type
  const problems: Array<Problem> = []
  if (!fits(type, from, to)) {
    problems.push(
      problem("type", "identity_type_not_allowed", "does not relate identities of these types; see its from_types and to_types")
    )
  }
  if (max_per_source === null) return problems
  const store = yield* RelationshipStore
  const ofType = [{ field: "type", op: "eq", value: key } as const, isLive]
  for (const { id } of symmetric ? [from, to] : [from]) {
    const leaving = { field: "from_id", op: "eq", value: id } as const
    const either = { op: "any", of: [leaving, { field: "to_id", op: "eq", value: id }] } as const
    if ((yield* store.count([...ofType, symmetric ? either : leaving])) < max_per_source) continue
    const whose = id === own.id ? "the identity in the path" : "the other identity"
    problems.push(problem("type", "too_many", `${whose} has as many relationships of this type as it may: ${max_per_source}`))
  }
  return problems
})

/** Problems of a further owner of an organization, which is locked: all owners of a day have 100 percent at most. */
export const ownerProblems = Effect.fnUntraced(function* (given: GivenRelationship, owned: StoredIdentity) {
  const { percent } = given
  const owners = yield* (yield* RelationshipStore).list({
    where: [{ field: "type", op: "eq", value: ownership }, { field: "to_id", op: "eq", value: owned.id }, isLive],
    limit: mostOwners
  })
  if (owners.length >= mostOwners) return [problem("type", "too_many", `an identity has at most ${mostOwners} beneficial owners`)]
  if (percent === undefined) return []
  const added = { percent, valid_from: given.valid_from ?? null, valid_to: given.valid_to ?? null }
  if (mostOwned(owners, added) <= 100) return []
  return [problem("percent", "above_total", "makes more than 100 percent together with the other owners of these days")]
})
