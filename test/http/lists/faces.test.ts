import { afterAll, describe, expect, test } from "bun:test"
import { sealFace } from "@vouchkit/core/verification/faces/template"
import { faceListLimits } from "@vouchkit/core/resources/lists/matching/face-matches"
import { ListEntryStore, type StoredEntry } from "@vouchkit/core/resources/lists/model"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Effect } from "effect"
import { templateAt } from "../../support/faces.ts"
import { facesService } from "../../support/listed-faces.ts"
import type { Service } from "../../support/service.ts"

type FaceTenant = Awaited<ReturnType<Awaited<ReturnType<typeof facesService>>["tenant"]>>

/** Distances of the scripted faces from the one at 0: likely the same (score 0.93), possibly (0.85), another person (0.6). */
const likely = { at: 0.35, picture: 2 }
const possible = { at: 0.55 }
const stranger = { at: 0.8 }

/** The entries as they are stored, and changes of them beside the API. */
const recordsOf = (service: Service) => {
  const within = <A, E>({ environment, organization }: FaceTenant, effect: Effect.Effect<A, E, any>): Promise<A> =>
    service.runtime.runPromise(Effect.provideService(effect, Tenant, { organization, environment }) as Effect.Effect<A, E, never>)
  const rowsOf = (one: FaceTenant) =>
    within(
      one,
      Effect.flatMap(ListEntryStore, (store) => store.list({ limit: 100 }))
    )
  return { within, rowsOf }
}

describe.each(["memory", "postgres"] as const)("faces on lists in %s", async (storage) => {
  const { service, stop, tenant } = await facesService(storage)
  afterAll(stop)
  const { rowsOf, within } = recordsOf(service)

  test("an entry is made from a picture, keeps the face sealed, and shows it to nobody", async () => {
    const one = await tenant()
    const list = await one.aList({ key: "fraud", kind: "block" })
    expect(list).toMatchObject({ entry_type: "face", match_mode: "face", action: "decline" })
    const document_id = await one.aPicture()
    await one.events()
    const { body, status } = await one.call("POST", `/lists/${list.id}/entries`, { value: document_id, reason: "chargebacks" })
    expect([status, body.value, body.value_masked, body.match_type]).toEqual([201, null, "face", "face"])
    expect(body.value_hash).toMatch(/^[0-9a-f]{64}$/)
    expect((await one.call("GET", `/lists/${list.id}/entries/${body.id}`)).body).toEqual(body)
    expect((await one.call("GET", `/lists/${list.id}/entries`)).body.data).toEqual([body])
    expect((await one.call("GET", `/lists/${list.id}`)).body.entry_count).toBe(1)
    const [row] = await rowsOf(one)
    expect(row?.face_model).toBe("descriptor-128/1")
    const numbers = Buffer.from(Float32Array.from(templateAt(0).values).buffer)
      .toString("base64")
      .slice(0, 12)
    expect(JSON.stringify(row)).not.toContain(numbers)
    expect(JSON.stringify(row)).not.toContain(document_id)
    const told = await one.events()
    expect(told.map(({ type }) => type)).toEqual(["list-entry.created"])
    expect(JSON.stringify(told)).not.toMatch(/chargebacks|sealed|doc_/)
    expect(JSON.stringify((await one.call("GET", "/events?action_prefix=list-entries")).body)).not.toMatch(/sealed|doc_/)
  })

  test("what shows no face, several, an unclear one, or is no picture of the tenant's is refused, and nothing is kept", async () => {
    const [one, other] = [await tenant(), await tenant()]
    const list = await one.aList({ key: "fraud", kind: "block" })
    const refusal = async (value: string) => {
      const answers = [
        await one.call("POST", `/lists/${list.id}/entries`, { value }),
        await one.call("POST", "/blocklist", { entry_type: "face", value }),
        await one.call("POST", "/lists/search", { values: [{ type: "face", value }] })
      ]
      const told = answers.map(({ body, status }) => [status, body.error, body.errors?.[0]?.code].join())
      expect(told).toEqual(told.map(() => told[0] ?? ""))
      const [{ body, status } = { status: 0, body: {} }] = answers
      return [status, body.errors?.[0]?.code ?? body.error]
    }
    const erased = await one.aPicture()
    await one.call("DELETE", `/documents/${erased}`)
    const { session } = await one.verified({}, { required_steps: ["document", "selfie"] })
    const documents = (await one.call("GET", `/documents?session_id=${session.id}`)).body.data
    const passport = documents.find(({ kind }: any) => kind === "identity").id
    expect(await refusal("somebody")).toEqual([422, "format"])
    expect(await refusal("doc_00000000000000000000000000")).toEqual([422, "unknown_document"])
    expect(await refusal(await other.aPicture())).toEqual([422, "unknown_document"])
    expect(await refusal(erased)).toEqual([422, "unknown_document"])
    expect(await refusal(passport)).toEqual([422, "document_kind"])
    expect(await refusal(await one.aPicture({ faces: 0 }))).toEqual([422, "face_not_found"])
    expect(await refusal(await one.aPicture({ faces: 2 }))).toEqual([422, "multiple_faces"])
    expect(await refusal(await one.aPicture({ width: 20 }))).toEqual([422, "face_unclear"])
    expect(await refusal(await one.aPicture({ fails: "unreadable" }))).toEqual([422, "unreadable"])
    expect(await refusal(await one.aPicture({ fails: "missing" }))).toEqual([409, "conflict"])
    expect(await refusal(await one.aPicture({ bare: true }))).toEqual([409, "conflict"])
    expect(await refusal(await one.aPicture({ fails: "down" }))).toEqual([503, "unavailable"])
    expect(await rowsOf(one)).toEqual([])
    expect((await one.call("GET", `/lists/${list.id}`)).body.entry_count).toBe(0)
    const wrong = await one.call("POST", "/blocklist", { entry_type: "face", match_type: "exact", value: await one.aPicture() })
    expect([wrong.status, wrong.body.error]).toEqual([422, "match_mode_not_supported"])
  })

  test("a selfie of a session is a picture too, and so is the portrait on a document that was uploaded by itself", async () => {
    const one = await tenant()
    const { selfie } = await one.verified({ at: 0 })
    expect((await one.call("POST", "/blocklist", { entry_type: "face", value: selfie })).status).toBe(201)
    const passport = await one.aPicture({ at: 3 }, "identity")
    await one.work("documents.read")
    expect((await one.call("POST", "/blocklist", { entry_type: "face", value: passport })).status).toBe(201)
    expect(one.looked.at(-1)).toMatchObject({ turned: 90, place: { left: 0.1, top: 0.2, width: 0.3, height: 0.4 } })
  })

  test("a face that is on the list already is refused, whichever picture shows it; another list and another face are not", async () => {
    const one = await tenant()
    const [list, second] = [await one.aList({ key: "fraud", kind: "block" }), await one.aList({ key: "again", kind: "flag" })]
    const entry = await one.listed(list.id)
    for (const shown of [{}, { picture: 5 }, likely]) {
      const again = await one.listed(list.id, shown)
      expect([again.error, again.entry_id]).toEqual(["entry_exists", entry.id])
    }
    expect((await one.listed(second.id, likely)).object).toBe("list_entry")
    expect((await one.listed(list.id, possible)).object).toBe("list_entry")
    expect((await one.blocked(likely)).object).toBe("blocklist_entry")
    expect((await one.blocked({})).error).toBe("entry_exists")
    expect((await one.call("GET", `/lists/${list.id}`)).body.entry_count).toBe(2)
  })

  test("a request that is repeated under its key lists a face once and looks at its picture once", async () => {
    const one = await tenant()
    const body = { entry_type: "face", value: await one.aPicture() }
    const before = one.looked.length
    const post = () => service.call("POST", "/blocklist", { key: one.key, body, headers: { "Idempotency-Key": "once" } })
    const [first, again] = [await post(), await post()]
    expect(again.body).toEqual(first.body)
    expect([first.status, one.looked.length - before]).toEqual([201, 1])
  })

  test("a session with a blocked face is declined, and the match is counted and announced", async () => {
    const one = await tenant()
    const entry = await one.blocked()
    await one.events()
    const { lists, session } = await one.verified(likely)
    expect([session.status, session.status_reason_codes]).toEqual(["declined", ["blocklist_match"]])
    expect(lists).toMatchObject({ outcome: "failed", passed: false, reasons: [{ code: "blocklist_match", severity: "fail" }] })
    expect(lists.reasons[0].message).toBe(`The face matches the entry ${entry.id} of the blocklist`)
    expect((await one.call("GET", `/blocklist/${entry.id}`)).body.match_count).toBe(1)
    const matched = (await one.events()).filter(({ type }) => type === "blocklist.matched")
    expect(matched.map(({ data }) => data)).toMatchObject([
      { id: entry.id, action: "decline", possible: false, matched: { type: "session", id: session.id } }
    ])
  })

  test("a face that is only possibly the same is reviewed, and never declines; a stranger's is nothing to the list", async () => {
    const one = await tenant()
    const list = await one.aList({ key: "fraud", kind: "block" })
    const entry = await one.listed(list.id)
    await one.events()
    const { lists, session } = await one.verified(possible)
    expect([session.status, lists.outcome]).toEqual(["in_review", "review"])
    expect(session.status_reason_codes).toContain("list_match")
    expect(lists.reasons).toMatchObject([
      {
        code: "list_match",
        severity: "review",
        message: `The face is possibly that of the entry ${entry.id} of the block list fraud`,
        rests_on: [{ field: "face", record: { type: "list_entry", id: entry.id } }]
      }
    ])
    const [matched] = (await one.events()).filter(({ type }) => type === "list-entry.matched")
    expect(matched?.data).toMatchObject({ action: "review", possible: true })
    const other = await one.verified(stranger)
    expect([other.lists.outcome, other.lists.reasons]).toEqual(["passed", []])
    expect(other.session.status_reason_codes).not.toContain("list_match")
  })

  test("an allowed face overrides a blocked one, and a possibly allowed one overrides nothing", async () => {
    const one = await tenant()
    const staff = await one.aList({ key: "staff", kind: "allow" })
    await one.listed(staff.id)
    await one.blocked({ at: 0.4 })
    // At 0.2 both are likely; at 0.55 the allowed one is possible alone.
    const allowed = await one.verified({ at: 0.2 })
    expect(allowed.lists.reasons.map(({ code, severity }: any) => [code, severity]).toSorted()).toEqual([
      ["blocklist_match", "info"],
      ["list_allow", "info"]
    ])
    expect([allowed.lists.outcome, allowed.session.status]).toEqual(["passed", "in_review"])
    const blocked = await one.verified({ at: 0.55 })
    expect(blocked.lists.reasons.map(({ code, severity }: any) => [code, severity])).toEqual([["blocklist_match", "fail"]])
    expect(blocked.session.status).toBe("declined")
  })

  test("a flagged face tags its session, and one that is only possibly the same does not", async () => {
    const one = await tenant()
    const seen = await one.aList({ key: "seen", kind: "flag" })
    await one.listed(seen.id)
    expect((await one.verified(likely)).session.tags).toEqual(["list:seen"])
    const { lists, session } = await one.verified(possible)
    expect([session.tags, lists.outcome, lists.reasons]).toEqual([[], "passed", []])
  })

  test("nobody's listed faces are found by another organization or environment", async () => {
    const [mine, theirs] = [await tenant(), await tenant()]
    await theirs.blocked()
    await mine.blocked(stranger)
    expect((await mine.searched({})).matches).toEqual([])
    expect((await mine.verified({})).lists.outcome).toBe("passed")
    const sandbox = await tenant("sandbox", theirs.organization)
    expect((await sandbox.searched({})).faces).toEqual({ compared: 0, not_comparable: 0, complete: true })
    expect((await theirs.searched({})).outcome).toBe("failed")
  })

  test("a row that was moved to another entry opens for nobody", async () => {
    const one = await tenant()
    await one.blocked()
    await one.blocked(stranger)
    const [first, second] = await rowsOf(one)
    if (first === undefined || second === undefined) throw new Error("two entries were made")
    await within(
      one,
      Effect.flatMap(ListEntryStore, (store) => store.save({ ...first, sealed: second.sealed }))
    )
    const { status } = await one.call("POST", "/lists/search", { values: [{ type: "face", value: await one.aPicture() }] })
    expect(status).toBeGreaterThanOrEqual(500)
  })

  test("a removed face is gone for good, and neither it nor one that expired or stands on an archived list matches", async () => {
    const one = await tenant()
    const [removed, archived, kept] = [
      await one.aList({ key: "removed", kind: "block" }),
      await one.aList({ key: "archived", kind: "block" }),
      await one.aList({ key: "kept", kind: "block" })
    ]
    const entry = await one.listed(removed.id)
    await one.listed(archived.id)
    const block = await one.blocked()
    await one.call("DELETE", `/lists/${removed.id}/entries/${entry.id}`)
    await one.call("DELETE", `/lists/${archived.id}`)
    await one.call("DELETE", `/blocklist/${block.id}`)
    const { id } = await one.listed(kept.id)
    const ended = (await rowsOf(one)).find((row) => row.id === id)
    if (ended === undefined) throw new Error("the entry is not there")
    await within(
      one,
      Effect.flatMap(ListEntryStore, (store) => store.save({ ...ended, expires_at: "2020-01-01T00:00:00.000Z" }))
    )
    const rows = await rowsOf(one)
    expect(rows.find((row) => row.id === entry.id)?.sealed).toBeNull()
    expect(rows.some((row) => row.id === block.id)).toBe(false)
    expect((await one.call("GET", `/lists/${removed.id}/entries/${entry.id}`)).body).toMatchObject({ value: null, value_masked: "face" })
    const found = await one.searched({})
    expect([found.outcome, found.total, found.faces]).toEqual(["passed", 0, { compared: 0, not_comparable: 0, complete: true }])
    expect((await one.verified({})).lists.reasons).toEqual([])
    expect((await one.listed(removed.id)).object).toBe("list_entry")
  })

  test("an entry outlives the picture it was made from", async () => {
    const one = await tenant()
    const value = await one.aPicture()
    await one.call("POST", "/blocklist", { entry_type: "face", value })
    expect((await one.call("DELETE", `/documents/${value}`)).status).toBe(200)
    expect((await one.searched(likely)).outcome).toBe("failed")
  })

  test("a face of another version of the model is not comparable, which is said and reviewed where it could have stopped the person", async () => {
    const one = await tenant()
    const block = await one.aList({ key: "fraud", kind: "block" })
    const entry = await one.listed(block.id, { version: "0" })
    const found = await one.searched({})
    expect([found.outcome, found.total, found.faces]).toEqual(["review", 0, { compared: 0, not_comparable: 1, complete: true }])
    const { lists, session } = await one.verified({})
    expect([lists.outcome, session.status]).toEqual(["review", "in_review"])
    expect(lists.reasons).toMatchObject([{ code: "face_not_comparable", severity: "review" }])
    expect((await one.call("GET", `/lists/${block.id}/entries/${entry.id}`)).body.match_count).toBe(0)
    const staff = await one.aList({ key: "staff", kind: "allow" })
    await one.listed(staff.id)
    const allowed = await one.verified({})
    expect(allowed.lists.outcome).toBe("passed")
    expect(allowed.lists.reasons.map(({ code, severity }: any) => [code, severity])).toContainEqual(["face_not_comparable", "info"])
  })

  test("a listed face of another version that would only tag or allow is a remark", async () => {
    const one = await tenant()
    const seen = await one.aList({ key: "seen", kind: "flag" })
    await one.listed(seen.id, { version: "0" })
    const { lists } = await one.verified({})
    expect([lists.outcome, lists.reasons.map(({ code, severity }: any) => [code, severity])]).toEqual([
      "passed",
      [["face_not_comparable", "info"]]
    ])
  })

  test("a selfie of which no template can be made passes no list that blocks faces", async () => {
    const one = await tenant()
    await one.blocked()
    const { lists, session } = await one.verified({ bare: true })
    expect([lists.outcome, lists.reasons[0].code, session.status]).toEqual(["review", "face_not_comparable", "in_review"])
  })

  test("a session that asks for no selfie is not compared, and neither is a simulated one", async () => {
    const one = await tenant()
    await one.blocked({ version: "0" })
    const { lists: unasked } = await one.verified(null, { required_steps: ["document"] })
    expect([unasked.outcome, unasked.reasons]).toEqual(["passed", []])
    const sandbox = await tenant("sandbox")
    await sandbox.blocked()
    const { lists, session: simulated } = await sandbox.verified({}, { required_steps: ["document", "selfie"] })
    expect([simulated.status, lists.outcome, lists.reasons]).toEqual(["approved", "passed", []])
  })

  test("faces come in no file", async () => {
    const one = await tenant()
    const list = await one.aList({ key: "fraud", kind: "block" })
    const form = new FormData()
    form.set("file", new Blob([`value\n${await one.aPicture()}\n`], { type: "text/csv" }), "faces.csv")
    const { body, status } = await service.call("POST", `/lists/${list.id}/entries/import`, { key: one.key, raw: form })
    expect([status, body.error, body.errors[0].loc]).toEqual([422, "match_mode_not_supported", ["body", "file"]])
    expect(await rowsOf(one)).toEqual([])
  })

  test("a search takes faces beside other values, three at most", async () => {
    const one = await tenant()
    await one.blocked()
    await one.call("POST", "/blocklist", { entry_type: "email", value: "a@example.com" })
    const both = await one.searched(likely, [{ type: "email", value: "a@example.com" }])
    expect(both.matches.map(({ entry_type }: any) => entry_type).toSorted()).toEqual(["email", "face"])
    const values = await Promise.all([1, 2, 3, 4].map(async () => ({ type: "face", value: await one.aPicture() })))
    const { body, status } = await one.call("POST", "/lists/search", { values })
    expect([status, body.errors[0].code]).toEqual([422, "too_many"])
    expect((await one.call("POST", "/lists/search", { values: values.slice(1) })).body.total).toBe(1)
    expect((await one.call("POST", "/lists/search", { values: [{ type: "email", value: "a@example.com" }] })).body.faces).toBeNull()
  })
})

describe("very many faces", async () => {
  const { service, stop, tenant } = await facesService("postgres")
  afterAll(stop)
  const { rowsOf, within } = recordsOf(service)

  test("five thousand faces are compared, the newest; more are refused, and what was left out is said", async () => {
    const one = await tenant()
    const oldest = await one.blocked()
    const [pattern] = await rowsOf(one)
    if (pattern === undefined) throw new Error("the entry is not there")
    const add = (from: number, count: number) =>
      within(
        one,
        Effect.flatMap(UnitOfWork, ({ transaction }) =>
          transaction(
            Effect.gen(function* () {
              const store = yield* ListEntryStore
              for (let index = from; index < from + count; index += 1) {
                const id = `blk_${String(index).padStart(26, "0")}`
                const sealed = yield* sealFace(id, { template: templateAt(100 + index), captures: [] })
                const row: StoredEntry = {
                  ...pattern,
                  id,
                  sealed,
                  digest: id,
                  active_key: id,
                  created_at: "2099-01-01T00:00:00.000Z",
                  version: 1
                }
                yield* store.insert(row)
              }
            })
          )
        )
      )
    await add(0, faceListLimits.entries - 1)
    const whole = await one.searched({})
    expect([whole.matches.map(({ entry_id }: any) => entry_id), whole.faces]).toEqual([
      [oldest.id],
      { compared: faceListLimits.entries, not_comparable: 0, complete: true }
    ])
    expect((await one.blocked(stranger)).error).toBe("entry_limit_reached")
    await add(faceListLimits.entries, 1)
    const cut = await one.searched({})
    expect([cut.total, cut.outcome, cut.faces.complete]).toEqual([0, "review", false])
    const { lists } = await one.verified({})
    expect([lists.outcome, lists.reasons[0].code]).toEqual(["review", "face_entries_left_out"])
  }, 300_000)
})
