/** Numbers that break readers: ends of ranges, and what overflows them. */
const extremes = ["0", "1", "-1", "65535", "65536", "2147483647", "2147483648", "4294967295", "99999999999", "0.0000001", "1e9"] as const
const longest = 4 * 1024 * 1024

/** Changes files at random: the same seed makes the same files. */
export class Mutator {
  private readonly chance: () => number

  constructor(chance: () => number) {
    this.chance = chance
  }

  whole(below: number): number {
    return Math.floor(this.chance() * below)
  }

  pick<A>(all: ReadonlyArray<A>): A {
    const one = all[this.whole(all.length)]
    if (one === undefined) throw new Error("nothing to pick from")
    return one
  }

  private flipped(bytes: Buffer): Buffer {
    for (let flips = 1 + this.whole(12); flips > 0; flips--) {
      const at = this.whole(bytes.length)
      bytes[at] = this.chance() < 0.5 ? (bytes[at] ?? 0) ^ (1 << this.whole(8)) : this.pick([0, 1, 0x7f, 0x80, 0xff])
    }
    return bytes
  }

  /** A field of two or four bytes becomes an end of its range. */
  private field(bytes: Buffer): Buffer {
    const width = this.pick([2, 4])
    if (bytes.length <= width) return bytes
    const value = this.pick([0, 1, 2 ** (8 * width - 1) - 1, 2 ** (8 * width - 1), 2 ** (8 * width) - 1])
    const at = this.whole(bytes.length - width)
    if (this.chance() < 0.5) bytes.writeUIntBE(value, at, width)
    else bytes.writeUIntLE(value, at, width)
    return bytes
  }

  private piece(bytes: Buffer): { readonly from: number; readonly to: number } {
    const from = this.whole(bytes.length)
    return { from, to: Math.min(bytes.length, from + 1 + this.whole(Math.min(4_096, bytes.length))) }
  }

  private removed(bytes: Buffer): Buffer {
    const { from, to } = this.piece(bytes)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  }

  private repeated(bytes: Buffer): Buffer {
    const { from, to } = this.piece(bytes)
    const times = this.pick([1, 2, 10, 100, 1_000])
    const part = bytes.subarray(from, to)
    const most = Math.max(1, Math.min(times, Math.floor((longest - bytes.length) / part.length)))
    return Buffer.concat([bytes.subarray(0, to), ...Array.from({ length: most }, () => part), bytes.subarray(to)])
  }

  private spliced(bytes: Buffer, other: Uint8Array): Buffer {
    const { from, to } = this.piece(bytes)
    const start = this.whole(other.length)
    return Buffer.concat([bytes.subarray(0, from), other.subarray(start, start + (to - from)), bytes.subarray(to)])
  }

  /** A number in the text of a file becomes another. */
  private renumbered(bytes: Buffer): Buffer {
    const text = bytes.toString("latin1")
    const numbers = [...text.slice(0, 200_000).matchAll(/-?\d+(?:\.\d+)?/g)]
    if (numbers.length === 0) return this.flipped(bytes)
    const { 0: found, index } = this.pick(numbers)
    return Buffer.from(text.slice(0, index) + this.pick(extremes) + text.slice(index + found.length), "latin1")
  }

  /** One file with up to four changes; `others` are files of its kind that parts are taken from. */
  mutated(seed: Uint8Array, others: ReadonlyArray<Uint8Array>): Uint8Array {
    let bytes: Buffer = Buffer.from(seed)
    for (let changes = 1 + this.whole(4); changes > 0 && bytes.length > 1; changes--) {
      const kind = this.whole(8)
      if (kind === 0) bytes = this.removed(bytes)
      else if (kind === 1) bytes = this.repeated(bytes)
      else if (kind === 2) bytes = this.spliced(bytes, this.pick(others))
      else if (kind === 3) bytes = bytes.subarray(0, 1 + this.whole(bytes.length))
      else if (kind === 4) bytes = this.field(bytes)
      else if (kind === 5) bytes = this.renumbered(bytes)
      else bytes = this.flipped(bytes)
    }
    return new Uint8Array(bytes)
  }
}
