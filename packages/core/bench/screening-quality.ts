// Prints how the screening engine does on labelled pairs and searches, beside token Jaro-Winkler, on both halves of a sample.
// Run: bun packages/core/bench/screening-quality.ts FOLDER [--misses]
import { index, type ScreeningIndex } from "../src/verification/screening/engine/screening-index.ts"
import type { ScreeningQuery } from "../src/verification/screening/engine/query.ts"
import type { ListRecord } from "../src/verification/screening/record.ts"
import { jaroWinklerScore } from "./screening-baseline.ts"
import { isTuned, readPairs, readRecords, readSearches, sampleFolder, type SamplePair, type SampleSearch } from "./screening-sample.ts"

const threshold = 0.72
/** The baseline's usual alert level. */
const baselineThreshold = 0.9

interface Scored {
  readonly score: number
  readonly match: boolean
}

const measures = (
  pairs: ReadonlyArray<Scored>,
  at: number
): { readonly precision: number; readonly recall: number; readonly f1: number } => {
  const hits = pairs.filter(({ score }) => score >= at)
  const right = hits.filter(({ match }) => match).length
  const precision = hits.length === 0 ? 1 : right / hits.length
  const recall = right / Math.max(1, pairs.filter(({ match }) => match).length)
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

const best = (pairs: ReadonlyArray<Scored>): { readonly f1: number; readonly recall: number } => {
  const levels = [...new Set(pairs.map(({ score }) => score))].map((at) => measures(pairs, at))
  return {
    f1: Math.max(0, ...levels.map(({ f1 }) => f1)),
    recall: Math.max(0, ...levels.filter(({ precision }) => precision >= 0.95).map(({ recall }) => recall))
  }
}

const engineScore = (query: ScreeningQuery, record: ListRecord): number =>
  index([record]).search(query, { threshold: 0, limit: 1 }).hits[0]?.score ?? 0

const percent = (part: number, whole: number): string => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`)

const printPairs = (title: string, pairs: ReadonlyArray<SamplePair>): void => {
  const rows = [
    {
      name: "engine",
      at: threshold,
      scored: pairs.map((pair) => ({ pair, match: pair.match, score: engineScore(pair.query, pair.candidate) }))
    },
    {
      name: "token Jaro-Winkler",
      at: baselineThreshold,
      scored: pairs.map((pair) => ({ pair, match: pair.match, score: jaroWinklerScore(pair.query, pair.candidate) }))
    }
  ]
  console.log(`\n### ${title} (N = ${pairs.length}, ${pairs.filter(({ match }) => match).length} matches)\n`)
  console.log("| | F1 at default | precision | recall | best F1 | recall at precision 0.95 |\n| --- | ---: | ---: | ---: | ---: | ---: |")
  for (const { at, name, scored } of rows) {
    const { f1, precision, recall } = measures(scored, at)
    const top = best(scored)
    console.log(`| ${name} | ${[f1, precision, recall, top.f1, top.recall].map((figure) => figure.toFixed(3)).join(" | ")} |`)
  }
  if (!process.argv.includes("--misses")) return
  for (const { match, pair, score } of rows[0]?.scored ?? []) {
    if (match !== score >= threshold)
      console.log(
        `MISS ${match ? "match" : "no match"} ${score.toFixed(3)} ${pair.category} ${pair.query.name} ~ ${pair.candidate.names[0]?.full}`
      )
  }
}

const found = (screening: ScreeningIndex, search: SampleSearch): boolean =>
  screening.search(search.query).hits.some(({ uid }) => search.expected.includes(uid))

const baselineHits = (records: ReadonlyArray<ListRecord>, query: ScreeningQuery): ReadonlyArray<string> =>
  records.filter((record) => jaroWinklerScore(query, record) >= baselineThreshold).map(({ uid }) => uid)

const groupsOf = (category: string): ReadonlyArray<string> => {
  const kind = category.startsWith("script_")
    ? "other scripts"
    : category.startsWith("person_")
      ? "person variants"
      : category.startsWith("entity_")
        ? "organization variants"
        : category.startsWith("un_")
          ? "UN spellings"
          : "other lists"
  return ["all", kind, `  ${category}`]
}

const printRecall = (
  title: string,
  screening: ScreeningIndex,
  records: ReadonlyArray<ListRecord>,
  searches: ReadonlyArray<SampleSearch>
): void => {
  const rows = new Map<string, { all: number; engine: number; baseline: number; first: number }>()
  for (const search of searches) {
    const { hits } = screening.search(search.query)
    const engine = hits.some(({ uid }) => search.expected.includes(uid))
    const first = search.expected.includes(hits[0]?.uid ?? "")
    const baseline = baselineHits(records, search.query).some((uid) => search.expected.includes(uid))
    for (const group of groupsOf(search.category)) {
      const row = rows.get(group) ?? { all: 0, engine: 0, baseline: 0, first: 0 }
      rows.set(group, {
        all: row.all + 1,
        engine: row.engine + Number(engine),
        baseline: row.baseline + Number(baseline),
        first: row.first + Number(first)
      })
    }
  }
  console.log(
    `\n### ${title} (N = ${searches.length})\n\n| kind | N | recall | listed first | token Jaro-Winkler |\n| --- | ---: | ---: | ---: | ---: |`
  )
  for (const [group, row] of [...rows].sort(([one], [other]) => Number(one.startsWith(" ")) - Number(other.startsWith(" ")))) {
    console.log(
      `| ${group} | ${row.all} | ${percent(row.engine, row.all)} | ${percent(row.first, row.all)} | ${percent(row.baseline, row.all)} |`
    )
  }
  if (!process.argv.includes("--misses")) return
  for (const search of searches.filter((each) => !found(screening, each))) {
    const low = screening
      .search(search.query, { threshold: 0.2, weak_aliases: "search" })
      .hits.find(({ uid }) => search.expected.includes(uid))
    console.log(
      `MISS ${search.category} ${JSON.stringify(search.query)} ${low?.score.toFixed(3)} ${JSON.stringify(low?.explanation.matched_name)} ${low?.explanation.name_kind} ${JSON.stringify(low?.explanation.words.map((w) => [w.query, w.listed, +w.similarity.toFixed(2), +w.weight.toFixed(2)]))} ${JSON.stringify(low?.explanation.unmatched)}`
    )
  }
}

const printAlerts = (
  title: string,
  screening: ScreeningIndex,
  records: ReadonlyArray<ListRecord>,
  searches: ReadonlyArray<SampleSearch>
): void => {
  console.log(`\n### ${title} (N = ${searches.length})\n\n| kind | N | alerts | token Jaro-Winkler |\n| --- | ---: | ---: | ---: |`)
  const kindOf = (category: string): string => (category === "neg_us" || category === "neg_global" ? "base" : category)
  for (const kind of new Set(searches.map(({ category }) => kindOf(category)))) {
    const of = searches.filter(({ category }) => kindOf(category) === kind)
    const alerts = of.filter(({ query }) => screening.search(query).hits.length > 0)
    const baseline = of.filter(({ query }) => baselineHits(records, query).length > 0).length
    console.log(
      `| ${kind} | ${of.length} | ${alerts.length} (${percent(alerts.length, of.length)}) | ${baseline} (${percent(baseline, of.length)}) |`
    )
    if (!process.argv.includes("--misses")) continue
    for (const { query } of alerts) {
      const [hit] = screening.search(query).hits
      console.log(`ALERT ${JSON.stringify(query)} ${hit?.score.toFixed(3)} ${JSON.stringify(hit?.explanation)}`)
    }
  }
}

if (import.meta.main) {
  const folder = sampleFolder()
  const records = await readRecords(folder)
  const screening = index(records)
  const pairs = await readPairs(folder)
  const positive = await readSearches(folder, "search_positive")
  const negative = await readSearches(folder, "search_negative")
  const bench = (pair: SamplePair): boolean => pair.category.startsWith("nb_")
  const halves = process.argv.includes("--tuned") ? [true] : [true, false]
  for (const tuned of halves) {
    const half = tuned ? "tuned half" : "measured half"
    const of = <A extends { readonly id: string }>(cases: ReadonlyArray<A>): ReadonlyArray<A> =>
      cases.filter(({ id }) => isTuned(id) === tuned)
    printPairs(`Pairs, ${half}`, of(pairs))
    printPairs(`Name bench, ${half}`, of(pairs).filter(bench))
    printRecall(`Searches that must find, ${half}`, screening, records, of(positive))
    printAlerts(`Searches that must not alert, ${half}`, screening, records, of(negative))
  }
}
