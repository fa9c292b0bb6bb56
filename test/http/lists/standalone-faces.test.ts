import { afterAll, describe, expect, test } from "bun:test"
import { facesService, type Shown } from "../../support/listed-faces.ts"

/** Distances of the scripted faces from the one at 0: likely the same, possibly, another person. */
const likely = { at: 0.35, picture: 2 }
const possible = { at: 0.55 }
const stranger = { at: 0.8 }

const face = (value: string) => ({ type: "face", value })

describe.each(["memory", "postgres"] as const)("faces that are looked up by a check without a session in %s", async (storage) => {
  const { stop, tenant } = await facesService(storage)
  afterAll(stop)

  const begin = async (environment: "live" | "sandbox" = "live") => {
    const one = await tenant(environment)
    const ask = (values: ReadonlyArray<object>, more: object = {}) => one.call("POST", "/checks", { type: "list_lookup", values, ...more })
    const read = async (id: string) => (await one.call("GET", `/checks/${id}`)).body
    const made = async (values: ReadonlyArray<object>, more: object = {}) => {
      const { body, status, text } = await ask(values, more)
      if (status !== 202) throw new Error(text)
      await one.work("checks.run")
      return await read(body.id)
    }
    const seen = async (shown: Shown, kind = "selfie") => await made([face(await one.aPicture(shown, kind))])
    return { ...one, ask, made, read, seen }
  }
  const told = ({ reasons }: any) => reasons.map(({ code, severity }: any) => [code, severity])

  test("a listed face fails its check, a possible one asks for a review, and a stranger's passes; what matched is counted and announced", async () => {
    const one = await begin()
    const entry = await one.blocked()
    await one.events()
    const found = await one.seen(likely)
    expect(found).toMatchObject({ status: "completed", outcome: "failed", passed: false, simulated: false, session_id: null })
    expect(found.reasons).toMatchObject([
      {
        code: "blocklist_match",
        severity: "fail",
        message: `The face matches the entry ${entry.id} of the blocklist`,
        rests_on: [{ field: "face", record: { type: "blocklist_entry", id: entry.id } }]
      }
    ])
    expect((await one.call("GET", `/blocklist/${entry.id}`)).body.match_count).toBe(1)
    const matched = (await one.events()).filter(({ type }) => type === "blocklist.matched")
    expect(matched.map(({ data }) => data)).toMatchObject([{ id: entry.id, possible: false, matched: { type: "check", id: found.id } }])
    const perhaps = await one.seen(possible)
    expect([perhaps.outcome, told(perhaps)]).toEqual(["review", [["blocklist_match", "review"]]])
    const nobody = await one.seen(stranger)
    expect([nobody.outcome, nobody.reasons]).toEqual(["passed", []])
  })

  test("a face is found on the portrait of an identity document as well, which is read first", async () => {
    const one = await begin()
    await one.blocked()
    const found = await one.seen(likely, "identity")
    expect([found.outcome, told(found)]).toEqual(["failed", [["blocklist_match", "fail"]]])
    expect(one.looked.at(-1)).toMatchObject({ turned: 90, place: { left: 0.1, top: 0.2, width: 0.3, height: 0.4 } })
  })

  test("faces stand beside other values, each with the lists of its own type", async () => {
    const one = await begin()
    const staff = await one.aList({ key: "staff", kind: "allow" })
    await one.listed(staff.id)
    await one.call("POST", "/blocklist", { entry_type: "email", value: "a@example.com" })
    const found = await one.made([face(await one.aPicture(likely)), { type: "email", value: "a@example.com" }])
    expect([found.outcome, told(found)]).toEqual([
      "failed",
      [
        ["blocklist_match", "fail"],
        ["list_allow", "info"]
      ]
    ])
  })

  test("a picture without one clear face never passes, whatever the lists hold, and what else is listed still counts", async () => {
    const one = await begin()
    const flaws: ReadonlyArray<readonly [Shown, string]> = [
      [{ faces: 0 }, "face_not_found"],
      [{ faces: 2 }, "multiple_faces"],
      [{ width: 20 }, "face_unclear"],
      [{ fails: "unreadable" }, "unreadable"]
    ]
    for (const [shown, code] of flaws) {
      const found = await one.seen(shown)
      expect([found.status, found.outcome, told(found)]).toEqual(["completed", "review", [[code, "review"]]])
    }
    await one.call("POST", "/blocklist", { entry_type: "email", value: "a@example.com" })
    await one.blocked()
    const found = await one.made([face(await one.aPicture({ faces: 0 })), { type: "email", value: "a@example.com" }])
    expect([found.outcome, told(found).toSorted()]).toEqual([
      "failed",
      [
        ["blocklist_match", "fail"],
        ["face_not_comparable", "review"],
        ["face_not_found", "review"]
      ]
    ])
  })

  test("one picture of several that shows the listed face is enough", async () => {
    const one = await begin()
    await one.blocked()
    const found = await one.made([face(await one.aPicture(stranger)), face(await one.aPicture(likely))])
    expect([found.outcome, told(found)]).toEqual(["failed", [["blocklist_match", "fail"]]])
  })

  test("an engine that is missing, or makes nothing that can be compared, leaves an errored check that counts no match", async () => {
    const one = await begin()
    await one.call("POST", "/blocklist", { entry_type: "email", value: "a@example.com" })
    await one.events()
    for (const shown of [{ fails: "missing" }, { bare: true }] as const) {
      const picture = await one.aPicture(shown)
      const found = await one.made([face(picture), { type: "email", value: "a@example.com" }])
      expect(found).toMatchObject({ status: "errored", outcome: null, passed: null, retryable: true, input_document_ids: [picture] })
      expect(told(found)).toEqual([["check_unavailable", "review"]])
    }
    expect((await one.events()).map(({ type }) => type)).not.toContain("blocklist.matched")
  })

  test("an engine that stays away leaves an errored check, never a passed one", async () => {
    const one = await begin()
    const { body } = await one.ask([face(await one.aPicture({ fails: "down" }))])
    for (let run = 0; run < 5; run += 1) await one.work("checks.run")
    const found = await one.read(body.id)
    expect([found.status, found.outcome, told(found)]).toEqual(["errored", null, [["check_unavailable", "review"]]])
  })

  test("what is no picture of its own, or too many of them, is refused before anything is recorded", async () => {
    const [one, other] = [await begin(), await begin()]
    const refusal = async (...values: ReadonlyArray<string>) => {
      const { body, status } = await one.ask(values.map(face))
      return [status, ...body.errors.map(({ code, loc }: any) => `${code} ${loc.slice(1).join(".")}`)]
    }
    const erased = await one.aPicture()
    await one.call("DELETE", `/documents/${erased}`)
    const { selfie } = await one.verified({})
    const at = "values.0.value"
    expect(await refusal("somebody")).toEqual([422, `format ${at}`])
    expect(await refusal("doc_00000000000000000000000000")).toEqual([422, `unknown_document ${at}`])
    expect(await refusal(await other.aPicture())).toEqual([422, `unknown_document ${at}`])
    expect(await refusal(erased)).toEqual([422, `unknown_document ${at}`])
    expect(await refusal(selfie)).toEqual([422, `document_of_session ${at}`])
    expect(await refusal(await one.aPicture({}, "supporting"))).toEqual([422, `document_kind ${at}`])
    const many = await Promise.all([1, 2, 3, 4].map(() => one.aPicture()))
    expect(await refusal(...many)).toEqual([422, "too_many values"])
    expect(
      (await one.call("GET", "/checks?type=list_lookup&limit=10")).body.data.filter((check: any) => check.session_id === null)
    ).toEqual([])
  })

  test("the pictures are among the documents of the check, so that erasing one erases it", async () => {
    const one = await begin()
    await one.blocked()
    const picture = await one.aPicture(likely)
    const found = await one.made([face(` ${picture} `), face(picture)])
    expect(found.input_document_ids).toEqual([picture])
    const { body } = await one.ask([face(picture)])
    const { receipt } = (await one.call("DELETE", `/documents/${picture}`)).body
    expect(receipt.counts).toMatchObject({ checks: 2 })
    await one.work("checks.run")
    expect((await one.read(body.id)).status).toBe("cancelled")
    expect((await one.read(found.id)).reasons.map(({ message }: any) => message)).not.toContain(found.reasons[0].message)
  })

  test("in the sandbox no picture is looked at, which is said, and the other values are looked up as ever", async () => {
    const one = await begin("sandbox")
    await one.call("POST", "/blocklist", { entry_type: "email", value: "a@example.com" })
    const picture = await one.aPicture()
    const before = one.looked.length
    const found = await one.made([face(picture), { type: "email", value: "a@example.com" }])
    expect([found.outcome, found.simulated, told(found)]).toEqual([
      "failed",
      true,
      [
        ["blocklist_match", "fail"],
        ["face_not_compared", "info"]
      ]
    ])
    expect((await one.made([face(picture)], { scenario: "review" })).outcome).toBe("review")
    expect(one.looked.length).toBe(before)
  })

  test("events of the check and of what it matched, and the audit log, name no picture", async () => {
    const one = await begin()
    await one.blocked()
    await one.events()
    const picture = await one.aPicture(likely)
    await one.made([face(picture)])
    const events = (await one.events()).filter(({ type }) => !type.startsWith("document."))
    expect(events.map(({ type }) => type)).toEqual(["check.created", "blocklist.matched", "check.completed"])
    expect(JSON.stringify(events)).not.toContain(picture)
    expect(JSON.stringify((await one.call("GET", "/events?action_prefix=checks")).body)).not.toContain(picture)
  })
})
