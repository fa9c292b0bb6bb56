import { afterAll, describe, expect, test } from "bun:test"
import { Intake, BodyIntake, type IntakeLimits } from "@vouchkit/core/kernel/intake/intake"
import { operations } from "@vouchkit/core/registry"
import { serve } from "@vouchkit/http/server"
import { Effect } from "effect"
import { aPerson } from "../support/capture.ts"
import { holdUpload, intakeOf, watchedSpool } from "../support/held-uploads.ts"
import type { RawAnswer } from "../support/raw-socket.ts"
import { aForm, startService } from "../support/service.ts"
import { freePort } from "@vouchkit/worker/processes/free-port"

const megabyte = 1024 * 1024
const limits: IntakeLimits = {
  held: { process: 64 * 1024, organization: 32 * 1024, link: 16 * 1024 },
  spooled: { process: 6 * megabyte, organization: 4 * megabyte, link: 2 * megabyte },
  worked_on: 2 * megabyte,
  deadline_seconds: 300
}
const fileBytes = megabyte - 1000

const started = async () => {
  const spool = watchedSpool()
  const intake = new BodyIntake(limits)
  const service = await startService("memory", { beside: intakeOf(intake, spool) })
  service.app.listen({ port: 0, hostname: "127.0.0.1", reusePort: false })
  const port = service.app.server?.port ?? 0
  afterAll(async () => {
    await service.app.server?.stop(true)
    await service.stop()
  })
  const ours = await service.key("all")
  return {
    ...service,
    spool,
    intake,
    ours,
    port,
    upload: (credential = ours, bytes = fileBytes) => holdUpload(port, "/api/v1/documents", { "X-API-Key": credential }, bytes),
    byLink: (token: string) => holdUpload(port, `/api/v1/verify/${token}/documents`, {}, fileBytes)
  }
}

const busy = (answer: RawAnswer | undefined) => {
  const body = JSON.parse(answer?.body ?? "{}")
  expect([answer?.status, answer?.headers["retry-after"], body.error, body.status_code, body.retry_after]).toEqual([
    503,
    "2",
    "unavailable",
    503,
    2
  ])
  expect(body.request_id).toBe(answer?.headers["x-request-id"])
}

describe("uploads in flight", () => {
  test("of one organization are bounded, and another organization still uploads", async () => {
    const { intake, ours, spool, upload, ...service } = await started()
    const held = Array.from({ length: 4 }, () => upload())
    await spool.until(4 * fileBytes)
    busy(await upload().answer)
    expect(spool.state.opened).toBe(4)
    const other = await service.key("all", { organization: "org_other" })
    const theirs = upload(other)
    theirs.finish()
    expect((await theirs.answer)?.status).toBe(201)
    for (const one of held) one.finish()
    expect((await Promise.all(held.map(({ answer }) => answer))).map((answer) => answer?.status)).toEqual([201, 201, 201, 201])
    expect([intake.usage(), spool.state.open]).toEqual([{ bodies: 0, held: 0, spooled: 0 }, 0])
    expect((await service.call("POST", "/documents", { key: ours, raw: aForm() })).status).toBe(201)
  })

  test("of one link are bounded more narrowly, and another link and the key of its organization still upload", async () => {
    const { byLink, ours, spool, upload, ...service } = await started()
    const [one, other] = [await aPerson(service, ours, {}), await aPerson(service, ours, {})]
    const held = [byLink(one.token), byLink(one.token)]
    await spool.until(2 * fileBytes)
    busy(await byLink(one.token).answer)
    for (const free of [byLink(other.token), upload()]) {
      free.finish()
      expect((await free.answer)?.status).toBe(201)
    }
    for (const each of held) each.hangUp()
  })

  test("of all together are bounded, and a request without a body is answered as ever", async () => {
    const { ours, spool, upload, ...service } = await started()
    const keys = await Promise.all(["org_a", "org_b", "org_c"].map((organization) => service.key("all", { organization })))
    const held = keys.slice(0, 2).flatMap((one) => [upload(one), upload(one), upload(one)])
    await spool.until(6 * fileBytes)
    busy(await upload(keys[2]).answer)
    expect((await service.call("GET", "/sessions", { key: ours })).status).toBe(200)
    expect((await service.call("POST", "/sessions", { key: ours, body: {} })).status).toBe(201)
    for (const each of held) each.hangUp()
  })

  test("whose senders hang up leave nothing behind", async () => {
    const { intake, spool, upload } = await started()
    const held = Array.from({ length: 4 }, () => upload())
    await spool.until(4 * fileBytes)
    for (const one of held) one.hangUp()
    // The next one gets through once the server has noticed; until then it is told to come again.
    let status = 503
    for (let tries = 0; tries < 1000 && status === 503; tries += 1) {
      const next = upload()
      next.finish()
      status = (await next.answer)?.status ?? 0
    }
    expect(status).toBe(201)
    expect([intake.usage().spooled <= 3 * megabyte, spool.state.open <= 3]).toEqual([true, true])
  })

  test("that are ended because they stand still are 408, their connection ends, and their bytes are free again", async () => {
    const { intake, spool, upload } = await started()
    const held = Array.from({ length: 4 }, () => upload())
    await spool.until(4 * fileBytes)
    const now = Date.now()
    expect(intake.sweep(now + 30_000)).toBe(0)
    expect(intake.sweep(now + 60_000)).toBe(4)
    for (const one of held) {
      const answer = await one.answer
      expect([answer?.status, JSON.parse(answer?.body ?? "{}").error]).toEqual([408, "request_timeout"])
      await one.closed
    }
    expect([intake.usage(), spool.state.open]).toEqual([{ bodies: 0, held: 0, spooled: 0 }, 0])
  })
})

describe("bodies of JSON", () => {
  const hold = (port: number, key: string, length: number) =>
    holdUpload(port, "/api/v1/sessions", { "X-API-Key": key, "Content-Type": "application/json", "Content-Length": String(length) }, 0)

  test("count as well, and those that stand still are ended", async () => {
    const { intake, ours, port } = await started()
    const held = hold(port, ours, 20 * 1024)
    for (let turn = 0; turn < 100_000 && intake.usage().bodies === 0; turn += 1) await new Promise((resume) => setImmediate(resume))
    busy(await hold(port, ours, 20 * 1024).answer)
    expect(intake.sweep(Date.now() + 60_000)).toBe(1)
    expect((await held.answer)?.status).toBe(408)
    expect(intake.usage().held).toBe(0)
  })
})

test("the server itself looks after bodies that stand still", async () => {
  const noon = Date.parse("2026-03-01T12:00:00.000Z")
  const at = (seconds: number) => new Date(noon + seconds * 1000).toISOString()
  const spool = watchedSpool()
  const service = await startService("memory", { clock: at(0), beside: intakeOf(new BodyIntake(limits), spool) })
  const key = await service.key("all")
  const port = await service.runtime.runPromise(freePort("127.0.0.1"))
  const context = await service.runtime.context()
  const listening = Promise.withResolvers<void>()
  const server = service.runtime.runFork(
    Effect.scoped(
      Effect.gen(function* () {
        yield* serve({
          hostname: "127.0.0.1",
          port,
          public_url: `http://127.0.0.1:${port}`,
          quota_off: true,
          operations,
          trusted_proxies: [],
          grace_seconds: 0,
          auxiliary_routes: []
        })
        listening.resolve()
        return yield* Effect.never
      }).pipe(Effect.provideContext(context))
    ) as Effect.Effect<never>
  )
  await listening.promise
  const held = holdUpload(port, "/api/v1/documents", { "X-API-Key": key }, fileBytes)
  await spool.until(fileBytes)
  for (const second of [10, 30, 60]) await service.setTime(at(second))
  expect((await held.answer)?.status).toBe(408)
  expect((await service.runtime.runPromise(Effect.map(Intake, (intake) => intake.usage()))).bodies).toBe(0)
  server.interruptUnsafe()
  await service.stop()
})
