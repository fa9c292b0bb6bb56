import { expect } from "bun:test"
import { announce, type EventEnvelope } from "@vouchkit/core/kernel/events/announce"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { JobQueue, type QueuedJob } from "@vouchkit/core/kernel/jobs/job"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { abandonAttempt, deliver } from "@vouchkit/core/resources/webhooks/deliveries/deliver"
import type { DeliverPayload } from "@vouchkit/core/resources/webhooks/deliveries/store"
import { dispatch } from "@vouchkit/core/resources/webhooks/deliveries/dispatch"
import { jobs } from "@vouchkit/core/flows/webhooks/jobs"
import { DeliveryStore, EndpointStore } from "@vouchkit/core/resources/webhooks/model"
import { SettledDeliveries } from "@vouchkit/core/resources/webhooks/deliveries/settled-deliveries"
import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { aCaller, anEndpoint, call, deliveriesOf, happens, inside, received, receiver, theDelivery, work, world } from "./harness.ts"

/** Takes what is due without running it, as a worker that is about to be killed. */
const taken = (name: string): Effect.Effect<QueuedJob, unknown, any> =>
  Effect.flatMap(JobQueue, (queue) =>
    Effect.flatMap(now, (at) =>
      Effect.map(queue.claim({ limits: { [name]: 1 }, lease_seconds: 60, now: at }), ([job]) => {
        if (job === undefined) throw new Error(`no ${name} is due`)
        return job
      })
    )
  )
const asWorker = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  inside(Effect.provideService(effect, Caller, { ...aCaller(), actor: { type: "system", id: "worker" } }))
const delivering = (job: QueuedJob) => asWorker(deliver(job.payload as DeliverPayload, job))

const aQueuedDelivery = Effect.gen(function* () {
  const endpoint = yield* anEndpoint()
  yield* happens("session.approved")
  const dispatching = yield* taken("webhooks.dispatch")
  yield* asWorker(dispatch(dispatching.payload as EventEnvelope))
  yield* Effect.flatMap(JobQueue, (queue) => queue.complete(dispatching))
  return { endpoint, job: yield* taken("webhooks.deliver") }
})

world("an event that is dispatched twice is delivered once to each endpoint", () =>
  Effect.gen(function* () {
    const [first, second] = [yield* anEndpoint(), yield* anEndpoint()]
    yield* happens("session.approved")
    const { payload } = yield* taken("webhooks.dispatch")
    yield* asWorker(dispatch(payload as EventEnvelope))
    yield* asWorker(dispatch(payload as EventEnvelope))
    yield* work
    expect((yield* received).length).toBe(2)
    expect([(yield* deliveriesOf(first)).length, (yield* deliveriesOf(second)).length]).toEqual([1, 1])
  })
)

world("an event dispatched again after it was delivered is not delivered again, but reaches an endpoint made meanwhile", () =>
  Effect.gen(function* () {
    const first = yield* anEndpoint()
    yield* happens("session.approved")
    const { payload } = yield* taken("webhooks.dispatch")
    yield* asWorker(dispatch(payload as EventEnvelope))
    yield* work
    const second = yield* anEndpoint()
    yield* asWorker(dispatch(payload as EventEnvelope))
    yield* work
    expect([(yield* deliveriesOf(first)).length, (yield* deliveriesOf(second)).length]).toEqual([1, 1])
    expect((yield* received).length).toBe(2)
  })
)

world("a change that is rolled back is never delivered", () =>
  Effect.gen(function* () {
    yield* anEndpoint()
    const { transaction } = yield* UnitOfWork
    const change = announce({ type: "session.approved", resource: { type: "session", id: "ses_1" }, sequence: 1, data: {} })
    yield* Effect.exit(asWorker(transaction(Effect.andThen(change, Effect.fail("rolled back")))))
    expect(yield* work).toBe(0)
  })
)

world("an attempt whose job runs again after it was recorded is neither sent nor counted again", () =>
  Effect.gen(function* () {
    const { endpoint, job } = yield* aQueuedDelivery
    ;(yield* receiver).script.push({ status: 500 })
    yield* delivering(job)
    yield* delivering(job)
    expect((yield* received).length).toBe(1)
    const delivery = yield* theDelivery(endpoint)
    expect(delivery).toMatchObject({ status: "retrying", attempts_made: 1 })
    yield* TestClock.setTime(Date.parse(delivery.next_attempt_at ?? ""))
    yield* delivering(job)
    expect((yield* received).length).toBe(1)
    yield* work
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "succeeded", attempts_made: 2 })
  })
)

world("a worker killed between sending and recording leaves an attempt that is made again and counted once", () =>
  Effect.gen(function* () {
    const { endpoint, job } = yield* aQueuedDelivery
    const state = yield* receiver
    state.script.push({ status: 200 })
    const killed = yield* Effect.exit(
      delivering(job).pipe(Effect.provideService(SettledDeliveries, { settle: () => Effect.interrupt, rounds: null }))
    )
    expect(Exit.isFailure(killed)).toBe(true)
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "pending", attempts_made: 0, attempts: [] })
    yield* TestClock.adjust("61 seconds")
    yield* work
    expect((yield* received).length).toBe(2)
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "succeeded", attempts_made: 1 })
    expect((yield* theDelivery(endpoint)).attempts.length).toBe(1)
  })
)

world("a failure that a killed worker had not recorded is made again and counted once", () =>
  Effect.gen(function* () {
    const { endpoint, job } = yield* aQueuedDelivery
    ;(yield* receiver).script.push({ status: 500 })
    const { isOpenIn, transaction } = yield* UnitOfWork
    const killed = yield* Effect.exit(
      delivering(job).pipe(
        Effect.provideService(UnitOfWork, { isOpenIn, transaction: (effect) => transaction(Effect.andThen(effect, Effect.interrupt)) })
      )
    )
    expect(Exit.isFailure(killed)).toBe(true)
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "pending", attempts_made: 0, attempts: [] })
    yield* TestClock.adjust("61 seconds")
    yield* work
    expect((yield* received).length).toBe(2)
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "succeeded", attempts_made: 1 })
  })
)

world("two successes of one attempt at once are recorded once", () =>
  Effect.gen(function* () {
    const { endpoint, job } = yield* aQueuedDelivery
    const state = yield* receiver
    state.onSend = Effect.suspend(() => {
      state.onSend = Effect.void
      return Effect.orDie(delivering(job)) as Effect.Effect<void>
    }).pipe(Effect.provideContext(yield* Effect.context<any>()))
    yield* delivering(job)
    expect((yield* received).length).toBe(2)
    const delivery = yield* theDelivery(endpoint)
    expect(delivery).toMatchObject({ status: "succeeded", attempts_made: 1, attempts_left: 7 })
    expect(delivery.attempts.length).toBe(1)
  })
)

world("a success at an endpoint that began to fail meanwhile clears its record", () =>
  Effect.gen(function* () {
    const { endpoint, job } = yield* aQueuedDelivery
    const state = yield* receiver
    const store = yield* EndpointStore
    state.onSend = inside(
      Effect.gen(function* () {
        const found = yield* store.find(endpoint.id)
        if (found !== undefined) yield* store.save({ ...found, failing_since: yield* now, failures: 3 })
      })
    ).pipe(Effect.orDie) as Effect.Effect<void>
    yield* delivering(job)
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "succeeded", attempts_made: 1 })
    expect(yield* inside(store.find(endpoint.id))).toMatchObject({ failing_since: null, failures: 0 })
  })
)

world("two workers on one attempt record it once", () =>
  Effect.gen(function* () {
    const { endpoint, job } = yield* aQueuedDelivery
    const state = yield* receiver
    state.standard = { status: 500 }
    state.onSend = Effect.suspend(() => {
      state.onSend = Effect.void
      return Effect.orDie(delivering(job)) as Effect.Effect<void>
    }).pipe(Effect.provideContext(yield* Effect.context<any>()))
    yield* delivering(job)
    expect((yield* received).length).toBe(2)
    expect(yield* theDelivery(endpoint)).toMatchObject({ attempts_made: 1, attempts_left: 7 })
    expect((yield* theDelivery(endpoint)).attempts.length).toBe(1)
    yield* TestClock.adjust("10 seconds")
    yield* work
    expect(yield* theDelivery(endpoint)).toMatchObject({ attempts_made: 2 })
  })
)

world("an endpoint deleted while an attempt is under way gets no further one", () =>
  Effect.gen(function* () {
    const { endpoint, job } = yield* aQueuedDelivery
    const state = yield* receiver
    const context = yield* Effect.context<any>()
    state.standard = { status: 500 }
    state.onSend = Effect.asVoid(Effect.orDie(call("webhook_endpoints.archive", { endpoint_id: endpoint.id }))).pipe(
      Effect.provideContext(context)
    ) as Effect.Effect<void>
    yield* delivering(job)
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "cancelled", attempts_made: 1, next_attempt_at: null })
    state.onSend = Effect.void
    yield* TestClock.adjust("3 days")
    yield* work
    expect((yield* received).length).toBe(1)
  })
)

world("a counted attempt that fails after one by hand succeeded leaves the delivery succeeded", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    const state = yield* receiver
    state.script.push({ status: 500 })
    yield* happens("session.approved")
    yield* work
    const { id, next_attempt_at } = yield* theDelivery(endpoint)
    yield* TestClock.setTime(Date.parse(next_attempt_at ?? ""))
    const job = yield* taken("webhooks.deliver")
    const context = yield* Effect.context<any>()
    state.script.push({ status: 500 })
    state.onSend = Effect.suspend(() => {
      state.onSend = Effect.void
      state.script.unshift({ status: 200 })
      return Effect.orDie(Effect.andThen(call("webhook_deliveries.retry", { delivery_id: id }), work))
    }).pipe(Effect.provideContext(context)) as Effect.Effect<void>
    yield* delivering(job)
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "succeeded", attempts_made: 2, next_attempt_at: null })
    expect((yield* theDelivery(endpoint)).attempts.map(({ response_status, trigger }) => [trigger, response_status])).toEqual([
      ["auto", 500],
      ["manual", 200],
      ["auto", 500]
    ])
  })
)

world("an attempt that could never be made ends its delivery, which can then be sent by hand", () =>
  Effect.gen(function* () {
    const { endpoint, job } = yield* aQueuedDelivery
    yield* asWorker(abandonAttempt(job.payload as DeliverPayload))
    const delivery = yield* theDelivery(endpoint)
    expect(delivery).toMatchObject({ status: "exhausted", attempts_made: 0, next_attempt_at: null })
    yield* Effect.flatMap(JobQueue, (queue) => queue.complete(job))
    yield* call("webhook_deliveries.retry", { delivery_id: delivery.id })
    yield* asWorker(abandonAttempt({ delivery_id: delivery.id, endpoint_id: endpoint.id, trigger: "manual", attempt: null }))
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "exhausted", next_attempt_at: null })
    yield* work
    expect(yield* received).toEqual([])
    yield* call("webhook_deliveries.retry", { delivery_id: delivery.id })
    yield* work
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "succeeded", attempts_made: 0 })
  })
)

world("a delivery shows its newest hundred attempts, numbered from its first", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    yield* happens("session.approved")
    yield* work
    const { id } = yield* theDelivery(endpoint)
    for (let count = 0; count < 105; count += 1) {
      yield* call("webhook_deliveries.retry", { delivery_id: id })
      yield* work
    }
    const stored = yield* inside(Effect.flatMap(DeliveryStore, (store) => store.find(id)))
    expect([stored?.attempts.length, stored?.attempts[0]?.number, stored?.attempts.at(-1)?.number]).toEqual([100, 7, 106])
    expect(yield* theDelivery(endpoint)).toMatchObject({ attempts_made: 1 })
  })
)

world("one attempt has the time that the contract gives it, within the time of its job", () =>
  Effect.sync(() => {
    const delivering = jobs.find(({ name }) => name === "webhooks.deliver")
    expect(delivering).toMatchObject({ timeout_seconds: 30, concurrency: 512 })
  })
)
