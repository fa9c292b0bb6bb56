import { Effect } from "effect"
import { searchable } from "../../kernel/foundation/search-text.ts"
import { Moved, NotFound } from "../../kernel/foundation/failure.ts"
import { lookUps } from "../../kernel/resource/locks.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { announcing } from "../../kernel/resource/resource.ts"
import type { SealedDetails } from "./details.ts"
import { IdentityStore, identities, identityMerged, mostMerges, type StoredIdentity } from "./model.ts"
import { heldMonitoring, notMonitored } from "./monitoring/model.ts"
import { nextNotice } from "./reverification.ts"
import { digestsOf, sealDetails } from "./sealed.ts"

/** Counts the event in the sequence of the identity and announces it with the state in which the identity is saved. */
export const announceIdentity = announcing(identities)

const byId = lookUps(IdentityStore, identities)

/** The identity that one leads to in the end, over all that were merged: itself, where it was not. Undefined where none is stored. */
const lastTarget = Effect.fnUntraced(function* (id: string) {
  const store = yield* IdentityStore
  let row = yield* store.find(id)
  for (let step = 0; step < mostMerges && row !== undefined && row.merged_into_id !== null; step += 1) {
    row = yield* store.find(row.merged_into_id)
  }
  return row
})

/** The id behind what a caller names an identity by: its id, or else its external reference. */
const idOf = Effect.fnUntraced(function* (reference: string) {
  if (reference.startsWith("idn_")) return reference
  const [found] = yield* (yield* IdentityStore).list({ where: [{ field: "external_reference", op: "eq", value: reference }], limit: 1 })
  return found === undefined ? yield* new NotFound() : found.id
})

/** For a read that goes on with the last target of an identity that was merged. */
export const followIdentity = Effect.fnUntraced(function* (reference: string) {
  return (yield* lastTarget(yield* idOf(reference))) ?? (yield* new NotFound())
})

/** For a read under the path parameter `identity_id`. One that was merged fails with `Moved`, which names the last target. */
export const findIdentity = Effect.fnUntraced(function* (reference: string) {
  const row = yield* byId.find(yield* idOf(reference))
  if (row.merged_into_id === null) return row
  const target = yield* lastTarget(row.merged_into_id)
  return yield* target === undefined ? new NotFound() : new Moved({ parameter: "identity_id", id: target.id })
})

const standing = (row: StoredIdentity) =>
  row.merged_into_id === null ? Effect.succeed(row) : Effect.fail(identityMerged(row.merged_into_id))

/** For a look before a change: nothing is locked. One that was merged fails with the conflict that its change would. */
export const findStandingIdentity = (reference: string) => Effect.flatMap(Effect.flatMap(idOf(reference), byId.find), standing)
/** For its erasure: locked, whether or not it was merged or archived. */
export const lockAnyIdentity = (reference: string) => Effect.flatMap(idOf(reference), byId.lock)
/** For a change: the identity is locked until the transaction ends. */
export const lockIdentity = (reference: string) => Effect.flatMap(Effect.flatMap(idOf(reference), byId.lock), standing)
/** As `lockIdentity`, but fails where the identity is archived. */
export const lockWritableIdentity = (reference: string) => Effect.flatMap(idOf(reference), byId.lockWritable)
/** As `lockWritableIdentity`, for a caller who may say which version was read. */
export const lockIdentityAsRead = (reference: string, version: number | undefined) =>
  Effect.flatMap(idOf(reference), (id) => byId.lockAsRead(id, version))

/** Counts a session that was made for an identity. */
export const countSession = Effect.fnUntraced(function* (identity: StoredIdentity, session_id: string) {
  const counted: StoredIdentity = { ...identity, session_count: identity.session_count + 1, updated_at: yield* tenantNow }
  yield* (yield* IdentityStore).save(yield* announceIdentity(counted, "identity.updated", { session_id, changed: ["session_count"] }))
})

const longestName = 600

/** The name that is shown: the one that was set, or else the names in the order of passports. */
const displayName = (row: StoredIdentity): string | null => {
  if (row.sources.display_name !== undefined) return row.display_name
  const parts = [row.first_name, row.middle_name, row.last_name].filter((part) => part !== null)
  return parts.length === 0 ? row.native_name : parts.join(" ").slice(0, longestName).toWellFormed()
}

const searchTextOf = ({ aliases, display_name, external_reference, id, native_name, tags }: StoredIdentity): string =>
  searchable([id, external_reference ?? "", display_name ?? "", native_name ?? "", ...aliases, ...tags].join(" "))

/** What is shown of several that hold: an archived identity is archived whatever else it is, and a blocked one blocked. */
const statusOf = ({ archived_at, blocked, flagged }: StoredIdentity): StoredIdentity["status"] =>
  archived_at !== null ? "archived" : blocked !== null ? "blocked" : flagged !== null ? "flagged" : "active"

/** The identity with everything that follows from its other members brought up to date; to be called after each change of them. */
export const settled = (row: StoredIdentity): StoredIdentity => {
  const monitoring = heldMonitoring(row.monitoring_choice ?? notMonitored, row.archived_at)
  const named = { ...row, status: statusOf(row), display_name: displayName(row), monitoring }
  return { ...named, search_text: searchTextOf(named), reverification_at: nextNotice(named)?.at ?? null }
}

/** The same where what is sealed changes as well. */
export const settledWith = Effect.fnUntraced(function* (row: StoredIdentity, details: SealedDetails) {
  const sealed_details = yield* sealDetails(row.id, details)
  return settled({ ...row, sealed_details, detail_digests: yield* digestsOf(details) })
})
