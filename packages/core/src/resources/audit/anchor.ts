import { createHash } from "node:crypto"
import { Context, Effect, Schema } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"
import { idSchema, makeId } from "../../kernel/foundation/id.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { now } from "../../kernel/foundation/time.ts"
import { resource, type Stored } from "../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../kernel/storage/collection.ts"
import { digestWasSigned, signatureFields, signDigest } from "../../kernel/tenancy/organization-signing-key.ts"
import { canonicalJson } from "../../kernel/wire/canonical-json.ts"

const hex = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u), Schema.isMaxLength(64))
const place = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/**
 * A signed head of the audit log. Whoever keeps one elsewhere can prove later that nothing up to it was changed or cut off. `digest` is the SHA-256, in
 * hexadecimal digits, of the RFC 8785 spelling of `organization_id`, `environment`, `chain_index`, `first_index`, `hash` and `at`; `signature` is the Ed25519
 * signature (RFC 8032) over `vouchkit/audit-anchor/1`, a line feed and the digest.
 */
export const AuditAnchor = Schema.Struct({
  id: idSchema("anc"),
  object: Schema.Literal("audit_anchor"),
  organization_id: Schema.String.check(Schema.isMaxCodePoints(64)),
  environment: EnvironmentName,
  chain_index: place.annotate({ description: "Place of the entry in the chain, from 0" }),
  first_index: place.annotate({
    description: "Place of the oldest entry that was there; those before were removed at the end of their retention"
  }),
  hash: hex.annotate({ description: "`hash` of that entry" }),
  at: Timestamp,
  digest: hex,
  ...signatureFields,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "AuditAnchor" })
export interface AuditAnchor extends Schema.Schema.Type<typeof AuditAnchor> {}
export interface StoredAnchor extends Stored<AuditAnchor> {}

export const auditAnchors = resource<StoredAnchor>()({
  object: "audit_anchor",
  schema: AuditAnchor,
  in_schema_order: true,
  table: "audit_anchors",
  columns: { chain_index: { type: "number" }, created_at: { type: "text" } }
})
export class AnchorStore extends Context.Service<AnchorStore, CollectionOf<typeof auditAnchors>>()("@vouchkit/core/audit/AnchorStore") {}

type Statement = Pick<AuditAnchor, "organization_id" | "environment" | "chain_index" | "first_index" | "hash" | "at">

const digestOf = ({ at, chain_index, environment, first_index, hash, organization_id }: Statement): string =>
  createHash("sha256").update(canonicalJson({ organization_id, environment, chain_index, first_index, hash, at })).digest("hex")

/** Whether an anchor says what was signed under this public key, given in base64url. The key comes from elsewhere than the anchor. */
export const anchorHolds = (anchor: Statement & Pick<AuditAnchor, "digest" | "signature">, public_key: string): boolean =>
  anchor.digest === digestOf(anchor) && digestWasSigned("audit-anchor/1", anchor.digest, anchor.signature, public_key)

/** Signs the head of the tenant's chain and keeps it. */
export const keepAnchor = Effect.fnUntraced(function* (head: Pick<AuditAnchor, "chain_index" | "first_index" | "hash">) {
  const { environment, organization } = yield* Tenant
  const at = yield* now
  const statement: Statement = { organization_id: organization, environment, ...head, at }
  const digest = digestOf(statement)
  const signed = yield* signDigest("audit-anchor/1", digest)
  const anchor: StoredAnchor = { id: yield* makeId("anc"), version: 1, ...statement, digest, ...signed, created_at: at, updated_at: at }
  yield* (yield* AnchorStore).insert(anchor)
  return anchor
})

const newestFirst = [{ field: "created_at", direction: "desc" }] as const
export const newestAnchor = Effect.flatMap(AnchorStore, (anchors) =>
  Effect.map(anchors.list({ order: newestFirst, limit: 1 }), ([found]) => found)
)

/** Anchors that one look reads. */
const batch = 500

/** Every anchor of the tenant, oldest first: one a day for as long as entries are kept. */
export const allAnchors = Effect.gen(function* () {
  const anchors = yield* AnchorStore
  const found: Array<StoredAnchor> = []
  for (;;) {
    const last = found.at(-1)
    const after = last === undefined ? {} : { after: [last.created_at, last.id] }
    const some = yield* anchors.list({ order: [{ field: "created_at", direction: "asc" }], limit: batch, ...after })
    found.push(...some)
    if (some.length < batch) return found
  }
})
