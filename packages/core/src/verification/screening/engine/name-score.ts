import { assign } from "./alignment.ts"
import { strengthBound } from "./name-strength.ts"
import { joinForms, type WordForms } from "./normalize/forms.ts"
import { compareJoined } from "./normalize/word-similarity.ts"
import type { PreparedName, Similarity } from "./prepared-query.ts"
import type { ListedName } from "./name-table.ts"
import { hasChanceSyllable, needsSupport } from "./support.ts"
import { syllableCap, syllableCaps, syllableName } from "./syllables.ts"

/** Words of the query matched with words of the listed name; a join has several on one side. */
export interface Matched {
  readonly query: ReadonlyArray<number>
  readonly listed: ReadonlyArray<number>
  readonly similarity: number
  readonly joined: boolean
}

export interface NameScore {
  /** Evidence of the name, 0 to 1, not yet calibrated. */
  readonly raw: number
  readonly matched: ReadonlyArray<Matched>
}

/** Costs of words that found no partner, in shares of their weight. */
export const costs = {
  /** The query says more than the list. */
  query_omitted: 0.85,
  /** The list says more than the query. */
  listed_omitted: 0.2,
  /** Both sides keep a word that the other does not have: this is another name. */
  contradicted: 0.55,
  number_contradicted: 0.6,
  /** A business word that the list alone has: Delta Shipping is not Delta. */
  business_omitted: 0.35,
  /** What the list abbreviates, beyond what its letter says. */
  abbreviated: 0.25
} as const

/** A word this like needs no join to explain it. */
const alikeEnough = 0.9
const shortestJoined = 5
const mostJoinSlack = 3

interface Board {
  readonly gains: Float64Array
  readonly rows: number
  readonly columns: number
}

/** What a word of the query may prove here: a listed letter is no more evidence than a letter, however rare the name is that it stands for. */
const worthOf = (weight: number, listed: ListedName, column: number): number =>
  listed.role(column) === "initial" ? Math.min(weight, listed.weights[column] ?? 0) : weight

const boardOf = (name: PreparedName, listed: ListedName, similarity: Similarity): Board => {
  const rows = name.words.length
  const columns = listed.words.length
  const gains = new Float64Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    const weight = name.words[row]?.weight ?? 0
    if (weight === 0) continue
    // A letter of the query may stand for a particle: Abd a. Milad is Abd al-Rahman Milad.
    const letter = name.words[row]?.role === "initial"
    for (let column = 0; column < columns; column++) {
      if ((listed.weights[column] ?? 0) === 0 && !letter) continue
      gains[row * columns + column] = worthOf(weight, listed, column) * similarity.word(row, listed.words[column] ?? 0)
    }
  }
  return { gains, rows, columns }
}

const bestOf = ({ columns, gains }: Board, row: number): number => {
  let best = 0
  for (let column = 0; column < columns; column++) best = Math.max(best, gains[row * columns + column] ?? 0)
  return best
}

const range = (from: number, to: number): ReadonlyArray<number> => Array.from({ length: to - from }, (_, at) => from + at)

interface Join extends Matched {
  /** What the join explains beyond its words one by one. */
  readonly gain: number
}

const queryJoins = (name: PreparedName, listed: ListedName, similarity: Similarity, board: Board): ReadonlyArray<Join> => {
  const found: Array<Join> = []
  for (const [place, join] of name.joins.entries()) {
    let single = 0
    for (let row = join.from; row < join.to; row++) single += bestOf(board, row)
    if (single >= alikeEnough * join.weight) continue
    for (let column = 0; column < board.columns; column++) {
      const alike = (listed.weights[column] ?? 0) > 0 ? similarity.join(place, listed.words[column] ?? 0) : 0
      const gain = alike * join.weight - single
      if (alike > 0 && gain > 0) found.push({ query: range(join.from, join.to), listed: [column], similarity: alike, joined: true, gain })
    }
  }
  return found
}

/** Cheap reasons why two neighbours cannot be the word: another beginning, or another length. Only for words that show all their letters, in one reading. */
const mayJoin = (word: WordForms, one: WordForms, other: WordForms): boolean => {
  if (word.script !== "latin" || one.script !== "latin" || other.script !== "latin") return true
  if (word.syllables.length > 0 && one.syllables.length > 0 && other.syllables.length > 0) return true
  const [whole = "", start = "", end = ""] = [word.spellings[0], one.spellings[0], other.spellings[0]]
  if (Math.abs(whole.length - start.length - end.length) > mostJoinSlack) return false
  return whole.charCodeAt(0) === start.charCodeAt(0) || word.sounds[0]?.charCodeAt(0) === one.sounds[0]?.charCodeAt(0)
}

const listedJoins = (name: PreparedName, listed: ListedName, board: Board): ReadonlyArray<Join> => {
  const found: Array<Join> = []
  for (const [row, word] of name.words.entries()) {
    const single = bestOf(board, row)
    const length = (word.forms.spellings[0] ?? word.forms.outlines[0] ?? "").length
    if (word.weight === 0 || length < shortestJoined - (word.forms.script === "latin" ? 0 : 2) || single >= alikeEnough * word.weight)
      continue
    for (let column = 0; column + 1 < board.columns; column++) {
      if ((listed.weights[column] ?? 0) + (listed.weights[column + 1] ?? 0) === 0) continue
      const one = listed.forms(column)
      const other = listed.forms(column + 1)
      if (!mayJoin(word.forms, one, other)) continue
      const alike = Math.fround(compareJoined(word.forms, joinForms([one, other])))
      const gain = alike * word.weight - single
      if (alike > 0 && gain > 0) found.push({ query: [row], listed: [column, column + 1], similarity: alike, joined: true, gain })
    }
  }
  return found
}

/** Joins that explain most first, none sharing a word with another; their words leave the board. */
const takeJoins = (joins: ReadonlyArray<Join>, board: Board): ReadonlyArray<Matched> => {
  const taken: Array<Matched> = []
  const rows = new Set<number>()
  const columns = new Set<number>()
  for (const join of [...joins].sort((one, other) => other.gain - one.gain)) {
    if (join.query.some((row) => rows.has(row)) || join.listed.some((column) => columns.has(column))) continue
    taken.push(join)
    for (const row of join.query) rows.add(row)
    for (const column of join.listed) columns.add(column)
  }
  for (let at = 0; at < board.gains.length; at++) {
    if (rows.has(Math.floor(at / board.columns)) || columns.has(at % board.columns)) board.gains[at] = 0
  }
  return taken
}

const pairUp = (name: PreparedName, listed: ListedName, board: Board): ReadonlyArray<Matched> => {
  const columnOf = assign(board.gains, board.rows, board.columns)
  return [...columnOf].flatMap((column, row) => {
    const weight = name.words[row]?.weight ?? 0
    if (column < 0 || weight === 0) return []
    const gain = board.gains[row * board.columns + column] ?? 0
    return [{ query: [row], listed: [column], similarity: gain / worthOf(weight, listed, column), joined: false }]
  })
}

interface Sums {
  evidence: number
  /** What was found, in weights of rare words; two listed words written as one are two. */
  richness: number
  matched: number
  query: number
  listed: number
  /** Part of `listed`: weight of business words. */
  business: number
  strong: number
  numbers: boolean
  /** A word was matched that is no initial on either side. */
  whole: boolean
}

const sumsOf = (name: PreparedName, listed: ListedName, matched: ReadonlyArray<Matched>): Sums => {
  const rows = new Set(matched.flatMap((pair) => pair.query))
  const columns = new Set(matched.flatMap((pair) => pair.listed))
  const sums: Sums = { evidence: 0, richness: 0, matched: 0, query: 0, listed: 0, business: 0, strong: 0, numbers: false, whole: false }
  for (const pair of matched) {
    const weight = pair.query.reduce((sum, row) => sum + (name.words[row]?.weight ?? 0), 0)
    const listedWeight = pair.joined ? pair.listed.reduce((sum, column) => sum + (listed.weights[column] ?? 0), 0) : 0
    const worth = pair.listed.reduce((most, column) => Math.min(most, worthOf(weight, listed, column)), weight)
    sums.evidence += worth * pair.similarity
    sums.richness += Math.max(worth, listedWeight) * pair.similarity
    sums.matched += worth + costs.abbreviated * (weight - worth)
    sums.whole ||=
      pair.query.some((row) => name.words[row]?.role !== "initial") && pair.listed.some((column) => listed.role(column) !== "initial")
    const strongQuery = pair.query.filter((row) => name.words[row]?.strong).length
    const strongListed = pair.listed.filter((column) => listed.strong(column)).length
    sums.strong += Math.max(strongQuery, strongListed)
  }
  let [queryNumber, listedNumber] = [false, false]
  for (const [row, word] of name.words.entries()) {
    if (rows.has(row)) continue
    sums.query += word.weight
    queryNumber ||= word.role === "number"
  }
  for (let column = 0; column < listed.words.length; column++) {
    if (columns.has(column)) continue
    sums.listed += listed.weights[column] ?? 0
    if (listed.role(column) === "business") sums.business += listed.weights[column] ?? 0
    listedNumber ||= listed.role(column) === "number"
  }
  sums.numbers = queryNumber && listedNumber
  return sums
}

const strengthOf = (name: PreparedName, listed: ListedName, { richness, strong }: Sums): number =>
  strengthBound({ asked: name.strong, listed: listed.strongWords, evidence: richness }, strong)

/** Most evidence that the syllables of two names allow; names that no syllables are known of have no bound. */
const mostBySyllables = (name: PreparedName, listed: ListedName, matched: ReadonlyArray<Matched>, raw: number): number => {
  if (raw <= syllableCaps.other) return 1
  const consonants = name.words.every(({ forms }) => forms.script === "abjad")
  if (name.syllables === null && !consonants) return hasChanceSyllable(name, listed, matched) ? syllableCaps.unsupported : 1
  const words = Array.from(listed.words.keys(), (place) => listed.forms(place))
  // Consonants say too little of a name of syllables, which has one or two of them in a word.
  if (name.syllables !== null && words.every(({ script }) => script === "abjad")) return syllableCaps.unsupported
  const other = syllableName(words)
  if (other === null) return hasChanceSyllable(name, listed, matched) ? syllableCaps.unsupported : 1
  return name.syllables === null ? syllableCaps.unsupported : syllableCap(name.syllables, other)
}

/**
 * Evidence that two names are one: what the best assignment of words explains, over what it explains and leaves open on either side.
 * Never above `nameBound` of the words that were matched.
 */
export const scoreName = (name: PreparedName, listed: ListedName, similarity: Similarity): NameScore => {
  if (name.weight === 0 || listed.words.length === 0) return { raw: 0, matched: [] }
  const board = boardOf(name, listed, similarity)
  const joined = takeJoins([...queryJoins(name, listed, similarity, board), ...listedJoins(name, listed, board)], board)
  const matched = [...joined, ...pairUp(name, listed, board)]
  const sums = sumsOf(name, listed, matched)
  if (!sums.whole) return { raw: 0, matched }
  const contradicted = costs.contradicted * Math.min(sums.query, sums.listed) + (sums.numbers ? costs.number_contradicted : 0)
  const omitted = costs.listed_omitted * sums.listed + (costs.business_omitted - costs.listed_omitted) * sums.business
  const whole = sums.matched + costs.query_omitted * sums.query + omitted + contradicted
  const raw = whole === 0 ? 0 : (sums.evidence / whole) * strengthOf(name, listed, sums)
  const most = raw > syllableCaps.unsupported && needsSupport(name, listed, matched) ? syllableCaps.unsupported : 1
  return { raw: Math.min(raw, most, mostBySyllables(name, listed, matched, raw)), matched }
}

/** Most that a name can score when its words have found partners worth `evidence` at most, of a weight of `weight` in all. */
export const nameBound = (evidence: number, weight: number): number => {
  const found = Math.min(evidence, weight)
  return weight === 0 ? 0 : found / (costs.query_omitted * weight + (1 - costs.query_omitted) * found)
}

/** Least evidence with which a name of this weight can score `raw`: `nameBound` the other way round. */
export const evidenceFor = (raw: number, weight: number): number => {
  const share = Math.min(1, raw)
  return (share * costs.query_omitted * weight) / (1 - (1 - costs.query_omitted) * share)
}
