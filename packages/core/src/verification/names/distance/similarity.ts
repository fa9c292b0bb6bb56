const maximumLength = 64

/** Jaro-Winkler similarity, 0 to 1, with the customary prefix weight of 0.1 over four letters; longer input is cut at 64 characters. */
export const jaroWinkler = (one: string, other: string): number => {
  const a = one.slice(0, maximumLength)
  const b = other.slice(0, maximumLength)
  if (a === b) return 1
  if (a.length === 0 || b.length === 0) return 0
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = new Set<number>()
  const matchedA: Array<string> = []
  for (let at = 0; at < a.length; at++) {
    const end = Math.min(b.length - 1, at + reach)
    for (let candidate = Math.max(0, at - reach); candidate <= end; candidate++) {
      if (taken.has(candidate) || a[at] !== b[candidate]) continue
      taken.add(candidate)
      matchedA.push(b.charAt(candidate))
      break
    }
  }
  if (taken.size === 0) return 0
  const matchedB = [...taken].sort((left, right) => left - right).map((index) => b.charAt(index))
  const moved = matchedA.filter((letter, index) => letter !== matchedB[index]).length / 2
  const jaro = (taken.size / a.length + taken.size / b.length + (taken.size - moved) / taken.size) / 3
  let prefix = 0
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix++
  return jaro + prefix * 0.1 * (1 - jaro)
}

/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours; input is cut at 64 characters. */
export const editDistance = (one: string, other: string): number => {
  const a = one.slice(0, maximumLength)
  const b = other.slice(0, maximumLength)
  let beforeLast: ReadonlyArray<number> = []
  let last: ReadonlyArray<number> = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current: Array<number> = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let cost = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1))
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}

const singled = (text: string): string => text.replace(/(.)\1+/g, "$1")

/**
 * How credible it is, 0 to 1, that two different spellings are one word with a slip of the pen.
 * Short words carry no slip: Tim and Tom, Lee and Leo are two names. 0 means "two different words".
 */
export const slipSimilarity = (a: string, b: string): number => {
  if (a === b) return 1
  const longest = Math.max(a.length, b.length)
  if (longest < 4 || Math.abs(a.length - b.length) > 2) return 0
  const distance = editDistance(a, b)
  const firstDiffers = a[0] !== b[0]
  if (distance === 1) {
    if (singled(a) === singled(b)) return 0.95
    if (a.length === b.length && jaroSameLetters(a, b)) return 0.9
    const base = a.length === b.length ? substitutionSimilarity(longest) : longest >= 5 ? 0.84 : 0.72
    return firstDiffers ? base - 0.1 : base
  }
  if (distance === 2 && !firstDiffers && longest >= 6) return longest >= 9 ? 0.72 : longest >= 7 ? 0.62 : 0.55
  return distance === 3 && !firstDiffers && longest >= 12 ? 0.6 : 0
}

const jaroSameLetters = (a: string, b: string): boolean => [...a].sort().join("") === [...b].sort().join("")

const substitutionSimilarity = (length: number): number => (length >= 8 ? 0.86 : length >= 6 ? 0.8 : length === 5 ? 0.74 : 0.62)
