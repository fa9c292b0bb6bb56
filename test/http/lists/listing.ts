import { jobs } from "@vouchkit/core/flows/workflows/run-session"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect } from "effect"
import { aForm, type Service, startService } from "../../support/service.ts"

let organizations = 0

/** A service whose clock stands still, and what tests of lists do with it. */
export const aListService = async (storage: "memory" | "postgres") => {
  const service = await startService(storage, { clock: "2026-03-01T12:00:00.000Z" })
  return { service, tenant: () => aTenant(service), stop: service.stop }
}

/** Takes what waits of one kind of job, of every tenant. */
const claimed = (service: Service, name: string) =>
  service.runtime.runPromise(
    Effect.flatMap(JobQueue, (queue) => queue.claim({ limits: { [name]: 1_000 }, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" }))
  )

const aTenant = async (service: Service) => {
  organizations += 1
  const organization = `org_lists_${organizations}`
  const key = await service.key("all", { organization })
  const call = (method: string, path: string, body?: unknown, credential = key) =>
    service.call(method, path, { key: credential, ...(body === undefined ? {} : { body }) })
  const aList = async (given: object) => (await call("POST", "/lists", { name: "A list", ...given })).body
  const anEntry = async (list: string, value: string, more: object = {}) =>
    (await call("POST", `/lists/${list}/entries`, { value, ...more })).body
  const importFile = (list: string, text: string | Uint8Array) =>
    service.call("POST", `/lists/${list}/entries/import`, {
      key,
      raw: aForm({}, typeof text === "string" ? new TextEncoder().encode(text) : text)
    })
  const events = async () =>
    (await claimed(service, "webhooks.dispatch"))
      .filter((job) => job.organization === organization && !JSON.stringify(job.payload).includes('"api-key.created"'))
      .map(({ payload }) => payload as { readonly type: string; readonly data: any; readonly sequence: number; readonly resource: any })
  const submitted = async (given: object) => {
    const { body } = await call("POST", "/sessions", given)
    await call("POST", `/sessions/${body.id}/simulate`, { actions: [{ type: "start" }, { type: "upload_document" }] })
    const answer = await call("POST", `/sessions/${body.id}/submit`)
    if (answer.status !== 200) throw new Error(answer.text)
    return body.id as string
  }
  const work = async (runs: number) => {
    const [declared] = jobs
    for (const job of await claimed(service, declared.name)) {
      for (let run = 0; run < runs; run += 1) {
        await service.runtime.runPromise(runJob(declared, job, () => false) as Effect.Effect<unknown, never, never>)
      }
    }
  }
  /** A session that was submitted and whose checks ran, with its check of the lists. */
  const verified = async (given: object, { runs = 1 }: { readonly runs?: number } = {}) => {
    const id = await submitted(given)
    await work(runs)
    const session = (await call("GET", `/sessions/${id}`)).body
    const checks = (await call("GET", `/sessions/${id}/checks`)).body.data
    return { session, checks, lists: checks.find(({ type }: any) => type === "list_lookup") }
  }
  return { organization, key, call, aList, anEntry, importFile, events, verified }
}
export type ListTenant = Awaited<ReturnType<typeof aTenant>>
