import { expect, test } from "bun:test"
import { crc32 } from "node:zlib"
import { equalSecrets, keyPrefixes, longestKey, mintKey, parseKey, recognizeKey } from "@vouchkit/core/kernel/access/key-format"
import fc from "fast-check"

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const kind = fc.constantFrom("secret" as const, "publishable" as const)
const environment = fc.constantFrom("live" as const, "sandbox" as const)

/** A source that deals these bytes out in a circle. */
const dealer = (bytes: Uint8Array) => {
  let position = 0
  return (count: number) => Uint8Array.from({ length: count }, () => bytes.at(position++ % bytes.length) ?? 0)
}
const entropy = fc
  .uint8Array({ minLength: 41, maxLength: 97 })
  .filter((bytes) => bytes.some((byte) => byte < 248))
  .map((bytes) => dealer(bytes))
const key = fc.tuple(entropy, kind, environment).map(([source, of, where]) => mintKey(source, of, where))

test("a minted key parses back to its kind and environment", () => {
  fc.assert(
    fc.property(entropy, kind, environment, (source, of, where) => {
      const text = mintKey(source, of, where)
      const prefix = keyPrefixes[of][where]
      expect(text).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{46}$`))
      expect(parseKey(text)).toEqual({ kind: of, environment: where, prefix, last4: text.slice(-4) })
    })
  )
})

test("a key with one character changed is no key", () => {
  fc.assert(
    fc.property(key, fc.nat(), fc.constantFrom(...base62), (text, position, character) => {
      const at = position % text.length
      fc.pre(text[at] !== character)
      expect(parseKey(text.slice(0, at) + character + text.slice(at + 1))).toBeUndefined()
    })
  )
})

test("a key with two neighbours swapped is no key", () => {
  fc.assert(
    fc.property(key, fc.nat(), (text, position) => {
      const at = position % (text.length - 1)
      fc.pre(text[at] !== text[at + 1])
      expect(parseKey(text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2))).toBeUndefined()
    })
  )
})

test("a live key does not become a sandbox key by its prefix", () => {
  fc.assert(
    fc.property(entropy, kind, (source, of) => {
      const text = mintKey(source, of, "live")
      expect(parseKey(text.replace("_live_", "_sandbox_"))).toBeUndefined()
      expect(parseKey(text.startsWith("vk") ? text.replace("vk", "vpk") : text.replace("vpk", "vk"))).toBeUndefined()
    })
  )
})

test("arbitrary text is no key and is answered, however long and strange", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.string().map((text) => `vk_live_${text}`)
      ),
      (text) => {
        expect(parseKey(text)).toBeUndefined()
      }
    )
  )
  expect(parseKey(`vk_live_${"a".repeat(5_000_000)}`)).toBeUndefined()
  expect(recognizeKey(`vk_live_${"a".repeat(longestKey)}`)).toBeUndefined()
})

test("a key padded with white space or a line break is no key", () => {
  fc.assert(
    fc.property(key, (text) => {
      for (const padded of [` ${text}`, `${text} `, `${text}\n`, `${text}\u0000`, text.toUpperCase()])
        expect(parseKey(padded)).toBeUndefined()
    })
  )
})

test("the checksum is CRC-32 of what stands before it, as six base62 digits", () => {
  fc.assert(
    fc.property(key, (text) => {
      const value = [...text.slice(-6)].reduce((sum, digit) => sum * 62 + base62.indexOf(digit), 0)
      expect(value).toBe(crc32(text.slice(0, -6)))
    })
  )
})

test("every character of the secret is equally likely: bytes that would favour some are drawn again", () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    // One byte is under test; the rest of the key is filled with zeroes.
    const text = mintKey((count) => Uint8Array.from({ length: count }, (_, index) => (index === 0 ? byte : 0)), "secret", "live")
    const first = text.charAt("vk_live_".length)
    if (byte < 248) counts.set(first, (counts.get(first) ?? 0) + 1)
    // A refused byte leaves the place to the zero after it.
    else expect(first).toBe("0")
  }
  expect(counts.size).toBe(62)
  expect(new Set(counts.values())).toEqual(new Set([4]))
})

test("a source of entropy that is stuck on refused bytes is a defect, not an endless loop", () => {
  expect(() => mintKey((count) => new Uint8Array(count).fill(255), "secret", "live")).toThrow("entropy")
})

test("a key fixed by configuration is recognized by its prefix although it has no checksum", () => {
  expect(recognizeKey("vk_sandbox_container-test_1")).toEqual({
    kind: "secret",
    environment: "sandbox",
    prefix: "vk_sandbox_",
    last4: "st_1"
  })
  expect(parseKey("vk_sandbox_container-test_1")).toBeUndefined()
  for (const text of ["", "vk_live_", "vk_", "sk_live_abc", "xvk_live_abc", "vk_live_a b", "vk_live_é", "Bearer vk_live_abc"]) {
    expect(recognizeKey(text)).toBeUndefined()
  }
})

test("the last four characters never reach into the prefix", () => {
  expect(recognizeKey("vk_live_ab")?.last4).toBe("ab")
})

test("two secrets are equal exactly when their texts are", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 5 })
  fc.assert(fc.property(text, text, (left, right) => expect(equalSecrets(left, right)).toBe(left === right)))
  fc.assert(fc.property(text, (left) => expect(equalSecrets(left, left)).toBe(true)))
  expect(equalSecrets("\ud800", "\ud801")).toBe(false)
})
