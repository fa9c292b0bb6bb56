import { Context, type Effect, Schema } from "effect"
import { idSchema } from "../foundation/id.ts"
import { Label, Timestamp } from "../foundation/text.ts"
import type { Tenant } from "../access/caller.ts"
import { Conflict, type StorageUnavailable } from "../foundation/failure.ts"
import { resource, type Stored } from "../resource/resource.ts"
import { Version } from "../resource/version.ts"
import type { CollectionOf } from "../storage/collection.ts"
import { inflections } from "../wire/inflection.ts"
import { versionDates } from "../wire/versions.ts"
import { IpAllowlist } from "../access/network.ts"
import type { Organization } from "../tenancy/organizations.ts"
import { Scope } from "../access/scopes.ts"
import { EnvironmentName } from "../foundation/environment.ts"

export const ApiKeyId = idSchema("key")
export const ServiceVersionName = Schema.Literals(versionDates).annotate({ identifier: "ServiceVersion" })
export const InflectionName = Schema.Literals(inflections).annotate({ identifier: "KeyInflection" })

/** An API key as it may be seen: never the key itself. */
export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  object: Schema.Literal("api_key"),
  environment: EnvironmentName,
  name: Label,
  prefix: Schema.String.check(Schema.isMaxCodePoints(16)),
  last4: Schema.String.check(Schema.isMaxCodePoints(4)),
  kind: Schema.Literals(["secret", "publishable"]),
  scopes: Schema.Array(Scope).check(Schema.isMaxLength(100)),
  api_version: ServiceVersionName,
  key_inflection: InflectionName,
  ip_allowlist: IpAllowlist,
  created_by: Schema.String.check(Schema.isMaxCodePoints(64)),
  /** Exact to about a minute. */
  last_used_at: Schema.NullOr(Timestamp),
  expires_at: Schema.NullOr(Timestamp),
  revoked_at: Schema.NullOr(Timestamp),
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "ApiKey" })
export interface ApiKey extends Schema.Schema.Type<typeof ApiKey> {}

export interface StoredApiKey extends Stored<ApiKey> {
  readonly sequence: number
  /** Keyed digest of the key: what a request is looked up by. */
  readonly secret_hash: string
  /** When the warning of its coming expiry was announced. */
  readonly expiry_announced_at: string | null
}

export const apiKeys = resource<StoredApiKey>()({
  object: "api_key",
  schema: ApiKey,
  table: "api_keys",
  columns: {
    secret_hash: { type: "text" },
    revoked_at: { type: "text" },
    expires_at: { type: "text" },
    expiry_announced_at: { type: "text" },
    kind: { type: "text" },
    created_at: { type: "text" }
  },
  unique: [["secret_hash"]],
  snapshot: [
    "id",
    "object",
    "environment",
    "name",
    "prefix",
    "last4",
    "kind",
    "scopes",
    "api_version",
    "created_by",
    "expires_at",
    "revoked_at",
    "created_at",
    "updated_at"
  ],
  end: {
    at: ({ revoked_at }) => revoked_at,
    refusal: ({ revoked_at }) =>
      new Conflict<"key_revoked">({
        code: "key_revoked",
        detail: "This key was revoked and cannot change any more. Create a new key instead.",
        context: { revoked_at }
      })
  }
})
export class ApiKeyStore extends Context.Service<ApiKeyStore, CollectionOf<typeof apiKeys>>()("@vouchkit/core/access/ApiKeyStore") {}

export interface KnownKey {
  readonly key: StoredApiKey
  readonly organization: Organization
}

/** Which keys an operator asks for; members that are there must all hold. */
interface KeyQuery {
  readonly id?: string
  readonly organization?: string
  readonly secret_hash?: string
  readonly limit: number
}
/** A key and whose it is, with the time of its last use filled in. */
export interface LocatedKey {
  readonly organization: string
  readonly key: StoredApiKey
}

/** Finds keys by their digest across organizations: the one look-up that comes before a tenant is known. */
export class KeyDirectory extends Context.Service<
  KeyDirectory,
  {
    /** Answers may come from a cache, but a change is seen by every process within a second. */
    readonly find: (secret_hash: string) => Effect.Effect<KnownKey | undefined, StorageUnavailable>
    /** What `find` would answer, if that needs no look-up at this moment (milliseconds since 1970); undefined says nothing about the key. */
    readonly remembered: (secret_hash: string, now_ms: number) => KnownKey | undefined
    /** Notes the use of a key at a moment in milliseconds since 1970; written in batches, not with the request. */
    readonly used: (known: KnownKey, now_ms: number) => void
    /** When those of the tenant's keys that were ever used were used last, by id: it is not part of their documents. */
    readonly lastUsed: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>, StorageUnavailable, Tenant>
    /** Keys of every organization, oldest first, never from a cache: for commands of an operator, not for requests. */
    readonly everywhere: (query: KeyQuery) => Effect.Effect<ReadonlyArray<LocatedKey>, StorageUnavailable>
  }
>()("@vouchkit/core/access/KeyDirectory") {}

export const { present } = apiKeys
