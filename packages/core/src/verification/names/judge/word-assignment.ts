/** At most this many neighbouring words are tried as one. */
const longestRun = 4

/** Joins neighbouring words of one side that the other side writes as one: Mary Ann and Maryann, de la Cruz and Delacruz, O Brien and O'Brien. */
export const joinRuns = <Word>(
  side: ReadonlyArray<Word>,
  other: ReadonlyArray<Word>,
  { merge, same }: { readonly merge: (run: ReadonlyArray<Word>) => Word; readonly same: (one: Word, other: Word) => boolean }
): ReadonlyArray<Word> => {
  const result: Array<Word> = []
  let at = 0
  while (at < side.length) {
    let taken = 1
    for (let length = Math.min(longestRun, side.length - at); length >= 2; length--) {
      const run = merge(side.slice(at, at + length))
      if (other.some((word) => same(word, run)) && !side.some((word) => same(word, run))) {
        result.push(run)
        taken = length
        break
      }
    }
    const word = side[at]
    if (taken === 1 && word !== undefined) result.push(word)
    at += taken
  }
  return result
}

/**
 * The best one-to-one assignment of rows to columns, by dynamic programming over the columns still free: the column of each row, or -1.
 * Scores below `least` assign nothing. Its work doubles with each column, so that callers bound their number.
 */
export const bestAssignment = (
  weights: ReadonlyArray<number>,
  scores: ReadonlyArray<ReadonlyArray<number>>,
  least: number
): ReadonlyArray<number> => {
  const columns = scores[0]?.length ?? 0
  const known = new Map<number, { readonly total: number; readonly at: number }>()
  const states = 1 << columns
  const best = (row: number, used: number): number => {
    if (row === weights.length) return 0
    const state = row * states + used
    const seen = known.get(state)
    if (seen !== undefined) return seen.total
    let total = best(row + 1, used)
    let chosen = -1
    for (let at = 0; at < columns; at++) {
      const score = scores[row]?.[at] ?? 0
      if (score < least || (used & (1 << at)) !== 0) continue
      // A hair in favour of the printed order settles ties (García García).
      const candidate = (weights[row] ?? 0) * score - at * 1e-6 + best(row + 1, used | (1 << at))
      if (candidate > total) {
        total = candidate
        chosen = at
      }
    }
    known.set(state, { total, at: chosen })
    return total
  }
  best(0, 0)
  let used = 0
  return weights.map((_, row) => {
    const at = known.get(row * states + used)?.at ?? -1
    if (at >= 0) used |= 1 << at
    return at
  })
}
