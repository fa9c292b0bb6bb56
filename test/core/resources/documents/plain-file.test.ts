import { describe, expect, test } from "bun:test"
import { plainFile } from "@vouchkit/core/resources/documents/served/plain-file"
import fc from "fast-check"
import { locatedPictures } from "../../../support/located-pictures.ts"

for (const { file, mime_type } of await locatedPictures()) {
  describe(mime_type, () => {
    test("is plain after one time", () => {
      const once = plainFile(file, mime_type)
      expect(once).not.toBeNull()
      expect(Buffer.from(plainFile(once ?? file, mime_type) ?? [])).toEqual(Buffer.from(once ?? file))
    })

    test("changed anywhere and cut anywhere is handed on or refused, and never ends in an error", () => {
      const changes = fc.array(fc.tuple(fc.nat(Math.min(file.length, 900) - 1), fc.nat(255)), { maxLength: 6 })
      fc.assert(
        fc.property(changes, fc.integer({ min: 8, max: file.length }), (changed, length) => {
          const bytes = new Uint8Array(file.subarray(0, length))
          for (const [at, value] of changed) if (at < length) bytes[at] = value
          const plain = plainFile(bytes, mime_type)
          expect(plain === null || plain.length <= bytes.length + 64).toBe(true)
        }),
        { numRuns: 300 }
      )
    })
  })
}

test("a TIFF whose directories go round in a circle is refused", () => {
  const tiff = new Uint8Array(4096)
  const view = new DataView(tiff.buffer)
  tiff.set([0x49, 0x49, 0x2a, 0, 8])
  view.setUint32(10, 8, true)
  expect(plainFile(tiff, "image/tiff")).toBeNull()
  view.setUint32(10, 0, true)
  expect(plainFile(tiff, "image/tiff")).not.toBeNull()
})
