import { createHash } from "node:crypto"
import { Tenant } from "@vouchkit/core/operation/caller"
import { BlobStore } from "@vouchkit/core/documents/blobs"
import { StorageUnavailable } from "@vouchkit/core/operation/failure"
import { Effect, Layer } from "effect"
import { MasterKey, decrypt, derivedKeys, encrypt } from "../crypto/vault.ts"

/** Where encrypted bytes lie, whatever the medium: names are chosen here and hold nothing but hexadecimal digits and slashes. */
export interface Shelf {
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>
  readonly read: (path: string) => Promise<Uint8Array | undefined>
  readonly remove: (path: string) => Promise<void>
  readonly ping: () => Promise<void>
}

const purpose = "blob"
const namePattern = /^[0-9a-f]{64}$/

const attempt = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: (cause) => new StorageUnavailable({ cause }) })

/** Content-addressed and encrypted blobs over a shelf. A tenant's folder is a digest, so that the medium tells no names. */
export const blobStoreLayer = <E, R>(shelf: Effect.Effect<Shelf, E, R>) =>
  Layer.effect(BlobStore)(
    Effect.gen(function* () {
      const medium = yield* shelf
      const keyFor = derivedKeys((yield* MasterKey).bytes)
      const folder = Effect.map(Tenant, ({ environment, organization }) => ({
        key: keyFor(organization, purpose),
        path: (name: string) =>
          `${createHash("sha256").update(`${organization}\n${environment}`).digest("hex").slice(0, 32)}/${name.slice(0, 2)}/${name}`
      }))
      return {
        put: (bytes) =>
          Effect.flatMap(folder, ({ key, path }) => {
            const sha256 = createHash("sha256").update(bytes).digest("hex")
            return Effect.as(
              attempt(() => medium.write(path(sha256), encrypt(key, sha256, bytes))),
              { name: sha256, sha256 }
            )
          }),
        get: (name) =>
          Effect.flatMap(folder, ({ key, path }) =>
            namePattern.test(name)
              ? attempt(async () => {
                  const sealed = await medium.read(path(name))
                  return sealed === undefined ? undefined : new Uint8Array(decrypt(key, name, sealed))
                })
              : Effect.succeed(undefined)
          ),
        remove: (name) =>
          Effect.flatMap(folder, ({ path }) => (namePattern.test(name) ? attempt(() => medium.remove(path(name))) : Effect.void)),
        ping: attempt(() => medium.ping())
      }
    })
  )
