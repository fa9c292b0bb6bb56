import { calibrate } from "./calibration.ts"
import type { AlignedWord, Explanation, MatchType, Qualifier } from "./explanation.ts"
import { type Matched, type NameScore, scoreName } from "./name-score.ts"
import type { NameTable } from "./name-table.ts"
import { compareWords } from "./normalize/word-similarity.ts"
import type { PreparedName, Similarity } from "./prepared-query.ts"
import { effects, identifierFloor, nameOnlyCeiling, unconfirmedCeiling } from "./qualifiers.ts"

/** A name of the query with its similarities to the words of one table. */
export interface ComparableName {
  readonly name: PreparedName
  readonly similarity: Similarity
}

/** The best pair of names of a query and a record. */
interface BestPair {
  readonly asked: ComparableName
  readonly listed: number
  readonly score: NameScore
}

const differentLegalForm = (asked: PreparedName, listed: string): boolean =>
  asked.legal.length > 0 && listed !== "" && !asked.legal.some((form) => listed.split(" ").includes(form))

/** The best pair among these listed names; of equal ones the first. Null when there is none. */
export const bestPair = (asked: ReadonlyArray<ComparableName>, names: Iterable<number>, table: NameTable): BestPair | null => {
  let best: BestPair | null = null
  for (const listed of names) {
    for (const each of asked) {
      const score = scoreName(each.name, table.listed(listed), each.similarity)
      const better = best === null || score.raw > best.score.raw || (score.raw === best.score.raw && listed < best.listed)
      if (better) best = { asked: each, listed, score }
    }
  }
  return best
}

const agreement = 0.9

/** Whether a weak alias among these names agrees with the query. */
export const weakAgrees = (asked: ReadonlyArray<ComparableName>, names: ReadonlyArray<number>, table: NameTable): boolean =>
  names.some(
    (listed) =>
      table.kindOf(listed) === "weak" &&
      asked.some(({ name, similarity }) => scoreName(name, table.listed(listed), similarity).raw >= agreement)
  )

/** Effects beside the name that make a match more than an equal name. */
const confirms = ({ effect, field }: Qualifier): boolean =>
  field === "identifier" || (field === "date_of_birth" && effect >= effects.same_year)

/** The score of a record: that of its best name, the signed effects of the facts, and the limits of what they prove. */
export const scoreRecord = (
  pair: BestPair,
  facts: ReadonlyArray<Qualifier>,
  known: { readonly table: NameTable; readonly weakAgrees: boolean; readonly identifier: string | null }
): { readonly score: number; readonly nameScore: number; readonly qualifiers: ReadonlyArray<Qualifier> } => {
  const nameScore = calibrate(pair.score.raw)
  const listedLegal = known.table.legalOf(pair.listed)
  const qualifiers: Array<Qualifier> = [...facts]
  if (differentLegalForm(pair.asked.name, listedLegal)) {
    qualifiers.push({ field: "legal_form", query: pair.asked.name.legal.join(" "), listed: listedLegal, effect: effects.legal_form_other })
  }
  if (known.weakAgrees) qualifiers.push({ field: "weak_alias", query: null, listed: null, effect: effects.weak_alias })
  let sum = nameScore + qualifiers.reduce((total, { effect }) => total + effect, 0)
  if (known.identifier !== null) {
    const effect = Math.max(0, identifierFloor - sum)
    qualifiers.push({ field: "identifier", query: known.identifier, listed: known.identifier, effect })
    sum += effect
  }
  const ceiling = qualifiers.some(confirms) ? 1 : facts.some(({ effect }) => effect > 0) ? unconfirmedCeiling : nameOnlyCeiling
  const score = Math.min(ceiling, Math.max(0, sum))
  if (score !== sum) qualifiers.push({ field: "limit", query: null, listed: null, effect: score - sum })
  return { score, nameScore, qualifiers }
}

const alignedWord = (pair: BestPair, table: NameTable, matched: Matched): AlignedWord => {
  const query = matched.query.map((row) => pair.asked.name.words[row])
  const listed = table.listed(pair.listed)
  const words = matched.listed.map((column) => listed.forms(column))
  const [one] = query
  const [other] = words
  const how = matched.joined || one === undefined || other === undefined ? "joined" : compareWords(one.forms, other).how
  return {
    query: query.map((word) => word?.forms.key ?? "").join(" "),
    listed: words.map((forms) => forms.key).join(" "),
    how,
    similarity: matched.similarity,
    weight: query.reduce((sum, word) => sum + (word?.weight ?? 0), 0)
  }
}

const matchType = (words: ReadonlyArray<AlignedWord>, complete: boolean, primary: boolean, identified: boolean): MatchType => {
  if (identified) return "identifier"
  const ways = new Set(words.map((word) => word.how))
  if (complete && words.every((word) => word.how === "exact")) return primary ? "name_exact" : "aka_exact"
  if (ways.has("transliterated")) return "transliterated"
  if (ways.has("initial")) return "initials"
  if (ways.has("phonetic")) return "phonetic"
  return primary ? "name_fuzzy" : "aka_fuzzy"
}

/** Everything about how a pair of names and the facts beside them made the score. */
export const explain = (
  pair: BestPair,
  table: NameTable,
  scored: { readonly nameScore: number; readonly qualifiers: ReadonlyArray<Qualifier> }
): Explanation => {
  const listed = table.listed(pair.listed)
  const rows = new Set(pair.score.matched.flatMap((matched) => matched.query))
  const columns = new Set(pair.score.matched.flatMap((matched) => matched.listed))
  const words = pair.score.matched.map((matched) => alignedWord(pair, table, matched))
  const unmatched = {
    query: pair.asked.name.words.flatMap((word, row) => (rows.has(row) || word.weight === 0 ? [] : [word.forms.key])),
    listed: [...listed.words.keys()].flatMap((column) =>
      columns.has(column) || listed.weights[column] === 0 ? [] : [listed.forms(column).key]
    )
  }
  const kind = table.kindOf(pair.listed)
  const complete = unmatched.query.length === 0 && unmatched.listed.length === 0
  return {
    matched_name: table.textOf(pair.listed),
    name_kind: kind,
    query_name: pair.asked.name.written,
    match_type: matchType(
      words,
      complete,
      kind === "primary",
      scored.qualifiers.some(({ field }) => field === "identifier")
    ),
    words,
    unmatched,
    name_score: scored.nameScore,
    qualifiers: scored.qualifiers
  }
}
