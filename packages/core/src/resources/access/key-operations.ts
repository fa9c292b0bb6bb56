import { Effect, Schema } from "effect"
import { type AuditNote, note } from "../../kernel/audit/log.ts"
import { because } from "../../kernel/audit/reason.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { Label, TimestampInput } from "../../kernel/foundation/text.ts"
import { after, now } from "../../kernel/foundation/time.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { Forbidden, InvalidInput, NotFound, type Problem } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { versionRead } from "../../kernel/resource/version.ts"
import { current } from "../../kernel/wire/versions.ts"
import {
  ApiKey,
  ApiKeyId,
  ApiKeyStore,
  type apiKeys as stored,
  InflectionName,
  ServiceVersionName,
  type StoredApiKey
} from "../../kernel/authentication/api-keys.ts"
import { erasureReason } from "../erasure/reason.ts"
import { issueKey, lockKey, lockKeyAsRead, lockLive, permitKey, presentAll, presentOne, revokeLocked } from "./key-changes.ts"
import { expiryWarning, pastExpiry } from "./key-expiry.ts"
import { defaultGrant, grantProblems, heldScopes, inTableOrder, liftProblems } from "../../kernel/access/key-grants.ts"
import { IpAllowlist } from "../../kernel/access/network.ts"
import { allScopes, Scope } from "../../kernel/access/scopes.ts"
import { readPage } from "../../kernel/storage/pages.ts"

const params = { key_id: ApiKeyId }
const KeyKindName = ApiKey.fields.kind
const GrantedScopes = Schema.Array(Scope).check(Schema.isBetweenLength(1, allScopes.length))
/** Ten years: who wants longer wants a key without an end. */
const longestExpirySeconds = 315_360_000

const settings = {
  scopes: Schema.optionalKey(GrantedScopes),
  api_version: Schema.optionalKey(ServiceVersionName),
  key_inflection: Schema.optionalKey(InflectionName),
  ip_allowlist: Schema.optionalKey(IpAllowlist),
  expires_at: Schema.optionalKey(Schema.NullOr(TimestampInput))
}

/** A new key with its text: shown in this answer alone, absent when the answer is replayed. */
const CreatedApiKey = Schema.Struct({
  ...ApiKey.fields,
  key: Schema.optionalKey(Schema.String.check(Schema.isMaxCodePoints(200)))
}).annotate({ identifier: "CreatedApiKey" })

const reject = (problems: ReadonlyArray<Problem>): Effect.Effect<void, InvalidInput<"validation_error">> =>
  problems.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ code: "validation_error", problems }))

const list = operation(
  {
    summary: "List API keys, newest first",
    description: "Returns the keys of this environment, never the secret itself. `revoked` filters by whether a key is revoked.",
    method: "GET",
    path: "/api-keys",
    access: scopes("api_keys:read"),
    effect: "read",
    query: { ...pageFields(), kind: Schema.optionalKey(KeyKindName), revoked: Schema.optionalKey(Schema.Boolean) },
    output: pageOf(ApiKey)
  },
  Effect.fnUntraced(function* ({ after, kind, limit, offset, revoked }) {
    const where: Array<Condition<keyof typeof stored.columns>> = []
    if (kind !== undefined) where.push({ field: "kind", op: "eq", value: kind })
    if (revoked !== undefined) where.push({ field: "revoked_at", op: revoked ? "not_null" : "is_null" })
    const { pagination, rows } = yield* readPage(yield* ApiKeyStore, { where }, { after, limit, offset })
    return { data: yield* presentAll(rows), pagination }
  })
)

const get = operation(
  {
    summary: "Get an API key",
    method: "GET",
    path: "/api-keys/{key_id}",
    access: scopes("api_keys:read"),
    effect: "read",
    params,
    output: ApiKey
  },
  Effect.fnUntraced(function* ({ key_id }) {
    const key = yield* (yield* ApiKeyStore).find(key_id)
    return key === undefined ? yield* new NotFound() : yield* presentOne(key)
  })
)

const create = operation(
  {
    summary: "Create an API key",
    description:
      "Only this answer shows the key; the service stores a digest of it. The key belongs to the environment of the calling key and gets only scopes that the calling key has: the scopes that you name, or else the part of the default grant that the caller has. `redact:write` is never granted by default.",
    method: "POST",
    path: "/api-keys",
    access: scopes("api_keys:write"),
    effect: "write",
    body: { name: Label, kind: Schema.optionalKey(KeyKindName), ...settings },
    output: CreatedApiKey,
    status: 201,
    secrets: ["key"],
    conflicts: ["key_limit_reached"],
    emits: ["api-key.created"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* (input) {
    const held = heldScopes((yield* Caller).credential)
    const kind = input.kind ?? "secret"
    const granted = input.scopes ?? defaultGrant(kind, held)
    const nothing: ReadonlyArray<Problem> =
      granted.length > 0
        ? []
        : [
            {
              loc: ["body", "scopes"],
              code: "missing",
              message: "Your key has none of the scopes of the default grant. Name scopes that it has."
            }
          ]
    yield* reject([
      ...nothing,
      ...grantProblems({ kind, scopes: granted, grantable: held }, ["body", "scopes"]),
      ...pastExpiry(input.expires_at, yield* now, "Leave it out for a key that does not expire.")
    ])
    yield* permitKey()
    const { key, text } = yield* issueKey({
      name: input.name,
      kind,
      scopes: inTableOrder(granted),
      api_version: input.api_version ?? current,
      key_inflection: input.key_inflection ?? "snake",
      ip_allowlist: input.ip_allowlist ?? [],
      expires_at: input.expires_at ?? null
    })
    yield* note({ type: "api_key", id: key.id }, [{ path: "scopes", from: null, to: key.scopes }])
    return { ...(yield* presentOne(key)), key: text }
  })
)

const editable = ["name", "scopes", "api_version", "key_inflection", "ip_allowlist", "expires_at"] as const

/** What differs between two states of a key. None of it is personal: the values are those an auditor asks for. */
const differences = (before: StoredApiKey, changed: StoredApiKey): AuditNote["changes"] =>
  editable
    .filter((path) => JSON.stringify(before[path]) !== JSON.stringify(changed[path]))
    .map((path) => ({ path, from: before[path], to: changed[path] }))

/** A key that was announced to expire is announced again only when its end moved out of the warning period in between. */
const announcedStill = (key: StoredApiKey, expires_at: string | null, instant: string): string | null =>
  expires_at === null || expires_at > after(instant, expiryWarning) ? null : key.expiry_announced_at

const update = operation(
  {
    summary: "Change an API key",
    description:
      "Fields that you send replace the stored ones. The calling key must have every scope that you add. To allow more addresses or a later end, it must have every scope of the key. A revoked key cannot change.",
    method: "PATCH",
    path: "/api-keys/{key_id}",
    access: scopes("api_keys:write"),
    effect: "write",
    params,
    body: { ...versionRead, name: Schema.optionalKey(Label), ...settings },
    output: ApiKey,
    conflicts: ["key_revoked", "stale_object"]
  },
  Effect.fnUntraced(function* ({ key_id, version, ...input }) {
    const key = yield* lockKeyAsRead(key_id, version)
    const instant = yield* now
    const held = heldScopes((yield* Caller).credential)
    const expires_at = input.expires_at === undefined ? key.expires_at : input.expires_at
    const changed: StoredApiKey = {
      ...key,
      ...input,
      scopes: input.scopes === undefined ? key.scopes : inTableOrder(input.scopes),
      expires_at,
      expiry_announced_at: announcedStill(key, expires_at, instant)
    }
    yield* reject([
      ...grantProblems({ kind: key.kind, scopes: input.scopes ?? [], grantable: held.union(new Set(key.scopes)) }, ["body", "scopes"]),
      ...(input.expires_at === key.expires_at ? [] : pastExpiry(input.expires_at, instant, "To end a key now, expire or revoke it.")),
      ...liftProblems(key, changed, held)
    ])
    const changes = differences(key, changed)
    yield* note({ type: "api_key", id: key_id }, changes)
    if (changes.length === 0) return yield* presentOne(key)
    return yield* presentOne(yield* (yield* ApiKeyStore).save({ ...changed, updated_at: instant }))
  })
)

const revoke = operation(
  {
    summary: "Revoke an API key for good",
    description: "Every process refuses the key within a second. Revoking a revoked key changes nothing.",
    method: "POST",
    path: "/api-keys/{key_id}/revoke",
    access: scopes("api_keys:write"),
    effect: "destructive",
    params,
    body: { reason: erasureReason },
    output: ApiKey,
    conflicts: ["stale_object"],
    emits: ["api-key.revoked"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ key_id, reason }) {
    yield* because(reason)
    const key = yield* lockKey(key_id)
    yield* note({ type: "api_key", id: key_id })
    return yield* presentOne(yield* revokeLocked(key))
  })
)

const clone = operation(
  {
    summary: "Create a key with the settings of another",
    description:
      "Use this to replace a key without a gap: clone it, switch to the new key, then expire the old one. Only this answer shows the new key. The calling key must have every scope of the cloned key.",
    method: "POST",
    path: "/api-keys/{key_id}/clone",
    access: scopes("api_keys:write"),
    effect: "write",
    params,
    body: { name: Schema.optionalKey(Label), expires_at: settings.expires_at },
    output: CreatedApiKey,
    status: 201,
    secrets: ["key"],
    conflicts: ["key_revoked", "key_limit_reached"],
    forbidden: ["forbidden"],
    emits: ["api-key.created"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ key_id, ...input }) {
    const source = yield* lockLive(key_id)
    const held = heldScopes((yield* Caller).credential)
    const lacking = source.scopes.filter((scope) => !held.has(scope))
    if (lacking.length > 0) {
      return yield* new Forbidden({
        code: "forbidden",
        detail: `A key can clone only keys whose scopes it has. The calling key lacks ${lacking.join(", ")}.`
      })
    }
    const instant = yield* now
    const expires_at = input.expires_at === undefined ? source.expires_at : input.expires_at
    yield* reject(pastExpiry(expires_at, instant, "The cloned key has expired. Set expires_at for the copy, or null for never."))
    const { api_version, ip_allowlist, key_inflection, kind, name, scopes: granted } = source
    yield* permitKey()
    const { key, text } = yield* issueKey({
      name: input.name ?? name,
      kind,
      scopes: granted,
      api_version,
      key_inflection,
      ip_allowlist,
      expires_at
    })
    yield* note({ type: "api_key", id: key.id }, [
      { path: "cloned_from", from: null, to: key_id },
      { path: "scopes", from: null, to: key.scopes }
    ])
    return { ...(yield* presentOne(key)), key: text }
  })
)

const expire = operation(
  {
    summary: "Expire an API key now or later",
    description: "Only shortens the life of a key: a key that expires earlier keeps its date. PATCH `expires_at` to give a key more time.",
    method: "POST",
    path: "/api-keys/{key_id}/expire",
    access: scopes("api_keys:write"),
    effect: "write",
    params,
    body: {
      in_seconds: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: longestExpirySeconds }))
        .annotate({ default: 0, description: "Seconds from now" })
        .pipe(Schema.withDecodingDefaultKey(Effect.succeed(0)))
    },
    output: ApiKey,
    conflicts: ["key_revoked", "stale_object"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ in_seconds, key_id }) {
    const key = yield* lockLive(key_id)
    const instant = yield* now
    const wanted = after(instant, in_seconds * 1000)
    const expires_at = key.expires_at !== null && key.expires_at <= wanted ? key.expires_at : wanted
    const changed: StoredApiKey = { ...key, expires_at }
    const changes = differences(key, changed)
    yield* note({ type: "api_key", id: key_id }, changes)
    if (changes.length === 0) return yield* presentOne(key)
    return yield* presentOne(yield* (yield* ApiKeyStore).save({ ...changed, updated_at: instant }))
  })
)

export const apiKeys = operations("api_keys", { list, create, get, update, revoke, clone, expire })
