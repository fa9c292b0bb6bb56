import { expect } from "bun:test"
import * as MemoryMailer from "@vouchkit/adapters/memory/mailer"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { jobs } from "@vouchkit/core/flows/mail/jobs"
import { alarmJob } from "@vouchkit/core/resources/mail/queue"
import { MailFailure } from "@vouchkit/core/resources/mail/mailer"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect, type Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { anEndpoint, call, happens, receiver, theDelivery, work, world, type WorldOptions } from "./harness.ts"

const operations = "operations@acme.example"
const mailJob = jobs.find(({ name }) => name === alarmJob)

/** Runs the mail jobs that are due; answers how many there were. */
const mail = Effect.gen(function* () {
  const queue = yield* JobQueue
  const claimed = yield* queue.claim({ limits: { [alarmJob]: 100 }, lease_seconds: 30, now: yield* now })
  for (const one of claimed) if (mailJob !== undefined) yield* runJob(mailJob, one, () => false)
  return claimed.length
})
const mails = Effect.map(MemoryMailer.Outbox, ({ messages }) => messages())

/** As `world`, with a mailer that collects. */
const mailing = (name: string, body: () => Effect.Effect<unknown, unknown, any>, options: WorldOptions = {}) =>
  world(name, () => Effect.provide(Effect.suspend(body), MemoryMailer.layer as Layer.Layer<any>), options)

const nextAttempt = (endpoint: { readonly id: string }) =>
  Effect.gen(function* () {
    const { next_attempt_at } = yield* theDelivery(endpoint)
    yield* TestClock.setTime(Date.parse(next_attempt_at ?? ""))
    yield* work
  })

mailing("the fifth failure is mailed to whom the endpoint names, once, and without its URL's secrets", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint({
      url: "https://hooks.example.com/in/s3cret?token=t0ken",
      label: "Ours",
      alarm_email: operations,
      enabled_events: ["session.approved"]
    })
    expect(endpoint.alarm_email).toBe(operations)
    ;(yield* receiver).standard = { status: 503 }
    yield* happens("session.approved")
    for (let count = 1; count <= 8; count += 1) {
      yield* count === 1 ? work : nextAttempt(endpoint)
      yield* mail
      expect((yield* mails).length).toBe(count < 5 ? 0 : 1)
    }
    const [alarm] = yield* mails
    expect(alarm).toMatchObject({ to: operations, subject: "Webhook endpoint Ours keeps failing", language: "en" })
    expect(alarm?.key).toContain((yield* theDelivery(endpoint)).id)
    for (const fact of [endpoint.id, "hooks.example.com", "session.approved", "HTTP 503", "Attempts so far: 5"]) {
      expect(alarm?.text).toContain(fact)
    }
    for (const secret of ["s3cret", "t0ken", "whsec_"]) expect(`${alarm?.text}${alarm?.html}`).not.toContain(secret)
  })
)

mailing("many deliveries that fail together are one mail a day, and a switch clears the record", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint({ alarm_email: operations, enabled_events: ["session.approved"] })
    ;(yield* receiver).standard = { status: 500 }
    for (let count = 0; count < 20; count += 1) yield* happens("session.approved")
    yield* work
    for (let hour = 0; hour < 30; hour += 1) {
      yield* TestClock.adjust("1 hour")
      yield* work
      yield* mail
    }
    expect((yield* mails).length).toBe(1)
    yield* happens("session.approved")
    for (let hour = 0; hour < 8; hour += 1) {
      yield* work
      yield* mail
      yield* TestClock.adjust("1 hour")
    }
    expect((yield* mails).length).toBe(2)
    expect(new Set((yield* mails).map(({ key }) => key)).size).toBe(2)
    yield* call("webhook_endpoints.update", { endpoint_id: endpoint.id, enabled: false })
    yield* call("webhook_endpoints.update", { endpoint_id: endpoint.id, enabled: true })
    yield* happens("session.approved")
    for (let hour = 0; hour < 8; hour += 1) {
      yield* work
      yield* mail
      yield* TestClock.adjust("1 hour")
    }
    expect((yield* mails).length).toBe(3)
  })
)

mailing("an endpoint that was disabled is always mailed about, in place of the alarm that came with it", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint({ alarm_email: operations, enabled_events: ["session.approved"] })
    const { script } = yield* receiver
    yield* happens("session.approved")
    for (const [index, status] of [500, 500, 500, 500, 410].entries()) {
      script.push({ status })
      yield* index === 0 ? work : nextAttempt(endpoint)
    }
    yield* mail
    expect((yield* mails).map(({ subject }) => subject)).toEqual([`Webhook endpoint ${endpoint.id} was disabled`])
    expect((yield* mails)[0]?.text).toContain("410 Gone")
  })
)

mailing("an endpoint that names nobody, or was deleted meanwhile, mails nobody", () =>
  Effect.gen(function* () {
    yield* anEndpoint({ enabled_events: ["session.approved"] })
    const deleted = yield* anEndpoint({ alarm_email: operations, enabled_events: ["session.declined"] })
    ;(yield* receiver).standard = { status: 410 }
    yield* happens("session.approved")
    yield* happens("session.declined")
    yield* work
    yield* call("webhook_endpoints.archive", { endpoint_id: deleted.id })
    expect(yield* mail).toBe(1)
    expect(yield* mails).toEqual([])
  })
)

mailing("an alarm waits for a mail server that is away, and is dropped where the address is refused", () =>
  Effect.gen(function* () {
    yield* anEndpoint({ alarm_email: operations, enabled_events: ["session.approved"] })
    yield* anEndpoint({ alarm_email: "gone@acme.example", enabled_events: ["session.declined"] })
    const { answer } = yield* MemoryMailer.Outbox
    ;(yield* receiver).standard = { status: 410 }
    yield* happens("session.approved")
    yield* work
    answer(() => new MailFailure({ code: "unreachable", reply: null }))
    expect(yield* mail).toBe(1)
    expect(yield* mail).toBe(0)
    yield* TestClock.adjust("1 minute")
    answer(undefined)
    expect(yield* mail).toBe(1)
    expect((yield* mails).length).toBe(1)
    yield* happens("session.declined")
    yield* work
    answer(() => new MailFailure({ code: "recipient_refused", reply: 550 }))
    expect(yield* mail).toBe(1)
    yield* TestClock.adjust("1 day")
    expect(yield* mail).toBe(0)
  })
)

mailing("the address can be changed and taken away, and is shown", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    expect(endpoint.alarm_email).toBeNull()
    const change = (alarm_email: string | null) => call("webhook_endpoints.update", { endpoint_id: endpoint.id, alarm_email })
    expect((yield* change(operations)).output.alarm_email).toBe(operations)
    expect((yield* call("webhook_endpoints.clone", { endpoint_id: endpoint.id })).output.alarm_email).toBe(operations)
    expect((yield* change(null)).output.alarm_email).toBeNull()
  })
)

world("without a mail server an alarm is told in the log, and leaves no failed job behind", () =>
  Effect.gen(function* () {
    yield* anEndpoint({ alarm_email: operations, enabled_events: ["session.approved"] })
    ;(yield* receiver).standard = { status: 410 }
    yield* happens("session.approved")
    yield* work
    const told: Array<unknown> = []
    const logger = Logger.make(({ message }) => void told.push(message))
    expect(yield* Effect.provide(mail, Logger.layer([logger]))).toBe(1)
    expect(told.flat()).toContain("an alarm was not mailed")
    yield* TestClock.adjust("1 day")
    expect(yield* mail).toBe(0)
  })
)
