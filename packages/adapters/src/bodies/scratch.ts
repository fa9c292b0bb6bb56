/** Shorter ones are made again each time. */
const shortest = 1024 * 1024
/** Lengths are rounded up to a multiple of this, so that a buffer fits the next file too. */
const step = 4 * 1024 * 1024
/** How many buffers are kept while no one uses them. */
const mostKept = 4

/** A buffer that is used again by others once it was given back. */
interface Scratch {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Nothing may read or write the bytes any more. */
  readonly give: () => void
}

const kept: Array<ArrayBuffer> = []

const bufferFor = (length: number): ArrayBuffer => {
  const at = kept.findIndex(({ byteLength }) => byteLength >= length)
  const [found] = at === -1 ? [] : kept.splice(at, 1)
  return found ?? new ArrayBuffer(Math.ceil(length / step) * step)
}

/**
 * Takes a buffer for a whole file. Files are as large as they may be only for a moment, but the runtime frees what holds them much later, and
 * a service that receives many grows by all that wait for it; so the same few buffers go round.
 */
export const takeScratch = (length: number): Scratch => {
  if (length < shortest) return { bytes: new Uint8Array(length), give: () => {} }
  const buffer = bufferFor(length)
  const bytes = new Uint8Array(buffer, 0, length)
  let given = false
  return {
    bytes,
    give: () => {
      if (given) return
      given = true
      // What was in it belongs to no one who takes it next.
      bytes.fill(0)
      if (kept.length < mostKept) kept.push(buffer)
    }
  }
}
