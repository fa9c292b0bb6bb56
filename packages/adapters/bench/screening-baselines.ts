// Prints the screening engine beside token Jaro-Winkler and PostgreSQL's pg_trgm, over the same records and queries in one run. Levels of the
// baselines are fitted on the tuned half and figures are of the measured half; the engine keeps its default level.
// Run: bun packages/adapters/bench/screening-baselines.ts FOLDER
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { index } from "@vouchkit/core/verification/screening/engine/screening-index"
import { thresholds, type ScreeningQuery } from "@vouchkit/core/verification/screening/engine/query"
import type { ListRecord } from "@vouchkit/core/verification/screening/record"
import postgres from "postgres"
import { jaroWinklerScore } from "../../core/bench/screening-baseline.ts"
import { isTuned, readPairs, readRecords, readSearches, sampleFolder } from "../../core/bench/screening-sample.ts"
import { attachOrStart } from "../src/postgres/embedded/server.ts"

const folder = sampleFolder()
const records = await readRecords(folder)
const pairs = await readPairs(folder)
const searches = [...(await readSearches(folder, "search_positive")), ...(await readSearches(folder, "search_negative"))]

const dataDir = mkdtempSync(join(tmpdir(), "vouchkit-bench-"))
process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }))
const server = await attachOrStart({ dataDir })
const sql = postgres({
  path: `${server.socketDirectory}/.s.PGSQL.${server.port}`,
  ...server.credentials.owner,
  database: server.database,
  host: "localhost",
  max: 1,
  onnotice: () => {}
})
await sql`create extension pg_trgm`
await sql`create table listed (uid text, name text)`
const named = (record: ListRecord): ReadonlyArray<string> => record.names.flatMap(({ full, kind }) => (kind === "weak" ? [] : [full]))
const rows = records.flatMap((record) => named(record).map((name) => ({ uid: record.uid, name })))
for (let at = 0; at < rows.length; at += 1_000) await sql`insert into listed ${sql(rows.slice(at, at + 1_000), "uid", "name")}`
await sql`create index on listed using gin (name gin_trgm_ops)`
await sql`analyze listed`
await sql`set pg_trgm.similarity_threshold = 0.1`

/** Scores by uid of what a method finds at all. */
type Found = ReadonlyMap<string, number>
interface Method {
  readonly name: string
  readonly pair: (query: ScreeningQuery, record: ListRecord) => Promise<number>
  readonly search: (query: ScreeningQuery) => Promise<Found>
  /** Null where the level is fitted. */
  readonly level: number | null
}

const screening = index(records)
const methods: ReadonlyArray<Method> = [
  {
    name: "engine",
    level: thresholds.review,
    pair: async (query, record) => index([record]).search(query, { threshold: 0, limit: 1 }).hits[0]?.score ?? 0,
    search: async (query) => new Map(screening.search(query, { threshold: 0.3, limit: 200 }).hits.map(({ score, uid }) => [uid, score]))
  },
  {
    name: "token Jaro-Winkler",
    level: null,
    pair: async (query, record) => jaroWinklerScore(query, record),
    search: async (query) => new Map(records.map((record) => [record.uid, jaroWinklerScore(query, record)]))
  },
  {
    name: "pg_trgm similarity",
    level: null,
    pair: async (query, record) => {
      const [row] =
        await sql`select max(similarity(name, ${query.name}))::float8 as score from unnest(${[...named(record)]}::text[]) as name`
      return row?.score ?? 0
    },
    search: async (query) => {
      const found =
        await sql`select uid, max(similarity(name, ${query.name}))::float8 as score from listed where name % ${query.name} group by uid`
      return new Map(found.map(({ score, uid }) => [uid, score]))
    }
  }
]

interface Case {
  readonly id: string
  readonly match: boolean
  /** Score of the right record, or of the best one where there is no right one. */
  readonly score: number
}

const measures = (cases: ReadonlyArray<Case>, at: number) => {
  const hits = cases.filter(({ score }) => score >= at)
  const right = hits.filter(({ match }) => match).length
  const all = cases.filter(({ match }) => match).length
  const [precision, recall] = [hits.length === 0 ? 1 : right / hits.length, all === 0 ? 0 : right / all]
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}
const bestLevel = (cases: ReadonlyArray<Case>): number =>
  [...new Set(cases.map(({ score }) => score))]
    .map((at) => ({ at, f1: measures(cases, at).f1 }))
    .reduce((best, each) => (each.f1 > best.f1 ? each : best), { at: 1, f1: 0 }).at

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))
/** Slope and offset of a logistic curve through scores and labels, by gradient descent with a little shrinkage: the halves are small. */
const fitted = (cases: ReadonlyArray<Case>): ((score: number) => number) => {
  let [slope, offset] = [1, 0]
  for (let round = 0; round < 20_000; round += 1) {
    let [bySlope, byOffset] = [0.001 * slope, 0]
    for (const { match, score } of cases) {
      const wrong = (sigmoid(slope * score + offset) - Number(match)) / cases.length
      bySlope += wrong * score
      byOffset += wrong
    }
    slope -= 2 * bySlope
    offset -= 2 * byOffset
  }
  return (score) => sigmoid(slope * score + offset)
}
const brier = (cases: ReadonlyArray<Case>, curve: (score: number) => number): number =>
  cases.reduce((sum, { match, score }) => sum + (curve(score) - Number(match)) ** 2, 0) / cases.length

const casesOf = async (method: Method) => {
  const ofPairs: Array<Case> = []
  for (const { candidate, id, match, query } of pairs) ofPairs.push({ id, match, score: await method.pair(query, candidate) })
  const ofSearches: Array<Case> = []
  const started = performance.now()
  for (const { expected, id, query } of searches) {
    const found = await method.search(query)
    const scores = expected.length > 0 ? expected.map((uid) => found.get(uid) ?? 0) : [...found.values()]
    ofSearches.push({ id, match: expected.length > 0, score: scores.reduce((most, score) => Math.max(most, score), 0) })
  }
  return { pairs: ofPairs, searches: ofSearches, each: (performance.now() - started) / searches.length }
}

const half = <A extends { readonly id: string }>(cases: ReadonlyArray<A>, tuned: boolean) => cases.filter(({ id }) => isTuned(id) === tuned)

for (const method of methods) {
  const cases = await casesOf(method)
  for (const kind of ["pairs", "searches"] as const) {
    const level = method.level ?? bestLevel(half(cases[kind], true))
    const held = half(cases[kind], false)
    const { f1, precision, recall } = measures(held, level)
    console.log(
      `${method.name}, ${kind} (N = ${held.length}), level ${level.toFixed(3)}: F1 ${f1.toFixed(3)}, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}${kind === "searches" ? `; ${cases.each.toFixed(1)} ms each` : ""}`
    )
  }
  const [tuned, held] = [half(cases.pairs, true), half(cases.pairs, false)]
  console.log(
    `  as a probability of pairs (N = ${held.length}), Brier score: as it is ${brier(held, (score) => score).toFixed(3)}, by a logistic curve fitted on the other half ${brier(held, fitted(tuned)).toFixed(3)}`
  )
}
await sql.end()
await server.stop()
process.exit(0)
