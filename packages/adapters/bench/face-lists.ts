// Prints what it costs to compare one face with all listed ones, beside the look-up of a name and an email in lists of the same tenant.
// Run: bun packages/adapters/bench/face-lists.ts
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { FaceTemplate } from "@vouchkit/core/verification/faces/analysis"
import { localFaceModel } from "@vouchkit/core/verification/faces/bands"
import { sealFace } from "@vouchkit/core/verification/faces/template"
import { compareFaces, faceListLimits } from "@vouchkit/core/resources/lists/matching/face-matches"
import { findMatches } from "@vouchkit/core/resources/lists/matching/look-up"
import { ListEntryStore, type StoredEntry } from "@vouchkit/core/resources/lists/model"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Effect, Layer } from "effect"
import postgres from "postgres"
import * as Crypto from "../src/crypto/vault.ts"
import * as Postgres from "../src/postgres/index.ts"
import { attachOrStart } from "../src/postgres/embedded/server.ts"
import { migrate } from "../src/postgres/migrate.ts"

const runs = 15
const dataDir = mkdtempSync(join(tmpdir(), "vouchkit-bench-"))
process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }))
const { credentials, database, port, socketDirectory } = await attachOrStart({ dataDir })
const connect = { path: `${socketDirectory}/.s.PGSQL.${port}`, ...credentials.owner, database }
const sql = postgres({ ...connect, host: "localhost", max: 1, onnotice: () => {} })
await migrate(sql)

const at = "2026-01-01T00:00:00.000Z"
/** Numbers in place of a face, the same in every run. */
const template = (seed: number): FaceTemplate => ({
  model: localFaceModel,
  values: Array.from({ length: 128 }, (_, index) => Math.sin(seed * 131 + index * 7) / 4)
})
const entry = (id: string, sealed: string): StoredEntry => ({
  id,
  environment: "live",
  list_id: null,
  entry_type: "face",
  match_type: "face",
  value_masked: "face",
  reason: null,
  source: "manual",
  expires_at: null,
  digest: id,
  fuzzy_keys: [],
  sealed,
  face_model: `${localFaceModel.name}/${localFaceModel.version}`,
  session_id: null,
  identity_id: null,
  active_key: id,
  match_count: 0,
  last_matched_at: null,
  archived_at: null,
  created_by: { type: "system", id: "bench" },
  sequence: 0,
  version: 1,
  created_at: at,
  updated_at: at
})

const fill = (from: number, to: number) =>
  Effect.flatMap(UnitOfWork, ({ transaction }) =>
    transaction(
      Effect.gen(function* () {
        const store = yield* ListEntryStore
        for (let index = from; index < to; index += 1) {
          const id = `blk_${String(index).padStart(26, "0")}`
          yield* store.insert(entry(id, yield* sealFace(id, { template: template(index), captures: [] })))
        }
      })
    )
  )

const median = (values: ReadonlyArray<number>): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

const timed = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const { transaction } = yield* UnitOfWork
  const times: Array<number> = []
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now()
    yield* transaction(effect)
    times.push(performance.now() - start)
  }
  return median(times)
})

const program = Effect.gen(function* () {
  const values = findMatches(
    [
      { type: "name", value: "Maria Garcia Lopez" },
      { type: "email", value: "maria@example.com" }
    ],
    []
  )
  let filled = 0
  for (const count of [0, 100, 1_000, faceListLimits.entries]) {
    yield* fill(filled, count)
    filled = count
    const [faces, texts] = [yield* timed(compareFaces([template(-1)], [])), yield* timed(values)]
    console.log(
      `${count} listed faces: ${faces.toFixed(1)} ms, ${(faces / texts).toFixed(1)} times the look-up of a name and an email (${texts.toFixed(1)} ms), N=${runs}`
    )
  }
})

const layer = Layer.mergeAll(Postgres.layer({ connect, maximumConnections: 2 }), Crypto.layer(new Uint8Array(32).fill(7)))
// Entries of other types that the look-up of faces has to pass by.
await sql`insert into customer_list_entries (organization, environment, id, version, data, entry_type, source, digest, fuzzy_keys, created_at) select 'org_bench', 'live', 'blk_n' || n, 1, '{}', 'email', 'import', 'd' || n, '[]', ${at} from generate_series(1, 30000) as n`
await sql`analyze customer_list_entries`
await Effect.runPromise(
  program.pipe(Effect.provideService(Tenant, { organization: "org_bench", environment: "live" }), Effect.provide(layer))
)
await sql.end()
process.exit(0)
