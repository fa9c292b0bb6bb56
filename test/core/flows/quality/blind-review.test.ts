import { afterAll, describe, expect, test } from "bun:test"
import { isDrawn } from "@vouchkit/core/flows/quality/sample"
import sharp from "sharp"
import { qualityWork } from "./quality-work.ts"

const words = "the landlord confirmed the address"
const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#123456" } })
  .png()
  .toBuffer()
const reason = "looked at the original in person"

test("about five in a hundred automatic decisions are drawn, and ten of those that people made", () => {
  const share = (automatic: boolean) => {
    let drawn = 0
    for (let n = 0; n < 10_000; n += 1) if (isDrawn(new Bun.CryptoHasher("sha256").update(String(n)).digest("hex"), automatic)) drawn += 1
    return drawn / 10_000
  }
  expect(share(true)).toBeCloseTo(0.05, 2)
  expect(share(false)).toBeCloseTo(0.1, 2)
  expect([isDrawn("0cccccccff", true), isDrawn("0ccccccdff", true)]).toEqual([true, false])
  expect([isDrawn("19999999ff", false), isDrawn("1999999aff", false)]).toEqual([true, false])
})

for (const storage of ["memory", "postgres"] as const) {
  describe(`blind reviews, over ${storage}`, async () => {
    const { aTenant, service } = await qualityWork(storage)
    afterAll(() => service.stop())

    /** A session that a person approved with an override and a note, and the blind case about that. */
    const drawn = async () => {
      const tenant = await aTenant()
      const session = await tenant.ask("POST", "/sessions", { expected: { last_name: "Okafor" }, external_reference: "customer-17" })
      const form = new FormData()
      form.set("kind", "proof_of_address")
      form.set("file", new Blob([new Uint8Array(picture)], { type: "image/png" }), "bill.png")
      const uploaded = await service.call("POST", `/sessions/${session.id}/documents`, { key: tenant.key, raw: form })
      expect(uploaded.status).toBe(201)
      await tenant.ask("POST", `/sessions/${session.id}/simulate`, { actions: [{ type: "poa_review" }] })
      const [first] = (await tenant.ask("GET", `/cases?session_id=${session.id}`)).data
      const [check] = await tenant.checksOf(session.id)
      await tenant.ask("POST", `/checks/${check.id}/override`, { outcome: "passed", reason })
      await tenant.ask("POST", `/cases/${first.id}/approve`, { note: words })
      const decided = (await tenant.ask("GET", `/sessions/${session.id}`)).decision
      await tenant.auditAndDraw()
      const [blind] = (await tenant.ask("GET", "/cases?queue=quality")).data
      return { tenant, session, first, check, decided, blind, document: uploaded.body, reviewer: await tenant.another() }
    }

    test("a drawn decision becomes a case of the queue quality, once", async () => {
      const { blind, tenant } = await drawn()
      expect(blind).toMatchObject({
        queue: "quality",
        blind: true,
        status: "open",
        priority: "low",
        session_id: null,
        reason_codes: [],
        check_summary: [],
        subject: { display_name: null }
      })
      await tenant.auditAndDraw()
      await tenant.ask("POST", "/sessions", {})
      expect((await tenant.ask("GET", "/cases?queue=quality")).data).toHaveLength(1)
    })

    test("its reviewer is shown the evidence, and no decision, note or reviewer, on any of its pages", async () => {
      const { blind, check, decided, document, first, reviewer, session } = await drawn()
      const claimed = await reviewer.call("POST", `/cases/${blind.id}/claim`)
      expect(claimed.status).toBe(200)
      const evidence = await reviewer.ask("GET", `/cases/${blind.id}/evidence`)
      expect(evidence).toMatchObject({
        object: "case_evidence",
        case_id: blind.id,
        expected: { last_name: "Okafor" },
        documents: [{ number: 1, kind: "proof_of_address" }],
        checks: [{ type: "proof_of_address", outcome: "review" }]
      })
      const shown = [
        claimed.body,
        evidence,
        await reviewer.ask("GET", `/cases/${blind.id}`),
        await reviewer.ask("GET", `/cases/${blind.id}/notes`),
        await reviewer.ask("GET", "/cases?queue=quality"),
        await reviewer.ask("POST", "/cases/search", { filters: { assigned_to: "me" } })
      ]
      const told = [
        session.id,
        first.id,
        check.id,
        document.id,
        decided.decided_by.id,
        "customer-17",
        "overridden",
        words,
        reason,
        "approved"
      ]
      for (const secret of told) expect(JSON.stringify(shown)).not.toContain(secret)
    })

    test("until it is decided, its reviewer does not find the case that decided the session, nor its notes; others do", async () => {
      const { blind, first, reviewer, session, tenant } = await drawn()
      const statuses = async (ask: typeof reviewer) => [
        (await ask.call("GET", `/cases/${first.id}`)).status,
        (await ask.call("GET", `/cases/${first.id}/notes`)).status,
        (await ask.call("GET", `/cases?session_id=${session.id}`)).body.pagination.total,
        (await ask.call("POST", "/cases/search", { query: "Okafor", filters: { status: "closed" } })).body.pagination.total
      ]
      expect(await statuses(reviewer)).toEqual([200, 200, 1, 1])
      await reviewer.ask("POST", `/cases/${blind.id}/claim`)
      expect(await statuses(reviewer)).toEqual([404, 404, 0, 0])
      expect(await statuses(await tenant.another())).toEqual([200, 200, 1, 1])
      await reviewer.ask("POST", `/cases/${blind.id}/approve`, {})
      expect((await statuses(reviewer)).slice(0, 3)).toEqual([200, 200, 1])
    })

    test("its reviewer sees the pages of the documents by their number", async () => {
      const { blind, reviewer } = await drawn()
      await reviewer.ask("POST", `/cases/${blind.id}/claim`)
      const page = await reviewer.call("GET", `/cases/${blind.id}/evidence/preview?number=1&width=200`)
      expect([page.status, page.headers.get("content-type")]).toEqual([200, "image/png"])
      expect(page.headers.get("content-disposition")).toContain(`${blind.id}-1-1.png`)
      const statusOf = async (query: string) => (await reviewer.call("GET", `/cases/${blind.id}/evidence/preview?${query}`)).status
      expect(await statusOf("width=200")).toBe(200)
      expect(await statusOf("number=2")).toBe(404)
      for (const query of ["number=0", "number=101", "number=x", "page=2"]) expect(await statusOf(query)).toBe(422)
    })

    test("whoever made the decision can neither claim the case, be given it, write on it nor decide it", async () => {
      const { blind, decided, reviewer, tenant } = await drawn()
      const refused = { error: "forbidden", status_code: 403 }
      const path = `/cases/${blind.id}`
      expect(await tenant.refused("POST", `${path}/claim`)).toMatchObject(refused)
      expect(await tenant.refused("POST", `${path}/approve`, {})).toMatchObject(refused)
      expect(await tenant.refused("POST", `${path}/reject`, { reason_codes: ["document_forged"] })).toMatchObject(refused)
      expect(await tenant.refused("POST", `${path}/notes`, { body: "I approved this one" })).toMatchObject(refused)
      expect(await tenant.ask("POST", "/cases/claim-next", { queue: "quality" })).toEqual({ case: null })
      const assigned = await reviewer.call("POST", `${path}/assign`, { user_id: decided.decided_by.id })
      expect(assigned.body).toMatchObject(refused)
      expect((await reviewer.ask("POST", "/cases/claim-next", { queue: "quality" })).case.id).toBe(blind.id)
    })

    test("what it is decided as moves no session, and the same decision is no finding", async () => {
      const { blind, decided, reviewer, session, tenant } = await drawn()
      await tenant.audit()
      const before = await tenant.findings()
      expect(await reviewer.ask("POST", `/cases/${blind.id}/approve`, { note: "in order" })).toMatchObject({ decision: "approved" })
      await tenant.audit()
      expect((await tenant.ask("GET", `/sessions/${session.id}`)).decision).toEqual(decided)
      expect(await tenant.findings()).toEqual(before)
    })

    test("another decision is a disagreement about who decided first, and still moves no session", async () => {
      const { blind, decided, reviewer, session, tenant } = await drawn()
      await reviewer.ask("POST", `/cases/${blind.id}/reject`, { reason_codes: ["document_forged"] })
      await tenant.audit()
      await tenant.audit()
      expect((await tenant.ask("GET", `/sessions/${session.id}`)).decision).toEqual(decided)
      expect(await tenant.findings("&kind=reviewer_disagreement")).toMatchObject([
        {
          severity: "high",
          detected_by: "sample",
          session_id: session.id,
          case_id: blind.id,
          decided_by: decided.decided_by,
          decided_at: decided.decided_at,
          expected: "declined",
          actual: "approved",
          check_types: ["proof_of_address"]
        }
      ])
    })

    test("it cannot ask the person again, and stands as it was decided", async () => {
      const { blind, reviewer } = await drawn()
      const path = `/cases/${blind.id}`
      const again = { reason_codes: ["document_cropped"], allow_resubmission: true }
      expect((await reviewer.call("POST", `${path}/reject`, again)).body).toMatchObject({ error: "conflict" })
      const asked = { steps: ["document"], message: "Please send the back" }
      expect((await reviewer.call("POST", `${path}/request-information`, asked)).body).toMatchObject({ error: "conflict" })
      await reviewer.ask("POST", `${path}/approve`, {})
      expect((await reviewer.call("POST", `${path}/reopen`)).body).toMatchObject({ error: "conflict" })
    })

    test("it goes with the data of its session", async () => {
      const { blind, reviewer, session, tenant } = await drawn()
      await reviewer.ask("POST", `/cases/${blind.id}/notes`, { body: "Okafor moved last year" })
      await tenant.ask("DELETE", `/sessions/${session.id}/data`)
      expect(await reviewer.ask("GET", `/cases/${blind.id}`)).toMatchObject({ status: "closed", subject: { display_name: null } })
      expect(JSON.stringify(await reviewer.ask("GET", `/cases/${blind.id}/notes`))).not.toContain("Okafor")
      expect((await reviewer.call("GET", `/cases/${blind.id}/evidence`)).status).toBe(404)
      expect((await reviewer.call("GET", `/cases/${blind.id}/evidence/preview`)).status).toBe(404)
    })

    test("a decision that the checks made alone may be looked at by anyone", async () => {
      const tenant = await aTenant()
      await tenant.simulated({}, "poa_failed", "poa_failed", "poa_failed", "poa_failed")
      await tenant.auditAndDraw()
      const [blind] = (await tenant.ask("GET", "/cases?queue=quality")).data
      expect(blind.blind).toBe(true)
    })

    test("nothing is drawn of a session that was not decided", async () => {
      const tenant = await aTenant()
      await tenant.inReview()
      await tenant.auditAndDraw()
      expect((await tenant.ask("GET", "/cases?queue=quality")).data).toEqual([])
    })
  })
}
