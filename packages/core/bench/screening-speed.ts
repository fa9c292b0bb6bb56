// Prints how fast the screening engine builds, answers and takes in changes, and what memory it holds, at 43,000 and 300,000 names.
// Run: bun packages/core/bench/screening-speed.ts FOLDER [names]
import { index } from "../src/verification/screening/engine/screening-index.ts"
import { jaroWinklerScore } from "./screening-baseline.ts"
import { makeNegatives, makePositives, makeRecords } from "./screening-generator.ts"
import { readRecords, readSearches, sampleFolder } from "./screening-sample.ts"

const megabytes = (): number => {
  Bun.gc(true)
  Bun.gc(true)
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1_048_576
}

/** Processor time of this process: on a machine with other work, what the clock shows is mostly waiting. */
const processor = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1_000
}

const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0

const folder = sampleFolder()
const wanted = Number(process.argv[3] ?? "0") || 0
const sample = await readRecords(folder)
const real = [...(await readSearches(folder, "search_positive")), ...(await readSearches(folder, "search_negative"))].map(
  ({ query }) => query
)

for (const names of wanted > 0 ? [wanted] : [43_000, 300_000]) {
  const records = [...sample, ...makeRecords(sample, names - 1_877, 7)]
  const queries = [
    ...real,
    ...makePositives(records, 100, 11).map(({ query }) => query),
    ...makeNegatives(records, 500, 13).map(({ query }) => query)
  ]
  index(records.slice(0, 2_000))
  const before = megabytes()
  const started = performance.now()
  const startedWork = processor()
  const screening = index(records)
  const built = performance.now() - started
  const builtWork = processor() - startedWork
  const held = megabytes() - before
  for (const threshold of [0.72, 0.5]) {
    const cold = queries.map((query) => {
      const start = performance.now()
      const worked = processor()
      screening.search(query, { threshold })
      return { time: performance.now() - start, work: processor() - worked, query }
    })
    const worked = cold.map(({ work }) => work).sort((one, other) => one - other)
    const sorted = cold.map(({ time }) => time).sort((one, other) => one - other)
    console.log(
      `${names} names, threshold ${threshold}, N = ${queries.length}: p50 ${quantile(sorted, 0.5).toFixed(2)} ms, p95 ${quantile(sorted, 0.95).toFixed(2)} ms, p99 ${quantile(sorted, 0.99).toFixed(2)} ms, most ${quantile(sorted, 1).toFixed(1)} ms; processor p50 ${quantile(worked, 0.5).toFixed(2)} ms, p95 ${quantile(worked, 0.95).toFixed(2)} ms, p99 ${quantile(worked, 0.99).toFixed(2)} ms`
    )
    if (process.argv.includes("--slow"))
      for (const { query, time } of cold.sort((one, other) => other.time - one.time).slice(0, 12))
        console.log("  ", time.toFixed(1), query.name)
  }
  const changed = records
    .slice(0, 50)
    .map((record) => ({ ...record, names: record.names.map((name) => ({ ...name, full: `${name.full} Junior` })) }))
  const beforeChange = performance.now()
  const next = screening.with({ changed, removed: [] })
  const applied = performance.now() - beforeChange
  const after = megabytes() - before
  console.log(
    `${names} names, ${records.length} records, ${screening.size}: built in ${built.toFixed(0)} ms (processor ${builtWork.toFixed(0)} ms), ${held.toFixed(0)} MB (${after.toFixed(0)} MB after the searches), 50 changed records in ${applied.toFixed(1)} ms`
  )
  next.search({ name: "Somebody Else" })
  if (names > 50_000) continue
  const baseline = queries.slice(0, 40).map((query) => {
    const start = performance.now()
    for (const record of records) jaroWinklerScore(query, record)
    return performance.now() - start
  })
  console.log(
    `token Jaro-Winkler over all: p50 ${quantile(
      baseline.sort((one, other) => one - other),
      0.5
    ).toFixed(0)} ms (N = ${baseline.length})`
  )
}
