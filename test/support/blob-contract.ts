import { afterAll, describe, expect, test } from "bun:test"
import { maximumBlobBytes } from "@vouchkit/adapters/blobs/content"
import { RootKey } from "@vouchkit/adapters/crypto/vault"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { Effect, Layer, ManagedRuntime } from "effect"
import { acmeLive, acmeSandbox, as, otherSandbox, type TenantName } from "./tenants.ts"

type Store<E> = Layer.Layer<BlobStore, E, RootKey>

export const masterKey = new Uint8Array(32).fill(1)

/** Uses a store as one of its tenants; the key is always the same. */
export const storeOf = <E>(layer: Store<E>) => {
  const runtime = ManagedRuntime.make(layer.pipe(Layer.provide(RootKey.layer(masterKey))))
  const within = <A, F>(tenant: TenantName, use: (blobs: BlobStore["Service"]) => Effect.Effect<A, F, any>, signal?: AbortSignal) =>
    runtime.runPromise(as(tenant)(Effect.flatMap(BlobStore, use)) as Effect.Effect<A, F, BlobStore>, signal === undefined ? {} : { signal })
  return { within, ping: () => runtime.runPromise(Effect.flatMap(BlobStore, ({ ping }) => ping)), dispose: () => runtime.dispose() }
}

/** What is put into stores; nothing of it may be seen where they keep it. */
export const passport = new TextEncoder().encode("a passport of Ada Canary-Lovelace")

/** What every store of files keeps to, whatever its medium. `more` adds what only this one can show. */
export const keepsBlobContract = <E>(name: string, layer: Store<E>, more?: (within: ReturnType<typeof storeOf>["within"]) => void) =>
  describe(`blobs in ${name}`, () => {
    const { dispose, ping, within } = storeOf(layer)
    afterAll(dispose)

    test("gives back the bytes under the hash of their content, however often they are put", async () => {
      const first = await within(acmeSandbox, (blobs) => blobs.put(passport))
      expect(await within(acmeSandbox, (blobs) => blobs.put(passport))).toEqual(first)
      expect(first.sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(await within(acmeSandbox, (blobs) => blobs.get(first.name))).toEqual(passport)
    })

    test("says what a file will be named before it writes anything, and writes nothing when it may not", async () => {
      const bytes = new TextEncoder().encode(`announced to ${name}`)
      const seen: Array<readonly [string, boolean]> = []
      const refused = within(acmeSandbox, (blobs) =>
        Effect.flip(
          blobs.put(bytes, (named) =>
            Effect.flatMap(Effect.orDie(blobs.get(named)), (there) => {
              seen.push([named, there === undefined])
              return Effect.fail(new StorageUnavailable({ cause: "refused" }))
            })
          )
        )
      )
      expect(await refused).toMatchObject({ cause: "refused" })
      const [[named = "", unwritten] = []] = seen
      expect([unwritten, await within(acmeSandbox, (blobs) => blobs.get(named))]).toEqual([true, undefined])
      expect((await within(acmeSandbox, (blobs) => blobs.put(bytes, () => Effect.void))).name).toBe(named)
    })

    test("keeps tenants apart", async () => {
      const { name } = await within(acmeSandbox, (blobs) => blobs.put(passport))
      for (const tenant of [acmeLive, otherSandbox]) {
        expect(await within(tenant, (blobs) => blobs.get(name))).toBeUndefined()
        await within(tenant, (blobs) => blobs.remove(name))
      }
      expect(await within(acmeSandbox, (blobs) => blobs.get(name))).toEqual(passport)
    })

    test("removes for good, and removing what is not there succeeds", async () => {
      const { name } = await within(acmeLive, (blobs) => blobs.put(passport))
      for (let time = 0; time < 2; time += 1) await within(acmeLive, (blobs) => blobs.remove(name))
      expect(await within(acmeLive, (blobs) => blobs.get(name))).toBeUndefined()
    })

    test("takes back what was removed", async () => {
      const { name } = await within(acmeLive, (blobs) => blobs.put(passport))
      await within(acmeLive, (blobs) => blobs.remove(name))
      await within(acmeLive, (blobs) => blobs.put(passport))
      expect(await within(acmeLive, (blobs) => blobs.get(name))).toEqual(passport)
      await within(acmeLive, (blobs) => blobs.remove(name))
    })

    test("finds nothing under names that are none", async () => {
      for (const name of ["", "..", "../../etc/passwd", "a".repeat(64), "A".repeat(64), "f".repeat(63), "\u0000"]) {
        expect(await within(acmeSandbox, (blobs) => blobs.get(name))).toBeUndefined()
      }
    })

    test("takes empty and large content", async () => {
      for (const bytes of [new Uint8Array(), new Uint8Array(3_000_000).fill(9)]) {
        const { name } = await within(acmeSandbox, (blobs) => blobs.put(bytes))
        expect(await within(acmeSandbox, (blobs) => blobs.get(name))).toEqual(bytes)
      }
    })

    test("keeps every content when many are put at once, the same ones among them", async () => {
      const many = Array.from({ length: 24 }, (_, index) => new TextEncoder().encode(`page ${index % 8}`))
      const put = await Promise.all(many.map((bytes) => within(acmeSandbox, (blobs) => blobs.put(bytes))))
      expect(new Set(put.map(({ name }) => name)).size).toBe(8)
      const read = await Promise.all(put.map(({ name }) => within(acmeSandbox, (blobs) => blobs.get(name))))
      expect(read).toEqual(many)
    })

    test("refuses more than one file may have", async () => {
      const outcome = await within(acmeSandbox, (blobs) => Effect.flip(blobs.put(new Uint8Array(maximumBlobBytes + 1))))
      expect(outcome).toMatchObject({ _tag: "StorageUnavailable" })
    })

    test("answers that it is there", async () => {
      await ping()
    })

    more?.(within)
  })
