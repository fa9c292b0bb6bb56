import { afterAll, describe, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { givenFiles } from "@vouchkit/adapters/trust/files"
import { filesInZip, isZip } from "@vouchkit/adapters/trust/zip"
import { zipLimits } from "@vouchkit/adapters/trust/zip-directory"
import { TrustUnreadable } from "@vouchkit/core/resources/trust/import-trust"
import type { GivenFile } from "@vouchkit/core/resources/trust/stored-files"
import fc from "fast-check"
import { zipOf } from "../../support/zip.ts"

const folder = mkdtempSync(join(tmpdir(), "vouchkit-zip-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const put = (bytes: Uint8Array | string, name = `${++files}.zip`) => {
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}
const contentOf = async ({ open }: GivenFile) => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of open()) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const unpacked = async (archive: Uint8Array) => {
  const found = await filesInZip(put(archive))
  return Promise.all(found.map(async (file): Promise<[string, string]> => [file.name, (await contentOf(file)).toString("latin1")]))
}
/** Why an archive was refused, when it was listed or when it was unpacked. */
const refusal = async (archive: Uint8Array): Promise<string> => {
  try {
    await unpacked(archive)
    return "not refused"
  } catch (cause) {
    return cause instanceof TrustUnreadable ? cause.message.replace(/^\d+\.zip(?:, [^:]+)?: /, "") : `no refusal of ours: ${cause}`
  }
}

describe("an archive", () => {
  test("gives its files, packed or not, in its order, without folders, hidden files and what a Mac adds", async () => {
    const text = "dn: c=UT\n".repeat(20_000)
    const archive = zipOf([
      { name: "pkd/", content: "", stored: true },
      { name: "pkd/list.ldif", content: text },
      { name: "pkd/.DS_Store", content: "x" },
      { name: "__MACOSX/list.ldif", content: "x" },
      { name: "crl.crl", content: "stored", stored: true },
      { name: "empty", content: "", stored: true }
    ])
    expect(await unpacked(archive)).toEqual([
      ["pkd/list.ldif", text],
      ["crl.crl", "stored"],
      ["empty", ""]
    ])
    expect((await unpacked(zipOf([{ name: "a", content: "b" }], "a comment with PK\x05\x06 in it"))).length).toBe(1)
    expect(await unpacked(zipOf([]))).toEqual([])
  })

  test("of any files gives them back as they were", async () => {
    const member = fc.record({ content: fc.uint8Array({ maxLength: 3_000 }), stored: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(member, { maxLength: 8 }), async (members) => {
        const archive = zipOf(members.map((one, at) => ({ ...one, name: `file ${at}` })))
        expect(await unpacked(archive)).toEqual(members.map(({ content }, at) => [`file ${at}`, Buffer.from(content).toString("latin1")]))
      }),
      { numRuns: 60 }
    )
  })

  test("stands among files for what it holds, and is known by its bytes and not by its name", async () => {
    const paths = [
      put("plain", "a.ml"),
      put(zipOf([{ name: "inner.ml", content: "packed" }]), "b.ml"),
      put("PK", "c.zip"),
      put("", "d.zip")
    ]
    expect(await Promise.all(paths.map(isZip))).toEqual([false, true, false, false])
    const given = await givenFiles(paths)
    expect(await Promise.all(given.map(async (file) => [file.name, (await contentOf(file)).toString()]))).toEqual([
      ["a.ml", "plain"],
      ["inner.ml", "packed"],
      ["c.zip", "PK"],
      ["d.zip", ""]
    ])
    await expect(isZip(join(folder, "nowhere"))).rejects.toBeInstanceOf(TrustUnreadable)
  })

  test("shows names of its files without control characters and not without end", async () => {
    const [[name = ""] = []] = await unpacked(zipOf([{ name: `a\x1b[2J\n${"b".repeat(300)}`, content: "x" }]))
    expect(name).toMatch(/^b{80}$/)
    expect((await unpacked(zipOf([{ name: "a\x1b[2J.ml", content: "x" }])))[0]?.[0]).toBe("a__2J.ml")
  })
})

describe("an archive is refused", () => {
  const one = { name: "one", content: "content ".repeat(100) }

  test("when it says of a file what is not so", async () => {
    const lie = "It is not what the archive says of it."
    expect(await refusal(zipOf([{ ...one, says: { checksum: 1 } }]))).toBe(lie)
    expect(await refusal(zipOf([{ ...one, says: { bytes: 799 } }]))).toBe(lie)
    expect(await refusal(zipOf([{ ...one, says: { bytes: 801 } }]))).toBe(lie)
    expect(await refusal(zipOf([{ ...one, stored: true, says: { bytes: 799 } }]))).toContain("damaged")
  })

  test("when a file is larger than any list, or packed more tightly than one can be", async () => {
    const tight = "larger than any list, or packed more tightly"
    expect(await refusal(zipOf([{ ...one, says: { bytes: zipLimits.entry_bytes + 1 } }]))).toContain(tight)
    expect(await refusal(zipOf([{ name: "zeros", content: Buffer.alloc(8 << 20) }]))).toContain(tight)
    expect(await refusal(zipOf([{ name: "zeros", content: Buffer.alloc(1 << 20) }]))).toBe("not refused")
  })

  test("when its files share their bytes", async () => {
    expect(await refusal(zipOf([one, { name: "two", content: one.content, says: { offset: 0 } }]))).toContain("damaged")
  })

  test("when it is encrypted, packed in another way, for very large files, or holds an archive", async () => {
    expect(await refusal(zipOf([{ ...one, says: { flags: 1 } }]))).toContain("encrypted")
    expect(await refusal(zipOf([{ ...one, says: { method: 14 } }]))).toContain("packed in a way")
    const large = zipOf([one])
    large.writeUInt32LE(0xffffffff, large.length - 6)
    expect(await refusal(large)).toContain("ZIP64")
    expect(await refusal(zipOf([{ name: "inner.zip", content: zipOf([one]) }]))).toContain("An archive in the archive")
  })

  test("when it holds too many files, or too much of them together", async () => {
    const many = (count: number) => zipOf(Array.from({ length: count }, (_, at) => ({ name: `${at}`, content: "", stored: true })))
    expect(await refusal(many(zipLimits.entries + 1))).toContain("more than 1000 files")
    expect(await refusal(many(zipLimits.entries))).toBe("not refused")
    // Bytes of chance, which do not shrink: what the directory says of the rest stays within the ratio of one file.
    const noise = Buffer.concat(Array.from({ length: 1 << 16 }, (_, at) => createHash("sha256").update(`${at}`).digest()))
    const three = [1, 2, 3].map((at) => ({ name: `${at}`, content: noise, says: { bytes: 380 << 20 } }))
    expect(await refusal(zipOf(three))).toContain("together")
  })

  test("wherever it is cut off, and whatever of its bytes are changed, with a reason of ours and never a crash", async () => {
    const archive = zipOf([one, { name: "two", content: "x", stored: true }])
    for (let length = 4; length < archive.length; length += 1) expect(await refusal(archive.subarray(0, length))).toContain("damaged")
    const right = await unpacked(archive)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: archive.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const changed = Buffer.from(archive)
        changed[at] = (changed[at] ?? 0) ^ mask
        const said = await refusal(changed)
        expect(said).not.toContain("no refusal of ours")
        if (said !== "not refused") return
        // Times, versions and names are not content.
        const contents = (await unpacked(changed)).map(([, content]) => content)
        expect(right.map(([, content]) => content)).toEqual(expect.arrayContaining(contents))
      }),
      { numRuns: 300 }
    )
  })
})
