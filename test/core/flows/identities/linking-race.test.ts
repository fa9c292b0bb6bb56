import { afterAll, expect, test } from "bun:test"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { jobs } from "@vouchkit/core/registry"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect } from "effect"
import { freshDatabase } from "../../../support/postgres.ts"
import { aForm, type Service, startService } from "../../../support/service.ts"

/** Rounds of each kind; LINKING_ROUNDS asks for more. */
const rounds = Number(process.env.LINKING_ROUNDS ?? 12)

const connect = await freshDatabase()
const processes = [
  await startService("postgres", { through: async () => connect }),
  await startService("postgres", { through: async () => connect })
] as const
afterAll(async () => {
  for (const process of processes) await process.stop()
})
const [one, other] = processes
const key = await one.key()
const call = async (service: Service, method: string, path: string, body?: unknown) => {
  const answer = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
  if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.body
}

/** Takes the next run of checks out of the queue and answers how to run it; nothing where none waits. */
const next = async ({ runtime }: Service) => {
  const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)
  const limits = { [runChecksJob]: 1 }
  const [queued] = await run(
    Effect.flatMap(JobQueue, (queue) => queue.claim({ limits, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" }))
  )
  const declaration = jobs.find(({ name }) => name === runChecksJob)
  if (queued === undefined || declaration === undefined) return undefined
  return () => run(runJob(declaration, queued, () => false))
}
const claimed = async (service: Service) => {
  const found = await next(service)
  if (found === undefined) throw new Error("no run of checks waits")
  return found
}

const aPassport = async (file: string) => {
  const { id } = await call(one, "POST", "/sessions", { required_steps: ["document"] })
  const form = aForm({ kind: "identity", document_type: "passport" }, new TextEncoder().encode(`%PDF-1.4 ${file}\n%%EOF\n`))
  expect((await one.call("POST", `/sessions/${id}/documents`, { key, raw: form })).status).toBe(201)
  await call(one, "POST", `/sessions/${id}/submit`)
  return id as string
}
const identityOf = async (id: string) => {
  const { identity_id, status } = await call(one, "GET", `/sessions/${id}`)
  expect(status).toBe("approved")
  return identity_id as string
}

test("two sessions with one document that two processes approve at the same moment have one identity", async () => {
  // Those that another test left would be claimed in the place of its own.
  for (let left = await next(one); left !== undefined; left = await next(one)) await left()
  for (let round = 0; round < rounds; round += 1) {
    const sessions = [await aPassport(`round ${round}`), await aPassport(`round ${round}`)]
    const runs = [await claimed(one), await claimed(other)]
    await Promise.all(runs.map((run) => run()))
    const [first, second] = [await identityOf(sessions[0] ?? ""), await identityOf(sessions[1] ?? "")]
    expect(first).toStartWith("idn_")
    expect(second).toBe(first)
    expect(await call(one, "GET", `/identities/${first}`)).toMatchObject({ session_count: 2 })
  }
}, 900_000)

test("two sessions with one reference that two processes approve at the same moment have one identity", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const external_reference = `person-${round}`
    const sessions = [
      await call(one, "POST", "/sessions", { external_reference }),
      await call(one, "POST", "/sessions", { external_reference })
    ]
    const actions = [{ type: "approve" }]
    const decided = await Promise.all(
      sessions.map(({ id }, index) => call(processes[index] ?? one, "POST", `/sessions/${id}/simulate`, { actions }))
    )
    expect(decided.map(({ status }) => status)).toEqual(["approved", "approved"])
    expect(decided[1]?.identity_id).toBe(decided[0]?.identity_id)
    expect(await call(one, "GET", `/identities/${external_reference}`)).toMatchObject({ id: decided[0]?.identity_id, session_count: 2 })
  }
}, 900_000)
