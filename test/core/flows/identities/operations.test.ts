import { afterAll, describe, expect, test } from "bun:test"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { IdentityStore, type StoredIdentity } from "@vouchkit/core/resources/identities/model"
import { Effect } from "effect"
import { announcedEvents } from "../../../support/announced-events.ts"
import { databaseDump } from "../../../support/database-dump.ts"
import type { freshDatabase } from "../../../support/postgres.ts"
import { startService } from "../../../support/service.ts"
import { acmeSandbox } from "../../../support/tenants.ts"

const person = {
  external_reference: "customer/7 Ä",
  first_name: "Amalia",
  last_name: "Quintero",
  native_name: "Ἀμαλία",
  aliases: ["Mali Q."],
  date_of_birth: "1988-04-05",
  nationality: "ES",
  country_of_residence: "GB",
  addresses: ["17 Hollyhock Mews, Leeds", { line1: "Calle Zurbano 81", city: "Madrid", country: "ES" }],
  emails: ["amalia.q@example.com"],
  phones: ["+44 20 7946 0321"],
  identification_numbers: [{ type: "passport", country: "ES", value: "XDA-998-877" }],
  tags: ["vip"],
  metadata: { Tier: "gold" }
}

let connect: Awaited<ReturnType<typeof freshDatabase>> | undefined
for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage, {
    through: async (to) => {
      connect = to
      return to
    }
  })
  afterAll(() => service.stop())
  const key = await service.key()
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    service.call(method, path, { key, headers, ...(body === undefined ? {} : { body }) })
  const created = async (body: object = {}) => {
    const answer = await call("POST", "/identities", body)
    expect([answer.status, answer.body.error]).toEqual([201, undefined])
    return answer.body
  }
  const types = async () => (await announcedEvents(service)).map(({ type }) => type)

  await created(person)
  const moved = await created({ ...person, external_reference: null })
  await call("PATCH", `/identities/${moved.id}`, { addresses: ["2 New Road", "5 Third Street"] })

  describe(`identities in ${storage}`, () => {
    test("keep what callers say of a person, and say that a request set it", async () => {
      const alone = await service.key("all", { organization: "org_one_identity" })
      const { body: made, status } = await service.call("POST", "/identities", { key: alone, body: person })
      expect(status).toBe(201)
      expect(made).toMatchObject({
        ...person,
        object: "identity",
        environment: "sandbox",
        identity_type: "individual",
        status: "active",
        display_name: "Amalia Quintero",
        addresses: [
          { text: "17 Hollyhock Mews, Leeds", source: { type: "manual", session_id: null } },
          { line1: "Calle Zurbano 81", city: "Madrid", country: "ES" }
        ],
        identification_numbers: [{ type: "passport", country: "ES", value: "XDA-998-877", last4: "-877" }],
        sources: { first_name: { type: "manual", session_id: null }, emails: { type: "manual" } },
        archived_at: null,
        version: 1
      })
      expect(made.sources).not.toHaveProperty("display_name")
      const read = await service.call("GET", `/identities/${made.id}`, { key: alone })
      expect(read.body).toEqual(made)
      expect((await service.call("GET", "/identities", { key: alone })).body).toMatchObject({ data: [made], pagination: { total: 1 } })
    })

    test("are found by their external reference in either Unicode form, wherever a path names one", async () => {
      const path = (form: "NFC" | "NFD") => `/identities/${encodeURIComponent(person.external_reference.normalize(form))}`
      const { id } = (await call("GET", path("NFC"))).body
      for (const form of ["NFC", "NFD"] as const) {
        expect((await call("GET", path(form))).body.id).toBe(id)
        expect((await call("PATCH", path(form), { middle_name: "Inés" })).body).toMatchObject({ id, display_name: "Amalia Inés Quintero" })
        expect((await call("POST", `${path(form)}/add-tag`, { tag: "seen" })).body).toEqual({ id, tags: ["vip", "seen"] })
        expect((await call("GET", `${path(form)}/sessions`)).status).toBe(200)
      }
    })

    test("have a reference that no other one has, and none that looks like an id", async () => {
      const other = await created()
      for (const external_reference of [person.external_reference, person.external_reference.normalize("NFD")]) {
        expect(await call("POST", "/identities", { external_reference })).toMatchObject({
          status: 409,
          body: { error: "external_reference_taken" }
        })
        expect(await call("PATCH", `/identities/${other.id}`, { external_reference })).toMatchObject({
          status: 409,
          body: { error: "external_reference_taken" }
        })
      }
      const own = encodeURIComponent(person.external_reference)
      expect((await call("PATCH", `/identities/${own}`, { external_reference: person.external_reference })).status).toBe(200)
      expect((await call("POST", "/identities", { external_reference: "idn_7" })).body.errors).toMatchObject([
        { loc: ["body", "external_reference"] }
      ])
    })

    test("change only where something is said; null clears, and a list replaces the list before", async () => {
      const { id } = await created(person.addresses === undefined ? {} : { ...person, external_reference: null })
      const { body } = await call("PATCH", `/identities/${id}`, {
        first_name: null,
        aliases: null,
        addresses: ["2 New Road"],
        emails: null,
        metadata: { Tier: null, Region: "north" }
      })
      expect(body).toMatchObject({
        first_name: null,
        last_name: "Quintero",
        display_name: "Quintero",
        aliases: [],
        emails: [],
        phones: person.phones,
        metadata: { Region: "north" },
        version: 2
      })
      expect(body.addresses.map(({ text }: { text: string }) => text)).toEqual(["2 New Road"])
      expect(body.sources).not.toHaveProperty("first_name")
      const named = await call("PATCH", `/identities/${id}`, { display_name: "Q" })
      expect(named.body).toMatchObject({ display_name: "Q", sources: { display_name: { type: "manual" } } })
      expect((await call("PATCH", `/identities/${id}`, { display_name: null })).body.display_name).toBe("Quintero")
      const same = await call("PATCH", `/identities/${id}`, {})
      expect(same.body.version).toBe(4)
    })

    test("report everything that is wrong with a request at once", async () => {
      const { body, status } = await call("POST", "/identities", {
        nationality: "ZZ",
        emails: ["nobody"],
        identification_numbers: [{ type: "library_card", value: "1" }],
        addresses: [{}],
        unknown_member: 1
      })
      expect(status).toBe(422)
      const places = body.errors.map(({ loc }: { loc: ReadonlyArray<unknown> }) => loc.slice(0, 3).join("."))
      expect(places.toSorted()).toEqual([
        "body.addresses.0",
        "body.emails.0",
        "body.identification_numbers.0",
        "body.nationality",
        "body.unknown_member"
      ])
    })

    test("are archived and restored, each once, and do not change in between", async () => {
      const { id } = await created({ external_reference: `gone-${storage}` })
      await announcedEvents(service)
      const path = `/identities/${id}`
      const archived = await call("POST", `${path}/archive`)
      expect(archived.body).toMatchObject({ status: "archived", archived_at: expect.any(String) })
      expect((await call("POST", `${path}/archive`)).body).toEqual(archived.body)
      for (const [method, to, body] of [
        ["PATCH", path, { first_name: "New" }],
        ["POST", `${path}/add-tag`, { tag: "a" }],
        ["POST", `${path}/remove-tag`, { tag: "a" }],
        ["PUT", `${path}/tags`, { tags: ["a"] }]
      ] as const) {
        expect(await call(method, to, body)).toMatchObject({ status: 409, body: { error: "identity_archived" } })
      }
      const found: ReadonlyArray<any> = (await call("GET", "/identities?status=archived")).body.data
      expect(found.map((row) => row.id)).toContain(id)
      expect(found.filter(({ status }) => status !== "archived")).toEqual([])
      const restored = await call("POST", `${path}/restore`)
      expect(restored.body).toMatchObject({ status: "active", archived_at: null })
      expect((await call("POST", `${path}/restore`)).body).toEqual(restored.body)
      expect(await types()).toEqual(["identity.archived", "identity.restored"])
    })

    test("are tagged and announced once, however often the request comes", async () => {
      const { id } = await created()
      await announcedEvents(service)
      const path = `/identities/${id}`
      for (let time = 0; time < 2; time += 1) {
        expect((await call("POST", `${path}/add-tag`, { tag: "vip" })).body).toEqual({ id, tags: ["vip"] })
      }
      expect((await call("PUT", `${path}/tags`, { tags: ["a", "b"] })).body).toEqual({ id, tags: ["a", "b"] })
      for (let time = 0; time < 2; time += 1) {
        expect((await call("POST", `${path}/remove-tag`, { tag: "a" })).body).toEqual({ id, tags: ["b"] })
      }
      expect(await types()).toEqual(["identity.tag-added", "identity.tag-added", "identity.tag-removed", "identity.tag-removed"])
      expect((await call("GET", "/identities/tags")).body.data).toContainEqual({ tag: "b", count: 1 })
      const full = Array.from({ length: 50 }, (_, index) => `t${index}`)
      await call("PUT", `${path}/tags`, { tags: full })
      expect((await call("POST", `${path}/add-tag`, { tag: "one more" })).body.errors).toMatchObject([{ code: "too_many" }])
    })

    test("announce what changed and nothing personal, in the order of their sequence", async () => {
      await announcedEvents(service)
      const { id } = await created({ ...person, external_reference: null })
      await call("PATCH", `/identities/${id}`, { first_name: "Amélie", addresses: ["5 Third Street"] })
      const events = await announcedEvents(service)
      expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
        ["identity.created", 1],
        ["identity.updated", 2]
      ])
      expect(events[1]).toMatchObject({ resource: { type: "identity", id }, data: { id, changed: ["first_name", "addresses"] } })
      for (const secret of ["Amalia", "Amélie", "Quintero", "1988-04", "Third Street", "XDA", "7946 0321", "79460321"])
        expect(JSON.stringify(events)).not.toContain(secret)
      const log = await call("GET", `/events?target_id=${id}`)
      expect(log.body.data).toHaveLength(2)
      for (const secret of ["Amalia", "Amélie", "Quintero", "1988-04", "Third Street", "XDA"]) expect(log.text).not.toContain(secret)
    })

    test("are created once by a repeated request", async () => {
      const once = { "Idempotency-Key": `once-${storage}` }
      const first = await call("POST", "/identities", { last_name: "Once" }, once)
      expect((await call("POST", "/identities", { last_name: "Once" }, once)).body).toEqual(first.body)
    })

    test("list the sessions that name them, newest first", async () => {
      const { id } = await created({ external_reference: `sessions-${storage}` })
      const first = (await call("POST", "/sessions", { identity_id: id })).body
      const second = (await call("POST", "/sessions", { identity_id: `sessions-${storage}` })).body
      expect([first.identity_id, second.identity_id]).toEqual([id, id])
      const { body } = await call("GET", `/identities/${id}/sessions`)
      const shown = ({ created_at, id, status, updated_at }: typeof first) => ({ id, status, created_at, updated_at })
      expect(body).toEqual({ data: [shown(second), shown(first)], pagination: { total: 2, limit: 50, offset: 0 } })
      expect((await call("GET", `/identities/${id}/sessions?limit=1&offset=1`)).body.data).toEqual([shown(first)])
      expect((await call("GET", `/identities/${id}/sessions?limit=101`)).status).toBe(422)

      expect((await call("POST", "/sessions", { identity_id: "nobody" })).status).toBe(404)
      await call("POST", `/identities/${id}/archive`)
      expect(await call("POST", "/sessions", { identity_id: id })).toMatchObject({ status: 409, body: { error: "identity_archived" } })
    })

    test("have an audit log of their own, with that of their sessions and cases, and without addresses and reasons", async () => {
      const { id } = await created({ external_reference: `log-${storage}` })
      const session = (await call("POST", "/sessions", { identity_id: id })).body
      await call("POST", `/identities/${id}/flag`, { reason: "Wore a false beard" })
      await created({ last_name: "Someone else" })
      const { body, text } = await call("GET", `/identities/log-${storage}/audit-log`)
      expect(body.data.map(({ action, target }: { action: string; target: { id: string } }) => [action, target.id])).toEqual([
        ["identities.flag", id],
        ["sessions.create", session.id],
        ["identities.create", id]
      ])
      expect(Object.keys(body.data[0].actor)).toEqual(["type", "id", "label"])
      expect(text).not.toContain("beard")
      const reader = await service.key(["identities:read"])
      expect((await service.call("GET", `/identities/${id}/audit-log?limit=1`, { key: reader })).body).toMatchObject({
        data: [{ action: "identities.flag" }],
        pagination: { total: 3 }
      })
    })

    test("refuse encrypted details that were changed or exchanged, with an entry in the audit log, until they are put right or erased", async () => {
      const [one, other] = [await created({ emails: ["one@example.com"] }), await created({ emails: ["other@example.com"] })]
      const reader = await service.key()
      const put = (id: string, sealed: (row: StoredIdentity) => string) =>
        service.runtime.runPromise(
          Effect.gen(function* () {
            const store = yield* IdentityStore
            const row = yield* store.find(id)
            if (row === undefined) throw new Error("no such identity")
            yield* store.save({ ...row, sealed_details: sealed(row) })
            return row.sealed_details
          }).pipe(Effect.provideService(Tenant, acmeSandbox)) as Effect.Effect<string>
        )
      const refusals = async () =>
        (await call("GET", `/events?action=identities.damaged_value_refused&target_id=${one.id}`)).body.data.map(
          ({ outcome, target }: any) => [outcome, target.id]
        )
      const theirs = await put(other.id, ({ sealed_details }) => sealed_details)
      const ours = await put(one.id, () => theirs)
      for (const [method, path, body] of [
        ["GET", `/identities/${one.id}`, undefined],
        ["PATCH", `/identities/${one.id}`, { first_name: "New" }],
        ["GET", "/identities?limit=5", undefined],
        ["POST", `/identities/${other.id}/merge-preview`, { source_ids: [one.id] }]
      ] as const) {
        const answer = await service.call(method, path, { key: reader, ...(body === undefined ? {} : { body }) })
        expect(answer).toMatchObject({ status: 409, body: { error: "value_damaged", target: { type: "identity", id: one.id } } })
        expect(answer.text).not.toContain("example.com")
      }
      const turned = ours.startsWith("A") ? "B" : "A"
      const at = Math.floor(ours.length / 2)
      await put(one.id, () => ours.slice(0, at) + (ours.charAt(at) === "A" ? "B" : "A") + ours.slice(at + 1))
      expect((await call("GET", `/identities/${one.id}`)).body.error).toBe("value_damaged")
      await put(one.id, () => turned + ours.slice(1))
      expect((await call("GET", `/identities/${one.id}`)).body.error).toBe("value_damaged")
      expect(await refusals()).toEqual(Array.from({ length: 6 }, () => ["failed", one.id]))
      await put(one.id, () => ours)
      expect((await call("GET", `/identities/${one.id}`)).body.emails).toEqual(["one@example.com"])
      await put(one.id, () => theirs)
      expect((await call("DELETE", `/identities/${one.id}/data?reason=asked%20by%20the%20person`)).status).toBe(200)
      expect((await call("GET", "/identities?limit=5")).status).toBe(200)
    })

    test("of another organization or environment are not found, under no name", async () => {
      const { id } = await created({ external_reference: `ours-${storage}` })
      for (const options of [{ organization: "org_other" }, { environment: "live" as const }]) {
        const other = await service.key("all", options)
        for (const name of [id, `ours-${storage}`]) {
          expect((await service.call("GET", `/identities/${name}`, { key: other })).status).toBe(404)
          expect((await service.call("POST", "/sessions", { key: other, body: { identity_id: name } })).status).toBe(404)
        }
      }
    })
  })
}

test("a copy of the whole database holds no address and no number of an identity", async () => {
  if (connect === undefined) throw new Error("no database was opened")
  const dump = await databaseDump(connect)
  expect(dump).toContain("Quintero")
  // Each is long enough that encrypted texts and identifiers do not hold it by chance.
  const numbers = ["7946 0321", "79460321", "XDA-998", "XDA998", "998-877"]
  for (const secret of ["Hollyhock", "Zurbano", "amalia.q@", ...numbers, "New Road", "Third Street"]) {
    expect(dump).not.toContain(secret)
  }
  // By itself: digests hold any six digits by chance, and so do microseconds.
  expect(dump).not.toMatch(/(?<![\w.])998877(?!\w)/)
})
