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
