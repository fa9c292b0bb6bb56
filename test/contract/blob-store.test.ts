import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Files from "@vouchkit/adapters/blobs/file"
import * as Memory from "@vouchkit/adapters/blobs/memory"
import * as ObjectStore from "@vouchkit/adapters/blobs/s3"
import { Effect } from "effect"
import { keepsBlobContract, passport } from "../support/blob-contract.ts"
import { createBucket, objectsIn } from "../support/buckets.ts"
import { fauxqsCredentials, startFauxqs } from "../support/fauxqs.ts"
import { acmeSandbox, otherSandbox } from "../support/tenants.ts"

const folder = mkdtempSync(join(tmpdir(), "vouchkit-blobs-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const filesIn = (path: string): Array<string> =>
  readdirSync(path).flatMap((name) => (statSync(join(path, name)).isDirectory() ? filesIn(join(path, name)) : [join(path, name)]))

const server = await startFauxqs()
afterAll(server.stop)
const bucket = await createBucket(server.endpoint, "blob-contract")

/** What these tests damage; all others read `passport`. */
const damaged = new TextEncoder().encode("a damaged passport of Ada Canary-Lovelace")
const flipped = (bytes: Uint8Array): Uint8Array => {
  const at = bytes.length - 20
  return bytes.with(at, (bytes[at] ?? 0) ^ 1)
}

keepsBlobContract("memory", Memory.layer)

keepsBlobContract("file", Files.layer(folder), (within) => {
  test("what lies on the disk tells nothing, and a changed bit is never answered", async () => {
    const { name } = await within(otherSandbox, (blobs) => blobs.put(damaged))
    for (const file of filesIn(folder)) expect(readFileSync(file).includes("Canary")).toBe(false)
    const own = filesIn(folder).filter((file) => file.endsWith(name))
    expect(own.length).toBeGreaterThan(0)
    for (const file of own) writeFileSync(file, flipped(new Uint8Array(readFileSync(file))))
    expect(await within(otherSandbox, (blobs) => Effect.flip(blobs.get(name)))).toMatchObject({ _tag: "StorageUnavailable" })
  })

  test("removes what a killed process left of a file, also beside the file", async () => {
    const { name } = await within(acmeSandbox, (blobs) => blobs.put(passport))
    const own = filesIn(folder).find((file) => file.endsWith(name)) ?? ""
    const drafts = () => filesIn(folder).filter((file) => file.endsWith(".draft"))
    for (const take of ["removeDrafts", "remove"] as const) {
      writeFileSync(`${own}.1.draft`, "half")
      writeFileSync(`${own.slice(0, -1)}x.1.draft`, "of another")
      await within(acmeSandbox, (blobs) => blobs[take](name))
      expect(drafts()).toEqual([`${own.slice(0, -1)}x.1.draft`])
      rmSync(`${own.slice(0, -1)}x.1.draft`)
      expect((await within(acmeSandbox, (blobs) => blobs.get(name))) === undefined).toBe(take === "remove")
    }
  })

  test("leaves no drafts behind", async () => {
    const { name } = await within(acmeSandbox, (blobs) => blobs.put(passport))
    expect(filesIn(folder).filter((file) => file.endsWith(name))).not.toEqual([])
    expect(filesIn(folder).filter((file) => file.endsWith(".draft"))).toEqual([])
  })
})

keepsBlobContract("s3", ObjectStore.layer(bucket, { credentials: fauxqsCredentials }), (within) => {
  test("what lies in the bucket tells nothing, and a changed bit is never answered", async () => {
    const objects = objectsIn(bucket)
    const { name } = await within(otherSandbox, (blobs) => blobs.put(damaged))
    const keys = await objects.keys()
    for (const key of keys) {
      expect(key).toMatch(/^[0-9a-f]{32}\/[0-9a-f]{2}\/[0-9a-f]{64}$/)
      expect(Buffer.from(await objects.read(key)).includes("Canary")).toBe(false)
    }
    const own = keys.filter((key) => key.endsWith(name))
    expect(own.length).toBeGreaterThan(0)
    for (const key of own) await objects.write(key, flipped(await objects.read(key)))
    expect(await within(otherSandbox, (blobs) => Effect.flip(blobs.get(name)))).toMatchObject({ _tag: "StorageUnavailable" })
  })
})
