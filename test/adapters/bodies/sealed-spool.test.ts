import { expect, test } from "bun:test"
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { sealedSpoolLayer } from "@vouchkit/adapters/bodies/sealed-spool"
import { BodySpool, type SpoolFile } from "@vouchkit/core/kernel/intake/spool"
import { Effect } from "effect"
import fc from "fast-check"
import { temporaryFolder } from "../../support/running-service.ts"

const openIn = (folder: string): Promise<SpoolFile> =>
  Effect.runPromise(
    Effect.provide(
      Effect.flatMap(BodySpool, ({ open }) => Effect.promise(open)),
      sealedSpoolLayer(folder)
    )
  )

/** The files without a name that this process has open below a folder, by the numbers of their descriptors. */
const openFiles = (folder: string): ReadonlyArray<string> =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
    } catch {
      return false
    }
  })

test("what was written in pieces of any length comes back whole", async () => {
  const folder = join(temporaryFolder(), "uploads")
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 20 }), async (pieces) => {
      const file = await openIn(folder)
      for (const piece of pieces) await file.write(piece)
      expect(Buffer.from((await file.read()).bytes)).toEqual(Buffer.concat(pieces))
      expect(Buffer.from((await file.read()).bytes)).toEqual(Buffer.concat(pieces))
      await file.close()
      await file.close()
    }),
    { numRuns: 50 }
  )
  expect(openFiles(folder)).toEqual([])
})

test("a file of several megabytes comes back whole", async () => {
  const file = await openIn(join(temporaryFolder(), "uploads"))
  const piece = new Uint8Array(65_537).map((_, at) => at * 31)
  for (let written = 0; written < 50; written += 1) await file.write(piece)
  const { bytes: whole } = await file.read()
  expect(whole.length).toBe(50 * piece.length)
  for (let at = 0; at < 50; at += 1) {
    expect(Buffer.compare(whole.subarray(at * piece.length, (at + 1) * piece.length), piece)).toBe(0)
  }
  await file.close()
})

test.skipIf(process.platform !== "linux")(
  "no file has a name, and none shows what was written or gives back what was changed",
  async () => {
    const folder = join(temporaryFolder(), "uploads")
    const file = await openIn(folder)
    const secret = new TextEncoder().encode("a name and an address, ".repeat(1000))
    await file.write(secret)
    expect(readdirSync(folder)).toEqual([])
    const [fd] = openFiles(folder)
    const sealed = readFileSync(`/proc/self/fd/${fd}`)
    expect(sealed.length).toBe(secret.length)
    expect(sealed.includes("address")).toBe(false)
    sealed[100] = (sealed[100] ?? 0) ^ 1
    writeFileSync(`/proc/self/fd/${fd}`, new Uint8Array(sealed))
    expect(file.read()).rejects.toThrow()
    await file.close()
  }
)

test("what a killed process left behind is removed with the next start, and nothing else", async () => {
  const folder = join(temporaryFolder(), "uploads")
  mkdirSync(folder)
  writeFileSync(join(folder, "left.body"), "sealed")
  writeFileSync(join(folder, "notes.txt"), "of the operator")
  await (await openIn(folder)).close()
  expect(readdirSync(folder)).toEqual(["notes.txt"])
})
