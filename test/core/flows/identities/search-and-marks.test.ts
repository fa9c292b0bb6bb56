import { afterAll, describe, expect, test } from "bun:test"
import { announcedEvents } from "../../../support/announced-events.ts"
import { customersOf } from "../../../support/customers.ts"
import { startService } from "../../../support/service.ts"

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  const customer = customersOf(service, "marks")
  const aCustomer = async () => {
    const { ask, call } = await customer()
    const found = async (body: object): Promise<ReadonlyArray<string>> =>
      (await call("POST", "/identities/search", body)).data.map(
        ({ external_reference }: { external_reference: string }) => external_reference
      )
    return { ask, found, created: (body: object) => call("POST", "/identities", body) }
  }

  describe(`identities in ${storage}`, async () => {
    const { ask, created, found } = await aCustomer()
    await created({ external_reference: "a", first_name: "Ana", last_name: "Costa", country_of_residence: "PT", tags: ["vip", "eu"] })
    await created({ external_reference: "b", native_name: "Άννα", aliases: ["Anna Kosta"], nationality: "GR", tags: ["eu"] })
    await created({
      external_reference: "c",
      identity_type: "organization",
      identification_numbers: [{ type: "tax_id", value: "12 34-56/X" }],
      emails: ["Info@Example.com"],
      phones: ["+351 21 000 0000"]
    })

    test("are found by words of names, aliases, reference, tags and id, in any case", async () => {
      expect(await found({ query: "ANA cos" })).toEqual(["a"])
      expect(await found({ query: "kosta" })).toEqual(["b"])
      expect(await found({ query: "άννα" })).toEqual(["b"])
      expect(await found({ query: "eu" })).toEqual(["b", "a"])
      expect(await found({ query: "costa anna" })).toEqual([])
      expect(await found({ query: "100%" })).toEqual([])
    })

    test("are found by each filter, alone or as a list, and in either order", async () => {
      expect(await found({})).toEqual(["c", "b", "a"])
      expect(await found({ sort_order: "asc" })).toEqual(["a", "b", "c"])
      expect(await found({ filters: { identity_type: "organization" } })).toEqual(["c"])
      expect(await found({ filters: { tags: ["vip", "other"] } })).toEqual(["a"])
      expect(await found({ filters: { tags_all: ["eu", "vip"] } })).toEqual(["a"])
      expect(await found({ filters: { country: "PT", nationality: [] } })).toEqual(["a"])
      expect(await found({ filters: { nationality: ["GR"], status: "active" } })).toEqual(["b"])
      expect(await found({ filters: { assurance_level: ["none"], created_at: { gte: "2020-01-01T00:00:00Z" } } })).toHaveLength(3)
      expect(await found({ filters: { last_verified_at: { gte: "2020-01-01T00:00:00Z" } } })).toEqual([])
      expect((await ask("POST", "/identities/search", { filters: { shoe_size: 1 } })).status).toBe(422)
    })

    test("are found by what is sealed only as a whole, however it is written", async () => {
      expect(await found({ filters: { identification_number: "123456x" } })).toEqual(["c"])
      expect(await found({ filters: { email: "info@example.com" } })).toEqual(["c"])
      expect(await found({ filters: { phone: "351210000000" } })).toEqual(["c"])
      expect(await found({ filters: { identification_number: "12345" } })).toEqual([])
      expect(await found({ query: "example.com" })).toEqual([])
    })

    test("are found by whether a case of theirs is open", async () => {
      const { ask: call, created: without, found: foundThere } = await aCustomer()
      for (const external_reference of ["a", "b", "c"]) await without({ external_reference })
      const demo = (await call("POST", "/cases/demo")).body
      await call("POST", `/cases/${demo.id}/approve`, {})
      const { identity_id } = (await call("GET", `/sessions/${demo.session_id}`)).body
      const open = async () => (await call("POST", "/identities/search", { filters: { has_open_case: true } })).body.data
      expect(await open()).toEqual([])
      await call("POST", `/cases/${demo.id}/reopen`, {})
      expect((await open()).map(({ id }: { id: string }) => id)).toEqual([identity_id])
      expect(await foundThere({ filters: { has_open_case: false } })).toEqual(["c", "b", "a"])
    })
  })

  describe(`a marked identity in ${storage}`, async () => {
    const { ask: call, created, found } = await aCustomer()
    const approve = async (body: object) => {
      const { id } = (await call("POST", "/sessions", body)).body
      return (await call("POST", `/sessions/${id}/simulate`, { actions: [{ type: "approve" }] })).body
    }

    test("is blocked over flagged, keeps both through an archive, and loses each by itself", async () => {
      const { id } = await created({ external_reference: `marked-${storage}` })
      const path = `/identities/${id}`
      const status = async (action: string) => (await call("POST", `${path}/${action}`)).body.status
      expect(await status("flag")).toBe("flagged")
      expect(await status("block")).toBe("blocked")
      expect(await status("archive")).toBe("archived")
      expect(await call("POST", `${path}/unblock`)).toMatchObject({ status: 409, body: { error: "identity_archived" } })
      expect(await status("restore")).toBe("blocked")
      expect(await status("unblock")).toBe("flagged")
      expect(await status("unflag")).toBe("active")
    })

    test("shows its reason over REST, and in no event, change or search", async () => {
      const { id } = await created({ external_reference: `reason-${storage}` })
      await announcedEvents(service)
      const reason = "Wore a false moustache"
      const flagged = await call("POST", `/identities/${id}/flag`, { reason })
      expect(flagged.body.flagged).toMatchObject({ has_reason: true, reason, at: expect.any(String) })
      expect((await call("POST", `/identities/${id}/flag`, { reason: "Another" })).body).toEqual(flagged.body)
      await call("POST", `/identities/${id}/block`)
      await call("POST", `/identities/${id}/unflag`)
      await call("POST", `/identities/${id}/unblock`)
      const events = await announcedEvents(service)
      expect(events.map(({ type, data }) => [type, data.has_reason])).toEqual([
        ["identity.flagged", true],
        ["identity.blocked", false],
        ["identity.unflagged", false],
        ["identity.unblocked", false]
      ])
      expect(JSON.stringify(events)).not.toContain("moustache")
      // The log shows reasons to those who may read it, opened from where each is sealed.
      const changes = (await call("GET", `/events?target_id=${id}`)).body.data.map((entry: { changes: unknown }) => entry.changes)
      expect(JSON.stringify(changes)).not.toContain("moustache")
      expect(await found({ query: "moustache" })).toEqual([])
      expect((await call("GET", `/identities/${id}`)).body.flagged).toBeNull()
    })

    test("declines its sessions when it is blocked, and sends them to a person when it is flagged", async () => {
      const { id } = await created({ external_reference: `known-${storage}` })
      const mark = (action: string) => call("POST", `/identities/${id}/${action}`)
      await mark("flag")
      for (const body of [{ identity_id: id }, { external_reference: `known-${storage}` }]) {
        expect(await approve(body)).toMatchObject({ status: "in_review", status_reason_codes: ["list_match"] })
      }
      await mark("block")
      const declined = await approve({ external_reference: `known-${storage}` })
      expect(declined).toMatchObject({ status: "declined", identity_id: id, status_reason_codes: ["blocklist_match"] })
      await mark("unblock")
      await mark("unflag")
      expect((await approve({ identity_id: id })).status).toBe("approved")
    })
  })
}
