import { type ListFile, ListUnreadable } from "@vouchkit/core/resources/watchlists/sources/reading"

/** How the bytes of a list become text. UTF-8 unless an operator names another encoding of the WHATWG standard. */
export interface TextOptions {
  readonly encoding?: string | undefined
  /** Largest file in bytes; the largest public list has some 120 MB. */
  readonly maximum_bytes?: number | undefined
}

export const usualMaximumBytes = 4 * 1024 * 1024 * 1024

const byteOrderMarks: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]]
]

/** The first bytes of what is packed: a publisher's archive is not its list. */
const packings: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
  ["gzip", [0x1f, 0x8b]],
  ["zip", [0x50, 0x4b, 0x03, 0x04]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a]]
]

const beginning = (signs: typeof packings, chunk: Uint8Array): string | undefined =>
  signs.find(([, sign]) => sign.every((byte, at) => chunk[at] === byte))?.[0]

const decoderOf = (encoding: string): InstanceType<typeof TextDecoder> => {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new ListUnreadable("wrong_encoding", `The encoding ${encoding.slice(0, 40)} is not known.`)
  }
}

/**
 * The text of a file, chunk by chunk. Bytes that the encoding does not have end the reading: a name with a replaced letter would be
 * searched for in vain, and no one would know.
 */
export async function* textOf(
  file: ListFile,
  { encoding, maximum_bytes = usualMaximumBytes }: TextOptions = {}
): AsyncGenerator<string, void, undefined> {
  const named = encoding ?? "utf-8"
  const decoder = decoderOf(named)
  const wrong = (at: number) =>
    new ListUnreadable(
      "wrong_encoding",
      `${file.name} is not ${named}: bytes before ${at} do not decode. Name the encoding if it is another.`
    )
  let bytes = 0
  const decode = (chunk: Uint8Array | undefined): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch {
      throw wrong(bytes)
    }
  }
  // UTF-16 of Latin letters decodes as UTF-8 with a zero beside every letter; one alone is a damaged byte in the middle of a name.
  const whole = (text: string): string => {
    if (!text.includes("\0")) return text
    throw new ListUnreadable(
      "wrong_encoding",
      `${file.name} contains zero bytes, which text in ${named} never has. It may be UTF-16 or damaged.`
    )
  }
  for await (const chunk of file.open()) {
    if (bytes === 0) {
      const packed = beginning(packings, chunk)
      if (packed !== undefined) throw new ListUnreadable("packed", `${file.name} is compressed (${packed}). Unpack it first.`)
      const other = encoding === undefined ? beginning(byteOrderMarks, chunk) : undefined
      if (other !== undefined)
        throw new ListUnreadable("wrong_encoding", `${file.name} is ${other}, not UTF-8. Name the encoding to read it.`)
    }
    bytes += chunk.length
    if (bytes > maximum_bytes) throw new ListUnreadable("too_large", `${file.name} is larger than ${maximum_bytes} bytes.`)
    const text = whole(decode(chunk))
    if (text !== "") yield text
  }
  const rest = whole(decode(undefined))
  if (rest !== "") yield rest
}
