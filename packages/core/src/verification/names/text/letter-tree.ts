/** How many letters a node of the tree may go on with: those of plain Latin. */
export const alphabet = 26

/** Texts by their letters, in arrays of numbers: a walk through it makes nothing that has to be collected. */
export interface LetterTree {
  /** The node behind each node and letter; the first one is 0, to which none leads back: there it says that no text goes on so. */
  readonly next: Uint16Array
  /** Marks of the texts that end at a node, as bits. */
  readonly ends: Uint8Array
}

/** The tree of texts of plain Latin letters in lower case, each with its mark; marks of equal texts are put together. */
export const letterTree = (texts: Iterable<readonly [string, number]>): LetterTree => {
  const next: Array<number> = Array.from({ length: alphabet }, () => 0)
  const ends: Array<number> = [0]
  for (const [text, mark] of texts) {
    let node = 0
    for (let at = 0; at < text.length; at++) {
      const edge = node * alphabet + text.charCodeAt(at) - 97
      if (next[edge] === 0) {
        next[edge] = ends.push(0) - 1
        for (let letter = 0; letter < alphabet; letter++) next.push(0)
      }
      node = next[edge] ?? 0
    }
    ends[node] = (ends[node] ?? 0) | mark
  }
  return { next: Uint16Array.from(next), ends: Uint8Array.from(ends) }
}
