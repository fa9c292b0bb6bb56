import { Effect } from "effect"
import { Vault } from "../../../kernel/storage/vault.ts"
import { Tenant } from "../../../kernel/access/caller.ts"

/** Purpose of the keys under which values are sealed and digested. */
export const valuePurpose = "list_entry"

/** Makes digests of keys that mean nothing in another organization or environment. */
export const digester = Effect.gen(function* () {
  const { digest } = yield* Vault
  const { environment, organization } = yield* Tenant
  return (key: string): string => digest(valuePurpose, JSON.stringify([organization, environment, key]))
})
