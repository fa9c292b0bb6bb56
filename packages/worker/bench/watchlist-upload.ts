// Prints what an upload of a customer's list costs, first and again with one row in a hundred changed, part by part.
// Run: bun packages/worker/bench/watchlist-upload.ts [rows]
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Postgres from "@vouchkit/adapters/postgres"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { importEdition } from "@vouchkit/core/resources/watchlists/editions/import-edition"
import { CustomerListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { stepsOf } from "@vouchkit/core/resources/watchlists/operations"
import { readMapping, readUpload } from "@vouchkit/core/resources/watchlists/read-upload"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import postgres from "postgres"
import { asSystem } from "../src/jobs/system-caller.ts"

const [rows = 100_000] = process.argv.slice(2).map(Number)
const mapping = { uid: "Id", name: "Name", aliases: ["Also"], birth_date: "Born", country: "Country", reason: "Why" }

const fileOf = (changed: boolean): Uint8Array => {
  const lines = Array.from({ length: rows }, (_, row) => {
    const given = `Given${(row * 7919) % 1_500}`
    const why = changed && row % 100 === 0 ? "Looked at again" : "Fraud in 2024"
    return `c-${row},${given} Family${(row * 104_729) % 20_011},${given} Other${row % 997},19${40 + (row % 60)}-0${1 + (row % 9)}-1${row % 10},DE,${why}`
  })
  return new TextEncoder().encode(["Id,Name,Also,Born,Country,Why", ...lines].join("\n"))
}

const dataDir = mkdtempSync(join(tmpdir(), "vouchkit-upload-"))
const server = await attachOrStart({ dataDir })
const connect = { path: `${server.socketDirectory}/.s.PGSQL.${server.port}`, ...server.credentials.owner, database: "vouchkit" }
const sql = postgres({ ...connect, host: "localhost", max: 1, onnotice: () => {} })
await migrate(sql)
const storage = Layer.mergeAll(Postgres.layer({ connect, maximumConnections: 2 }), Crypto.layer(new Uint8Array(32).fill(7)))
const runtime = ManagedRuntime.make(Layer.provideMerge(storage, Logger.layer([])))
const spent = new Map<string, number>()

const timed = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const started = performance.now()
    return Effect.tap(effect, () => Effect.sync(() => spent.set(name, (spent.get(name) ?? 0) + performance.now() - started)))
  })

const upload = (bytes: Uint8Array) =>
  Effect.gen(function* () {
    const read = yield* timed(
      "read the file",
      Effect.flatMap(readMapping(JSON.stringify(mapping)), (made) => readUpload(bytes, made))
    )
    const store = yield* CustomerListEditions
    const { transaction } = yield* UnitOfWork
    const parts: typeof store = {
      ...store,
      add: (...given) => timed("write entries", store.add(...given)),
      weigh: (ticket) => timed("weigh", store.weigh(ticket)),
      contents: (...given) => timed("read back for the hash", store.contents(...given)),
      activate: (...given) => timed("make current", store.activate(...given))
    }
    return yield* transaction(
      importEdition(parts, {
        key: "house_list",
        format: "customer_csv",
        title: "House",
        sample: false,
        mode: "full",
        steps: stepsOf(read.entries),
        notes: read.notes,
        sources: () => [read.source],
        published: null,
        accept_loss: false,
        enclosed: true
      })
    )
  })

for (const [name, changed] of [
  ["first", false],
  ["again", true]
] as const) {
  spent.clear()
  const bytes = fileOf(changed)
  const started = performance.now()
  const outcome = await runtime.runPromise(upload(bytes).pipe(asSystem({ organization: "org_bench", environment: "live" }, "req_bench")))
  console.log(
    `${name}: ${rows} rows, ${(bytes.length / 2 ** 20).toFixed(1)} MB, ${outcome.state}, in ${(performance.now() - started).toFixed(0)} ms`
  )
  for (const [part, took] of spent) console.log(`   ${part}: ${took.toFixed(0)} ms`)
}

await runtime.dispose()
await sql.end()
await server.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exit(0)
