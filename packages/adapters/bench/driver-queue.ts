import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import type postgres from "postgres"

/**
 * What our patch of the list of connections brings: the driver as it is installed, and a copy of it that has this list as version 3.4.9 has it,
 * both with 64 statements at a time over 8 connections, in turns in one run. Processor time of this process, since the machine is shared.
 */
const statements = Number(process.env.BENCH_STATEMENTS ?? 40_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const atOnce = 64

const releasedList = `export default function Queue(initial = []) {
  let xs = initial.slice()
  let index = 0
  return {
    get length() { return xs.length - index },
    remove: (x) => {
      const index = xs.indexOf(x)
      return index === -1 ? null : (xs.splice(index, 1), x)
    },
    push: (x) => (xs.push(x), x),
    shift: () => {
      const out = xs[index++]
      if (index === xs.length) {
        index = 0
        xs = []
      } else xs[index - 1] = undefined
      return out
    }
  }
}
`

const folder = mkdtempSync(join(tmpdir(), "vouchkit-bench-"))
// The account of the database has to pass through.
chmodSync(folder, 0o711)
const installed = dirname(dirname(createRequire(join(import.meta.dir, "../package.json")).resolve("postgres")))
const copy = join(folder, "driver")
cpSync(installed, copy, { recursive: true, dereference: true })
writeFileSync(join(copy, "src/queue.js"), releasedList)

const server = await attachOrStart({ dataDir: join(folder, "data") })
const connect = async (driver: string): Promise<postgres.Sql> => {
  const { default: open }: { readonly default: typeof postgres } = await import(join(driver, "src/index.js"))
  const path = `${server.socketDirectory}/.s.PGSQL.${server.port}`
  return open({ host: "localhost", path, ...server.credentials.owner, database: server.database, max: 8 })
}

/** Microseconds of processor time for each statement. */
const costOf = async (sql: postgres.Sql): Promise<number> => {
  let left = statements
  const client = async () => {
    while (left > 0) {
      left -= 1
      await sql.unsafe("select 1", [], { prepare: true })
    }
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: atOnce }, client))
  const { system, user } = process.cpuUsage(before)
  return (system + user) / statements
}

const [released, patched] = [await connect(copy), await connect(installed)]
for (let round = 1; round <= rounds; round += 1) {
  const [plain, ours] = [await costOf(released), await costOf(patched)]
  console.log(
    `driver after ${(round - 1) * statements} statements: patched ${ours.toFixed(1)} us, as released ${plain.toFixed(1)} us, ratio ${(plain / ours).toFixed(2)}`
  )
}
await Promise.all([released.end(), patched.end()])
await server.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(0)
