import type { Tenant } from "@vouchkit/core/kernel/access/caller"
import type { IndexCache } from "./index-cache.ts"

/** Milliseconds for which the lists of an organization are held after its last search. */
export const keptFor = 10 * 60 * 1000
/** Organizations whose own lists are held at a time, each in each environment; the one that searched longest ago makes room. */
const mostHeld = 200

/** Keepers of the lists that organizations brought themselves, one for each organization and environment that searches. */
export class TenantIndexes {
  readonly #make: (tenant: Tenant["Service"]) => IndexCache
  /** In the order of their last search. */
  readonly #held = new Map<string, { readonly keeper: IndexCache; readonly usedAt: number }>()

  constructor(make: (tenant: Tenant["Service"]) => IndexCache) {
    this.#make = make
  }

  /** The keeper of this tenant, and of no other. */
  of(tenant: Tenant["Service"], at: number): IndexCache {
    const key = `${tenant.environment} ${tenant.organization}`
    const keeper = this.#held.get(key)?.keeper ?? this.#make(tenant)
    this.#held.delete(key)
    this.#held.set(key, { keeper, usedAt: at })
    if (this.#held.size > mostHeld) this.#leaveFirst()
    return keeper
  }

  keepers(): ReadonlyArray<IndexCache> {
    return [...this.#held.values()].map(({ keeper }) => keeper)
  }

  #leaveFirst(): void {
    const [first] = this.#held
    if (first === undefined) return
    this.#held.delete(first[0])
    first[1].keeper.close()
  }

  /** Gives up what no one has searched since. */
  leaveUnused(since: number): void {
    for (const [key, { keeper, usedAt }] of this.#held) {
      if (usedAt >= since) return
      this.#held.delete(key)
      keeper.close()
    }
  }
}
