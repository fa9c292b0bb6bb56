import { afterAll, describe, expect, test } from "bun:test"
import { aListService } from "./listing.ts"

describe.each(["memory", "postgres"] as const)("in %s", async (storage) => {
  const { stop, tenant } = await aListService(storage)
  afterAll(stop)
  const person = {
    expected: { first_name: "María", last_name: "García López", country: "ES", document_number: "X-1234567" },
    contact: { email: "maria@example.com", phone: "+34 600 000 000" }
  }

  test("without lists a session is verified as ever, without a check of lists", async () => {
    const { verified } = await tenant()
    const { checks, session } = await verified(person)
    expect([session.status, checks.map(({ type }: any) => type)]).toEqual(["approved", ["proof_of_address"]])
  })

  test("a look-up that finds nothing is recorded as one that passed", async () => {
    const { call, verified } = await tenant()
    await call("POST", "/blocklist", { entry_type: "email", value: "other@example.com" })
    const { lists, session } = await verified(person)
    expect([session.status, lists.outcome, lists.reasons]).toEqual(["approved", "passed", []])
  })

  test("a match with the blocklist declines the session, whatever its documents say, and is counted and told", async () => {
    const { call, events, verified } = await tenant()
    const entry = (await call("POST", "/blocklist", { entry_type: "government_id", value: "x1234567" })).body
    await events()
    const { lists, session } = await verified(person)
    expect([session.status, session.decision.reason_codes]).toEqual(["declined", ["blocklist_match"]])
    expect(lists).toMatchObject({ status: "completed", outcome: "failed", passed: false, provider_label: "list_lookup" })
    expect(lists.reasons).toMatchObject([{ code: "blocklist_match", severity: "fail" }])
    expect(lists.reasons[0].message).toContain(entry.id)
    expect((await call("GET", `/blocklist/${entry.id}`)).body).toMatchObject({
      match_count: 1,
      last_matched_at: "2026-03-01T12:00:00.000Z"
    })
    const told = await events()
    const matched = told.find(({ type }) => type === "blocklist.matched")
    expect(matched?.data).toMatchObject({ id: entry.id, match_count: 1, matched: { type: "session", id: session.id }, action: "decline" })
    expect(JSON.stringify(told)).not.toMatch(/1234567/)
  })

  test("a block list for review opens a case that says so, and urges nobody to more", async () => {
    const { aList, anEntry, call, verified } = await tenant()
    const list = await aList({ key: "names", kind: "block", entry_type: "name", action: "review" })
    await anEntry(list.id, "GARCIA-LOPEZ, Maria")
    const { lists, session } = await verified(person)
    expect([session.status, session.status_reason_codes, lists.outcome]).toEqual(["in_review", ["list_match"], "review"])
    const [found] = (await call("POST", "/cases/search", { filters: { session_id: session.id } })).body.data
    expect(found).toMatchObject({ status: "open", reason_codes: ["list_match"], priority: "high" })
    expect(found.checklist).toMatchObject([{ key: "list_lookup" }])
  })

  test("a block list that declines gives the reason of lists", async () => {
    const { aList, anEntry, verified } = await tenant()
    const list = await aList({ key: "hosts", kind: "block", entry_type: "email", match_mode: "domain" })
    await anEntry(list.id, "example.com")
    const { session } = await verified(person)
    expect([session.status, session.status_reason_codes]).toEqual(["declined", ["list_match"]])
  })

  test("a flag list tags the session and lets it pass", async () => {
    const { aList, anEntry, events, verified } = await tenant()
    const list = await aList({ key: "iberia", kind: "flag", entry_type: "phone", match_mode: "prefix" })
    await anEntry(list.id, "0034")
    await events()
    const { lists, session } = await verified({ ...person, tags: ["vip"] })
    expect([session.status, session.tags, lists.outcome]).toEqual(["approved", ["vip", "list:iberia"], "passed"])
    expect(lists.reasons).toMatchObject([{ code: "list_flag", severity: "info" }])
    // Events of several records have no order among each other.
    const types = (await events()).map(({ type }) => type).toSorted()
    expect(
      types.filter((type) => ["list-entry.matched", "session.tag-added", "check.completed", "session.approved"].includes(type))
    ).toEqual(["check.completed", "check.completed", "list-entry.matched", "session.approved", "session.tag-added"])
  })

  test("an allowed value overrides what blocks one of its type, is recorded, and excuses no other type", async () => {
    const { aList, anEntry, call, verified } = await tenant()
    const allow = await aList({ key: "staff", kind: "allow", entry_type: "email" })
    await anEntry(allow.id, "maria@example.com")
    await call("POST", "/blocklist", { entry_type: "email", value: "example.com", match_type: "domain" })
    const passed = await verified(person)
    expect([passed.session.status, passed.lists.outcome]).toEqual(["approved", "passed"])
    expect(passed.lists.reasons.map(({ code, severity }: any) => [code, severity]).toSorted()).toEqual([
      ["blocklist_match", "info"],
      ["list_allow", "info"]
    ])
    await call("POST", "/blocklist", { entry_type: "phone", value: "34600000000" })
    expect((await verified(person)).session.status).toBe("declined")
  })

  test("an allowed value approves nobody whom other checks stop", async () => {
    const { aList, anEntry, verified } = await tenant()
    const allow = await aList({ key: "staff", kind: "allow", entry_type: "email" })
    await anEntry(allow.id, "maria@example.com")
    const expected = { ...person.expected, last_name: "Sanctions" }
    const { session } = await verified({ ...person, expected })
    expect([session.status, session.status_reason_codes]).toEqual(["in_review", ["sanctions_hit"]])
  })

  test("a fuzzy list finds names that are alike, and none of other people", async () => {
    const { aList, anEntry, call, verified } = await tenant()
    const list = await aList({ key: "alike", kind: "block", entry_type: "name", match_mode: "fuzzy", action: "review" })
    const entry = await anEntry(list.id, "Lopes, Maria Garcia")
    for (const value of ["Pedro García López", "María Pérez", "Lopez"]) await anEntry(list.id, value)
    const { lists, session } = await verified(person)
    expect(lists.reasons.map(({ message }: any) => message.includes(entry.id))).toEqual([true])
    expect(session.status).toBe("in_review")
    await call("DELETE", `/lists/${list.id}/entries/${entry.id}`)
    expect((await verified(person)).session.status).toBe("approved")
    expect((await call("POST", `/lists/${list.id}/entries`, { value: "!!" })).body.errors[0].loc).toEqual(["body", "value"])
  })

  test("entries that expired, were removed or stand on an archived list stop nobody", async () => {
    const { aList, anEntry, call, verified } = await tenant()
    const values = { name: "Maria Garcia Lopez", email: "maria@example.com", country: "ES" }
    const lists = Object.fromEntries(
      await Promise.all(
        Object.keys(values).map(async (entry_type) => [entry_type, (await aList({ key: entry_type, kind: "block", entry_type })).id])
      )
    )
    await anEntry(lists.name, values.name, { expires_at: "2026-03-01T13:00:00Z" })
    const removed = await anEntry(lists.email, values.email)
    await anEntry(lists.country, values.country)
    await call("POST", "/sandbox/clock", { advance_seconds: 3_600 })
    await call("DELETE", `/lists/${lists.email}/entries/${removed.id}`)
    await call("DELETE", `/lists/${lists.country}`)
    const { lists: check, session } = await verified(person)
    expect([session.status, check.outcome, check.reasons]).toEqual(["approved", "passed", []])
  })

  test("the lists of another organization stop nobody", async () => {
    const [mine, theirs] = [await tenant(), await tenant()]
    await theirs.call("POST", "/blocklist", { entry_type: "email", value: "maria@example.com" })
    expect((await mine.verified(person)).session.status).toBe("approved")
  })

  test("a run that is repeated counts a match once", async () => {
    const { call, verified } = await tenant()
    const entry = (await call("POST", "/blocklist", { entry_type: "email", value: "maria@example.com" })).body
    const { session } = await verified(person, { runs: 3 })
    expect(session.status).toBe("declined")
    expect((await call("GET", `/blocklist/${entry.id}`)).body.match_count).toBe(1)
  })
})
