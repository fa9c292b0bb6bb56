import { Effect } from "effect"
import { Tenant } from "../access/caller.ts"
import { Vault } from "../storage/vault.ts"
import type { AuditEntry } from "./log.ts"

/** The keyed digests of a tenant's chain: whoever writes to the database and has no key makes none of them. */
export const chainDigests = Effect.gen(function* () {
  const vault = yield* Vault
  const { environment, organization } = yield* Tenant
  const digest = (purpose: string, ...parts: ReadonlyArray<unknown>) =>
    vault.digest(purpose, JSON.stringify([organization, environment, ...parts]))
  return {
    /** Stands in the hash for address and user agent of who acted. */
    origin: ({ actor, id }: Pick<AuditEntry, "id" | "actor">): string => digest("audit-origin", id, actor.ip, actor.user_agent),
    /** Says that the service sealed the entry with this hash at this place. */
    seal: (chain_index: number, hash: string): string => digest("audit-seal", chain_index, hash),
    /** The same, and that the end of the chain was noted with it (resources/audit/head.ts). */
    headedSeal: (chain_index: number, hash: string): string => digest("audit-seal-headed", chain_index, hash),
    /** Says that the chain had come to this place, with this hash. */
    head: (chain_index: number, hash: string): string => digest("audit-head", chain_index, hash)
  }
})
