import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { SettingsStore } from "@vouchkit/core/resources/settings/store"
import { Effect } from "effect"
import { PgBoss } from "pg-boss"
import postgres from "postgres"
import { machine, openStage, sizeOf, tenant, told } from "./webhooks/stage.ts"

/** A business row and its job in one transaction: ours, beside pg-boss with its job inserted by the same transaction, in the same run. */
const seconds = sizeOf("BENCH_SECONDS", 3)
const rounds = sizeOf("BENCH_ROUNDS", 3)
const atOnce = sizeOf("BENCH_CLIENTS", 16)

const stage = await openStage()
const { socket } = stage
const sql = postgres({ ...socket, host: "localhost", max: 10, onnotice: () => {} })
await sql.unsafe(
  "create table bench_rows (organization text, environment text, id text, data jsonb, primary key (organization, environment, id))"
)
const row = (id: string) => ({
  id,
  version: 1,
  note: "n".repeat(400),
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString()
})
const payload = { session_id: "ses_00000000000000000000000000", note: "n".repeat(400) }

const perSecond = async (once: (id: string) => Promise<unknown>): Promise<number> => {
  const until = performance.now() + seconds * 1000
  let done = 0
  const client = async () => {
    while (performance.now() < until) {
      await once(crypto.randomUUID())
      done += 1
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: atOnce }, client))
  return done / ((performance.now() - began) / 1000)
}

const context = await stage.runtime.context()
const ours = (id: string) =>
  Effect.runPromiseWith(context)(
    Effect.gen(function* () {
      const { transaction } = yield* UnitOfWork
      const rows = yield* SettingsStore
      const queue = yield* JobQueue
      const at = new Date().toISOString()
      yield* transaction(
        Effect.andThen(
          // Any record will do; this kind has no columns beside its document, as the row that is compared.
          rows.insert({ ...row(id), kind: "bench" } as any),
          queue.enqueue({ id, name: "bench.job", payload, due_at: at })
        )
      )
    }).pipe(Effect.provideService(Tenant, tenant))
  )

const [host = "", port = ""] = socket.path.split("/.s.PGSQL.")
const { database, password, user } = socket
const boss = new PgBoss({ host, port: Number(port), user, password, database, supervise: false, schedule: false })
boss.on("error", () => undefined)
await boss.start()
await boss.createQueue("bench")
const theirs = (id: string) =>
  sql.begin(async (transaction) => {
    await transaction`insert into bench_rows values (${tenant.organization}, ${tenant.environment}, ${id}, ${transaction.json(row(id))})`
    const executeSql = async (text: string, values?: Array<unknown>) => ({ rows: await transaction.unsafe(text, values as Array<any>) })
    await boss.send("bench", payload, { db: { executeSql } })
  })

await perSecond(ours)
await perSecond(theirs)
const ratios: Array<number> = []
for (let round = 1; round <= rounds; round += 1) {
  const their = await perSecond(theirs)
  const own = await perSecond(ours)
  ratios.push(own / their)
  console.log(`enqueue round ${round}/${rounds}: ${own.toFixed(0)} /s, pg-boss ${their.toFixed(0)} /s, ratio ${(own / their).toFixed(2)}`)
}
console.log(`row and job in one transaction, ${atOnce} at once: ratio to pg-boss ${told(ratios)}; ${machine}`)
await boss.stop({ graceful: false })
await sql.end()
await stage.close()
process.exit(0)
