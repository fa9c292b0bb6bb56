import { Context, Effect, Schema } from "effect"
import { chainDigests } from "../../kernel/audit/digests.ts"
import { AuditLog } from "../../kernel/audit/log.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { now } from "../../kernel/foundation/time.ts"
import { resource, type Stored } from "../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../kernel/storage/collection.ts"

const hex = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u), Schema.isMaxLength(64))

/**
 * Where the chain of a tenant ends, under a keyed digest. It is written with every seal, so that entries that are cut off the end are missed at once, and
 * not only once an anchor had reached them. No caller sees it.
 */
const AuditHead = Schema.Struct({
  id: Schema.Literal("head"),
  object: Schema.Literal("audit_head"),
  chain_index: Schema.Int,
  hash: hex,
  digest: hex,
  created_at: Timestamp,
  updated_at: Timestamp
})
interface StoredHead extends Stored<typeof AuditHead.Type> {}

export const auditHeads = resource<StoredHead>()({
  object: "audit_head",
  schema: AuditHead,
  table: "audit_heads",
  columns: { chain_index: { type: "number" } }
})
export class HeadStore extends Context.Service<HeadStore, CollectionOf<typeof auditHeads>>()("@vouchkit/core/audit/HeadStore") {}

/** A place in the chain, and the hash of the entry there. */
interface Place {
  readonly chain_index: number
  readonly hash: string
}

/** Where the chain ended when it was last sealed; undefined where that was never noted. */
export const notedHead = Effect.flatMap(HeadStore, (heads) => heads.find("head"))

const hashAt = (chain_index: number) =>
  Effect.flatMap(AuditLog, (log) =>
    Effect.map(log.list({ where: [{ field: "chain_index", op: "eq", value: chain_index }], limit: 1 }), ([entry]) => entry?.hash)
  )

/**
 * Notes where the chain ends now. `before` is where it ended until now: where it had not come as far as was noted, or not to the same entry there, entries
 * were cut off or exchanged, and the note stays, for the verification to find that.
 */
export const noteHead = Effect.fnUntraced(function* (before: Place | null, { chain_index, hash }: Place) {
  const heads = yield* HeadStore
  const at = yield* now
  const digest = (yield* chainDigests).head(chain_index, hash)
  const noted = yield* heads.lock("head")
  if (noted === undefined) return yield* heads.insert({ id: "head", version: 1, chain_index, hash, digest, created_at: at, updated_at: at })
  if (before === null || before.chain_index < noted.chain_index || (yield* hashAt(noted.chain_index)) !== noted.hash) return undefined
  return yield* Effect.asVoid(heads.save({ ...noted, chain_index, hash, digest, updated_at: at }))
})
