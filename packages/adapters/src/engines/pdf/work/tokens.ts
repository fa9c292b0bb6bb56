/** What a token of PDF syntax is (ISO 32000-1, 7.2 and 7.3). */
type TokenKind = "number" | "name" | "text" | "open_list" | "close_list" | "open_dictionary" | "close_dictionary" | "word"

const space: ReadonlySet<number> = new Set([0, 9, 10, 12, 13, 32])
const delimiter: ReadonlySet<number> = new Set(Array.from("()<>[]{}/%", (sign) => sign.charCodeAt(0)))

/** By byte: 0 regular, 1 white space, 2 delimiter. A table, because every byte of a file's content is looked up here. */
const classes = Uint8Array.from({ length: 256 }, (_, byte) => (space.has(byte) ? 1 : delimiter.has(byte) ? 2 : 0))

const code = (sign: string): number => sign.charCodeAt(0)
const [backslash, open, close, less, greater, openList, closeList, slash, percent] = "\\()<>[]/%".split("").map(code)
/** Numbers beyond this are taken for it, so that areas stay finite. */
const largest = 1e9
const zero = code("0")
const dot = code(".")
const minus = code("-")
const plus = code("+")
const lineEnds: ReadonlySet<number> = new Set([10, 13])

export const isSpace = (byte: number | undefined): boolean => byte !== undefined && classes[byte] === 1

/** Cuts bytes into tokens, one at a time and without recursion, so that neither depth nor length can exhaust it. */
export class Tokens {
  kind: TokenKind = "word"
  /** Where the token begins and ends. */
  start = 0
  end = 0
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.end = at
  }

  /** The signs of a number, name (without its slash) or word. */
  get text(): string {
    const { buffer, byteOffset } = this.bytes
    const from = this.kind === "name" ? this.start + 1 : this.start
    return Buffer.from(buffer, byteOffset + from, this.end - from).toString("latin1")
  }

  /** A part of the bytes as a number, read without making a text of it; 0 where it is none. */
  numberAt(start: number, end: number): number {
    const { bytes } = this
    let [value, scale, sign] = [0, 0, 1]
    for (let at = start; at < end; at++) {
      const digit = (bytes[at] ?? 0) - zero
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit
        scale *= 10
      } else if (bytes[at] === dot && scale === 0) scale = 1
      else if (bytes[at] === minus && at === start) sign = -1
      else if (!(bytes[at] === plus && at === start)) break
    }
    return Math.max(-largest, Math.min(largest, (sign * value) / (scale || 1) || 0))
  }

  private skipSpace(): void {
    const { bytes } = this
    for (; this.end < bytes.length; this.end++) {
      const byte = bytes[this.end]
      if (byte === percent) while (this.end + 1 < bytes.length && !lineEnds.has(bytes[this.end + 1] ?? 0)) this.end++
      else if (classes[byte ?? 0] !== 1) return
    }
  }

  private skipRegular(): void {
    while (this.end < this.bytes.length && classes[this.bytes[this.end] ?? 0] === 0) this.end++
  }

  private skipString(): void {
    let depth = 1
    for (; this.end < this.bytes.length && depth > 0; this.end++) {
      const byte = this.bytes[this.end]
      if (byte === backslash) this.end++
      else if (byte === open) depth += 1
      else if (byte === close) depth -= 1
    }
    this.end = Math.min(this.end, this.bytes.length)
  }

  private skipHex(): void {
    while (this.end < this.bytes.length && this.bytes[this.end] !== greater) this.end++
    this.end = Math.min(this.end + 1, this.bytes.length)
  }

  /** Moves to the next token; false at the end of the bytes. */
  next(): boolean {
    this.skipSpace()
    this.start = this.end
    if (this.end >= this.bytes.length) return false
    const byte = this.bytes[this.end]
    const twice = byte === this.bytes[this.end + 1]
    this.end += 1
    this.kind = this.kindOf(byte, twice)
    return true
  }

  /** Tells what begins with a byte, and moves behind it. */
  private kindOf(byte: number | undefined, twice: boolean): TokenKind {
    if (byte === slash) {
      this.skipRegular()
      return "name"
    }
    if (byte === openList) return "open_list"
    if (byte === closeList) return "close_list"
    if (byte === open) {
      this.skipString()
      return "text"
    }
    if (byte === less || byte === greater) {
      if (twice) this.end += 1
      else if (byte === less) this.skipHex()
      if (byte === less) return twice ? "open_dictionary" : "text"
      return twice ? "close_dictionary" : "word"
    }
    if (byte !== undefined && classes[byte] === 2) return "word"
    this.skipRegular()
    return byte !== undefined && ((byte >= 48 && byte <= 57) || byte === 43 || byte === 45 || byte === 46) ? "number" : "word"
  }
}
