import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { because } from "../../kernel/audit/reason.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { announceIdentity, lockWritableIdentity, settledWith } from "./change.ts"
import { MarkReason, type SealedDetails } from "./details.ts"
import { Identity, IdentityReference, IdentityStore, type StoredIdentity } from "./model.ts"
import { openDetails, presentIdentity } from "./sealed.ts"

const access = scopes("identities:write")
const params = { identity_id: IdentityReference }
const body = { reason: Schema.optionalKey(MarkReason) }

const marks = {
  flagged: { reason: "flag_reason", set: "identity.flagged", lifted: "identity.unflagged" },
  blocked: { reason: "block_reason", set: "identity.blocked", lifted: "identity.unblocked" }
} as const satisfies Record<"flagged" | "blocked", { readonly reason: keyof SealedDetails; readonly set: string; readonly lifted: string }>
type Mark = keyof typeof marks

/** Saves an identity with or without a mark, and announces it; one that stands as it is wanted stays. */
const marked = Effect.fnUntraced(function* <const Type extends (typeof marks)[Mark]["set" | "lifted"]>(
  identity: StoredIdentity,
  mark: Mark,
  wanted: { readonly set: boolean; readonly reason: string | undefined; readonly type: Type }
) {
  yield* because(wanted.reason)
  const from = identity.status
  if ((identity[mark] !== null) === wanted.set) {
    yield* note({ type: "identity", id: identity.id })
    return yield* presentIdentity(identity)
  }
  const at = yield* tenantNow
  const has_reason = wanted.reason !== undefined
  const details = { ...(yield* openDetails(identity)), [marks[mark].reason]: wanted.set ? (wanted.reason ?? null) : null }
  const changed = { ...identity, [mark]: wanted.set ? { at, has_reason } : null, updated_at: at }
  const row = yield* settledWith(changed, details)
  yield* note({ type: "identity", id: identity.id }, [{ path: "status", from, to: row.status }])
  return yield* presentIdentity(yield* (yield* IdentityStore).save(yield* announceIdentity(row, wanted.type, { has_reason })))
})

const flag = operation(
  {
    summary: "Flag an identity",
    description:
      "A session of a flagged identity is not approved by itself: a person reviews it. The reason is stored encrypted; events only say whether there is one. Flagging a flagged identity changes nothing.",
    method: "POST",
    path: "/identities/{identity_id}/flag",
    access,
    effect: "write",
    params,
    body,
    output: Identity,
    conflicts: ["identity_archived", "identity_merged"],
    emits: ["identity.flagged"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ identity_id, reason }) {
    return yield* marked(yield* lockWritableIdentity(identity_id), "flagged", { set: true, reason, type: "identity.flagged" })
  })
)

const unflag = operation(
  {
    summary: "Remove the flag of an identity",
    description: "An identity without a flag stays as it is. The reason goes to the audit log alone, encrypted.",
    method: "POST",
    path: "/identities/{identity_id}/unflag",
    access,
    effect: "write",
    params,
    body,
    output: Identity,
    conflicts: ["identity_archived", "identity_merged"],
    emits: ["identity.unflagged"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ identity_id, reason }) {
    return yield* marked(yield* lockWritableIdentity(identity_id), "flagged", { set: false, reason, type: "identity.unflagged" })
  })
)

const block = operation(
  {
    summary: "Block an identity",
    description:
      "A session of a blocked identity is declined when its checks are done. The reason is stored encrypted; events only say whether there is one. Blocking a blocked identity changes nothing.",
    method: "POST",
    path: "/identities/{identity_id}/block",
    access,
    effect: "write",
    params,
    body,
    output: Identity,
    conflicts: ["identity_archived", "identity_merged"],
    emits: ["identity.blocked"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ identity_id, reason }) {
    return yield* marked(yield* lockWritableIdentity(identity_id), "blocked", { set: true, reason, type: "identity.blocked" })
  })
)

const unblock = operation(
  {
    summary: "Unblock an identity",
    description:
      "A flag that it has stays. An identity that is not blocked stays as it is. The reason goes to the audit log alone, encrypted.",
    method: "POST",
    path: "/identities/{identity_id}/unblock",
    access,
    effect: "write",
    params,
    body,
    output: Identity,
    conflicts: ["identity_archived", "identity_merged"],
    emits: ["identity.unblocked"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ identity_id, reason }) {
    return yield* marked(yield* lockWritableIdentity(identity_id), "blocked", { set: false, reason, type: "identity.unblocked" })
  })
)

export const identityMarks = operations("identities", { flag, unflag, block, unblock })
