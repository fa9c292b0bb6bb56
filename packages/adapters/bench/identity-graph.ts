import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Postgres from "@vouchkit/adapters/postgres"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import { documentTable } from "@vouchkit/adapters/postgres/statements/statement"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { inProcess } from "@vouchkit/core/kernel/access/in-process"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { PlanLimit } from "@vouchkit/core/kernel/quota/quota"
import { resources } from "@vouchkit/core/registry"
import { identities, newIdentity } from "@vouchkit/core/resources/identities/model"
import { newRelationship, relationships } from "@vouchkit/core/resources/identities/relationships/model"
import { Effect, Layer, ManagedRuntime } from "effect"
import postgres from "postgres"
import { processorTime } from "./database/processor-time.ts"

/**
 * What a graph of 100 identities at depth 3 costs among many, as an operation in process, beside two bare queries of the same rows by their ids. Both
 * are measured in turns, and then the processor time of each. BENCH_ROWS identities stand in groups of 100: each has up to four others below it, and every third knows the next one. Beside
 * them stands a hub that employs all of them, of which a graph reads no more than it shows.
 */
const people = Number(process.env.BENCH_ROWS ?? 100_000)
const graphs = Number(process.env.BENCH_GRAPHS ?? 500)
const group = 100
const batch = 10_000
const organization = "org_bench"
const at = "2026-01-01T00:00:00.000Z"

const folder = mkdtempSync(join(tmpdir(), "vouchkit-graph-"))
// The account of the database has to pass through.
chmodSync(folder, 0o711)
const server = await attachOrStart({ dataDir: folder })
const path = `${server.socketDirectory}/.s.PGSQL.${server.port}`
const sql = postgres({ path, ...server.credentials.owner, database: server.database, host: "localhost", max: 1, onnotice: () => {} })
await migrate(sql)

const idOf = (number: number): string => `idn_${String(number).padStart(26, "0")}`
/** Above whom the identity with this number of its group stands; 100 of them are at most three steps from the first. */
const parentOf = (number: number): number => (number <= 5 ? 0 : Math.floor((number - 6) / 4) + 1)

const said = {
  environment: "live",
  status: "confirmed",
  source: "manual",
  confidence: null,
  percent: null,
  valid_from: null,
  valid_to: null,
  evidence: []
} as const
let related = 0
const relate = (type: string, inverse_type: string, from: number, to: number) => {
  related += 1
  const id = `rel_${String(related).padStart(26, "0")}`
  return newRelationship({ type, inverse_type, from_id: idOf(from), to_id: idOf(to) }, { ...said, id }, at)
}
const edgesOf = (number: number) => {
  const [place, first] = [number % group, number - (number % group)]
  return [
    ...(place === 0 ? [] : [relate("parent_of", "child_of", first + parentOf(place), number)]),
    ...(place % 3 === 1 ? [relate("associate_of", "associate_of", number, number + 1)] : [])
  ]
}
const person = (number: number) => ({
  ...newIdentity({ id: idOf(number), environment: "live", at }),
  display_name: `Given${number % 5000} Family${number % 7919}`,
  // As long as a sealed address, two numbers and a telephone are.
  sealed_details: "x".repeat(900)
})
const hub = people
await sql.unsafe(documentTable(identities).insert("$1"), [JSON.stringify([[organization, "live", idOf(hub), 1, person(hub)]])])
for (let from = 0; from < people; from += batch) {
  const numbers = Array.from({ length: Math.min(batch, people - from) }, (_, index) => from + index)
  for (const [shape, rows] of [
    [identities, numbers.map(person)],
    [relationships, numbers.flatMap((number) => [...edgesOf(number), relate("employs", "employee_of", hub, number)])]
  ] as const) {
    const values = rows.map((row) => [organization, "live", row.id, row.version, row])
    await sql.unsafe(documentTable(shape).insert("$1"), [JSON.stringify(values)])
  }
}
await sql.unsafe("vacuum (analyze) identities, identity_relationships")

const layer = Layer.mergeAll(
  Postgres.layer({ connect: { path, ...server.credentials.owner, database: server.database }, maximumConnections: 2 }),
  Crypto.layer(new Uint8Array(32).fill(7)),
  Layer.succeed(PlanLimit)(0)
)
const runtime = ManagedRuntime.make(layer)
const caller = inProcess({ organization, environment: "live", actor: "bench" })
const graphFrom = (start: string, asked: object) =>
  runtime.runPromise(
    Effect.provideService(
      execute(resources.identities.graph, { input: Effect.succeed({ start_ids: [start], max_nodes: 100, ...asked }) }),
      Caller,
      caller
    )
  )
const bare = async (table: string, ids: ReadonlyArray<string>) =>
  sql.unsafe(`select data from ${table} where organization = $1 and environment = 'live' and id = any($2)`, [organization, [...ids]], {
    prepare: true
  })

const families = { depth: 3, types: ["parent_of", "associate_of"] }
const times = { graph: [] as number[], "the same rows by id": [] as number[], "graph of the hub": [] as number[] }
let edges = 0
for (let round = -20; round < graphs; round += 1) {
  const start = idOf((((round + 20) * 7919) % (people / group)) * group)
  const began = performance.now()
  const { output } = await graphFrom(start, families)
  const between = performance.now()
  await bare(
    "identities",
    output.nodes.map(({ id }) => id)
  )
  await bare(
    "identity_relationships",
    output.edges.map(({ id }) => id)
  )
  const ended = performance.now()
  if (output.nodes.length !== group || output.truncated) throw new Error(`${output.nodes.length} identities`)
  edges = output.edges.length
  // The first rounds warm up.
  if (round < 0) continue
  times.graph.push(between - began)
  times["the same rows by id"].push(ended - between)
  const { output: crowd } = await graphFrom(idOf(hub), { depth: 1 })
  if (crowd.nodes.length !== group || !crowd.truncated) throw new Error(`${crowd.nodes.length} identities around the hub`)
  times["graph of the hub"].push(performance.now() - ended)
}
const startOf = (round: number) => idOf(((round * 7919) % (people / group)) * group)
const { output: one } = await graphFrom(startOf(0), families)
const works = {
  graph: (round: number) => graphFrom(startOf(round), families),
  "the same rows by id": async () => {
    await bare(
      "identities",
      one.nodes.map(({ id }) => id)
    )
    await bare(
      "identity_relationships",
      one.edges.map(({ id }) => id)
    )
  },
  "graph of the hub": () => graphFrom(idOf(hub), { depth: 1 })
} satisfies Record<keyof typeof times, (round: number) => Promise<unknown>>
const at_share = (values: ReadonlyArray<number>, share: number): string =>
  (values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0).toFixed(1)

console.log(`${people} identities, ${related} relationships; each graph has ${group} identities and ${edges} relationships\n`)
console.log("| | p50 ms | p95 ms | processor ms: service + database |\n| --- | --- | --- | --- |")
for (const name of ["graph", "the same rows by id", "graph of the hub"] as const) {
  const { database_ms, service_ms } = await processorTime(server.dataDirectory, async () => {
    for (let round = 0; round < graphs; round += 1) await works[name](round)
  })
  const each = `${(service_ms / graphs).toFixed(1)} + ${(database_ms / graphs).toFixed(1)}`
  console.log(`| ${name} | ${at_share(times[name], 0.5)} | ${at_share(times[name], 0.95)} | ${each} |`)
}

await runtime.dispose()
await sql.end()
await server.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(0)
