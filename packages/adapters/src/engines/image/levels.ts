/** How often each of the 256 levels stands there. */
export const levelCounts = (levels: Uint8Array): Uint32Array => {
  const counts = new Uint32Array(256)
  for (let at = 0; at < levels.length; at++) {
    const level = levels[at] ?? 0
    counts[level] = (counts[level] ?? 0) + 1
  }
  return counts
}

/** The lowest level that a share of what was counted, above 0 and up to 1, does not exceed; 0 where nothing was counted. */
export const levelOf = (counts: Uint32Array, share: number): number => {
  let total = 0
  // By index: an iterator takes several times as long, and a page has thousands of blocks.
  for (let level = 0; level < counts.length; level++) total += counts[level] ?? 0
  let seen = 0
  for (let level = 0; level < counts.length; level++) {
    seen += counts[level] ?? 0
    if (seen >= total * share) return level
  }
  return counts.length - 1
}
