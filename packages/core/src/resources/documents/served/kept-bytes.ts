/** Collects the parts of a file that stay. Parts that follow each other are copied as one. */
export class KeptBytes {
  private readonly target: Uint8Array
  private length = 0
  private from = 0
  private to = 0
  private readonly source: Uint8Array

  /** `space` is what `add` takes at most. */
  constructor(source: Uint8Array, space: number) {
    this.source = source
    this.target = new Uint8Array(source.length + space)
  }

  keep(from: number, to: number): void {
    if (from !== this.to) {
      this.copy()
      this.from = from
    }
    this.to = to
  }

  add(bytes: Uint8Array): void {
    this.copy()
    this.from = this.to = 0
    this.target.set(bytes, this.length)
    this.length += bytes.length
  }

  private copy(): void {
    this.target.set(this.source.subarray(this.from, this.to), this.length)
    this.length += this.to - this.from
    this.from = this.to
  }

  done(): Uint8Array {
    this.copy()
    return this.target.subarray(0, this.length)
  }
}

/** Whether the ASCII text stands there. */
export const says = (bytes: Uint8Array, at: number, text: string): boolean => {
  if (at + text.length > bytes.length) return false
  for (let index = 0; index < text.length; index++) if (bytes[at + index] !== text.charCodeAt(index)) return false
  return true
}
