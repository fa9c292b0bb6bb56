import { afterAll, describe, expect, test } from "bun:test"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { announcedEvents } from "../../../support/announced-events.ts"
import { runJobs } from "../../../support/service-jobs.ts"
import { aForm, startService } from "../../../support/service.ts"

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  let organizations = 0

  /** Another organization each time, so that no test finds the people of another. */
  const aCustomer = async () => {
    organizations += 1
    const key = await service.key("all", { organization: `org_linking_${organizations}` })
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
      if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
      return answer.body
    }
    const simulate = (id: string, ...actions: ReadonlyArray<object>) => call("POST", `/sessions/${id}/simulate`, { actions })
    const verdict = async (type: "approve" | "decline", body: object = {}) => {
      const { id } = await call("POST", "/sessions", body)
      return simulate(id, { type })
    }
    /** The sandbox makes up one person of each file. */
    const withPassport = async (file: string, body: object = {}, steps: ReadonlyArray<string> = ["document"]) => {
      const { id } = await call("POST", "/sessions", { required_steps: steps, ...body })
      for (const kind of steps) {
        const form = aForm(
          kind === "document" ? { kind: "identity", document_type: "passport" } : { kind },
          new TextEncoder().encode(`%PDF-1.4 ${kind} ${file}\n%%EOF\n`)
        )
        expect((await service.call("POST", `/sessions/${id}/documents`, { key, raw: form })).status).toBe(201)
      }
      await call("POST", `/sessions/${id}/submit`)
      await runJobs(service, runChecksJob)
      return call("GET", `/sessions/${id}`)
    }
    const identity = (id: string) => call("GET", `/identities/${id}`)
    return { call, identity, key, simulate, verdict, withPassport }
  }

  describe(`the identity of a session in ${storage}`, () => {
    test("is born with an approval, with the names that were approved, and with no other decision", async () => {
      const { call, identity, verdict } = await aCustomer()
      const declined = await verdict("decline", { expected: { last_name: "Osei" } })
      expect([declined.status, declined.identity_id]).toEqual(["declined", null])
      expect((await call("GET", "/identities")).pagination.total).toBe(0)
      await announcedEvents(service)

      const approved = await verdict("approve", {
        expected: { first_name: "Abena", last_name: "Osei" },
        contact: { email: "a@example.com" }
      })
      expect(approved.identity_id).toStartWith("idn_")
      expect(await identity(approved.identity_id)).toMatchObject({
        display_name: "Abena Osei",
        emails: ["a@example.com"],
        sources: { first_name: { type: "session", session_id: approved.id }, emails: { type: "session" } },
        session_count: 1,
        last_verified_at: approved.decided_at,
        status: "active"
      })
      const events = await announcedEvents(service)
      const types = events.map(({ type }) => type)
      expect(types.indexOf("identity.created")).toBeGreaterThan(types.indexOf("session.approved"))
      expect(events.find(({ type }) => type === "session.approved")?.data.identity_id).toBe(approved.identity_id)
      expect(JSON.stringify(events)).not.toContain("Abena")
    })

    test("is the one of its external reference, in either Unicode form, whoever made that", async () => {
      const { call, verdict } = await aCustomer()
      const made = await call("POST", "/identities", { external_reference: "Zoë" })
      const first = await verdict("approve", { external_reference: "Zoë".normalize("NFD") })
      const second = await verdict("decline", { external_reference: "Zoë" })
      expect([first.identity_id, second.identity_id]).toEqual([made.id, made.id])
      const other = await verdict("approve", { external_reference: "Zoe" })
      expect(other.identity_id).not.toBe(made.id)
      expect(await call("GET", `/identities/${encodeURIComponent("Zoë")}`)).toMatchObject({ id: made.id, session_count: 2 })
      expect((await call("GET", `/identities/${made.id}/sessions`)).data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
    })

    test("is the one of the same document and holder, which its documents name as well", async () => {
      const { call, identity, withPassport } = await aCustomer()
      const first = await withPassport("one")
      const second = await withPassport("one")
      const other = await withPassport("another")
      expect(second.identity_id).toBe(first.identity_id)
      expect(other.identity_id).not.toBe(first.identity_id)
      const shown = await identity(first.identity_id)
      expect(shown).toMatchObject({ session_count: 2, assurance: { level: "basic", session_id: second.id } })
      expect(shown.identification_numbers).toMatchObject([{ type: "passport", source: { type: "session", session_id: second.id } }])
      expect(shown.date_of_birth).toMatch(/^\d{4}-\d\d-\d\d$/)
      for (const session_id of [first.id, second.id]) {
        const { data } = await call("GET", `/documents?session_id=${session_id}`)
        expect(data.map((one: { identity_id: string }) => one.identity_id)).toEqual([first.identity_id])
      }
    })

    test("is another one where the same number names another holder", async () => {
      const { withPassport } = await aCustomer()
      const first = await withPassport("one", { expected: { first_name: "Ada", last_name: "Mensah", date_of_birth: "1990-01-01" } })
      const second = await withPassport("one", { expected: { first_name: "Kofi", last_name: "Boateng", date_of_birth: "1970-02-02" } })
      expect(second.identity_id).not.toBe(first.identity_id)
    })

    test("earns more assurance with a face and liveness, and keeps the higher level while it holds", async () => {
      const { identity, withPassport } = await aCustomer()
      const first = await withPassport("one", {}, ["document", "selfie"])
      expect((await identity(first.identity_id)).assurance).toMatchObject({ level: "standard", session_id: first.id })
      const second = await withPassport("one")
      expect(second.identity_id).toBe(first.identity_id)
      expect((await identity(first.identity_id)).assurance).toMatchObject({ level: "standard", session_id: first.id })
    })

    test("keeps what a request set, and shows the difference until someone settles it", async () => {
      const { call, identity, verdict } = await aCustomer()
      const { id } = await call("POST", "/identities", { external_reference: "r", last_name: "Okafor", country_of_residence: "NG" })
      await announcedEvents(service)
      const session = await verdict("approve", { external_reference: "r", expected: { first_name: "Ngozi", last_name: "Adeyemi" } })
      expect(await identity(id)).toMatchObject({
        display_name: "Ngozi Okafor",
        conflicts: [{ field: "last_name", value: "Adeyemi", session_id: session.id }],
        sources: { last_name: { type: "manual" }, first_name: { type: "session" } }
      })
      const updated = (await announcedEvents(service)).filter(({ type }) => type === "identity.updated")
      expect(updated.map(({ data }) => data.changed)).toEqual([
        ["display_name", "first_name", "conflicts", "risk", "session_count", "last_verified_at"]
      ])
      expect(await call("PATCH", `/identities/${id}`, { last_name: "Adeyemi" })).toMatchObject({ last_name: "Adeyemi", conflicts: [] })
    })

    test("loses what a session said that is declined after all, and falls back on the session before", async () => {
      const { call, identity, verdict } = await aCustomer()
      const first = await verdict("approve", { external_reference: "r", expected: { first_name: "Ana", last_name: "Pereira" } })
      const second = await verdict("approve", { external_reference: "r", expected: { first_name: "Ana", last_name: "Pereira Lima" } })
      expect(await identity(first.identity_id)).toMatchObject({ last_name: "Pereira Lima" })
      const decision = { outcome: "declined", reason: "The wrong person was approved." }
      await call("PATCH", `/sessions/${second.id}`, { decision })
      expect(await identity(first.identity_id)).toMatchObject({
        last_name: "Pereira",
        last_verified_at: first.decided_at,
        session_count: 2,
        sources: { last_name: { session_id: first.id } }
      })
      await call("PATCH", `/sessions/${second.id}`, { decision: { ...decision, outcome: "approved" } })
      expect(await identity(first.identity_id)).toMatchObject({ last_name: "Pereira Lima", session_count: 2 })
    })

    test("is named by the case that a reviewer decides, and on blocklist entries of the session", async () => {
      const { call } = await aCustomer()
      const demo = await call("POST", "/cases/demo")
      const blocked = await call("POST", "/blocklist", { entry_type: "phone", value: "+44 20 7946 0009", session_id: demo.session_id })
      const decided = await call("POST", `/cases/${demo.id}/approve`, {})
      const session = await call("GET", `/sessions/${demo.session_id}`)
      expect(session.identity_id).toStartWith("idn_")
      expect(decided.identity_id).toBe(session.identity_id)
      expect((await call("GET", `/cases/${demo.id}`)).identity_id).toBe(session.identity_id)
      expect((await call("GET", `/blocklist/${blocked.id}`)).identity_id).toBe(session.identity_id)
    })

    test("is the one it was created for, and an archived one keeps its values", async () => {
      const { call, identity, simulate } = await aCustomer()
      const { id } = await call("POST", "/identities", {})
      const session = await call("POST", "/sessions", { identity_id: id, expected: { last_name: "Novak" } })
      expect(await identity(id)).toMatchObject({ session_count: 1 })
      await call("POST", `/identities/${id}/archive`)
      expect((await simulate(session.id, { type: "approve" })).identity_id).toBe(id)
      expect(await identity(id)).toMatchObject({ status: "archived", last_name: null, session_count: 1 })
    })
  })
}
