import { afterAll, describe, expect, test } from "bun:test"
import { provisionOrganization } from "@vouchkit/core/flows/organization-settings/replace"
import type { EventEnvelope } from "@vouchkit/core/kernel/events/announce"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { payloadOf } from "@vouchkit/core/resources/webhooks/deliveries/payload"
import { EventStore } from "@vouchkit/core/resources/webhooks/model"
import { Effect } from "effect"
import { customersOf } from "../../../support/customers.ts"
import { runJobs } from "../../../support/service-jobs.ts"
import { startService } from "../../../support/service.ts"
import { as } from "../../../support/tenants.ts"

const expected = { first_name: "Orla", last_name: "Quillfeather", date_of_birth: "1980-02-03", document_number: "X12345678" }
const personal = { first_name: "Orla", last_name: "Quillfeather", date_of_birth: "1980-02-03", document_number_last4: "5678" }

for (const storage of ["memory", "postgres"] as const) {
  describe(`personal data in events in ${storage}`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    const customer = customersOf(service, "personal")

    const receiver = async (include_pii: boolean | undefined) => {
      const { call, organization } = await customer()
      const tenant = { organization, environment: "sandbox" } as const
      const run = <A>(effect: Effect.Effect<A, any, any>): Promise<A> =>
        service.runtime.runPromise(as(tenant)(effect) as Effect.Effect<any> as Effect.Effect<A>)
      const set = (policy: unknown) => run(provisionOrganization({ organization, environments: ["sandbox"], policy }))
      if (include_pii !== undefined) await set({ include_pii })
      await call("POST", "/webhooks/endpoints", { url: "https://example.com/hook" })
      await runJobs(service, "webhooks.dispatch")
      const kept = (id: string): Promise<ReadonlyArray<EventEnvelope | null>> =>
        run(
          Effect.flatMap(EventStore, (store) =>
            Effect.map(store.list({ limit: 100 }), (rows) =>
              rows.map(({ envelope }) => envelope).filter((envelope) => envelope === null || envelope.resource.id === id)
            )
          )
        )
      const queued = () =>
        run(
          Effect.gen(function* () {
            const queue = yield* JobQueue
            const claimed = yield* queue.claim({ limits: { "webhooks.dispatch": 1000 }, lease_seconds: 0, now: "9999-01-01T00:00:00.000Z" })
            for (const job of claimed) yield* queue.postpone(job, "2000-01-01T00:00:00.000Z", null, false)
            return JSON.stringify(claimed)
          })
        )
      return { call, set, kept, queued }
    }

    test("is not there unless the organization asks for it", async () => {
      const { call, kept } = await receiver(undefined)
      const { id } = await call("POST", "/sessions", { expected })
      await runJobs(service, "webhooks.dispatch")
      const [event] = await kept(id)
      expect(event?.type).toBe("session.created")
      expect(JSON.stringify(event)).not.toContain("Quillfeather")
      expect(event?.data).not.toHaveProperty("personal")
    })

    test("of a session is what is known of it, never in a queued job, less what an endpoint blocks, and goes with the session", async () => {
      const { call, kept, queued } = await receiver(true)
      const { id } = await call("POST", "/sessions", { expected })
      expect(await queued()).not.toContain("Quillfeather")
      await runJobs(service, "webhooks.dispatch")
      const [event] = await kept(id)
      expect(event?.data.personal).toEqual(personal)
      const rules = { api_version: "2026-08-31", attribute_blocklist: ["data.personal.date_of_birth"], key_inflection: "camel" } as const
      const { documentNumberLast4, ...rest } = JSON.parse(payloadOf(event as EventEnvelope, rules)).data.personal
      expect([documentNumberLast4, rest]).toEqual(["5678", { firstName: "Orla", lastName: "Quillfeather" }])
      await call("POST", `/sessions/${id}/add-tag`, { tag: "late" })
      await call("DELETE", `/sessions/${id}/data`)
      await runJobs(service, "webhooks.dispatch")
      const after = await kept(id)
      expect(after.filter((one) => one !== null).map((one) => [one.type, one.data.personal])).toEqual([["session.redacted", undefined]])
    })

    test("of an identity is what is stored of it; what is too short to be shortened is left out", async () => {
      const { call, kept, set } = await receiver(true)
      const { document_number: _number, ...names } = expected
      const { id } = await call("POST", "/identities", {
        ...names,
        identification_numbers: [{ type: "passport", country: "IE", value: "P987654" }]
      })
      await runJobs(service, "webhooks.dispatch")
      const [created] = await kept(id)
      expect(created?.data.personal).toEqual({ ...personal, document_number_last4: "7654" })
      const session = await call("POST", "/sessions", { expected: { document_number: "1234" } })
      await runJobs(service, "webhooks.dispatch")
      const [bare] = await kept(session.id)
      expect(bare?.data.personal).toEqual({ first_name: null, last_name: null, date_of_birth: null, document_number_last4: null })
      await set({})
      await call("POST", `/identities/${id}/add-tag`, { tag: "later" })
      await runJobs(service, "webhooks.dispatch")
      const tagged = (await kept(id)).find((one) => one?.type === "identity.tag-added")
      expect(tagged?.data).not.toHaveProperty("personal")
    })
  })
}
