import { afterAll, describe, expect, test } from "bun:test"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Files from "@vouchkit/adapters/blobs/file"
import * as Memory from "@vouchkit/adapters/blobs/memory"
import { MasterKey } from "@vouchkit/adapters/crypto/vault"
import { BlobStore } from "@vouchkit/core/documents/blobs"
import { Effect, Layer, ManagedRuntime } from "effect"
import { acmeLive, acmeSandbox, as, otherSandbox, type TenantName } from "../support/tenants.ts"

const folder = mkdtempSync(join(tmpdir(), "vouchkit-blobs-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const key = MasterKey.layer(new Uint8Array(32).fill(1))
const adapters = { memory: Memory.layer, file: Files.layer(folder) }
const content = new TextEncoder().encode("a passport of Ada Canary-Lovelace")
const filesIn = (path: string): Array<string> =>
  readdirSync(path).flatMap((name) => (statSync(join(path, name)).isDirectory() ? filesIn(join(path, name)) : [join(path, name)]))

for (const [adapter, layer] of Object.entries(adapters)) {
  describe(`blobs in ${adapter}`, () => {
    const runtime = ManagedRuntime.make(layer.pipe(Layer.provide(key)))
    afterAll(() => runtime.dispose())
    const within = <A, E>(tenant: TenantName, use: (blobs: BlobStore["Service"]) => Effect.Effect<A, E, any>) =>
      runtime.runPromise(as(tenant)(Effect.flatMap(BlobStore, use)) as Effect.Effect<A, E, BlobStore>)

    test("gives back the bytes under the hash of their content, however often they are put", async () => {
      const first = await within(acmeSandbox, (blobs) => blobs.put(content))
      expect(await within(acmeSandbox, (blobs) => blobs.put(content))).toEqual(first)
      expect(first.sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(await within(acmeSandbox, (blobs) => blobs.get(first.name))).toEqual(content)
    })

    test("keeps tenants apart", async () => {
      const { name } = await within(acmeSandbox, (blobs) => blobs.put(content))
      for (const tenant of [acmeLive, otherSandbox]) {
        expect(await within(tenant, (blobs) => blobs.get(name))).toBeUndefined()
        await within(tenant, (blobs) => blobs.remove(name))
      }
      expect(await within(acmeSandbox, (blobs) => blobs.get(name))).toEqual(content)
    })

    test("removes for good, and removing what is not there succeeds", async () => {
      const { name } = await within(acmeLive, (blobs) => blobs.put(content))
      for (let time = 0; time < 2; time += 1) await within(acmeLive, (blobs) => blobs.remove(name))
      expect(await within(acmeLive, (blobs) => blobs.get(name))).toBeUndefined()
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

    if (adapter === "file") {
      test("what lies on the disk tells nothing, and a changed bit is never answered", async () => {
        const { name } = await within(otherSandbox, (blobs) => blobs.put(content))
        const path = filesIn(folder).find((file) => file.endsWith(name) && !readFileSync(file).includes("never")) ?? ""
        for (const file of filesIn(folder)) expect(readFileSync(file).includes("Canary")).toBe(false)
        const own = filesIn(folder).filter((file) => file.endsWith(name))
        expect(own).toContain(path)
        for (const file of own) {
          const bytes = readFileSync(file)
          bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
          writeFileSync(file, bytes)
        }
        expect(within(otherSandbox, (blobs) => blobs.get(name))).rejects.toThrow()
      })

      test("leaves no drafts behind", () => expect(filesIn(folder).filter((file) => file.endsWith(".draft"))).toEqual([]))
    }
  })
}
