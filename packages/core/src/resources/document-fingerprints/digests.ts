import { Effect } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { Vault } from "../../kernel/storage/vault.ts"
import type { IdentityDocumentType } from "../../verification/identity-documents/document-type.ts"
import { documentFingerprint } from "../../verification/identity-documents/fingerprint.ts"
import type { StoredFingerprint } from "./model.ts"

const purpose = "document-fingerprint"

/** The keyed digest by which the same document is known again in another session of the organization; null for too short a number. */
export const numberFingerprint = Effect.fnUntraced(function* (document: {
  readonly country: string | null
  readonly type: IdentityDocumentType
  readonly number: string
}) {
  const { organization } = yield* Tenant
  const key = Buffer.from((yield* Vault).digest(purpose, organization), "hex")
  return documentFingerprint(key, document)
})

/** The digest under which what a document is known by stands in the register: it tells nothing to anyone without the key. */
export const registerDigest = Effect.fnUntraced(function* (kind: StoredFingerprint["kind"], value: string) {
  const { environment, organization } = yield* Tenant
  return (yield* Vault).digest(purpose, [organization, environment, kind, value].join("\u001f"))
})
