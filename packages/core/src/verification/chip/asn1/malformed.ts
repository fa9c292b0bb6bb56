/**
 * Bytes that are not what their standard says. The readers of this folder throw it, and `readable` turns it into a value where one of
 * them is asked from outside. The text names the structure only: it never quotes what was read.
 */
export class Malformed extends Error {
  readonly what: string
  constructor(what: string) {
    super(what)
    this.name = "Malformed"
    this.what = what
  }
}

/** What a reader makes of its bytes, or why they cannot be read. Any other failure is a defect and goes on. */
export const readable = <A>(read: () => A): A | Malformed => {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof Malformed) return cause
    throw cause
  }
}

/** What a reader makes of its bytes, or null. */
export const readableOrNull = <A>(read: () => A): A | null => {
  const read_ = readable(read)
  return read_ instanceof Malformed ? null : read_
}
