// Prints how long a process takes from its start until it can search a list of 43,000 names that stands in the database: what reading takes,
// what the whole takes in a thread that ran nothing before, and for how long the thread that answers requests was held up at a time.
// Run: bun packages/adapters/bench/list-loading.ts FOLDER [names]
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { importEdition } from "@vouchkit/core/resources/watchlists/editions/import-edition"
import { PublicListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { ReadingNotes } from "@vouchkit/core/resources/watchlists/sources/reading"
import { Screener } from "@vouchkit/core/resources/screening/screener"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import postgres from "postgres"
import { makeRecords } from "../../core/bench/screening-generator.ts"
import { readRecords, sampleFolder } from "../../core/bench/screening-sample.ts"
import { attachOrStart } from "../src/postgres/embedded/server.ts"
import * as Postgres from "../src/postgres/index.ts"
import { migrate } from "../src/postgres/migrate.ts"
import { cachedScreenerLayer } from "../src/screening/cached-screener.ts"
import { eachRecord, publicSource } from "../src/screening/index-source.ts"

const runs = 7
const names = Number(process.argv[3] ?? "0") || 43_000
const dataDir = mkdtempSync(join(tmpdir(), "vouchkit-bench-"))
process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }))
const { credentials, database, port, socketDirectory } = await attachOrStart({ dataDir })
const connect = { path: `${socketDirectory}/.s.PGSQL.${port}`, ...credentials.owner, database }
const sql = postgres({ ...connect, host: "localhost", max: 1, onnotice: () => {} })
await migrate(sql)
await sql.end()

const sample = await readRecords(sampleFolder())
const inSample = sample.reduce((sum, record) => sum + record.names.length, 0)
const records = [...sample, ...makeRecords(sample, names - inSample, 7)]
const steps = async function* () {
  for (const [place, { edition: _edition, list: _list, ...entry }] of records.entries()) {
    yield { op: "put" as const, entry: { ...entry, uid: `made-${place}` } }
  }
}

const storage = Layer.provideMerge(Postgres.layer({ connect, maximumConnections: 4 }), Logger.layer([]))
const filling = ManagedRuntime.make(storage)
const edition = await filling.runPromise(
  Effect.flatMap(PublicListEditions, (lists) =>
    importEdition(lists, {
      key: "made_list",
      format: "made",
      title: "Made entries",
      sample: false,
      mode: "full",
      steps: steps(),
      notes: new ReadingNotes(),
      sources: () => [],
      published: "made",
      accept_loss: false
    })
  )
)
if (edition.state !== "activated") throw new Error("The made list was not taken")

const median = (values: ReadonlyArray<number>): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
const shown = (values: ReadonlyArray<number>): string =>
  `${median(values).toFixed(0)} ms (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}, N = ${values.length})`

const reading: Array<number> = []
for (let run = 0; run < runs; run++) {
  const started = performance.now()
  const held = { number: edition.edition.number, published: null, records: records.length }
  await filling.runPromise(
    Effect.flatMap(PublicListEditions, (lists) => eachRecord(publicSource(lists), { made_list: held }, () => Effect.void))
  )
  reading.push(performance.now() - started)
}
await filling.dispose()

const loading: Array<number> = []
const pauses: Array<number> = []
for (let run = 0; run < runs; run++) {
  let last = performance.now()
  let longest = 0
  const beat = setInterval(() => {
    const at = performance.now()
    longest = Math.max(longest, at - last - 1)
    last = at
  }, 1)
  const started = performance.now()
  const service = ManagedRuntime.make(Layer.provideMerge(cachedScreenerLayer(), storage))
  await service.runPromise(
    Effect.provideService(
      Effect.flatMap(Screener, (screener) => screener.search({ name: "Somebody Else" })),
      Tenant,
      { organization: "org_bench", environment: "live" }
    )
  )
  loading.push(performance.now() - started)
  clearInterval(beat)
  pauses.push(longest)
  await service.dispose()
}
console.log(`${names} names, ${records.length} records: reading ${shown(reading)}; until the first answer ${shown(loading)};`)
console.log(`longest pause of the thread that answers requests ${shown(pauses)}`)
process.exit(0)
