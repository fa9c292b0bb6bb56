import { Effect } from "effect"
import { Entropy, makeId } from "../../kernel/foundation/id.ts"
import { now } from "../../kernel/foundation/time.ts"
import { Vault } from "../../kernel/storage/vault.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { Caller, Tenant } from "../../kernel/access/caller.ts"
import { lookUps } from "../../kernel/resource/locks.ts"
import { announcingAsCounted } from "../../kernel/resource/resource.ts"
import { type ApiKey, apiKeys, ApiKeyStore, KeyDirectory, present, type StoredApiKey } from "../../kernel/authentication/api-keys.ts"
import { keyPurpose } from "../../kernel/authentication/authenticate.ts"
import { type KeyParts, keyPrefixes, mintKey } from "../../kernel/access/key-format.ts"

/** What anyone who makes a key decides about it. */
export type KeySettings = Pick<StoredApiKey, "name" | "kind" | "scopes" | "api_version" | "key_inflection" | "ip_allowlist" | "expires_at">

/** Announces the state a key is saved in; its `sequence` already counts this event. */
export const announceKey = announcingAsCounted(apiKeys)

/** Characters a chosen key must have behind its prefix before four of them may be shown. */
const longEnoughToShow = 16

const shownEnd = ({ last4, prefix }: KeyParts, text: string): string => (text.length - prefix.length < longEnoughToShow ? "" : last4)

/** The record of a key with a text of the operator's choice, not stored yet. */
export const recordOf = Effect.fnUntraced(function* (settings: KeySettings, text: string, parts: KeyParts) {
  const { environment } = yield* Tenant
  const { actor } = yield* Caller
  const instant = yield* now
  const key: StoredApiKey = {
    ...settings,
    id: yield* makeId("key"),
    environment,
    prefix: parts.prefix,
    last4: shownEnd(parts, text),
    created_by: actor.id,
    last_used_at: null,
    revoked_at: null,
    secret_hash: (yield* Vault).digest(keyPurpose, text),
    expiry_announced_at: null,
    version: 1,
    // The announcement of its creation is its first event.
    sequence: 1,
    created_at: instant,
    updated_at: instant
  }
  return key
})

/** How many keys that are not revoked an organization has in one environment; an operator may make more. */
const mostKeys = 1_000

/** Refuses one key more than an organization may have. */
export const permitKey = Effect.fnUntraced(function* () {
  if ((yield* (yield* ApiKeyStore).count([{ field: "revoked_at", op: "is_null" }])) < mostKeys) return
  return yield* new Conflict<"key_limit_reached">({
    code: "key_limit_reached",
    detail: `You already have ${mostKeys} API keys in this environment. Revoke one that you no longer need.`
  })
})

/** Makes and stores a new random key of the tenant. `text` is the key itself, which nothing will show again. */
export const issueKey = Effect.fnUntraced(function* (settings: KeySettings) {
  const { environment } = yield* Tenant
  const { bytes } = yield* Entropy
  const text = mintKey(bytes, settings.kind, environment)
  const prefix = keyPrefixes[settings.kind][environment]
  const key = yield* recordOf(settings, text, { kind: settings.kind, environment, prefix, last4: text.slice(-4) })
  yield* (yield* ApiKeyStore).insert(key)
  yield* announceKey(key, "api-key.created", {})
  return { key, text }
})

/** `lockLive` refuses revoked keys, which do not change any more. */
export const { lock: lockKey, lockWritable: lockLive, lockAsRead: lockKeyAsRead } = lookUps(ApiKeyStore, apiKeys)

/** Revokes a locked key for good; one that is revoked stays as it is. */
export const revokeLocked = Effect.fnUntraced(function* (key: StoredApiKey) {
  if (key.revoked_at !== null) return key
  const instant = yield* now
  const revoked: StoredApiKey = { ...key, revoked_at: instant, updated_at: instant, sequence: key.sequence + 1 }
  yield* announceKey(revoked, "api-key.revoked", {})
  return yield* (yield* ApiKeyStore).save(revoked)
})

/** The keys as the API shows them, each with the time of its last use. */
export const presentAll = Effect.fnUntraced(function* (keys: ReadonlyArray<StoredApiKey>) {
  const used = yield* (yield* KeyDirectory).lastUsed(keys.map(({ id }) => id))
  return keys.map((key): ApiKey => ({ ...present(key), last_used_at: used.get(key.id) ?? null }))
})

/** As `presentAll`, for one key. */
export const presentOne = Effect.fnUntraced(function* (key: StoredApiKey) {
  const used = yield* (yield* KeyDirectory).lastUsed([key.id])
  const shown: ApiKey = { ...present(key), last_used_at: used.get(key.id) ?? null }
  return shown
})
