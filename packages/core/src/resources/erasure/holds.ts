import { Context, Effect } from "effect"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { Vault } from "../../kernel/storage/vault.ts"
import { type CollectionOf, shape } from "../../kernel/storage/collection.ts"

/** That a session or identity must not be erased, under its id. */
export interface StoredHold {
  readonly id: string
  readonly version: number
  readonly scope: "session" | "identity"
  /** Encrypted for this id: it may name a person. */
  readonly sealed_reason: string
  /** When the hold ends by itself; null for one that is released by hand. */
  readonly ends_at: string | null
  readonly set_by: { readonly type: string; readonly id: string }
  readonly created_at: string
  readonly updated_at: string
}
export const legalHolds = shape<StoredHold>()({
  table: "legal_holds",
  columns: { ends_at: { type: "text" }, created_at: { type: "text" } }
})
export class HoldStore extends Context.Service<HoldStore, CollectionOf<typeof legalHolds>>()("@vouchkit/core/erasure/HoldStore") {}

const purpose = "legal-hold"
export const sealHoldReason = (id: string, reason: string) => Effect.flatMap(Vault, ({ seal }) => seal(purpose, id, reason))
export const openHoldReason = ({ id, sealed_reason }: StoredHold) => Effect.flatMap(Vault, ({ open }) => open(purpose, id, sealed_reason))

export const stands = ({ ends_at }: StoredHold, at: string): boolean => ends_at === null || ends_at > at

const atOnce = 100

/** Those of these sessions and identities that are held now. The caller has locked what it is about to erase, so that none is set meanwhile. */
export const heldAmong = Effect.fnUntraced(function* (ids: ReadonlyArray<string | null>) {
  const store = yield* HoldStore
  const at = yield* tenantNow
  const named = [...new Set(ids)].filter((id) => id !== null)
  const held: Array<string> = []
  for (let start = 0; start < named.length; start += atOnce) {
    const values = named.slice(start, start + atOnce)
    const found = yield* store.list({ where: [{ field: "id", op: "in", values }], limit: atOnce })
    held.push(...found.filter((hold) => stands(hold, at)).map(({ id }) => id))
  }
  return held
})

/** Fails where any of these sessions and identities is held. */
export const refuseHeld = Effect.fnUntraced(function* (ids: ReadonlyArray<string | null>) {
  const held = yield* heldAmong(ids)
  if (held.length === 0) return
  return yield* new Conflict<"legal_hold">({
    code: "legal_hold",
    detail: `A legal hold keeps ${held[0]} from being erased. Release the hold first.`,
    context: { held: held.slice(0, atOnce) }
  })
})
