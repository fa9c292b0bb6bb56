import { Effect, Schema } from "effect"
import { note } from "../../../kernel/audit/log.ts"
import { InvalidInput, type Problem } from "../../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { announceIdentity, findIdentity, lockWritableIdentity, settled } from "../../../resources/identities/change.ts"
import { IdentityId, IdentityReference, IdentityStore, type StoredIdentity } from "../../../resources/identities/model.ts"
import { openDetails } from "../../../resources/identities/sealed.ts"
import { knownLists } from "../../../resources/screening/known-lists.ts"
import { MonitoredLists } from "../../../resources/screening/subjects/model.ts"
import { withSubject } from "./follow.ts"

const params = { identity_id: IdentityReference }
const path = "/identities/{identity_id}/monitored-lists" as const
const most = 100

const Lists = Schema.Struct({
  object: Schema.Literal("monitored_lists"),
  identity_id: IdentityId,
  lists: MonitoredLists.annotate({ description: "Keys of watchlists; empty means that every watchlist is searched" })
}).annotate({ identifier: "IdentityMonitoredLists" })

const listsOf = ({ id, monitored_lists = [] }: StoredIdentity): typeof Lists.Type => ({
  object: "monitored_lists",
  identity_id: id,
  lists: monitored_lists
})

/** Everything that is wrong with the keys that a caller named. */
const problemsOf = Effect.fnUntraced(function* (given: ReadonlyArray<string>, wanted: ReadonlyArray<string>) {
  const known = yield* knownLists
  const unknown = given.flatMap(
    (key, place): ReadonlyArray<Problem> =>
      known.has(key)
        ? []
        : [{ loc: ["body", "lists", place], code: "unknown_key", message: "names no watchlist that you can screen against" }]
  )
  const tooMany: ReadonlyArray<Problem> =
    wanted.length > most
      ? [{ loc: ["body", "lists"], code: "too_many", message: `would exceed the limit of ${most} watchlists for one identity` }]
      : []
  return [...unknown, ...tooMany]
})

/** Another choice of lists finds other entries: a monitored identity is screened again within minutes. */
const keepLists = Effect.fnUntraced(function* (before: StoredIdentity, given: ReadonlyArray<string>, kept: ReadonlyArray<string>) {
  const { id, monitored_lists: from = [] } = before
  const monitored_lists = [...new Set([...kept, ...given])].sort()
  const problems = yield* problemsOf(given, monitored_lists)
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
  const stands = monitored_lists.join() === from.join()
  yield* note({ type: "identity", id }, stands ? [] : [{ path: "monitored_lists", from, to: monitored_lists }])
  if (stands) return listsOf(before)
  const details = yield* openDetails(before)
  const row = yield* withSubject(settled({ ...before, monitored_lists, updated_at: yield* tenantNow }), details)
  const announced = yield* announceIdentity(row, "identity.monitored-lists-updated", { monitored_lists })
  return listsOf(yield* (yield* IdentityStore).save(announced))
})

const get = operation(
  {
    summary: "Get the watchlists that an identity is screened against",
    method: "GET",
    path,
    access: scopes("identities:read"),
    effect: "read",
    params,
    output: Lists,
    moved: true
  },
  ({ identity_id }) => Effect.map(findIdentity(identity_id), listsOf)
)

const add = operation(
  {
    summary: "Add watchlists to those that an identity is screened against",
    description:
      "An identity without chosen watchlists is screened against all of them. After you add the first one, it is screened only against that one. If a chosen watchlist is not loaded, each screening reports a gap.",
    method: "POST",
    path,
    access: scopes("identities:write"),
    effect: "write",
    params,
    body: { lists: MonitoredLists.check(Schema.isMinLength(1)) },
    output: Lists,
    conflicts: ["identity_archived", "identity_merged"],
    emits: ["identity.monitored-lists-updated"],
    about: (shown) => shown.identity_id
  },
  Effect.fnUntraced(function* ({ identity_id, lists }) {
    const before = yield* lockWritableIdentity(identity_id)
    return yield* keepLists(before, lists, before.monitored_lists ?? [])
  })
)

const replace = operation(
  {
    summary: "Replace the watchlists that an identity is screened against",
    description:
      "An empty array of keys means every watchlist. Hits on a watchlist that you leave out are `removed` in the next screening.",
    method: "PUT",
    path,
    access: scopes("identities:write"),
    effect: "write",
    params,
    body: { lists: MonitoredLists },
    output: Lists,
    conflicts: ["identity_archived", "identity_merged"],
    emits: ["identity.monitored-lists-updated"]
  },
  Effect.fnUntraced(function* ({ identity_id, lists }) {
    return yield* keepLists(yield* lockWritableIdentity(identity_id), lists, [])
  })
)

export const identityLists = operations("identities", {
  getMonitoredLists: get,
  addMonitoredLists: add,
  replaceMonitoredLists: replace
})
