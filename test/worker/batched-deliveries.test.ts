import { expect } from "bun:test"
import * as Postgres from "@vouchkit/adapters/postgres"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { type AnyJob, JobQueue, type QueuedJob } from "@vouchkit/core/kernel/jobs/job"
import { jobs } from "@vouchkit/core/flows/webhooks/jobs"
import { DeliveryStore, EventStore } from "@vouchkit/core/resources/webhooks/model"
import { SettledDeliveries } from "@vouchkit/core/resources/webhooks/deliveries/settled-deliveries"
import { runBatch } from "@vouchkit/worker/jobs/batched-jobs"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { anEndpoint, call, deliveriesOf, happens, inside, received, receiver, work, world } from "../core/resources/webhooks/harness.ts"
import { freshDatabase } from "../support/postgres.ts"

const options = { storage: Postgres.layer({ connect: await freshDatabase(), maximumConnections: 8 }) as never }
const delivering = jobs.find(({ name }) => name === "webhooks.deliver") as AnyJob

const claim = (name: string): Effect.Effect<ReadonlyArray<QueuedJob>, unknown, any> =>
  Effect.gen(function* () {
    return yield* (yield* JobQueue).claim({ limits: { [name]: 1000 }, lease_seconds: 60, now: yield* now })
  })

/** So many events, issued to the endpoints that there are; answers the jobs of their deliveries, claimed. */
const claimed = (events: number) =>
  Effect.gen(function* () {
    for (let event = 0; event < events; event += 1) yield* happens("session.approved")
    const dispatching = jobs.find(({ name }) => name === "webhooks.dispatch") as AnyJob
    for (const job of yield* claim("webhooks.dispatch")) {
      yield* inside(dispatching.handle(job.payload, job) as Effect.Effect<void, unknown, any>)
      yield* (yield* JobQueue).complete(job)
    }
    return yield* claim("webhooks.deliver")
  })

interface Ran {
  readonly alone: Array<string>
  readonly givenBack: Array<string>
}
/** Runs claimed jobs together, as a worker does; what is launched alone is only written down. */
const together = (queued: ReadonlyArray<QueuedJob>, stopping = () => false) =>
  Effect.gen(function* () {
    const ran: Ran = { alone: [], givenBack: [] }
    const giveBack = (id: string) => () => void ran.givenBack.push(id)
    yield* runBatch(
      delivering,
      queued.map((job) => ({ queued: job, giveBack: giveBack(job.id) })),
      {
        launch: (job, back) =>
          Effect.sync(() => {
            ran.alone.push(job.id)
            back()
          }),
        stopping
      }
    )
    return ran
  })

const ended = (job: { readonly attempts: ReadonlyArray<any>; readonly status: string; readonly attempts_made: number }) => ({
  status: job.status,
  made: job.attempts_made,
  attempts: job.attempts.map(({ error_code, number, response_excerpt, response_status, trigger }) => ({
    error_code,
    number,
    response_excerpt,
    response_status,
    trigger
  }))
})
const sorted = (rows: ReadonlyArray<unknown>) => rows.map((row) => JSON.stringify(row)).toSorted()
const answers = [{}, { status: 500 }, { status: 204, body: "" }, { fails: "timeout" }, { status: 302 }, {}, { fails: "tls" }, {}] as const

world(
  "deliveries that are made together are written down as those that are made one by one",
  () =>
    Effect.gen(function* () {
      const state = yield* receiver
      const one = yield* anEndpoint({ url: "https://one.example.com/in" })
      const alone = yield* claimed(answers.length)
      for (const job of alone) yield* (yield* JobQueue).postpone(job, yield* now, null, false)
      state.script.push(...answers)
      yield* work
      const expected = yield* deliveriesOf(one)
      yield* call("webhook_endpoints.archive", { endpoint_id: one.id })

      const other = yield* anEndpoint({ url: "https://other.example.com/in" })
      const jobsOfOther = yield* claimed(answers.length)
      expect(jobsOfOther.length).toBe(answers.length)
      state.script.push(...answers)
      const { alone: launched, givenBack } = yield* together(jobsOfOther)
      expect(launched).toEqual([])
      expect(givenBack.toSorted()).toEqual(jobsOfOther.map(({ id }) => id).toSorted())
      expect(sorted((yield* deliveriesOf(other)).map(ended))).toEqual(sorted(expected.map(ended)))
      expect((yield* received).length).toBe(2 * answers.length)
      // Nothing is left to do now, and what failed is tried again later.
      expect(yield* claim("webhooks.deliver")).toEqual([])
      const waiting = (yield* deliveriesOf(other)).filter(({ next_attempt_at }) => next_attempt_at !== null)
      expect(waiting.length).toBe(4)
      yield* call("webhook_endpoints.archive", { endpoint_id: other.id })
    }),
  options
)

world(
  "a delivery that waited for a connection in vain was not attempted: it comes again a second later",
  () =>
    Effect.gen(function* () {
      const state = yield* receiver
      const endpoint = yield* anEndpoint()
      const queued = yield* claimed(5)
      state.script.push({}, { busy: true }, {}, { busy: true }, {})
      const { alone, givenBack } = yield* together(queued)
      expect(alone).toEqual([])
      expect(givenBack.toSorted()).toEqual(queued.map(({ id }) => id).toSorted())
      const states = () => Effect.map(deliveriesOf(endpoint), (all) => all.map((one) => `${one.status} ${one.attempts.length}`).toSorted())
      expect(yield* states()).toEqual([...Array(2).fill("pending 0"), ...Array(3).fill("succeeded 1")])
      expect(yield* claim("webhooks.deliver")).toEqual([])
      yield* TestClock.adjust("1 second")
      // One by one it is the same.
      state.script.push({ busy: true }, {})
      yield* work
      expect(yield* states()).toEqual(["pending 0", ...Array(4).fill("succeeded 1")])
      yield* TestClock.adjust("1 second")
      yield* work
      expect(yield* states()).toEqual(Array(5).fill("succeeded 1"))
      expect((yield* received).length).toBe(5)
      yield* call("webhook_endpoints.archive", { endpoint_id: endpoint.id })
    }),
  options
)

world(
  "each endpoint gets its own deliveries, signed with its own secret, and nothing of another's",
  () =>
    Effect.gen(function* () {
      const state = yield* receiver
      const endpoints = yield* Effect.forEach([1, 2, 3], (number) => anEndpoint({ url: `https://e${number}.example.com/in` }))
      yield* together(yield* claimed(5))
      const perUrl = Map.groupBy(state.requests, ({ url }) => url)
      expect([...perUrl.values()].map(({ length }) => length)).toEqual([5, 5, 5])
      const signatures = new Set(state.requests.map(({ headers }) => headers["x-service-signature"]))
      expect(signatures.size).toBe(15)
      for (const { id } of endpoints) {
        expect((yield* deliveriesOf({ id })).map(({ status }) => status)).toEqual(Array(5).fill("succeeded"))
        yield* call("webhook_endpoints.archive", { endpoint_id: id })
      }
    }),
  options
)

world(
  "what is out of the ordinary goes one by one, unsent: by hand, cancelled, made already, without its content",
  () =>
    Effect.gen(function* () {
      const state = yield* receiver
      const endpoint = yield* anEndpoint()
      const [byHand, cancelled, made, erased, ordinary] = yield* claimed(5)
      const idOf = (job: QueuedJob | undefined) => (job?.payload as { delivery_id: string } | undefined)?.delivery_id ?? ""
      const change = (job: QueuedJob | undefined, changes: object) =>
        inside(
          Effect.gen(function* () {
            const store = yield* DeliveryStore
            const found = yield* store.find(idOf(job))
            if (found !== undefined) yield* store.save({ ...found, ...changes })
            return found
          })
        )
      yield* change(cancelled, { status: "cancelled", next_attempt_at: null })
      yield* change(made, { attempts_made: 1 })
      const without = yield* change(erased, {})
      yield* inside(
        Effect.gen(function* () {
          const store = yield* EventStore
          const event = yield* store.find(without?.event_id ?? "")
          if (event !== undefined) yield* store.save({ ...event, envelope: null, erased_at: yield* now })
        })
      )
      const manual = { ...byHand, payload: { ...(byHand?.payload as object), trigger: "manual", attempt: null } } as QueuedJob
      const rest = [cancelled, made, erased].filter((job) => job !== undefined)
      const { alone } = yield* together([manual, ...rest, ...(ordinary === undefined ? [] : [ordinary])])
      expect(alone.toSorted()).toEqual([manual, ...rest].map(({ id }) => id).toSorted())
      expect(state.requests.map(({ headers }) => headers["x-service-delivery-id"])).toEqual([idOf(ordinary)])
      yield* call("webhook_endpoints.archive", { endpoint_id: endpoint.id })
    }),
  options
)

world(
  "a delivery that was changed while it was on the wire is written down with what follows, and its job is gone",
  () =>
    Effect.gen(function* () {
      const state = yield* receiver
      const endpoint = yield* anEndpoint()
      const queued = yield* claimed(4)
      const touched = (queued[0]?.payload as { delivery_id: string } | undefined)?.delivery_id ?? ""
      state.onSend = Effect.void
      const store = yield* SettledDeliveries
      const rounds = store.rounds
      const read = rounds?.read
      if (rounds === null || read === undefined) throw new Error("there are no rounds")
      const meddling = {
        ...store,
        rounds: {
          ...rounds,
          read: (runs: Parameters<typeof read>[0]) =>
            Effect.tap(read(runs), () =>
              Effect.orDie(
                inside(
                  Effect.gen(function* () {
                    const deliveries = yield* DeliveryStore
                    const found = yield* deliveries.find(touched)
                    if (found !== undefined) yield* deliveries.save({ ...found, updated_at: yield* now })
                  })
                ) as Effect.Effect<void>
              )
            )
        }
      }
      const context = yield* Effect.context<any>()
      const bound = {
        ...meddling,
        rounds: { ...meddling.rounds, read: (runs: any) => Effect.provideContext(meddling.rounds.read(runs), context) }
      }
      yield* Effect.provideService(together(queued), SettledDeliveries, bound as typeof store)
      expect((yield* deliveriesOf(endpoint)).map(({ status }) => status)).toEqual(Array(4).fill("succeeded"))
      expect((yield* received).length).toBe(4)
      yield* call("webhook_endpoints.archive", { endpoint_id: endpoint.id })
    }),
  options
)

world(
  "a worker that stops hands back what is still on the wire, and another makes it",
  () =>
    Effect.gen(function* () {
      const state = yield* receiver
      const endpoint = yield* anEndpoint()
      const queued = yield* claimed(4)
      let begun = 0
      state.onSend = Effect.andThen(
        Effect.sync(() => {
          begun += 1
        }),
        Effect.never
      )
      let stopping = false
      const running = yield* Effect.forkChild(together(queued, () => stopping))
      while (begun < 4) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      stopping = true
      yield* Fiber.interrupt(running)
      state.onSend = Effect.void
      const again = yield* claim("webhooks.deliver")
      expect(again.map(({ attempt, id }) => [id, attempt]).toSorted()).toEqual(queued.map(({ id }) => [id, 1]).toSorted())
      yield* together(again)
      expect((yield* deliveriesOf(endpoint)).map(({ status }) => status)).toEqual(Array(4).fill("succeeded"))
      yield* call("webhook_endpoints.archive", { endpoint_id: endpoint.id })
    }),
  options
)
