// Prints what the screening engine finds and where it alerts on searches made from the words of a sample, over a made list of 43,000 names.
// Even seeds may be tuned on; odd ones are measured. Run: bun packages/core/bench/screening-made.ts FOLDER [seed] [--misses]
import { index } from "../src/verification/screening/engine/screening-index.ts"
import { type MadeSearch, makeNegatives, makePositives, makeRecords } from "./screening-generator.ts"
import { readRecords, sampleFolder } from "./screening-sample.ts"

const folder = sampleFolder()
const seed = Number(process.argv[3] ?? "1") || 1
const sample = await readRecords(folder)
const made = makeRecords(sample, 43_000, 7 + seed)
const each = 300

const run = (title: string, records: typeof sample, searches: ReadonlyArray<MadeSearch>): void => {
  const screening = index(records)
  console.log(
    `\n### ${title} (${records.length} records, seed ${seed})\n\n| kind | N | hits of the right record or alerts | hits a search |\n| --- | ---: | ---: | ---: |`
  )
  for (const kind of new Set(searches.map((search) => search.kind))) {
    const of = searches.filter((search) => search.kind === kind)
    const results = of.map((search) => ({ search, hits: screening.search(search.query).hits }))
    const counted = results.filter(({ hits, search }) =>
      search.expected === null ? hits.length > 0 : hits.some(({ uid }) => uid === search.expected)
    )
    const all = results.reduce((sum, { hits }) => sum + hits.length, 0)
    console.log(`| ${kind} | ${of.length} | ${((100 * counted.length) / of.length).toFixed(1)} % | ${(all / of.length).toFixed(1)} |`)
    if (!process.argv.includes("--misses")) continue
    const wrong = results.filter(({ hits, search }) =>
      search.expected === null ? hits.length > 0 : !hits.some(({ uid }) => uid === search.expected)
    )
    for (const { hits, search } of wrong.slice(0, 8)) {
      const names =
        search.expected === null
          ? hits
              .slice(0, 1)
              .map(
                ({ explanation, score }) =>
                  `${score.toFixed(2)} ${explanation.matched_name} ${JSON.stringify(explanation.words.map((word) => [word.query, word.listed, word.how, Number(word.similarity.toFixed(2)), Number(word.weight.toFixed(2))]))} ${JSON.stringify(explanation.unmatched)} ${JSON.stringify(explanation.qualifiers)}`
              )
          : records
              .filter(({ uid }) => uid === search.expected)
              .map(({ names: listed }) => listed.map(({ full, kind: of }) => `${full} (${of})`).join("; "))
      console.log(`  ${JSON.stringify(search.query)} ~ ${names.join()}`)
    }
  }
}

run("The sample, searches that must find", sample, makePositives(sample, each, 100 + seed))
run("The sample, searches that must not alert", sample, makeNegatives(sample, each, 200 + seed))
run("A made list, searches that must find", [...sample, ...made], makePositives(sample, each, 100 + seed))
run("A made list, searches that must not alert", [...sample, ...made], makeNegatives(sample, each, 200 + seed))
