import { type ListFile, ListUnreadable } from "@vouchkit/core/screening/lists/reading"

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

const decoderOf = (encoding: string): InstanceType<typeof TextDecoder> => {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new ListUnreadable("wrong_encoding", `The encoding ${encoding.slice(0, 40)} is not known.`)
  }
}

/**
 * The text of a file, chunk by chunk. Bytes that the encoding does not have end the reading: a name with a replaced letter would be
 * searched for in vain, and nobody would know.
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
  for await (const chunk of file.open()) {
    if (bytes === 0 && encoding === undefined) {
      const other = byteOrderMarks.find(([, mark]) => mark.every((byte, at) => chunk[at] === byte))
      if (other !== undefined)
        throw new ListUnreadable("wrong_encoding", `${file.name} is ${other[0]}, not UTF-8. Name the encoding to read it.`)
    }
    bytes += chunk.length
    if (bytes > maximum_bytes) throw new ListUnreadable("too_large", `${file.name} is larger than ${maximum_bytes} bytes.`)
    const text = decode(chunk)
    if (text !== "") yield text
  }
  const rest = decode(undefined)
  if (rest !== "") yield rest
}
