import { afterAll, describe, expect, test } from "bun:test"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { RelationshipStore } from "@vouchkit/core/resources/identities/relationships/model"
import { Effect } from "effect"
import { announcedEvents } from "../../../../support/announced-events.ts"
import { customersOf } from "../../../../support/customers.ts"
import { startService } from "../../../../support/service.ts"

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  const customers = customersOf(service, "related")

  const aCustomer = async () => {
    const { ask, call, organization } = await customers()
    const identity = async (body: object = {}): Promise<string> => (await call("POST", "/identities", body)).id
    const relate = (from: string, body: object) => ask("POST", `/identities/${from}/relationships`, body)
    const related = async (id: string, query = "") => (await call("GET", `/identities/${id}/relationships${query}`)).data
    const within = <A>(effect: Effect.Effect<A, any, any>): Promise<A> =>
      service.runtime.runPromise(Effect.provideService(effect, Tenant, { organization, environment: "sandbox" }) as Effect.Effect<A>)
    return { ask, call, identity, relate, related, within }
  }
  const problems = ({ body }: any) => body.errors.map(({ code, loc }: any) => [loc.join("."), code]).toSorted()

  describe(`relationships in ${storage}`, () => {
    test("are read alike from both ends, whichever way they were said", async () => {
      const { ask, identity, relate, related } = await aCustomer()
      const [parent, child] = [await identity(), await identity({ external_reference: "the child" })]
      const { body, status } = await relate(parent, { type: "parent_of", to_id: "the child", valid_from: "2001-02-03" })
      expect(status).toBe(201)
      expect(body).toMatchObject({
        object: "relationship",
        environment: "sandbox",
        type: "parent_of",
        inverse_type: "child_of",
        from_id: parent,
        to_id: child,
        status: "confirmed",
        source: "manual",
        confidence: null,
        percent: null,
        valid_from: "2001-02-03",
        valid_to: null,
        evidence: []
      })
      expect(await related(parent)).toEqual([body])
      expect(await related("the%20child")).toEqual([body])
      const other = await relate(child, { type: "ward_of", to_id: parent })
      expect(other.body).toMatchObject({ type: "guardian_of", from_id: parent, to_id: child })
      expect(await related(child, "?type=parent_of")).toEqual([body])
      expect(await related(child, "?limit=1")).toEqual([other.body])
      expect((await ask("GET", `/identities/${child}/relationships`)).body.pagination.total).toBe(2)
    })

    test("exist once for a type and two identities, from whichever end they are said", async () => {
      const { identity, relate, related } = await aCustomer()
      const [one, other] = [await identity(), await identity()]
      expect((await relate(one, { type: "spouse_of", to_id: other })).status).toBe(201)
      expect(await relate(other, { type: "spouse_of", to_id: one })).toMatchObject({ status: 409, body: { error: "relationship_exists" } })
      expect((await relate(one, { type: "employee_of", to_id: other })).status).toBe(201)
      expect(await relate(other, { type: "employs", to_id: one })).toMatchObject({ status: 409, body: { error: "relationship_exists" } })
      expect((await relate(other, { type: "employee_of", to_id: one })).status).toBe(201)
      expect(await related(one)).toHaveLength(3)
    })

    test("name every problem of a request at once", async () => {
      const { identity, relate } = await aCustomer()
      const one = await identity()
      const nothing = "01jgfjjz00e8r4v2m9k3txqwpn"
      const refused = await relate(one, {
        type: "pen_friend_of",
        to_id: `idn_${nothing}`,
        valid_from: "2026-02-01",
        valid_to: "2026-01-01",
        evidence: { document_ids: [`doc_${nothing}`], session_ids: [`ses_${nothing}`] }
      })
      expect([refused.status, problems(refused)]).toEqual([
        422,
        [
          ["body.evidence.document_ids.0", "unknown_id"],
          ["body.evidence.session_ids.0", "unknown_id"],
          ["body.to_id", "unknown_identity"],
          ["body.type", "unknown_key"],
          ["body.valid_to", "before_start"]
        ]
      ])
      expect(problems(await relate(one, { type: "spouse_of", to_id: one, percent: 5 }))).toEqual([
        ["body.percent", "not_allowed"],
        ["body.to_id", "same_identity"]
      ])
      expect((await relate(`idn_${nothing}`, { type: "spouse_of", to_id: one })).status).toBe(404)
    })

    test("hold to what their type allows at each end, and to how many it allows", async () => {
      const { call, identity, relate } = await aCustomer()
      await call("POST", "/relationship-types", {
        key: "trustee_of",
        label: "Trustee of",
        inverse_key: "has_trustee",
        inverse_label: "Has trustee",
        from_types: ["individual"],
        to_types: ["organization"],
        max_per_source: 1
      })
      const [person, company, second] = [
        await identity(),
        await identity({ identity_type: "organization" }),
        await identity({ identity_type: "organization" })
      ]
      expect(problems(await relate(company, { type: "trustee_of", to_id: person }))).toEqual([["body.type", "identity_type_not_allowed"]])
      expect((await relate(company, { type: "has_trustee", to_id: person })).status).toBe(201)
      expect(problems(await relate(person, { type: "trustee_of", to_id: second }))).toEqual([["body.type", "too_many"]])
    })

    test("of a type that reads alike from both ends are limited at both", async () => {
      const { call, identity, relate } = await aCustomer()
      await call("POST", "/relationship-types", { key: "partner", label: "Partner", max_per_source: 1 })
      const [one, two, three] = [await identity(), await identity(), await identity()]
      expect((await relate(one, { type: "partner", to_id: two })).status).toBe(201)
      expect(problems(await relate(three, { type: "partner", to_id: one }))).toEqual([["body.type", "too_many"]])
    })

    test("keep an identity from becoming of a type that theirs do not relate, and are named", async () => {
      const { ask, call, identity, relate } = await aCustomer()
      const type = { key: "trustee_of", label: "Trustee of", inverse_key: "has_trustee", inverse_label: "Has trustee" }
      await call("POST", "/relationship-types", { ...type, from_types: ["individual"], to_types: ["organization"] })
      const [person, company, friend] = [await identity(), await identity({ identity_type: "organization" }), await identity()]
      const { body: related } = await relate(person, { type: "trustee_of", to_id: company })
      await relate(person, { type: "spouse_of", to_id: friend })
      const become = (id: string, identity_type: string) => ask("PATCH", `/identities/${id}`, { identity_type, first_name: "Ada" })
      for (const [id, other] of [
        [person, "organization"],
        [company, "individual"]
      ] as const) {
        const refused = await become(id, other)
        expect([refused.status, problems(refused)]).toEqual([422, [["body.identity_type", "identity_type_not_allowed"]]])
        expect(refused.body.errors[0].message).toContain(`${related.id} (trustee_of)`)
        expect((await call("GET", `/identities/${id}`)).first_name).toBeNull()
      }
      expect((await become(person, "individual")).status).toBe(200)
      expect((await become(friend, "organization")).status).toBe(200)
      expect((await ask("DELETE", `/identities/${person}/relationships/${related.id}`)).status).toBe(200)
      expect((await become(person, "organization")).status).toBe(200)
    })

    test("that are more than are looked at for one change keep an identity from changing its type at all", async () => {
      const { ask, call, identity, relate, within } = await aCustomer()
      await call("POST", "/relationship-types", { key: "knows", label: "Knows", from_types: ["individual", "organization"] })
      const [hub, other] = [await identity(), await identity()]
      const { body } = await relate(hub, { type: "knows", to_id: other })
      const become = async (identity_type: string) => (await ask("PATCH", `/identities/${hub}`, { identity_type })).body
      const more = (from: number, count: number) =>
        within(
          Effect.gen(function* () {
            const store = yield* RelationshipStore
            const row = yield* store.find(body.id)
            if (row === undefined) throw new Error(body.id)
            const ids = Array.from({ length: count }, (_, place) => `rel_${String(from + place).padStart(26, "0")}`)
            yield* Effect.forEach(ids, (id) => store.insert({ ...row, id, pair_key: null }), { concurrency: 8 })
          })
        )
      await more(0, 999)
      expect(await become("organization")).toMatchObject({ id: hub, identity_type: "organization" })
      await more(999, 1)
      const refused = await become("individual")
      expect(problems({ body: refused })).toEqual([["body.identity_type", "identity_type_not_allowed"]])
      expect(refused.errors[0].message).toContain("more than 1000 relationships")
    })

    test("that read alike from both ends keep their pair of types when either end changes, also when both do at once", async () => {
      const { ask, call, identity, relate } = await aCustomer()
      await call("POST", "/relationship-types", { key: "ally", label: "Ally", from_types: ["individual"], to_types: ["organization"] })
      await call("POST", "/relationship-types", { key: "peer", label: "Peer", from_types: ["individual"] })
      const [person, company] = [await identity(), await identity({ identity_type: "organization" })]
      expect((await relate(company, { type: "ally", to_id: person })).status).toBe(201)
      const become = async (id: string, identity_type: string) => (await ask("PATCH", `/identities/${id}`, { identity_type })).status
      expect(await become(person, "organization")).toBe(422)
      expect(await become(company, "individual")).toBe(422)
      const [one, two] = [await identity(), await identity()]
      expect((await relate(one, { type: "peer", to_id: two })).status).toBe(201)
      // One of the two stays an individual, whoever comes first.
      expect((await Promise.all([become(one, "organization"), become(two, "organization")])).toSorted()).toEqual([200, 422])
    })

    test("keep their type from being archived", async () => {
      const { ask, call, identity, relate } = await aCustomer()
      await call("POST", "/relationship-types", { key: "partner", label: "Partner" })
      const [one, two] = [await identity(), await identity()]
      const { id } = (await relate(one, { type: "partner", to_id: two })).body
      expect(await ask("DELETE", "/relationship-types/partner")).toMatchObject({ status: 409, body: { error: "in_use" } })
      await call("DELETE", `/identities/${two}/relationships/${id}`)
      expect((await ask("DELETE", "/relationship-types/partner")).status).toBe(200)
      expect(problems(await relate(one, { type: "partner", to_id: two }))).toEqual([["body.type", "unknown_key"]])
    })

    test("are made with no archived identity, and deleted by none", async () => {
      const { ask, call, identity, relate } = await aCustomer()
      const [one, two] = [await identity(), await identity()]
      const { id } = (await relate(one, { type: "spouse_of", to_id: two })).body
      await call("POST", `/identities/${two}/archive`)
      const archived = { status: 409, body: { error: "identity_archived" } }
      expect(await relate(one, { type: "sibling_of", to_id: two })).toMatchObject(archived)
      expect(await relate(two, { type: "sibling_of", to_id: one })).toMatchObject(archived)
      expect(await ask("DELETE", `/identities/${two}/relationships/${id}`)).toMatchObject(archived)
      expect((await ask("DELETE", `/identities/${one}/relationships/${id}`)).status).toBe(200)
    })

    test("are deleted from either end, once, and can be made again", async () => {
      const { ask, identity, relate, related } = await aCustomer()
      const [owner, company, stranger] = [await identity(), await identity(), await identity()]
      const first = (await relate(owner, { type: "beneficial_owner_of", to_id: company, percent: 70 })).body
      expect((await ask("DELETE", `/identities/${stranger}/relationships/${first.id}`)).status).toBe(404)
      const deleted = await ask("DELETE", `/identities/${company}/relationships/${first.id}`)
      expect(deleted).toMatchObject({ status: 200, body: { id: first.id, status: "deleted", percent: null } })
      expect((await ask("DELETE", `/identities/${company}/relationships/${first.id}`)).status).toBe(404)
      expect(await related(owner)).toEqual([])
      const again = await relate(owner, { type: "beneficial_owner_of", to_id: company, percent: 80 })
      expect(again).toMatchObject({ status: 201, body: { percent: 80 } })
      expect(again.body.id).not.toBe(first.id)
    })

    test("of owners have 100 percent of an organization at most, on every day", async () => {
      const { identity, relate } = await aCustomer()
      const company = await identity({ identity_type: "organization" })
      const owns = async (percent: number, more: object = {}) =>
        relate(await identity(), { type: "beneficial_owner_of", to_id: company, percent, ...more })
      expect((await owns(60.01)).status).toBe(201)
      expect(problems(await owns(40))).toEqual([["body.percent", "above_total"]])
      expect((await owns(39.99, { valid_to: "2025-12-31" })).status).toBe(201)
      expect(problems(await owns(0.01, { valid_to: "2025-12-31" }))).toEqual([["body.percent", "above_total"]])
      expect((await owns(39.99, { valid_from: "2026-01-01" })).status).toBe(201)
      const inverse = await relate(company, { type: "owned_by", to_id: await identity(), percent: 0.01 })
      expect(problems(inverse)).toEqual([["body.percent", "above_total"]])
      expect((await relate(company, { type: "owned_by", to_id: await identity() })).status).toBe(201)
      for (const percent of [0, 100.01, 33.333]) expect((await owns(percent)).status).toBe(422)
    })

    test("of owners that are made at the same moment wait for one another", async () => {
      const { identity, relate, related } = await aCustomer()
      const company = await identity({ identity_type: "organization" })
      const owners = await Promise.all(Array.from({ length: 6 }, () => identity()))
      const answers = await Promise.all(
        owners.map((owner, index) =>
          index % 2 === 0
            ? relate(owner, { type: "beneficial_owner_of", to_id: company, percent: 30 })
            : relate(company, { type: "owned_by", to_id: owner, percent: 30 })
        )
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 422, 422, 422])
      expect(await related(company)).toHaveLength(3)
    })

    test("are announced as events of the identity in the path, without what is private", async () => {
      const { call, identity, relate } = await aCustomer()
      const [owner, company] = [await identity(), await identity()]
      await announcedEvents(service)
      const { id } = (await relate(company, { type: "owned_by", to_id: owner, percent: 12.5 })).body
      await call("DELETE", `/identities/${owner}/relationships/${id}`)
      const events = await announcedEvents(service)
      expect(events.map(({ data, resource, type }) => [type, resource.id, data.relationship])).toEqual([
        ["identity.relationship-created", company, { ...ends(id, owner, company), status: "confirmed" }],
        ["identity.relationship-deleted", owner, { ...ends(id, owner, company), status: "deleted" }]
      ])
    })

    test("stand in the audit logs of both identities, deleted ones too", async () => {
      const { call, identity, relate } = await aCustomer()
      const [one, two] = [await identity(), await identity()]
      const { id } = (await relate(one, { type: "spouse_of", to_id: two })).body
      await call("DELETE", `/identities/${two}/relationships/${id}`)
      for (const identity_id of [one, two]) {
        const { data } = await call("GET", `/identities/${identity_id}/audit-log`)
        expect(data.filter(({ target }: any) => target.id === id)).toMatchObject([
          { action: "identities.delete_relationship", changes: [{ path: "status", from: "confirmed", to: "deleted" }] },
          { action: "identities.create_relationship", changes: [{ path: "status", from: null, to: "confirmed" }] }
        ])
      }
    })

    test("name the documents and sessions that prove them", async () => {
      const { call, identity, relate } = await aCustomer()
      const session = await call("POST", "/sessions", {})
      const evidence = { session_ids: [session.id] }
      const { body } = await relate(await identity(), { type: "spouse_of", to_id: await identity(), evidence })
      expect(body.evidence).toEqual([{ kind: "given", document_ids: [], session_ids: [session.id] }])
    })

    test("of another organization are not found", async () => {
      const [ours, theirs] = [await aCustomer(), await aCustomer()]
      const [one, two] = [await ours.identity(), await ours.identity()]
      const { id } = (await ours.relate(one, { type: "spouse_of", to_id: two })).body
      const own = await theirs.identity()
      expect((await theirs.ask("GET", `/identities/${one}/relationships`)).status).toBe(404)
      expect((await theirs.ask("DELETE", `/identities/${own}/relationships/${id}`)).status).toBe(404)
      expect(problems(await theirs.relate(own, { type: "spouse_of", to_id: one }))).toEqual([["body.to_id", "unknown_identity"]])
    })
  })
}

const ends = (id: string, from_id: string, to_id: string) => ({
  id,
  type: "beneficial_owner_of",
  inverse_type: "owned_by",
  from_id,
  to_id,
  source: "manual",
  confidence: null
})
