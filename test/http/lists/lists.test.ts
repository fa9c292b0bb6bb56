import { afterAll, describe, expect, test } from "bun:test"
import { provisionKey } from "@vouchkit/core/resources/access/provision"
import { ListEntryStore } from "@vouchkit/core/resources/lists/model"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Effect } from "effect"
import { aListService } from "./listing.ts"

describe.each(["memory", "postgres"] as const)("in %s", async (storage) => {
  const { service, stop, tenant } = await aListService(storage)
  afterAll(stop)

  test("a list is created with what its kind and type suggest, read, changed and archived", async () => {
    const { aList, call } = await tenant()
    const list = await aList({ key: "mules", kind: "block", entry_type: "bank_account" })
    expect(list).toMatchObject({ object: "list", match_mode: "normalized", action: "decline", default_expiry_days: null, entry_count: 0 })
    const changed = await call("PATCH", `/lists/${list.id}`, { name: "Mule accounts", action: "review", default_expiry_days: 30 })
    expect(changed.body).toMatchObject({ name: "Mule accounts", action: "review", default_expiry_days: 30 })
    expect((await call("GET", `/lists/${list.id}`)).body).toEqual(changed.body)
    expect((await call("GET", "/lists?kind=block")).body.data).toEqual([changed.body])
    expect((await call("GET", "/lists?kind=allow")).body.pagination.total).toBe(0)
    expect((await call("DELETE", `/lists/${list.id}`)).body).toEqual({ deleted: true, id: list.id })
    expect((await call("DELETE", `/lists/${list.id}`)).body).toEqual({ deleted: true, id: list.id })
    expect((await call("GET", "/lists")).body.data).toEqual([])
    expect((await call("GET", "/lists?archived=true")).body.data.map(({ id }: any) => id)).toEqual([list.id])
    const refused = await call("PATCH", `/lists/${list.id}`, { name: "Again" })
    expect([refused.status, refused.body.error]).toEqual([409, "list_archived"])
    expect((await call("POST", `/lists/${list.id}/entries`, { value: "GB33BUKB20201555555555" })).body.error).toBe("list_archived")
  })

  test("of lists in use no two have one key, and an archived one gives it up", async () => {
    const { aList, call } = await tenant()
    const first = await aList({ key: "vip", kind: "allow", entry_type: "email" })
    const again = await call("POST", "/lists", { key: "vip", name: "Other", kind: "flag", entry_type: "phone" })
    expect([again.status, again.body.error]).toEqual([409, "list_key_taken"])
    await call("DELETE", `/lists/${first.id}`)
    expect((await aList({ key: "vip", kind: "flag", entry_type: "phone" })).kind).toBe("flag")
  })

  test("a list that could never match is refused: modes that do not fit the type", async () => {
    const { call } = await tenant()
    const refusal = async (given: object) => {
      const { body, status } = await call("POST", "/lists", { key: "k", name: "K", kind: "block", ...given })
      return [status, body.error, body.errors?.[0]?.loc]
    }
    expect(await refusal({ entry_type: "face", match_mode: "exact" })).toEqual([422, "match_mode_not_supported", ["body", "match_mode"]])
    expect(await refusal({ entry_type: "name", match_mode: "face" })).toEqual([422, "match_mode_not_supported", ["body", "match_mode"]])
    expect(await refusal({ entry_type: "phone", match_mode: "cidr" })).toEqual([422, "validation_error", ["body", "match_mode"]])
    expect(await refusal({ entry_type: "phone", action: "approve" })).toEqual([422, "validation_error", ["body", "action"]])
    const block = { entry_type: "name", match_type: "face", value: "x" }
    expect((await call("POST", "/blocklist", block)).body.error).toBe("match_mode_not_supported")
    expect((await call("GET", "/lists")).body.pagination.total).toBe(0)
  })

  test("an entry is kept once, shown masked, and in full to those who may read results", async () => {
    const { aList, anEntry, call, events, organization } = await tenant()
    const list = await aList({ key: "mail", kind: "block", entry_type: "email" })
    const entry = await anEntry(list.id, "A.Person+x@example.com", { reason: "chargebacks" })
    expect(entry).toMatchObject({ value_masked: "A***@e***.com", value: "A.Person+x@example.com", source: "manual", match_count: 0 })
    expect(entry.value_hash).toMatch(/^[0-9a-f]{64}$/)
    const again = await call("POST", `/lists/${list.id}/entries`, { value: "a.person@EXAMPLE.com" })
    expect([again.status, again.body.error]).toEqual([409, "entry_exists"])
    expect((await call("GET", `/lists/${list.id}`)).body.entry_count).toBe(1)
    const narrow = await service.key(["identities:read"], { organization })
    expect((await call("GET", `/lists/${list.id}/entries/${entry.id}`, undefined, narrow)).body.value).toBeNull()
    expect((await call("GET", `/lists/${list.id}/entries`, undefined, narrow)).body.data[0].value).toBeNull()
    expect((await call("GET", `/lists/${list.id}/entries`)).body.data).toEqual([entry])
    const told = JSON.stringify(await events())
    expect(told).toContain("list-entry.created")
    expect(told).not.toMatch(/person|chargebacks/i)
    expect(JSON.stringify((await call("GET", "/events?action_prefix=list-entries")).body)).not.toMatch(/person|chargebacks/i)
  })

  test("a value on a list is found with marks in it that nobody sees, and an entry with such marks by the value without", async () => {
    const { aList, anEntry, call } = await tenant()
    const names = await aList({ key: "names", kind: "block", entry_type: "name", match_mode: "fuzzy" })
    const plain = await anEntry(names.id, "Jonathan Smithers")
    const marked = await anEntry(names.id, "\u202eWilhel\u200bmina Brand\u200benburg")
    const ids = async (value: string) => {
      const { body } = await call("POST", "/lists/search", { values: [{ type: "name", value }] })
      return body.matches.map(({ entry_id }: any) => entry_id)
    }
    expect(await ids("Jona\u200bthan Smith\u00aders")).toEqual([plain.id])
    expect(await ids("Wilhelmina Brandenburg")).toEqual([marked.id])
    expect(await ids("Wilhel\u2060mina Brandenburg")).toEqual([marked.id])
    expect(marked.value).toBe("\u202eWilhel\u200bmina Brand\u200benburg")
    const again = await call("POST", `/lists/${names.id}/entries`, { value: "Wilhelmina Brandenburg" })
    expect([again.status, again.body.error]).toEqual([409, "entry_exists"])
  })

  test("a key that can be read out of an app sees no entry and searches none", async () => {
    const { aList, anEntry, call, organization } = await tenant()
    const list = await aList({ key: "mail", kind: "block", entry_type: "email" })
    const entry = await anEntry(list.id, "a@example.com")
    const { issued } = await service.runtime.runPromise(
      provisionKey({ organization, environment: "sandbox", scopes: "default", name: "app", kind: "publishable" })
    )
    const asked = [
      await call("GET", `/lists/${list.id}/entries`, undefined, issued.key),
      await call("GET", `/lists/${list.id}/entries/${entry.id}`, undefined, issued.key),
      await call("GET", "/blocklist", undefined, issued.key),
      await call("GET", "/blocklist/blk_00000000000000000000000000", undefined, issued.key),
      await call("POST", "/lists/search", { values: [{ type: "email", value: "a@example.com" }] }, issued.key)
    ]
    expect(asked.map(({ body, status }) => [status, body.error])).toEqual(asked.map(() => [403, "forbidden"]))
  })

  test("what is stored of an entry tells nothing of its value", async () => {
    const { aList, anEntry, call, organization } = await tenant()
    const list = await aList({ key: "people", kind: "block", entry_type: "name", match_mode: "fuzzy" })
    await anEntry(list.id, "Quintessa Vandermolen")
    await call("POST", "/blocklist", { entry_type: "string", value: "Quintessa" })
    const rows = await service.runtime.runPromise(
      Effect.flatMap(ListEntryStore, (store) => store.list({ limit: 10 })).pipe(
        Effect.provideService(Tenant, { organization, environment: "sandbox" })
      )
    )
    expect(rows.map(({ digest, sealed }) => [digest.length, typeof sealed])).toEqual([
      [64, "string"],
      [64, "string"]
    ])
    expect(JSON.stringify(rows)).not.toMatch(/quintessa|vandermolen|qntss|kntss|vndrmln|fntrmln/i)
  })

  test("a removed entry loses its value, stays to explain what it matched, and can be added again", async () => {
    const { aList, anEntry, call, events } = await tenant()
    const list = await aList({ key: "mail", kind: "block", entry_type: "email" })
    const entry = await anEntry(list.id, "a@example.com", { reason: "because" })
    for (const _ of [1, 2])
      expect((await call("DELETE", `/lists/${list.id}/entries/${entry.id}`)).body).toEqual({ deleted: true, id: entry.id })
    const gone = (await call("GET", `/lists/${list.id}/entries/${entry.id}`)).body
    expect(gone).toMatchObject({ value: null, reason: null, value_hash: entry.value_hash, value_masked: "a***@e***.com" })
    expect(gone.archived_at).not.toBeNull()
    expect((await call("GET", `/lists/${list.id}`)).body.entry_count).toBe(0)
    expect((await anEntry(list.id, "a@example.com")).value_hash).toBe(entry.value_hash)
    expect((await call("GET", `/lists/${list.id}/entries?archived=true`)).body.pagination.total).toBe(1)
    expect((await events()).map(({ type }) => type).toSorted()).toEqual(["list-entry.created", "list-entry.created", "list-entry.deleted"])
  })

  test("an entry of one list is not found under another, nor under the blocklist", async () => {
    const { aList, anEntry, call } = await tenant()
    const [one, other] = [
      await aList({ key: "one", kind: "flag", entry_type: "string" }),
      await aList({ key: "two", kind: "flag", entry_type: "string" })
    ]
    const entry = await anEntry(one.id, "some text")
    for (const method of ["GET", "DELETE"]) {
      expect((await call(method, `/lists/${other.id}/entries/${entry.id}`)).status).toBe(404)
      expect((await call(method, `/blocklist/${entry.id}`)).status).toBe(404)
    }
  })

  test("values that are none of their type, and ends that have passed, are refused", async () => {
    const { aList, call } = await tenant()
    const list = await aList({ key: "nets", kind: "block", entry_type: "ip_address", match_mode: "cidr" })
    const refusal = async (body: object) => (await call("POST", `/lists/${list.id}/entries`, body)).body.errors?.[0]?.loc
    for (const value of ["0.0.0.0/0", "10.0.0.0/7", "not a network", "203.0.113.0/33"])
      expect(await refusal({ value })).toEqual(["body", "value"])
    for (const value of ["", "  ", "a\nb", "x".repeat(513)]) expect(await refusal({ value })).toEqual(["body", "value"])
    expect(await refusal({ value: "203.0.113.0/24", expires_at: "2026-03-01T12:00:00Z" })).toEqual(["body", "expires_at"])
  })

  test("nobody sees the lists, entries or matches of another organization or environment", async () => {
    const [mine, theirs] = [await tenant(), await tenant()]
    const list = await mine.aList({ key: "mail", kind: "block", entry_type: "email" })
    const entry = await mine.anEntry(list.id, "a@example.com")
    await mine.call("POST", "/blocklist", { entry_type: "phone", value: "+44 20 7946 0000" })
    const values = [
      { type: "email", value: "a@example.com" },
      { type: "phone", value: "+44 20 7946 0000" }
    ]
    const live = await service.key("all", { organization: mine.organization, environment: "live" })
    for (const key of [theirs.key, live]) {
      expect((await theirs.call("GET", `/lists/${list.id}/entries/${entry.id}`, undefined, key)).status).toBe(404)
      expect((await theirs.call("GET", "/blocklist", undefined, key)).body.pagination.total).toBe(0)
      expect((await theirs.call("POST", "/lists/search", { values }, key)).body).toEqual({
        outcome: "passed",
        total: 0,
        matches: [],
        faces: null
      })
    }
    expect((await mine.call("POST", "/lists/search", { values })).body).toMatchObject({ outcome: "failed", total: 2 })
    const own = await theirs.aList({ key: "mail", kind: "block", entry_type: "email" })
    expect((await theirs.anEntry(own.id, "a@example.com")).value_hash).not.toBe(entry.value_hash)
  })

  test("a blocklist entry knows its session, is deleted for good, and leaves its digest in the audit log", async () => {
    const { call, events } = await tenant()
    const session = (await call("POST", "/sessions", {})).body
    const entry = (await call("POST", "/blocklist", { entry_type: "government_id", value: "AB-12 34 56", session_id: session.id })).body
    expect(entry).toMatchObject({ object: "blocklist_entry", session_id: session.id, identity_id: null, value_masked: "***56" })
    expect((await call("POST", "/blocklist", { entry_type: "government_id", value: "ab123456" })).body.error).toBe("entry_exists")
    expect(
      (await call("POST", "/blocklist", { entry_type: "string", value: "x", session_id: "ses_00000000000000000000000000" })).status
    ).toBe(404)
    expect((await call("GET", "/blocklist?entry_type=government_id")).body.data).toEqual([entry])
    expect((await call("DELETE", `/blocklist/${entry.id}`)).body).toEqual({ deleted: true, id: entry.id })
    expect((await call("GET", `/blocklist/${entry.id}`)).status).toBe(404)
    expect((await call("DELETE", `/blocklist/${entry.id}`)).status).toBe(404)
    const [audited] = (await call("GET", "/events?action_prefix=blocklist")).body.data
    expect(audited).toMatchObject({ action: "blocklist.delete", changes: [{ path: "value_hash", from: entry.value_hash, to: null }] })
    const told = (await events()).filter(({ type }) => type.startsWith("blocklist"))
    expect(told.map(({ sequence, type }) => [type, sequence]).toSorted()).toEqual([
      ["blocklist.entry-added", 1],
      ["blocklist.entry-removed", 2]
    ])
    expect(JSON.stringify(told)).not.toMatch(/12 34|123456/)
  })

  test("a look-up tells what matches, which of it counts, and changes nothing", async () => {
    const { aList, anEntry, call, events } = await tenant()
    const list = (key: string, kind: string, more: object = {}) => aList({ key, kind, entry_type: "email", ...more })
    const [allow, block, flag] = [
      await list("staff", "allow"),
      await list("bad", "block", { match_mode: "domain" }),
      await list("seen", "flag")
    ]
    await anEntry(block.id, "example.com")
    await anEntry(flag.id, "a@example.com")
    const ask = async (value: string) => (await call("POST", "/lists/search", { values: [{ type: "email", value }] })).body
    const counting = ({ matches }: any) => matches.filter(({ counts }: any) => counts).map(({ list_key }: any) => list_key)
    expect(counting(await ask("a@mail.example.com"))).toEqual(["bad"])
    expect((await ask("a@example.com")).outcome).toBe("failed")
    const allowed = await anEntry(allow.id, "a@example.com")
    const answer = await ask("A@Example.com")
    expect([answer.outcome, answer.total, counting(answer)]).toEqual(["passed", 3, ["staff"]])
    expect((await call("GET", `/lists/${allow.id}/entries/${allowed.id}`)).body.match_count).toBe(0)
    expect((await events()).some(({ type }) => type.endsWith("matched"))).toBe(false)
    await call("DELETE", `/lists/${block.id}`)
    expect((await ask("b@example.com")).total).toBe(0)
    expect((await call("POST", "/lists/search", { values: [{ type: "email", value: "nobody" }] })).body.errors[0].loc).toEqual([
      "body",
      "values",
      0,
      "value"
    ])
  })

  test("an entry that has expired matches nothing, counts until it is replaced, and gives way to a new one", async () => {
    const { aList, anEntry, call } = await tenant()
    const list = await aList({ key: "short", kind: "block", entry_type: "country", default_expiry_days: 1 })
    const entry = await anEntry(list.id, "fr")
    expect(entry.expires_at).toBe("2026-03-02T12:00:00.000Z")
    expect((await anEntry(list.id, "gb", { expires_at: null })).expires_at).toBeNull()
    const ask = async (value: string) => (await call("POST", "/lists/search", { values: [{ type: "country", value }] })).body.total
    expect(await ask("FR")).toBe(1)
    await call("POST", "/blocklist", { entry_type: "country", value: "DE", expires_at: "2026-03-02T12:00:00Z" })
    await call("POST", "/sandbox/clock", { advance_seconds: 86_399 })
    expect(await ask("FR")).toBe(1)
    await call("POST", "/sandbox/clock", { advance_seconds: 1 })
    expect([await ask("FR"), await ask("GB"), await ask("DE")]).toEqual([0, 1, 0])
    expect((await call("GET", `/lists/${list.id}`)).body.entry_count).toBe(2)
    const again = await anEntry(list.id, "FR")
    expect([again.expires_at, await ask("FR")]).toEqual(["2026-03-03T12:00:00.000Z", 1])
    expect((await call("GET", `/lists/${list.id}`)).body.entry_count).toBe(2)
    expect((await call("GET", `/lists/${list.id}/entries/${entry.id}`)).body.archived_at).not.toBeNull()
    expect((await call("POST", "/blocklist", { entry_type: "country", value: "de" })).status).toBe(201)
    expect((await call("GET", "/blocklist")).body.pagination.total).toBe(1)
  })

  test("of the same value added at once, one is kept", async () => {
    const { aList, call } = await tenant()
    const list = await aList({ key: "race", kind: "block", entry_type: "string" })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        index % 2 === 0
          ? call("POST", `/lists/${list.id}/entries`, { value: "Twice" })
          : call("POST", "/blocklist", { entry_type: "string", value: "twice" })
      )
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409])
    expect((await call("GET", `/lists/${list.id}`)).body.entry_count).toBe(1)
  })
})
