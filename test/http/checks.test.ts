import { afterAll, expect, test } from "bun:test"
import { CheckWait } from "@vouchkit/core/resources/checks/check-wait"
import { jobs } from "@vouchkit/core/flows/standalone-checks/run-check"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect, Layer } from "effect"
import { aForm, startService } from "../support/service.ts"

let meanwhile = (): Promise<unknown> => Promise.resolve()
const service = await startService("memory", {
  limit: 600,
  beside: Layer.succeed(CheckWait)({
    until: (look) =>
      Effect.andThen(
        Effect.promise(() => meanwhile()),
        look
      )
  }) as Layer.Layer<any>
})
afterAll(service.stop)
const key = await service.key()
const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.call("POST", path, { key, headers, ...(body === undefined ? {} : { body }) })
const sources = [
  { source: "expected", full_name: "Anna Eriksson", date_of_birth: "1974-08-12" },
  { source: "chip", full_name: "Anna Eriksson", date_of_birth: "1974-08-12" }
]
/** Runs what waits, as a worker would meanwhile. */
const work = () =>
  service.runtime.runPromise(
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const queued = yield* queue.claim({ limits: { "checks.run": 10 }, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" })
      for (const one of queued) yield* runJob(jobs[0], one, () => false)
    }) as Effect.Effect<void>
  )

test("a check that is ready in time is answered with its result (200), one that is not as pending (202)", async () => {
  const pending = await post("/checks", { type: "identity_cross_reference", sources })
  expect([pending.status, pending.body.status]).toEqual([202, "pending"])
  await work()
  const read = await service.call("GET", `/checks/${pending.body.id}`, { key })
  expect([read.status, read.body.status, read.body.outcome, read.body.simulated]).toEqual([200, "completed", "passed", true])
  meanwhile = work
  const ready = await post("/checks", { type: "identity_cross_reference", sources })
  expect([ready.status, ready.body.status, ready.body.outcome]).toEqual([200, "completed", "passed"])
  meanwhile = () => Promise.resolve()
})

test("several checks answer in the order in which they were asked for, and count in the quota of heavy work", async () => {
  const answer = await post("/checks/full", {
    checks: [
      { type: "list_lookup", values: [{ type: "email", value: "a@person.example" }] },
      { type: "identity_cross_reference", sources }
    ]
  })
  expect(answer.status).toBe(202)
  expect(answer.body.data.map(({ type }: any) => type)).toEqual(["list_lookup", "identity_cross_reference"])
  expect(answer.headers.get("RateLimit-Policy")).toContain('"heavy";q=30')
})

test("a repeated request under its key makes one check", async () => {
  const body = { type: "identity_cross_reference", sources, tags: ["repeated"] }
  const first = await post("/checks", body, { "Idempotency-Key": "one" })
  const again = await post("/checks", body, { "Idempotency-Key": "one" })
  expect(again.headers.get("Idempotency-Replayed")).toBe("true")
  expect(again.body.id).toBe(first.body.id)
  expect((await service.call("GET", "/checks?tags=repeated", { key })).body.pagination.total).toBe(1)
})

test("every problem of a request is told at once, and a type that cannot be made alone says why", async () => {
  const unavailable = await post("/checks", { type: "database" })
  expect([unavailable.status, unavailable.body.error]).toEqual([422, "check_type_not_available"])
  const wrong = await post("/checks", { type: "age", values: [{ type: "email", value: "a@b.example" }] })
  expect(wrong.body.errors.map(({ code }: any) => code)).toEqual(["missing", "unexpected_key"])
  expect((await post("/checks/full", { checks: [] })).status).toBe(422)
  const eleven = Array.from({ length: 11 }, () => ({ type: "identity_cross_reference", sources }))
  expect((await post("/checks/full", { checks: eleven })).status).toBe(422)
})

test("a file is uploaded by itself and then checked; the sandbox says that it simulates", async () => {
  const document = (await service.call("POST", "/documents", { key, raw: aForm({ kind: "proof_of_address" }) })).body
  const { body } = await post("/checks", { type: "proof_of_address", document_id: document.id, expected: { last_name: "Review" } })
  await work()
  const read = (await service.call("GET", `/checks/${body.id}`, { key })).body
  expect(read).toMatchObject({ outcome: "review", simulated: true, input_document_ids: [document.id], action_override: "review" })
})

test("an override says why in at least ten characters", async () => {
  const demo = (await post("/cases/demo")).body
  const { data } = (await service.call("GET", `/checks?session_id=${demo.session_id}`, { key })).body
  const path = `/checks/${data[0].id}/override`
  expect((await post(path, { outcome: "passed", reason: "too short" })).status).toBe(422)
  expect((await post(path, { outcome: "not_applicable", reason: "long enough to be one" })).status).toBe(422)
  const done = await post(path, { outcome: "passed", reason: "long enough" })
  expect([done.status, done.body.outcome]).toEqual([200, "passed"])
  expect((await post(`/checks/${data[0].id}/retry`)).body.error).toBe("retry_not_allowed")
})

test("a date of birth that cannot be compared is refused where it stands, for a check would pass without it", async () => {
  const asked = (date_of_birth: string) =>
    post("/checks", { type: "identity_cross_reference", sources: [{ ...sources[0], date_of_birth }, sources[1]] })
  for (const date of ["12/08/1974", "1974-13-01", "1974-02-30", "0000-01-01", "in May"]) {
    const { body, status } = await asked(date)
    expect([date, status, body.errors?.map(({ code, loc }: any) => [code, loc])]).toEqual([
      date,
      422,
      [["format", ["body", "sources", 0, "date_of_birth"]]]
    ])
  }
  for (const date of ["1974-08-12", "1974-08", "1974", "1974-08-00", "1974-XX-XX", "1974-<<-<<"]) {
    expect([date, (await asked(date)).status]).toEqual([date, 202])
  }
})
