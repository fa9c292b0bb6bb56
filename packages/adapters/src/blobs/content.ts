import { createHash } from "node:crypto"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { Effect, Layer } from "effect"
import { takeScratch } from "../bodies/scratch.ts"
import { allocated } from "../bodies/collected.ts"
import { release } from "../bodies/release.ts"
import { RootKey, decrypt, derivedKeys, encryptInto, sealedLength } from "../crypto/vault.ts"

/** Where encrypted bytes lie, whatever the medium: names are chosen here and hold nothing but hexadecimal digits and slashes. */
export interface Medium {
  /** `opens` tells whether bytes that lie there already hold the same content. */
  readonly write: (path: string, bytes: Uint8Array, opens: (there: Uint8Array) => boolean, signal: AbortSignal) => Promise<void>
  /** The bytes belong to the caller, who may let go of them. */
  readonly read: (path: string, signal: AbortSignal) => Promise<Uint8Array | undefined>
  readonly remove: (path: string, signal: AbortSignal) => Promise<void>
  /** Removes what a write left that was broken off; a medium whose writes are whole or nothing has none. */
  readonly removeDrafts?: (path: string, signal: AbortSignal) => Promise<void>
  readonly ping: (signal: AbortSignal) => Promise<void>
}

/** Well above what may be uploaded as one document, so that a mistake never fills memory. */
export const maximumBlobBytes = 64 * 1024 * 1024

const purpose = "blob"
const namePattern = /^[0-9a-f]{64}$/

const attempt = <A>(work: (signal: AbortSignal) => Promise<A>) =>
  Effect.tryPromise({ try: work, catch: (cause) => new StorageUnavailable({ cause }) })

const digestOf = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex")

/** The content under its name; throws when it does not open, or is not what its name says. */
const opened = (key: Buffer, name: string, sealed: Uint8Array): Uint8Array => {
  const bytes = decrypt(key, name, sealed)
  if (digestOf(bytes) !== name) throw new Error("the content of a stored file does not match its name")
  return bytes
}

const opens =
  (key: Buffer, name: string) =>
  (there: Uint8Array): boolean => {
    try {
      opened(key, name, there)
      return true
    } catch {
      return false
    }
  }

/** Content-addressed and encrypted blobs over a medium. A tenant's folder is a digest, so that the medium tells no names. */
export const blobStoreLayer = <E, R>(open: Effect.Effect<Medium, E, R>) =>
  Layer.effect(BlobStore)(
    Effect.gen(function* () {
      const medium = yield* open
      const keyFor = derivedKeys((yield* RootKey).bytes)
      const folder = Effect.map(Tenant, ({ environment, organization }) => ({
        key: keyFor(organization, purpose),
        path: (name: string) => `${digestOf(`${organization}\n${environment}`).slice(0, 32)}/${name.slice(0, 2)}/${name}`
      }))
      const removeDrafts = (path: string, name: string) =>
        namePattern.test(name) ? attempt(async (signal) => medium.removeDrafts?.(path, signal)) : Effect.void
      return {
        put: (bytes, before = () => Effect.void) =>
          Effect.flatMap(folder, ({ key, path }) => {
            if (bytes.length > maximumBlobBytes) {
              return Effect.fail(new StorageUnavailable({ cause: new Error(`a file to store is larger than ${maximumBlobBytes} bytes`) }))
            }
            const sha256 = digestOf(bytes)
            return Effect.as(
              Effect.andThen(
                before(sha256),
                attempt(async (signal) => {
                  const { bytes: sealed, give } = takeScratch(sealedLength(bytes.length))
                  encryptInto(sealed, key, sha256, bytes)
                  // Given back when the medium has done with it, and not already when no one waits for it any more.
                  await medium.write(path(sha256), sealed, opens(key, sha256), signal).finally(give)
                })
              ),
              { name: sha256, sha256 }
            )
          }),
        get: (name) =>
          Effect.flatMap(folder, ({ key, path }) =>
            namePattern.test(name)
              ? attempt(async (signal) => {
                  const sealed = await medium.read(path(name), signal)
                  if (sealed === undefined) return undefined
                  // Its content, and what an engine is sent of it.
                  allocated(2 * sealed.length)
                  const bytes = opened(key, name, sealed)
                  release(sealed)
                  return bytes
                })
              : Effect.succeed(undefined)
          ),
        removeDrafts: (name) => Effect.flatMap(folder, ({ path }) => removeDrafts(path(name), name)),
        remove: (name) =>
          Effect.flatMap(folder, ({ path }) =>
            namePattern.test(name)
              ? Effect.andThen(
                  removeDrafts(path(name), name),
                  attempt((signal) => medium.remove(path(name), signal))
                )
              : Effect.void
          ),
        ping: attempt((signal) => medium.ping(signal))
      }
    })
  )
