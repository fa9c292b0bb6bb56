import { Effect, Schema } from "effect"
import { note } from "../../../kernel/audit/log.ts"
import { Conflict, InvalidInput, NotFound, type Problem } from "../../../kernel/foundation/failure.ts"
import { pageFields, pageOf } from "../../../kernel/foundation/page.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { RowKey } from "../../../kernel/resource/keyed/records.ts"
import { readPage } from "../../../kernel/storage/pages.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { findIdentity, findStandingIdentity, lockWritableIdentity } from "../../../resources/identities/change.ts"
import { IdentityReference } from "../../../resources/identities/model.ts"
import { announceRelationship, lockRelationship } from "../../../resources/identities/relationships/change.ts"
import {
  ownership,
  Relationship,
  RelationshipId,
  RelationshipStore,
  relationships,
  settledRelationship,
  type StoredRelationship
} from "../../../resources/identities/relationships/model.ts"
import { liveStatuses } from "../../../resources/identities/relationships/status.ts"
import { relationshipTypeRows, type StoredRelationshipType } from "../../../resources/settings/relationship-types/model.ts"
import { asConfirmed, held, type Related } from "./relate.ts"
import { endProblems, givenFields, type GivenRelationship, otherIdentity, ownerProblems, requestProblems, typeNamed } from "./given.ts"

const path = "/identities/{identity_id}/relationships"
const params = { identity_id: IdentityReference }
const { present } = relationships

const refuse = (problems: ReadonlyArray<Problem>) =>
  problems.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ code: "validation_error" as const, problems }))

const exists = new Conflict({
  code: "relationship_exists",
  detail: "These identities have this relationship already. Delete it first to change it."
})

const list = operation(
  {
    summary: "List the relationships of an identity, newest first",
    description:
      "From both sides: where the identity is `from_id`, it is to the other what `type` says; where it is `to_id`, what `inverse_type` says. Without `status`, proposed and confirmed ones.",
    method: "GET",
    path,
    access: scopes("identities:read"),
    effect: "read",
    params,
    query: {
      ...pageFields(),
      type: Schema.optionalKey(Schema.Array(RowKey).check(Schema.isMaxLength(20))),
      status: Schema.optionalKey(Schema.Array(Schema.Literals(["proposed", "confirmed", "dismissed"])).check(Schema.isMaxLength(3)))
    },
    output: pageOf(Relationship),
    moved: true
  },
  Effect.fnUntraced(function* ({ identity_id, status = [], type = [], ...asked }) {
    const { id } = yield* findIdentity(identity_id)
    const where = [
      { field: "ends", op: "overlaps", values: [id] } as const,
      { field: "status", op: "in", values: status.length === 0 ? liveStatuses : status } as const,
      ...(type.length === 0 ? [] : [{ field: "type", op: "in", values: type } as const])
    ]
    const { pagination, rows } = yield* readPage(yield* RelationshipStore, { where }, asked)
    return { data: rows.map(present), pagination }
  })
)

/** The relationship as the request makes it: a new one, or the proposal that it confirms. */
const made = Effect.fnUntraced(function* (given: GivenRelationship, type: StoredRelationshipType, related: Related) {
  const { document_ids = [], session_ids = [] } = given.evidence ?? {}
  const { before, next } = yield* asConfirmed(type, related, {
    percent: given.percent ?? null,
    valid_from: given.valid_from ?? null,
    valid_to: given.valid_to ?? null,
    source: "manual",
    evidence: given.evidence === undefined ? [] : [{ kind: "given", document_ids, session_ids }]
  })
  return next === null ? yield* exists : { before, row: next }
})

const create = operation(
  {
    summary: "Relate an identity to another one",
    description:
      "`type` says what the identity in the path is to the other one. The answer reads every relationship one way: of `owned_by`, it shows `beneficial_owner_of` from the other end. A relationship that the service proposed, or that was dismissed, is confirmed by this (200).",
    method: "POST",
    path,
    access: scopes("identities:write"),
    effect: "write",
    params,
    body: givenFields,
    output: Relationship,
    status: { of: ({ source }: Relationship) => (source === "manual" ? 201 : 200), all: [200, 201] },
    conflicts: ["identity_archived", "identity_merged", "relationship_exists"],
    emits: ["identity.relationship-created"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ identity_id, ...given }) {
    const found = yield* findStandingIdentity(identity_id)
    const other = yield* otherIdentity(found, given.to_id)
    const named = typeNamed(yield* relationshipTypeRows.inUse, given.type)
    const problems = yield* requestProblems(given, named?.type)
    if ("loc" in other || named === undefined || problems.length > 0) {
      return yield* new InvalidInput({ code: "validation_error", problems: ["loc" in other ? [other] : [], problems].flat() })
    }
    const { related, type } = yield* held(found.id, other.id, { key: named.type.key, forwards: named.forwards })
    if (type === undefined) return yield* new InvalidInput({ code: "validation_error", problems: yield* requestProblems(given, undefined) })
    const { before, row } = yield* made(given, type, related)
    yield* refuse([...(yield* endProblems(type, related)), ...(type.key === ownership ? yield* ownerProblems(given, related.to) : [])])
    yield* note({ type: "relationship", id: row.id }, [{ path: "status", from: before?.status ?? null, to: row.status }])
    const store = yield* RelationshipStore
    if (before === undefined && !(yield* store.insertIfAbsent(row))) return yield* exists
    const kept = before === undefined ? row : yield* store.save(row)
    yield* announceRelationship(related.own, "identity.relationship-created", kept)
    return present(kept)
  })
)

/** Of what a request made, the ends alone are kept, for the audit logs; what the service proposed is kept so that it does not come back. */
const without = (row: StoredRelationship, at: string): StoredRelationship =>
  row.source === "system"
    ? { ...row, status: "dismissed", updated_at: at }
    : settledRelationship({
        ...row,
        status: "deleted",
        percent: null,
        valid_from: null,
        valid_to: null,
        evidence: [],
        updated_at: at
      })

const remove = operation(
  {
    summary: "Delete a relationship",
    description:
      "One that the service proposed is dismissed: it is kept, and never proposed again. Dismissing a dismissed one changes nothing. Either of its identities can stand in the path.",
    method: "DELETE",
    path: `${path}/{relationship_id}`,
    access: scopes("identities:write"),
    effect: "write",
    params: { ...params, relationship_id: RelationshipId },
    output: Relationship,
    conflicts: ["identity_archived", "identity_merged"],
    emits: ["identity.relationship-deleted"]
  },
  Effect.fnUntraced(function* ({ identity_id, relationship_id }) {
    const identity = yield* lockWritableIdentity(identity_id)
    const before = yield* lockRelationship(relationship_id)
    if (!before.ends.includes(identity.id)) return yield* new NotFound()
    if (before.status === "dismissed") {
      yield* note({ type: "relationship", id: relationship_id })
      return present(before)
    }
    const after = yield* (yield* RelationshipStore).save(without(before, yield* tenantNow))
    yield* note({ type: "relationship", id: relationship_id }, [{ path: "status", from: before.status, to: after.status }])
    yield* announceRelationship(identity, "identity.relationship-deleted", after)
    return present(after)
  })
)

export const identityRelationships = operations("identities", {
  listRelationships: list,
  createRelationship: create,
  deleteRelationship: remove
})
