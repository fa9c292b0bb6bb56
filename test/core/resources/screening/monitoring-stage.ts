import * as Postgres from "@vouchkit/adapters/postgres"
import { directScreenerLayer } from "@vouchkit/adapters/screening/direct-screener"
import { screeningSubjects } from "@vouchkit/core"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { jobs } from "@vouchkit/core/flows/screening/jobs"
import type { ListEntry } from "@vouchkit/core/resources/watchlists/editions/entry"
import { decoderOf } from "@vouchkit/worker/jobs/run-job"
import { runOnce } from "@vouchkit/worker/jobs/schedule"
import { asSystem } from "@vouchkit/worker/jobs/system-caller"
import { timers } from "@vouchkit/worker/jobs/timers"
import { Effect, Layer } from "effect"
import { aCore, start, type Who } from "../../../support/operations.ts"
import { freshDatabase } from "../../../support/postgres.ts"
import { publish } from "../../../support/screening-lists.ts"

export const storages = {
  memory: async () => Layer.empty as Layer.Layer<any>,
  postgres: async () =>
    Layer.provideMerge(directScreenerLayer(), Postgres.layer({ connect: await freshDatabase(), maximumConnections: 4 })) as Layer.Layer<any>
}

const ours = timers.filter(({ name }) => name.startsWith("screening."))
const names = jobs.map(({ name }) => name)

/** A core with lists and subjects, whose timers and jobs run when a test says so. */
export const aStage = async (beside: Layer.Layer<any> = Layer.empty as Layer.Layer<any>) => {
  const core = await aCore(beside)
  let at = Date.parse(start)
  const pass = async (milliseconds: number) => {
    at += milliseconds
    await core.setTime(new Date(at).toISOString())
  }
  const tick = () => core.run(runOnce(ours))
  /** Runs what is queued and due until nothing is, and answers how many runs of each job that took. */
  const work = async (kinds: ReadonlyArray<string> = names): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {}
    for (let turn = 0; turn < 100; turn += 1) {
      const ran = await core.run(
        Effect.gen(function* () {
          const queue = yield* JobQueue
          const limits = Object.fromEntries(kinds.map((name) => [name, 1_000]))
          const claimed = yield* queue.claim({ limits, lease_seconds: 600, now: new Date(at).toISOString() })
          for (const queued of claimed) {
            const declared = jobs.find(({ name }) => name === queued.name)
            if (declared === undefined) throw new Error(queued.name)
            counts[queued.name] = (counts[queued.name] ?? 0) + 1
            const payload = yield* decoderOf(declared)(queued.payload)
            const handled = declared.handle(payload as never, { id: queued.id, attempt: queued.attempt })
            yield* (handled as Effect.Effect<void, unknown, any>).pipe(asSystem(queued, `job_${queued.id}`))
            yield* queue.complete(queued)
          }
          return claimed.length
        })
      )
      if (ran === 0) return counts
    }
    throw new Error("jobs without end")
  }
  /** Time passes until monitoring has taken note of everything. */
  const settle = async () => {
    await pass(61_000)
    await tick()
    const counts = await work()
    await tick()
    await work()
    return counts
  }
  const monitored = async (known: object, who?: Who): Promise<string> =>
    (await core.ask(screeningSubjects.create, { monitoring: { status: "active", cadence: "monthly" }, ...known } as never, who)).output.id
  const list = (entries: ReadonlyArray<ListEntry>, key = "test_list", more: object = {}) => core.run(publish(key, entries, more))
  /** Events since the last look, as type and subject or case. */
  const told = async () =>
    (await core.events())
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .filter(({ type }) => type === "screening.hit-found" || type.startsWith("case."))
      .map(({ data, organization, type }) => ({ organization, type, subject_id: data.subject_id, id: data.id, data }))
  return { ...core, pass, tick, work, settle, monitored, list, told, now: () => new Date(at).toISOString() }
}
