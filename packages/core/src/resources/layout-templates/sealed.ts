import { Effect, Schema } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import { Vault } from "../../kernel/storage/vault.ts"
import type { LayoutSubject } from "../../verification/layout-templates/documents.ts"
import { LayoutFingerprint } from "../../verification/layout-templates/fingerprint.ts"

/** What fingerprints are sealed for, and what their issuers are digested for. */
const purpose = "layout-fingerprint"

const Plain = Schema.fromJsonString(LayoutFingerprint)
const encodePlain = Schema.encodeSync(Plain)
const decodePlain = Schema.decodeUnknownEffect(Plain)

/** Seals a fingerprint for the record with this id; it opens there only. */
export const sealLayout = Effect.fnUntraced(function* (id: string, fingerprint: LayoutFingerprint) {
  return yield* (yield* Vault).seal(purpose, id, encodePlain(fingerprint))
})

/** Opens what `sealLayout` sealed for this id. */
export const openLayout = Effect.fnUntraced(function* (id: string, sealed: string) {
  const plain = yield* (yield* Vault).open(purpose, id, sealed)
  return yield* decodePlain(plain).pipe(
    Effect.mapError(() => new StorageUnavailable({ cause: new Error("a sealed layout fingerprint is malformed") }))
  )
})

/** The digests by which a layout is found: without the key no one can try issuers, and one organization cannot be compared with another. */
export const layoutKeys = Effect.fnUntraced(function* (
  { country, issuer, side, type }: LayoutSubject,
  medium: LayoutFingerprint["medium"]
) {
  const { organization } = yield* Tenant
  const { digest } = yield* Vault
  const issuer_key = digest(purpose, [organization, issuer].join("\u001f"))
  return { issuer_key, layout_key: digest(purpose, [issuer_key, type, country ?? "", side ?? "", medium].join("\u001f")) }
})
