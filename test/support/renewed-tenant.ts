import { blobStoreLayer } from "@vouchkit/adapters/blobs/content"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { State } from "@vouchkit/adapters/memory/state"
import { Effect, Layer } from "effect"
import { aTenantWithEverything, type Fixtures } from "./fixtures.ts"
import type { Service } from "./service.ts"

export interface RenewedTenant {
  readonly key: string
  readonly fixtures: Fixtures
  /** Puts the whole service back to where the tenant was new. */
  readonly renew: () => Promise<void>
}

/**
 * One tenant with everything, for many tests that each want it new: putting back the rows and files of a service in memory costs a hundredth of another
 * tenant. The service stands on `layer`.
 */
export const renewing = () => {
  const files = new Map<string, Uint8Array>()
  const medium = {
    write: async (path: string, bytes: Uint8Array) => void files.set(path, bytes.slice()),
    read: async (path: string) => files.get(path),
    remove: async (path: string) => void files.delete(path),
    ping: async () => undefined
  }
  const blobs = blobStoreLayer(Effect.succeed(medium)).pipe(Layer.provide(Crypto.layer(new Uint8Array(32).fill(7))))
  return {
    layer: Layer.merge(State.layer, blobs),
    tenant: async (service: Service, organization: string): Promise<RenewedTenant> => {
      const key = await service.key("all", { organization })
      const fixtures = await aTenantWithEverything(service, key)
      const run = service.runtime.runPromise as <A>(effect: Effect.Effect<A, never, any>) => Promise<A>
      const putBack = await run(Effect.flatMap(State, ({ remember }) => remember))
      const kept = [...files]
      const renew = async () => {
        await run(putBack)
        files.clear()
        for (const [path, bytes] of kept) files.set(path, bytes)
      }
      return { key, fixtures, renew }
    }
  }
}
