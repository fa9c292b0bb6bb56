import { afterAll, describe, expect, test } from "bun:test"
import { auditLog, cases, checks, documents, sessions } from "@vouchkit/core"
import { jobs } from "@vouchkit/core/flows/standalone-checks/run-check"
import { retryRefusal } from "@vouchkit/core/flows/check-runs/retry"
import fc from "fast-check"
import { checkWork } from "../../../support/check-work.ts"
import { uploadOf } from "../../../support/uploads.ts"

const live = { environment: "live" } as const
const png = new Uint8Array(
  Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")
)
const reason = "looked at the original in person"

test("no check that is under way, was erased, found something or was tried three times is ever made again", () =>
  fc.assert(
    fc.property(
      fc.constantFrom("pending", "running", "completed", "errored", "skipped", "cancelled" as const),
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
      fc.boolean(),
      (status, attempt, retryable, erased) => {
        const check = { status, attempt, max_attempts: 3, retryable, ...(erased ? { redacted_at: "2026-01-01T00:00:00.000Z" } : {}) }
        if (retryRefusal(check as never) !== undefined) return
        expect(attempt).toBeLessThan(3)
        expect(erased).toBe(false)
        expect(["pending", "running"]).not.toContain(status)
        expect(status === "errored" || retryable).toBe(true)
      }
    )
  ))

for (const storage of ["memory", "postgres"] as const) {
  describe(`checks of a session, over ${storage}`, async () => {
    const core = await checkWork(storage)
    afterAll(core.dispose)
    const checksOf = async (session_id: string, who: object = {}) =>
      (await core.ask(checks.list, { session_id }, who)).data as ReadonlyArray<any>
    const openCaseOf = async (session_id: string, who: object = {}) =>
      (await core.ask(cases.search, { filters: { session_id } }, who)).data.find(({ status }: any) => status !== "closed")
    const simulated = async (...types: ReadonlyArray<object>) => {
      const { id } = await core.ask(sessions.create, {})
      return await core.ask(sessions.simulate, { session_id: id, actions: types })
    }
    /** A session that a failing provider left for a person, and its one check. */
    const withoutProvider = async () => {
      const session = await simulated({ type: "provider_error" })
      const [check] = await checksOf(session.id)
      return { session_id: session.id as string, check_id: check.id as string }
    }

    test("a session that waits only for a check that could not be made goes where that check leads", async () => {
      const { check_id, session_id } = await withoutProvider()
      await core.events()
      expect(await core.ask(checks.retry, { check_id })).toMatchObject({ id: check_id, status: "pending", attempt: 2, outcome: null })
      await core.work("checks.run")
      expect(await core.ask(checks.get, { check_id })).toMatchObject({
        status: "completed",
        outcome: "passed",
        attempt: 2,
        simulated: true
      })
      expect(await core.ask(sessions.get, { session_id })).toMatchObject({
        status: "approved",
        decision: { outcome: "approved", override: false }
      })
      const [row] = (await core.ask(cases.search, { filters: { session_id } })).data
      expect(row).toMatchObject({ status: "closed", decision: "superseded" })
      const told = await core.events()
      expect(told.map(({ type }) => type)).toEqual([
        "check.retried",
        "check.completed",
        "case.updated",
        "session.approved",
        "identity.created"
      ])
    })

    test("a job of an attempt that ended, and one that comes twice, write nothing", async () => {
      const { check_id, session_id } = await withoutProvider()
      await core.ask(checks.retry, { check_id })
      await core.work("checks.run")
      const before = [await core.ask(checks.get, { check_id }), await core.ask(sessions.get, { session_id })]
      await core.events()
      for (const attempt of [1, 2, 2, 3]) await core.within()(jobs[0].handle({ check_id, attempt }, { id: "job", attempt: 1 }))
      expect([await core.ask(checks.get, { check_id }), await core.ask(sessions.get, { session_id })]).toEqual(before)
      expect(await core.events()).toEqual([])
    })

    test("a late job of an earlier attempt does not make the one that waits", async () => {
      const { check_id } = await withoutProvider()
      await core.ask(checks.retry, { check_id })
      for (const attempt of [1, 3]) await core.within()(jobs[0].handle({ check_id, attempt }, { id: "job", attempt: 1 }))
      expect((await core.ask(checks.get, { check_id })).status).toBe("pending")
      await core.work("checks.run")
      expect((await core.ask(checks.get, { check_id })).status).toBe("completed")
    })

    test("a case that a person has begun with stays with them, and shows what was found", async () => {
      const { check_id, session_id } = await withoutProvider()
      const { id: case_id } = await openCaseOf(session_id)
      await core.ask(cases.claim, { case_id })
      await core.ask(checks.retry, { check_id })
      await core.work("checks.run")
      expect((await core.ask(sessions.get, { session_id })).status).toBe("in_review")
      expect(await core.ask(cases.get, { case_id })).toMatchObject({
        status: "in_review",
        reason_codes: [],
        checklist: [],
        check_summary: [{ check_id, outcome: "passed", reason_codes: [] }]
      })
    })

    test("what a person decided stays, whatever a retry finds", async () => {
      const { check_id, session_id } = await withoutProvider()
      await core.ask(cases.reject, { case_id: (await openCaseOf(session_id)).id, reason_codes: ["reviewer_declined"] })
      const { decision } = await core.ask(sessions.get, { session_id })
      await core.ask(checks.retry, { check_id })
      await core.work("checks.run")
      expect((await core.ask(checks.get, { check_id })).outcome).toBe("passed")
      expect(await core.ask(sessions.get, { session_id })).toMatchObject({ status: "declined", decision })
    })

    test("a session that went on makes its checks anew, and its old ones are not tried again", async () => {
      const { check_id, session_id } = await withoutProvider()
      await core.ask(checks.retry, { check_id })
      await core.ask(sessions.reprocess, { session_id })
      await core.work("checks.run")
      expect((await core.ask(checks.get, { check_id })).status).toBe("cancelled")
      const other = await withoutProvider()
      await core.ask(sessions.reprocess, { session_id: other.session_id })
      expect((await core.refusal(checks.retry, { check_id: other.check_id })).code).toBe("retry_not_allowed")
    })

    test("a scenario that fails goes on failing, three attempts in all", async () => {
      const { id: session_id } = await core.ask(sessions.create, { scenario: "error" })
      await core.ask(sessions.simulate, { session_id, actions: [{ type: "start" }, { type: "upload_document" }, { type: "submit" }] })
      await core.work("sessions.run_checks")
      const [{ id: check_id }] = (await checksOf(session_id)) as any
      for (const attempt of [2, 3]) {
        await core.ask(checks.retry, { check_id })
        await core.work("checks.run")
        expect(await core.ask(checks.get, { check_id })).toMatchObject({ status: "errored", attempt, retryable: attempt < 3 })
      }
      const { code, failure } = await core.refusal(checks.retry, { check_id })
      expect([code, failure.context]).toEqual(["retry_not_allowed", { status: "errored", attempt: 3, max_attempts: 3 }])
      expect((await core.ask(sessions.get, { session_id })).status).toBe("in_review")
    })

    test("a check that found something is not tried again", async () => {
      const session = await simulated({ type: "poa_failed" })
      const [{ id: check_id }] = (await checksOf(session.id)) as any
      expect((await core.refusal(checks.retry, { check_id })).code).toBe("retry_not_allowed")
    })

    test("a live run that failed whole is made whole by retrying its checks, and only then leads anywhere", async () => {
      const { id: session_id } = await core.ask(sessions.create, { required_steps: ["document", "selfie"] }, live)
      for (const [kind, side] of [
        ["identity", "front"],
        ["selfie", undefined]
      ]) {
        const fields = { kind, ...(side === undefined ? {} : { side }), ...(kind === "identity" ? { document_type: "passport" } : {}) }
        await core.ask(documents.upload, { session_id, ...fields, file: uploadOf(png) }, live)
      }
      core.engines.down = true
      await core.ask(sessions.submit, { session_id }, live)
      await core.work("sessions.run_checks")
      const left = await checksOf(session_id, live)
      expect(left.map(({ status, type }) => [type, status]).toSorted()).toEqual([
        ["document_extraction", "errored"],
        ["liveness", "errored"]
      ])
      core.engines.down = false
      const extraction = left.find(({ type }) => type === "document_extraction")
      await core.ask(checks.retry, { check_id: extraction.id }, live)
      await core.work("checks.run")
      const after = await checksOf(session_id, live)
      expect(after.find(({ id }) => id === extraction.id)).toMatchObject({ status: "completed", attempt: 2 })
      // What no one had made yet came with it; what failed by itself waits for its own retry.
      expect(after.filter(({ status }) => status === "errored").map(({ type }) => type)).toEqual(["liveness"])
      for (const type of ["document_authenticity", "age", "duplicate", "face_match"]) expect(after.map((one) => one.type)).toContain(type)
      const row = await openCaseOf(session_id, live)
      expect((await core.ask(sessions.get, { session_id }, live)).status).toBe("in_review")
      expect(row.check_summary.find(({ type }: any) => type === "document_extraction").outcome).toBe(
        extraction.outcome ?? after.find(({ id }) => id === extraction.id).outcome
      )
      expect(row.reason_codes).toContain("check_unavailable")
    })

    test("an override keeps what the check found, shows in the case and moves nothing else", async () => {
      const session = await simulated({ type: "poa_review" })
      const [{ id: check_id }] = (await checksOf(session.id)) as any
      const row = await openCaseOf(session.id)
      expect(row.check_summary[0]).toMatchObject({ check_id, outcome: "review" })
      await core.events()
      expect(await core.ask(checks.override, { check_id, outcome: "passed", reason })).toMatchObject({
        outcome: "passed",
        passed: true,
        action_override: null,
        overridden: { by: "key_test", from: "review", to: "passed", reason }
      })
      const told = await core.events()
      expect(told.map(({ type }) => type)).toEqual(["check.overridden", "case.updated"])
      expect(JSON.stringify(told)).not.toContain(reason)
      expect((await core.ask(sessions.get, { session_id: session.id })).status).toBe("in_review")
      const shown = await core.ask(cases.get, { case_id: row.id })
      expect(shown).toMatchObject({ status: "open", checklist: [], check_summary: [{ check_id, outcome: "passed" }] })
      const [entry] = (await core.ask(auditLog.list, { action: "checks.override", limit: 1 })).data
      expect(entry).toMatchObject({ target: { type: "check", id: check_id }, changes: [{ path: "outcome", from: "review", to: "passed" }] })
      expect(JSON.stringify(entry)).not.toContain(reason)
    })

    test("the same override again changes nothing, and another one keeps what the check itself found", async () => {
      const session = await simulated({ type: "poa_review" })
      const [{ id: check_id }] = (await checksOf(session.id)) as any
      const first = await core.ask(checks.override, { check_id, outcome: "failed", reason })
      await core.events()
      expect(await core.ask(checks.override, { check_id, outcome: "failed", reason })).toEqual(first)
      expect(await core.events()).toEqual([])
      expect(await core.ask(checks.override, { check_id, outcome: "passed", reason: `${reason} again` })).toMatchObject({
        outcome: "passed",
        overridden: { from: "review", to: "passed" }
      })
    })

    test("a check that could not be made can be judged by a person, and then is not tried again", async () => {
      const { check_id } = await withoutProvider()
      expect(await core.ask(checks.override, { check_id, outcome: "passed", reason })).toMatchObject({
        status: "completed",
        outcome: "passed",
        retryable: false,
        overridden: { from: null, to: "passed" }
      })
      expect((await core.refusal(checks.retry, { check_id })).code).toBe("retry_not_allowed")
    })

    test("a check that is being made, or was erased, has nothing to override, and overriding takes the right to decide", async () => {
      const { check_id } = await withoutProvider()
      await core.ask(checks.retry, { check_id })
      expect((await core.refusal(checks.override, { check_id, outcome: "passed", reason })).code).toBe("invalid_state_transition")
      await core.ask(checks.redact, { check_id })
      expect((await core.refusal(checks.override, { check_id, outcome: "passed", reason })).code).toBe("conflict")
      const refused = await core.refusal(
        checks.override,
        { check_id, outcome: "passed", reason },
        { scopes: ["checks:write", "cases:write"] }
      )
      expect(refused.failure).toMatchObject({ accepted: ["cases:decide"] })
      expect((await core.refusal(checks.override, { check_id, outcome: "passed", reason }, live)).code).toBe("not_found")
    })
  })
}
