import { afterAll, describe, expect, test } from "bun:test"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { proposeJob } from "@vouchkit/core/resources/identities/relationships/queue"
import { FaceIndex } from "@vouchkit/core/verification/faces/face-index"
import { Effect } from "effect"
import { announcedEvents } from "../../../../support/announced-events.ts"
import { startBehindProxy } from "../../../../support/behind-proxy.ts"
import { customersOf } from "../../../../support/customers.ts"
import { templateAt } from "../../../../support/faces.ts"
import { runAtOnce, runJobs } from "../../../../support/service-jobs.ts"
import { aForm } from "../../../../support/service.ts"

const flat = "Flat 3, 17 Hollyhock Mews, Leeds"

for (const storage of ["memory", "postgres"] as const) {
  describe(`relationships that sessions show over ${storage}`, async () => {
    const { service, stop, url } = await startBehindProxy(storage)
    afterAll(stop)
    const customers = customersOf(service, "proposals")

    const aCustomer = async () => {
      const { ask, call, key, organization } = await customers()
      const within = <A>(effect: Effect.Effect<A, unknown, any>): Promise<A> =>
        service.runtime.runPromise(Effect.provideService(effect, Tenant, { organization, environment: "sandbox" }) as Effect.Effect<A>)
      const approve = (id: string) => call("POST", `/sessions/${id}/simulate`, { actions: [{ type: "approve" }] })
      /** A session of a person, who may have an identity already. */
      const session = async (external_reference: string): Promise<string> => (await call("POST", "/sessions", { external_reference })).id
      const approved = async (external_reference: string) => approve(await session(external_reference))
      const person = async (external_reference: string, body: object = {}): Promise<string> =>
        (await call("POST", "/identities", { external_reference, ...body })).id
      const related = async (id: string, query = "") => (await call("GET", `/identities/${id}/relationships${query}`)).data
      const propose = () => runJobs(service, proposeJob)
      const proposeAgain = async (session_id: string) => {
        const again = { id: `rel_again_${session_id}`, name: proposeJob, payload: { session_id }, due_at: "2026-01-01T00:00:00.000Z" }
        await within(Effect.flatMap(JobQueue, (queue) => queue.enqueue(again)))
        return propose()
      }
      return { ask, call, key, within, approve, approved, session, person, related, propose, proposeAgain }
    }

    test("are proposed for two persons in one flat, with what proves it and without the address", async () => {
      const { approved, call, person, propose, related } = await aCustomer()
      const [one, two] = [await person("one", { addresses: [flat] }), await person("two", { addresses: [flat.toUpperCase()] })]
      await person("three", { addresses: ["Flat 4, 17 Hollyhock Mews, Leeds"] })
      await announcedEvents(service)
      await approved("one")
      expect(await propose()).toBe(1)
      const [proposed, ...others] = await related(two)
      expect(others).toEqual([])
      expect(proposed).toMatchObject({
        type: "shares_address",
        inverse_type: "shares_address",
        status: "proposed",
        source: "system",
        confidence: 1,
        evidence: [{ kind: "address", document_ids: [], session_ids: [] }]
      })
      expect([proposed.from_id, proposed.to_id]).toEqual([one, two].toSorted())
      const event = (await announcedEvents(service)).find(({ type }) => type === "identity.relationship-created")
      expect(event).toMatchObject({ resource: { id: one }, actor: { type: "system" }, data: { relationship: { id: proposed.id } } })
      const log = await call("GET", `/identities/${two}/audit-log`)
      expect(log.data[0]).toMatchObject({
        action: proposeJob,
        target: { type: "relationship", id: proposed.id },
        actor: { type: "system" }
      })
      for (const said of [proposed, event, log]) expect(JSON.stringify(said)).not.toMatch(/hollyhock/i)
    })

    test("are proposed for persons with one face, as sure as their faces are alike", async () => {
      const { approve, approved, propose, related, session, within } = await aCustomer()
      const faces = [await session("one"), await session("two"), await session("three")]
      for (const [index, distance] of [0, 0.25, 0.76].entries()) {
        const face = { template: templateAt(distance), captures: [] }
        await within(Effect.flatMap(FaceIndex, (all) => all.add(faces[index] ?? "", face, "2026-01-01T00:00:00.000Z")))
      }
      await approved("one")
      const identities: Array<string> = []
      for (const id of faces) identities.push((await approve(id)).identity_id)
      await propose()
      const [found, ...others] = await related(identities[0] ?? "")
      expect(others).toEqual([])
      expect(found).toMatchObject({ type: "shares_face", confidence: 0.95, evidence: [{ kind: "face", document_ids: [] }] })
      expect(found.evidence[0].session_ids.toSorted()).toEqual(faces.slice(0, 2).toSorted())
      expect(await related(identities[2] ?? "")).toEqual([])
    })

    test("are proposed for two holders of one document, which is named", async () => {
      const { approve, call, key, propose, related } = await aCustomer()
      const withPassport = async (expected: object) => {
        const { id } = await call("POST", "/sessions", { required_steps: ["document"], expected })
        const form = aForm({ kind: "identity", document_type: "passport" }, new TextEncoder().encode("%PDF-1.4 one\n%%EOF\n"))
        const document = (await service.call("POST", `/sessions/${id}/documents`, { key, raw: form })).body.id
        await call("POST", `/sessions/${id}/submit`)
        await runJobs(service, runChecksJob)
        const { status } = await call("GET", `/sessions/${id}`)
        if (status !== "approved") await approve(id)
        return { document, session: await call("GET", `/sessions/${id}`) }
      }
      const first = await withPassport({ first_name: "Ada", last_name: "Mensah", date_of_birth: "1990-01-01" })
      const second = await withPassport({ first_name: "Kofi", last_name: "Boateng", date_of_birth: "1970-02-02" })
      await propose()
      const [found, ...others] = await related(second.session.identity_id)
      expect(others).toEqual([])
      expect(found).toMatchObject({ type: "duplicate_of", confidence: 1, evidence: [{ kind: "document" }] })
      expect([found.from_id, found.to_id]).toEqual([first.session.identity_id, second.session.identity_id].toSorted())
      expect(found.evidence[0].document_ids.toSorted()).toEqual([first.document, second.document].toSorted())
      expect(found.evidence[0].session_ids.toSorted()).toEqual([first.session.id, second.session.id].toSorted())
    })

    test("are proposed for persons with one device, if its platform vouches for it in both sessions", async () => {
      const { approve, call, propose, related } = await aCustomer()
      const onPhone = async (external_reference: string, attestation: string) => {
        const { id, verification_url } = await call("POST", "/sessions", { external_reference })
        const token = verification_url.split("/").at(-1)
        const headers = { "X-Forwarded-For": "81.2.69.142", "User-Agent": "Firefox/131.0" }
        expect((await fetch(`${url}/api/v1/verify/${token}/start`, { method: "POST", headers })).status).toBe(200)
        const body = { platform: "ios", attestation: `sandbox.attestation.${attestation}` }
        const attested = await service.call("POST", "/sdk/attest", { headers: { "X-Capture-Token": token }, body })
        expect(attested.body.verdict).toBe(attestation)
        return approve(id)
      }
      const [one, two, three] = [await onPhone("one", "verified"), await onPhone("two", "verified"), await onPhone("three", "failed")]
      await propose()
      expect(await related(one.identity_id)).toMatchObject([
        { type: "shares_device", confidence: 0.8, evidence: [{ kind: "device", session_ids: expect.arrayContaining([one.id, two.id]) }] }
      ])
      expect(await related(three.identity_id)).toEqual([])
    })

    test("are proposed once, however often the job runs and whichever session it is for", async () => {
      const { approved, person, propose, proposeAgain, related } = await aCustomer()
      const one = await person("one", { addresses: [flat] })
      await person("two", { addresses: [flat] })
      const session = await approved("one")
      await approved("two")
      expect(await propose()).toBe(2)
      const before = await related(one)
      expect(before).toHaveLength(1)
      await announcedEvents(service)
      await proposeAgain(session.id)
      expect(await related(one)).toEqual(before)
      expect(await announcedEvents(service)).toEqual([])
    })

    test("are proposed once by two jobs that run at the same moment, each for one of the two", async () => {
      const { approved, person, related } = await aCustomer()
      const pairs: Array<readonly [string, string]> = []
      for (let pair = 0; pair < 6; pair += 1) {
        const addresses = [`${pair} Hollyhock Mews, Leeds`]
        const names = [`one ${pair}`, `two ${pair}`] as const
        pairs.push([await person(names[0], { addresses }), await person(names[1], { addresses })])
        for (const name of names) await approved(name)
      }
      await runAtOnce(service, proposeJob)
      for (const [one, two] of pairs) {
        const found = await related(one)
        expect([found.length, found]).toEqual([1, await related(two)])
      }
    })

    test("are not proposed by a value that more than ten identities share", async () => {
      const { approved, person, propose, related } = await aCustomer()
      const people: Array<string> = []
      for (let count = 0; count < 10; count += 1) people.push(await person(`person ${count}`, { addresses: [flat] }))
      await approved("person 0")
      await propose()
      expect(await related(people[0] ?? "")).toHaveLength(9)
      const last = await person("one more", { addresses: [flat] })
      await approved("one more")
      await propose()
      expect(await related(last)).toEqual([])
    })

    test("are not proposed by a face that more than ten identities share", async () => {
      const { approve, propose, related, session, within } = await aCustomer()
      const sharing = async (name: string) => {
        const id = await session(name)
        const face = { template: templateAt(0), captures: [] }
        await within(Effect.flatMap(FaceIndex, (all) => all.add(id, face, "2026-01-01T00:00:00.000Z")))
        return (await approve(id)).identity_id as string
      }
      const people: Array<string> = []
      for (let count = 0; count < 11; count += 1) people.push(await sharing(`face ${count}`))
      await propose()
      expect(await related(people[0] ?? "")).toEqual([])
    })

    test("come back neither by a job once they are dismissed, nor with a new session, but a request confirms them", async () => {
      const { approved, ask, call, person, propose, proposeAgain, related } = await aCustomer()
      const [one, two] = [await person("one", { addresses: [flat] }), await person("two", { addresses: [flat] })]
      const session = await approved("one")
      await propose()
      const [{ id }] = await related(one)
      const dismissed = await call("DELETE", `/identities/${two}/relationships/${id}`)
      expect(dismissed).toMatchObject({ id, status: "dismissed", evidence: [{ kind: "address" }] })
      expect(await call("DELETE", `/identities/${one}/relationships/${id}`)).toEqual(dismissed)
      await approved("two")
      await proposeAgain(session.id)
      expect([await related(one), await related(two)]).toEqual([[], []])
      expect(await related(one, "?status=dismissed")).toEqual([dismissed])
      const confirmed = await ask("POST", `/identities/${one}/relationships`, { type: "shares_address", to_id: two })
      expect(confirmed).toMatchObject({ status: 200, body: { id, status: "confirmed", source: "system", confidence: 1 } })
      expect((await ask("POST", `/identities/${two}/relationships`, { type: "shares_address", to_id: one })).status).toBe(409)
      expect(await related(one)).toEqual([confirmed.body])
      expect(await call("DELETE", `/identities/${one}/relationships/${id}`)).toMatchObject({ status: "dismissed" })
    })

    test("are not proposed with an archived identity, nor after the session is declined", async () => {
      const { approved, call, person, propose, related } = await aCustomer()
      const [one, two, three] = [
        await person("one", { addresses: [flat] }),
        await person("two", { addresses: [flat] }),
        await person("three", { addresses: [flat] })
      ]
      await call("POST", `/identities/${two}/archive`)
      await approved("one")
      await propose()
      expect(await related(two)).toEqual([])
      expect(await related(one)).toHaveLength(1)
      const { id } = (await approved("three")) as { id: string }
      await call("PATCH", `/sessions/${id}`, { decision: { outcome: "declined", reason: "The wrong person was approved." } })
      await call("POST", `/identities/${two}/restore`)
      await propose()
      expect((await related(three)).map(({ from_id, to_id }: any) => [from_id, to_id])).toEqual([[one, three].toSorted()])
    })

    test("are left out of a graph that asks for what people confirmed alone", async () => {
      const { approved, call, person, propose } = await aCustomer()
      await person("one", { addresses: [flat] })
      await person("two", { addresses: [flat] })
      await approved("one")
      await propose()
      const nodes = async (body: object) => (await call("POST", "/identities/graph", { start_ids: ["one"], ...body })).nodes.length
      expect([await nodes({}), await nodes({ include_system: false })]).toEqual([2, 1])
    })
  })
}
