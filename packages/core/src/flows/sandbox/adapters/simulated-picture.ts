import { seedOf } from "./simulated-person.ts"

/** CRC-32 as PNG has it (ISO/IEC 15948, annex D). */
const crcTable: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

const crcOf = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

const adlerOf = (bytes: Uint8Array): number => {
  let [low, high] = [1, 0]
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return ((high << 16) | low) >>> 0
}

const word = (value: number): Uint8Array => Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff)

const joined = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const chunk = (name: string, content: Uint8Array): Uint8Array => {
  const named = joined(
    Uint8Array.from(name, (letter) => letter.charCodeAt(0)),
    content
  )
  return joined(word(content.length), named, word(crcOf(named)))
}

/** Longest block of RFC 1951 that is stored as it is. */
const mostStored = 65_535

/** A zlib stream (RFC 1950) of blocks that are not compressed. */
const stored = (bytes: Uint8Array): Uint8Array => {
  const blocks: Array<Uint8Array> = [Uint8Array.of(0x78, 0x01)]
  for (let at = 0; at < bytes.length; at += mostStored) {
    const block = bytes.subarray(at, at + mostStored)
    const [low, high] = [block.length & 0xff, block.length >>> 8]
    blocks.push(Uint8Array.of(at + mostStored >= bytes.length ? 1 : 0, low, high, low ^ 0xff, high ^ 0xff), block)
  }
  return joined(...blocks, word(adlerOf(bytes)))
}

const bars = 16

/** A PNG in black and white of bars that follow from `bytes`; sizes are in pixels. It shows nothing of anybody. */
export const simulatedPicture = (bytes: Uint8Array, { height, width }: { readonly width: number; readonly height: number }): Uint8Array => {
  const seed = seedOf(bytes)
  const row = 1 + Math.ceil(width / 8)
  const pixels = new Uint8Array(row * height)
  for (let line = 0; line < height; line += 1) {
    // The byte in front of each row stays 0: no filter.
    pixels.fill((seed[Math.floor((line * bars) / height)] ?? 0) & 1 ? 0xff : 0xaa, line * row + 1, (line + 1) * row)
  }
  const header = joined(word(width), word(height), Uint8Array.of(1, 0, 0, 0, 0))
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return joined(signature, chunk("IHDR", header), chunk("IDAT", stored(pixels)), chunk("IEND", new Uint8Array(0)))
}
