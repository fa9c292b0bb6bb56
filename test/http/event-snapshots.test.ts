import { afterAll, describe, expect, test } from "bun:test"
import { dispatchJob, type EventEnvelope } from "@vouchkit/core/kernel/events/announce"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { newest } from "@vouchkit/core/kernel/wire/versions"
import { Effect } from "effect"
import { aForm, startService } from "../support/service.ts"

const pathOf: Readonly<Record<string, (id: string) => string>> = {
  session: (id) => `/sessions/${id}`,
  case: (id) => `/cases/${id}`,
  document: (id) => `/documents/${id}`,
  webhook_endpoint: (id) => `/webhooks/endpoints/${id}`
}

/** What an event adds to the snapshot of its resource may not pass for a member of it. */
const additions = new Set([
  "changed",
  "previous_status",
  "reason_codes",
  "link_id",
  "override",
  "reason",
  "note_id",
  "case_id",
  "previously_assigned_to",
  "decision_reason_codes"
])

for (const storage of ["memory", "postgres"] as const) {
  describe(`events over ${storage}`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    const key = await service.key()
    const last = new Map<string, number>()
    let compared = 0

    const events = async (): Promise<ReadonlyArray<EventEnvelope>> => {
      const claim = Effect.flatMap(JobQueue, (queue) =>
        queue.claim({ limits: { [dispatchJob]: 100 }, lease_seconds: 600, now: new Date(Date.now() + 1_000).toISOString() })
      )
      return (await service.runtime.runPromise(claim)).map(({ payload }) => payload as EventEnvelope)
    }
    /** Carries out one change and holds the newest event of each resource it touched against what is read right after. */
    const change = async (method: string, path: string, options: { readonly body?: unknown; readonly raw?: FormData } = {}) => {
      const { body, status } = await service.call(method, path, { key, ...options })
      expect([path, status < 300 ? "done" : JSON.stringify(body)]).toEqual([path, "done"])
      const announced = (await events()).toSorted((one, other) => one.sequence - other.sequence)
      expect([path, announced.length]).not.toEqual([path, 0])
      for (const { resource, sequence } of announced) {
        expect([path, sequence]).toEqual([path, (last.get(resource.id) ?? 0) + 1])
        last.set(resource.id, sequence)
      }
      for (const { data, resource } of new Map(announced.map((event) => [event.resource.id, event])).values()) {
        const where = pathOf[resource.type]
        if (where === undefined) continue
        const read = await service.call("GET", where(resource.id), { key, headers: { "Service-Version": newest } })
        const known = Object.entries(data).filter(([name]) => !additions.has(name))
        expect([path, Object.fromEntries(known)]).toEqual([path, Object.fromEntries(known.map(([name]) => [name, read.body[name]]))])
        compared += 1
      }
      return body
    }

    test("count without a gap and show what a GET right after shows", async () => {
      const session = await change("POST", "/sessions", { body: { tags: ["a"], expected: { first_name: "Ada", last_name: "Review" } } })
      const of = `/sessions/${session.id}`
      await change("PATCH", of, { body: { tags: ["b"], external_reference: "customer-1" } })
      await change("POST", `${of}/links`, { body: {} })
      await change("POST", `${of}/documents`, { raw: aForm({ kind: "proof_of_address" }) })
      await change("POST", `${of}/simulate`, { body: { actions: [{ type: "poa_review" }] } })
      const found = await service.call("POST", "/cases/search", { key, body: { query: "", filters: {} } })
      const opened = `/cases/${found.body.data[0].id}`
      await change("POST", `${opened}/claim`, { body: {} })
      await change("POST", `${opened}/escalate`, { body: { reason: "a second look is needed here" } })
      await change("POST", `${opened}/approve`, { body: { reason: "everything is as it should be" } })
      await change("PATCH", of, { body: { decision: { outcome: "declined", reason: "found out later that it is not so" } } })
      const endpoint = await change("POST", "/sessions", { body: {} })
      await change("POST", `/sessions/${endpoint.id}/expire`, { body: {} })
      expect(compared).toBeGreaterThanOrEqual(10)
    })
  })
}
