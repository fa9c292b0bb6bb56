import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Postgres from "@vouchkit/adapters/postgres"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import { documentTable } from "@vouchkit/adapters/postgres/statements/statement"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { inProcess } from "@vouchkit/core/kernel/access/in-process"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { PlanLimit } from "@vouchkit/core/kernel/quota/quota"
import { resources } from "@vouchkit/core/registry"
import { fieldValues } from "@vouchkit/core/resources/identities/custom-fields/model"
import { tokensOf } from "@vouchkit/core/resources/identities/custom-fields/tokens"
import { settledWith } from "@vouchkit/core/resources/identities/change"
import { noDetails } from "@vouchkit/core/resources/identities/details"
import { identities, newIdentity } from "@vouchkit/core/resources/identities/model"
import { Effect, Layer, ManagedRuntime } from "effect"
import postgres from "postgres"
import { processorTime } from "./database/processor-time.ts"

/**
 * What finding one identity among many costs, as an operation in process, beside a bare query of the same rows by their ids. Both are measured in turns,
 * and then the processor time of each.
 * BENCH_ROWS identities each have a name, a reference, an identification number and an encrypted custom field, sealed and digested as the service
 * does it; each family name is shared by about one in 8,000. BENCH_FOLDER keeps the database for another run, which measures at once.
 */
const people = Number(process.env.BENCH_ROWS ?? 1_000_000)
const asked = Number(process.env.BENCH_ROUNDS ?? 300)
const batch = 5_000
const organization = "org_bench"
const tenant = { organization, environment: "live" } as const

const kept = process.env.BENCH_FOLDER
const folder = kept ?? mkdtempSync(join(tmpdir(), "vouchkit-search-"))
mkdirSync(folder, { recursive: true })
// The account of the database has to pass through.
chmodSync(folder, 0o711)
const server = await attachOrStart({ dataDir: folder })
const path = `${server.socketDirectory}/.s.PGSQL.${server.port}`
const sql = postgres({ path, ...server.credentials.owner, database: server.database, host: "localhost", max: 1, onnotice: () => {} })
await migrate(sql)

const runtime = ManagedRuntime.make(
  Layer.mergeAll(
    Postgres.layer({ connect: { path, ...server.credentials.owner, database: server.database }, maximumConnections: 2 }),
    Crypto.layer(new Uint8Array(32).fill(7)),
    Layer.succeed(PlanLimit)(0)
  )
)
const caller = inProcess({ organization, environment: "live", actor: "bench" })
const { customFieldSchemas } = resources
const { advancedSearch, get, list, search } = resources.identities

const syllables = [
  "ka",
  "ro",
  "mi",
  "ten",
  "sa",
  "lu",
  "vor",
  "be",
  "ni",
  "dal",
  "gu",
  "pe",
  "sho",
  "ri",
  "man",
  "ze",
  "to",
  "lin",
  "fa",
  "gra"
]
/** A family name of three syllables, the same for every 8,000th number. */
const family = (number: number): string =>
  [number % 20, Math.floor(number / 20) % 20, Math.floor(number / 400) % 20].map((place) => syllables[place] ?? "").join("")
const given = (number: number): string => `${syllables[(number * 7) % 20]}${syllables[(number * 3) % 19]}`

const idOf = (number: number): string => `idn_${String(number).padStart(26, "0")}`
const numberOf = (number: number): string => `AB${String((number * 7919) % 100_000_000).padStart(8, "0")}`
const member = { key: "member", type: "text", indexed: "exact" } as const

const person = Effect.fnUntraced(function* (number: number) {
  const at = new Date(Date.UTC(2024, 0, 1) + number * 40_000).toISOString()
  const row = {
    ...newIdentity({ id: idOf(number), environment: "live", at }),
    first_name: given(number),
    last_name: family(number),
    external_reference: `customer-${number}`
  }
  const details = {
    ...noDetails,
    identification_numbers: [
      { type: "passport" as const, value: numberOf(number), country: "GB", source: { type: "import" as const, session_id: null, at } }
    ]
  }
  return yield* settledWith(row, details)
})
const values = Effect.fnUntraced(function* (number: number) {
  const at = "2026-01-01T00:00:00.000Z"
  const tokens = yield* tokensOf(member, numberOf(number))
  return { id: idOf(number), version: 1, salt: "", values: {}, sealed: {}, plain_fields: [], tokens, created_at: at, updated_at: at }
})

const fill = async () => {
  await runtime.runPromise(
    Effect.provideService(
      execute(customFieldSchemas.create, {
        input: Effect.succeed({ key: "member", label: "Member", type: "text", encrypted: true, indexed: "exact" })
      }),
      Caller,
      caller
    )
  )
  const began = performance.now()
  for (let from = 0; from < people; from += batch) {
    const numbers = Array.from({ length: Math.min(batch, people - from) }, (_, index) => from + index)
    const made = Effect.all([Effect.forEach(numbers, person), Effect.forEach(numbers, values)])
    const [rows, custom] = await runtime.runPromise(Effect.provideService(made, Tenant, tenant))
    for (const [shape, records] of [
      [identities, rows],
      [fieldValues, custom]
    ] as const) {
      const stored = records.map((row) => [organization, "live", row.id, row.version, row])
      await sql.unsafe(documentTable(shape).insert("$1"), [JSON.stringify(stored)])
    }
  }
  await sql.unsafe("vacuum (analyze)")
  console.log(`${people} identities, made in ${Math.round((performance.now() - began) / 1000)} s\n`)
}
const [row] = await sql`select count(*)::int as count from identities`
if (row?.count !== people) await fill()

const page = { limit: 50, offset: 0 }
const sorted = { ...page, sort_by: "created_at", sort_order: "desc" } as const
const input = Effect.succeed
type Found = ReadonlyArray<{ readonly id: string }>
const dataOf = <R>(answer: Effect.Effect<{ readonly output: { readonly data: Found } }, unknown, R>) =>
  Effect.map(answer, ({ output }) => output.data)
const asks = {
  "one by its encrypted number": (number: number) =>
    dataOf(execute(search, { input: input({ ...sorted, filters: { identification_number: numberOf(number) } }) })),
  "one by an encrypted custom field": (number: number) =>
    dataOf(
      execute(advancedSearch, {
        input: input({ ...sorted, where: { eq: [{ var: "identity.custom_fields.member" }, numberOf(number)] } })
      })
    ),
  "one by its reference": (number: number) =>
    Effect.map(execute(get, { input: input({ identity_id: `customer-${number}` }) }), ({ output }): Found => [output]),
  "a page by the beginning of a name": (number: number) =>
    dataOf(execute(search, { input: input({ ...sorted, query: family(number).slice(0, 5) }) })),
  "a page by two names": (number: number) =>
    dataOf(execute(search, { input: input({ ...sorted, query: `${given(number)} ${family(number)}` }) })),
  "the first page of the list": () => dataOf(execute(list, { input: input(page) })),
  "the first page of those active": () => dataOf(execute(list, { input: input({ ...page, status: ["active"] as const }) }))
}
const bare = (ids: ReadonlyArray<string>) =>
  sql.unsafe("select data from identities where organization = $1 and environment = 'live' and id = any($2)", [organization, [...ids]], {
    prepare: true
  })

const atShare = (times: ReadonlyArray<number>, share: number): string =>
  (times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0).toFixed(1)
const askedFor = (number: number, ask: (number: number) => ReturnType<(typeof asks)[keyof typeof asks]>) =>
  runtime.runPromise(Effect.provideService(ask(number), Caller, caller))
const numberOfRound = (round: number): number => (round * 104_729) % people
console.log("| | rows | p50 ms | p95 ms | bare p50 ms | bare p95 ms | processor ms: service + database | bare: service + database |")
console.log("| --- | --- | --- | --- | --- | --- | --- | --- |")
for (const [name, ask] of Object.entries(asks)) {
  const [times, bareTimes]: [number[], number[]] = [[], []]
  let found: Found = []
  for (let round = -20; round < asked; round += 1) {
    const number = numberOfRound(round + 20)
    const start = performance.now()
    found = await askedFor(number, ask)
    const between = performance.now()
    await bare(found.map(({ id }) => id))
    const ended = performance.now()
    if (found.length === 0) throw new Error(`nothing found: ${name}`)
    // The first rounds warm up.
    if (round < 0) continue
    times.push(between - start)
    bareTimes.push(ended - between)
  }
  const ids = found.map(({ id }) => id)
  const rounds = async (work: (round: number) => Promise<unknown>) => {
    for (let round = 0; round < asked; round += 1) await work(round)
  }
  const ours = await processorTime(server.dataDirectory, () => rounds((round) => askedFor(numberOfRound(round), ask)))
  const theirs = await processorTime(server.dataDirectory, () => rounds(() => bare(ids)))
  const each = ({ database_ms, service_ms }: typeof ours): string =>
    `${(service_ms / asked).toFixed(1)} + ${(database_ms / asked).toFixed(1)}`
  const spread = [times, bareTimes].flatMap((some) => [atShare(some, 0.5), atShare(some, 0.95)])
  console.log(`| ${[name, found.length, ...spread, each(ours), each(theirs)].join(" | ")} |`)
}

await runtime.dispose()
await sql.end()
await server.stop()
if (kept === undefined) rmSync(folder, { recursive: true, force: true })
process.exit(0)
