import { crc32, deflateSync } from "node:zlib"
import { seedOf } from "./simulated-person.ts"

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
  return joined(word(content.length), named, word(crc32(named)))
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
  return joined(signature, chunk("IHDR", header), chunk("IDAT", deflateSync(pixels, { level: 0 })), chunk("IEND", new Uint8Array(0)))
}
