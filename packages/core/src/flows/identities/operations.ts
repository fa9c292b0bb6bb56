import { Effect, Schema } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { note } from "../../kernel/audit/log.ts"
import { Conflict, InvalidInput } from "../../kernel/foundation/failure.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { mergedMetadata, mergeProblems } from "../../kernel/foundation/metadata.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { versionRead } from "../../kernel/resource/version.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { announceIdentity, lockIdentity, lockIdentityAsRead, settled, settledWith } from "../../resources/identities/change.ts"
import { noDetails, type ValueOrigin } from "../../resources/identities/details.ts"
import { givenFields, withGiven, withGivenDetails } from "../../resources/identities/given.ts"
import { Identity, identityArchived, IdentityReference, IdentityStore, newIdentity } from "../../resources/identities/model.ts"
import { GivenCustomFields } from "../../resources/identities/custom-fields/model.ts"
import { firstValues } from "../../resources/identities/custom-fields/first-values.ts"
import { openDetails, presentIdentity } from "../../resources/identities/sealed.ts"
import { keptPaused } from "../../resources/identities/monitoring/model.ts"
import { choiceChanges, choiceOf } from "./monitoring/change-monitoring.ts"
import { withSubject } from "./monitoring/follow.ts"
import { fittingProblems } from "./relationships/fitting.ts"
import { typeProblems } from "./type-demands.ts"

const access = scopes("identities:write")
const params = { identity_id: IdentityReference }

const referenceTaken = new Conflict({
  code: "external_reference_taken",
  detail: "Another identity has this external reference. Change that identity, or choose another reference."
})

const manual = (at: string): ValueOrigin => ({ type: "manual", session_id: null, at })

const isTaken = Effect.fnUntraced(function* (reference: string | null, besides: string | null) {
  if (reference === null) return false
  const [found] = yield* (yield* IdentityStore).list({ where: [{ field: "external_reference", op: "eq", value: reference }], limit: 1 })
  return found !== undefined && found.id !== besides
})

const create = operation(
  {
    summary: "Create an identity",
    description:
      "An empty object is enough, unless the type of the identity or a custom field requires more. Approved sessions with the same `external_reference` join the identity. What you set has the source `manual`. `GET …/custom-fields` returns custom fields.",
    method: "POST",
    path: "/identities",
    access,
    effect: "write",
    body: { ...givenFields, custom_fields: Schema.optionalKey(GivenCustomFields) },
    output: Identity,
    status: 201,
    conflicts: ["external_reference_taken"],
    emits: ["identity.created"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ custom_fields = {}, ...given }) {
    const { environment } = yield* Tenant
    const at = yield* tenantNow
    const id = yield* makeId("idn")
    const source = manual(at)
    const said = withGiven({ ...newIdentity({ id, environment, at }), metadata: given.metadata ?? {} }, given, source)
    const details = withGivenDetails(noDetails, given, source)
    const made = yield* settledWith(said, details)
    const fields = yield* firstValues(made, custom_fields)
    const problems = [...(yield* typeProblems({ row: made, details }, given, true)), ...fields.problems]
    if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
    const announced = yield* announceIdentity(yield* withSubject(made, details), "identity.created", {})
    if (!(yield* (yield* IdentityStore).insertIfAbsent(announced))) return yield* referenceTaken
    yield* fields.keep
    yield* note({ type: "identity", id })
    return yield* presentIdentity(announced)
  })
)

const update = operation(
  {
    summary: "Change an identity",
    description:
      "Fields that you leave out stay as they are, and null clears one. A list replaces the list before; `metadata` merges by key. What you set has the source `manual`, and no session overwrites it. A type that a relationship of the identity does not relate is refused; the answer names such relationships.",
    method: "PATCH",
    path: "/identities/{identity_id}",
    access,
    effect: "write",
    params,
    body: { ...versionRead, ...givenFields },
    output: Identity,
    conflicts: ["identity_archived", "identity_merged", "external_reference_taken", "stale_object"],
    emits: ["identity.updated"]
  },
  Effect.fnUntraced(function* ({ identity_id, version, ...given }) {
    const before = yield* lockIdentityAsRead(identity_id, version)
    const { id } = before
    if (yield* isTaken(given.external_reference ?? null, id)) return yield* referenceTaken
    const metadata = mergedMetadata(before.metadata, given.metadata)
    const at = yield* tenantNow
    const source = manual(at)
    const details = withGivenDetails(yield* openDetails(before), given, source)
    const after = yield* settledWith({ ...withGiven(before, given, source), metadata, updated_at: at }, details)
    const problems = [
      ...mergeProblems(metadata),
      ...(yield* typeProblems({ row: after, details }, given, given.identity_type !== undefined)),
      ...(yield* fittingProblems(before, after))
    ]
    if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
    const changed = Object.keys(given)
    // Names what changed; the values are personal.
    yield* note(
      { type: "identity", id },
      changed.map((path) => ({ path, from: null, to: null }))
    )
    if (changed.length === 0) return yield* presentIdentity(before)
    const announced = yield* announceIdentity(yield* withSubject(after, details), "identity.updated", { changed })
    return yield* presentIdentity(yield* (yield* IdentityStore).save(announced))
  })
)

const archive = operation(
  {
    summary: "Archive an identity",
    description:
      "It does not change any more until it is restored, and its monitoring pauses. Archiving an identity that is archived changes nothing.",
    method: "POST",
    path: "/identities/{identity_id}/archive",
    access,
    effect: "write",
    params,
    output: Identity,
    conflicts: ["identity_merged"],
    emits: ["identity.archived"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ identity_id }) {
    const before = yield* lockIdentity(identity_id)
    yield* note({ type: "identity", id: before.id }, [{ path: "status", from: before.status, to: "archived" }])
    if (before.archived_at !== null) return yield* presentIdentity(before)
    const at = yield* tenantNow
    const archived = yield* withSubject(settled({ ...before, archived_at: at, updated_at: at }), yield* openDetails(before))
    const announced = yield* announceIdentity(archived, "identity.archived", {})
    return yield* presentIdentity(yield* (yield* IdentityStore).save(announced))
  })
)

const restore = operation(
  {
    summary: "Restore an archived identity",
    description:
      "Its monitoring stays paused unless `resume_monitoring` is true: then it is again as it was before. Restoring an identity that is not archived changes nothing.",
    method: "POST",
    path: "/identities/{identity_id}/restore",
    access,
    effect: "write",
    params,
    body: {
      resume_monitoring: Schema.optionalKey(
        Schema.Boolean.annotate({ description: "Whether its monitoring is again as it was before it was archived. Default: false" })
      )
    },
    output: Identity,
    conflicts: ["identity_merged", "identity_archived"],
    emits: ["identity.restored"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ identity_id, resume_monitoring = false }) {
    const before = yield* lockIdentity(identity_id)
    if (before.erasure !== undefined) return yield* identityArchived(before)
    if (before.archived_at === null) {
      yield* note({ type: "identity", id: before.id })
      return yield* presentIdentity(before)
    }
    const chosen = resume_monitoring ? before : { ...before, ...keptPaused(before) }
    const active = settled({ ...chosen, archived_at: null, updated_at: yield* tenantNow })
    const restored = yield* withSubject(active, yield* openDetails(before))
    yield* note({ type: "identity", id: before.id }, [
      { path: "status", from: before.status, to: restored.status },
      ...choiceChanges(choiceOf(before), choiceOf(restored))
    ])
    const announced = yield* announceIdentity(restored, "identity.restored", {})
    return yield* presentIdentity(yield* (yield* IdentityStore).save(announced))
  })
)

export const identityRecords = operations("identities", { create, update, archive, restore })
