import { inflateSync } from "node:zlib"
import { TooMuchWork } from "../../too-much-work.ts"
import { pictureBounds, within } from "./bounds.ts"

const signatureBytes = 8
/** Length, type and checksum of a chunk. */
const frameBytes = 12
/** A chunk of text begins with a keyword of at most 79 bytes. */
const longestKeyword = 80

/** Where the compressed bytes of a text or profile begin (PNG, 11.3): behind a keyword, and for `iTXt` behind a language and a translation. */
const packedFrom = (type: string, data: Buffer): number => {
  const keyword = data.subarray(0, longestKeyword).indexOf(0)
  if (keyword < 0 || type !== "iTXt") return keyword + 2
  const language = data.indexOf(0, keyword + 3)
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1)
  return data[keyword + 1] === 1 && translated >= 0 ? translated + 1 : data.length
}

const unfolded = (packed: Buffer, most: number): number => {
  try {
    return inflateSync(packed, { maxOutputLength: most }).length
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE")
      throw new TooMuchWork("a text of a PNG that unfolds without end")
    // Damaged data: readers give up on it as well.
    return 0
  }
}

const compressed: ReadonlySet<string> = new Set(["zTXt", "iTXt", "iCCP"])

/** Walks the chunks of a PNG: counts them, and unfolds its texts and profiles as far as the bound. The pixels are bounded by its header alone. */
export const pngWork = (bytes: Uint8Array): void => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left: number = pictureBounds.unfoldedBytes
  for (let at = signatureBytes, parts = 1; at + frameBytes <= file.length; parts++) {
    within(parts, pictureBounds.parts, "chunks of a PNG")
    const length = file.readUInt32BE(at)
    const type = file.toString("latin1", at + 4, at + 8)
    const data = file.subarray(at + 8, at + 8 + length)
    if (compressed.has(type)) left -= unfolded(data.subarray(packedFrom(type, data)), Math.max(1, left))
    at += frameBytes + length
  }
}
