/** The hash of no text. */
export const emptyHash = 0x811c9dc5

/** FNV-1a in 32 bits; equal hashes of unequal texts only cost a comparison. */
export const hashOf = (text: string): number => hashOn(emptyHash, text)

/** The hash of a text with one more letter; without a sign it is that of the whole text. */
export const hashWith = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)

/** The hash of a text that goes on behind one of this hash. */
export const hashOn = (start: number, text: string): number => {
  let hash = start
  for (let at = 0; at < text.length; at++) hash = hashWith(hash, text.charCodeAt(at))
  return hash >>> 0
}

/** Most values, such as names of an index: a hash and a value together fit the whole numbers of a double. */
export const mostValues = 2 ** 21

/** Pairs of hash and value in the order of hashes: a multimap in two typed arrays. */
export class HashPairs {
  readonly #hashes: Uint32Array
  readonly #values: Uint32Array

  /** Without values, those are the places of the hashes. */
  constructor(hashes: ArrayLike<number>, values?: ArrayLike<number>) {
    const packed = new Float64Array(hashes.length)
    for (let place = 0; place < packed.length; place++)
      packed[place] = (hashes[place] ?? 0) * mostValues + (values === undefined ? place : (values[place] ?? 0))
    packed.sort()
    this.#hashes = new Uint32Array(packed.length)
    this.#values = new Uint32Array(packed.length)
    for (let place = 0; place < packed.length; place++) {
      const pair = packed[place] ?? 0
      this.#hashes[place] = Math.floor(pair / mostValues)
      this.#values[place] = pair % mostValues
    }
  }

  /** Visits every value of the hash. */
  each(hash: number, visit: (value: number) => void): void {
    let low = 0
    let high = this.#hashes.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#hashes[middle] ?? 0) < hash) low = middle + 1
      else high = middle
    }
    for (; this.#hashes[low] === hash; low++) visit(this.#values[low] ?? 0)
  }
}
