import { brotliDecompressSync, createInflate, inflateSync } from "node:zlib"
import { TooMuchWork } from "../../too-much-work.ts"
import { isSpace } from "./tokens.ts"

/** Bytes that one stream may unfold to. */
const maxStreamBytes = 48 * 1024 * 1024
/** Filters that may stand one behind the other. */
const maxFilters = 8

const unfolds = () => new TooMuchWork("a stream that unfolds without end")

const bounded = (bytes: Uint8Array): Uint8Array => {
  if (bytes.length > maxStreamBytes) throw unfolds()
  return bytes
}

const isTooLarge = (cause: unknown): boolean =>
  cause instanceof RangeError || (cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE")

/** What can be had of damaged data before its damage: readers of PDF use it as well. */
const inflatedBeforeDamage = (packed: Uint8Array): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const parts: Array<Uint8Array> = []
    let size = 0
    const inflate = createInflate({ chunkSize: 4096 })
    const end = () => resolve(new Uint8Array(Buffer.concat(parts)))
    inflate.on("data", (part: Uint8Array) => {
      parts.push(part)
      size += part.length
      if (size <= maxStreamBytes) return
      inflate.destroy()
      reject(unfolds())
    })
    inflate.on("error", end).on("end", end).end(packed)
  })

const inflated = async (packed: Uint8Array): Promise<Uint8Array> => {
  try {
    return inflateSync(packed, { maxOutputLength: maxStreamBytes })
  } catch (cause) {
    if (isTooLarge(cause)) throw unfolds()
    return inflatedBeforeDamage(packed)
  }
}

const brotli = (packed: Uint8Array): Uint8Array => {
  try {
    return brotliDecompressSync(packed, { maxOutputLength: maxStreamBytes })
  } catch (cause) {
    if (isTooLarge(cause)) throw unfolds()
    return new Uint8Array(0)
  }
}

const fromHex = (bytes: Uint8Array): Uint8Array => {
  const text = Buffer.from(bytes).toString("latin1").split(">")[0] ?? ""
  return new Uint8Array(Buffer.from(`${text.replace(/[^0-9a-fA-F]/g, "")}0`, "hex"))
}

const fromAscii85 = (bytes: Uint8Array): Uint8Array => {
  // A group of five digits makes four bytes, and `z` alone makes four as well.
  const out = new Uint8Array(bytes.length * 4 + 4)
  let [to, value, digits] = [0, 0, 0]
  const put = (count: number) => {
    for (let byte = 0; byte < count; byte++) out[to++] = Math.floor(value / 256 ** (3 - byte)) & 255
    value = 0
    digits = 0
  }
  for (const byte of bytes) {
    if (isSpace(byte)) continue
    if (byte === 0x7e) break
    if (byte === 0x7a && digits === 0) {
      put(4)
      continue
    }
    value = value * 85 + byte - 33
    digits += 1
    if (digits === 5) put(4)
  }
  const left = digits
  if (left > 1) {
    for (; digits < 5; digits++) value = value * 85 + 84
    put(left - 1)
  }
  return out.slice(0, to)
}

const fromRunLengths = (bytes: Uint8Array): Uint8Array => {
  const parts: Array<Uint8Array> = []
  let size = 0
  for (let at = 0; at < bytes.length && bytes[at] !== 128; ) {
    const length = bytes[at] ?? 128
    const part = length < 128 ? bytes.subarray(at + 1, at + 2 + length) : new Uint8Array(257 - length).fill(bytes[at + 1] ?? 0)
    parts.push(part)
    size += part.length
    if (size > maxStreamBytes) throw unfolds()
    at += length < 128 ? length + 2 : 2
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** LZW of ISO 32000-1, 7.4.4: codes of 9 to 12 bits. */
const fromLzw = (bytes: Uint8Array, early: number): Uint8Array => {
  const parts: Array<Uint8Array> = []
  let table: Array<Uint8Array> = []
  let [width, bits, held, size] = [9, 0, 0, 0]
  let last: Uint8Array = new Uint8Array(0)
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xff_ffff
    bits += 8
    if (bits < width) continue
    bits -= width
    const code = (held >> bits) & ((1 << width) - 1)
    if (code === 257) break
    if (code === 256) {
      table = []
      width = 9
      last = new Uint8Array(0)
      continue
    }
    const known: Uint8Array | undefined = code < 256 ? Uint8Array.of(code) : table[code - 258]
    const entry = known ?? Uint8Array.of(...last, last[0] ?? 0)
    if (last.length > 0 && table.length < 4096 - 258) table.push(Uint8Array.of(...last, entry[0] ?? 0))
    parts.push(entry)
    size += entry.length
    if (size > maxStreamBytes) throw unfolds()
    last = entry
    const used = table.length + 258 + early + 1
    width = used > 2048 ? 12 : used > 1024 ? 11 : used > 512 ? 10 : 9
  }
  return new Uint8Array(Buffer.concat(parts))
}

export interface Filter {
  readonly name: string
  readonly predictor: number
  readonly columns: number
  readonly colors: number
  readonly bits: number
  readonly earlyChange: number
}

const paeth = (a: number, b: number, c: number): number => {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
}

/** Undoes the prediction of a row by its kind (PNG, 9.2). */
const unpredicted = (kind: number, a: number, b: number, c: number): number => {
  switch (kind) {
    case 1:
      return a
    case 2:
      return b
    case 3:
      return (a + b) >> 1
    case 4:
      return paeth(a, b, c)
    default:
      return 0
  }
}

const withoutPrediction = (data: Uint8Array, { bits, colors, columns, predictor }: Filter): Uint8Array => {
  if (predictor < 2) return data
  const pixel = Math.max(1, (colors * bits) >> 3)
  const row = Math.max(1, (columns * colors * bits + 7) >> 3)
  const lead = predictor === 2 ? 0 : 1
  const rows = Math.ceil(data.length / (row + lead))
  const out = new Uint8Array(rows * row)
  for (let line = 0; line < rows; line++) {
    const kind = lead === 0 ? 1 : (data[line * (row + 1)] ?? 0)
    for (let at = 0; at < row; at++) {
      const to = line * row + at
      const left = at < pixel ? 0 : (out[to - pixel] ?? 0)
      const up = line === 0 || lead === 0 ? 0 : (out[to - row] ?? 0)
      const corner = at < pixel || line === 0 ? 0 : (out[to - row - pixel] ?? 0)
      out[to] = ((data[line * (row + lead) + lead + at] ?? 0) + unpredicted(kind, left, up, corner)) & 255
    }
  }
  return out
}

const decodedOnce = async (data: Uint8Array, filter: Filter): Promise<Uint8Array | null> => {
  switch (filter.name) {
    case "FlateDecode":
    case "Fl":
      return withoutPrediction(await inflated(data), filter)
    case "LZWDecode":
    case "LZW":
      return withoutPrediction(fromLzw(data, filter.earlyChange), filter)
    case "BrotliDecode":
      return withoutPrediction(brotli(data), filter)
    case "ASCIIHexDecode":
    case "AHx":
      return fromHex(data)
    case "ASCII85Decode":
    case "A85":
      return fromAscii85(data)
    case "RunLengthDecode":
    case "RL":
      return fromRunLengths(data)
    case "Crypt":
      return data
    default:
      return null
  }
}

export interface Decoded {
  readonly bytes: Uint8Array
  /** The filter of a picture that the bytes are still packed with; null where they are plain. */
  readonly picture: string | null
}

/** Unpacks a stream, up to the filter of a picture. Throws `TooMuchWork` where it unfolds to more than any stream of a document. */
export const decodeStream = async (packed: Uint8Array, filters: ReadonlyArray<Filter>): Promise<Decoded> => {
  if (filters.length > maxFilters) throw new TooMuchWork("filters of a stream")
  let bytes = packed
  for (const filter of filters) {
    const next = await decodedOnce(bytes, filter)
    if (next === null) return { bytes, picture: filter.name }
    bytes = bounded(next)
  }
  return { bytes, picture: null }
}
