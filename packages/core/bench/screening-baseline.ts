// A named baseline: the mean over the query's words of the best Jaro-Winkler similarity to a word of the listed name, names alone.
import type { ScreeningQuery } from "../src/verification/screening/engine/query.ts"
import type { ListRecord } from "../src/verification/screening/record.ts"

const wordsOf = (name: string): ReadonlyArray<string> =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")

/** Jaro-Winkler similarity with the usual prefix of four letters and a scale of 0.1. */
export const jaroWinkler = (one: string, other: string): number => {
  if (one === other) return 1
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1)
  const taken = new Array<boolean>(other.length).fill(false)
  const common: Array<string> = []
  for (let at = 0; at < one.length; at++) {
    for (let against = Math.max(0, at - reach); against < Math.min(other.length, at + reach + 1); against++) {
      if (taken[against] || one[at] !== other[against]) continue
      taken[against] = true
      common.push(one[at] ?? "")
      break
    }
  }
  if (common.length === 0) return 0
  const order = [...other].filter((_, at) => taken[at])
  const moved = common.filter((letter, at) => letter !== order[at]).length / 2
  const jaro = (common.length / one.length + common.length / other.length + (common.length - moved) / common.length) / 3
  let prefix = 0
  while (prefix < 4 && one[prefix] !== undefined && one[prefix] === other[prefix]) prefix++
  return jaro + prefix * 0.1 * (1 - jaro)
}

const cache = new WeakMap<ListRecord, ReadonlyArray<ReadonlyArray<string>>>()

/** Best score of the query's name against the names of a record, 0 to 1. */
export const jaroWinklerScore = (query: ScreeningQuery, record: ListRecord): number => {
  const asked = wordsOf(query.name)
  const listed = cache.get(record) ?? record.names.filter(({ kind }) => kind !== "weak").map(({ full }) => wordsOf(full))
  cache.set(record, listed)
  if (asked.length === 0) return 0
  return Math.max(
    0,
    ...listed.map(
      (words) =>
        asked.reduce((sum, word) => sum + Math.max(0, ...words.map((each) => jaroWinkler(word, each))), 0) /
        Math.max(asked.length, words.length)
    )
  )
}
