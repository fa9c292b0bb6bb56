import { afterAll, expect, test } from "bun:test"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { sessionSimulation } from "@vouchkit/core/flows/simulated-actions/simulate"
import { checksOfStep } from "@vouchkit/core/verification/check-kinds"
import { awaitedSteps, checksOfSteps } from "@vouchkit/core/flows/sandbox/step-checks"
import { calledBesideSteps, checkEntries } from "@vouchkit/core/flows/check-kinds/registry"
import type { StoredSession } from "@vouchkit/core/resources/sessions/model"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import type { SessionStep } from "@vouchkit/core/verification/steps"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { Effect } from "effect"
import fc from "fast-check"
import { liveWork } from "../../../support/live-work.ts"
import { aSession } from "../../../support/sessions.ts"

const work = liveWork(undefined, "sandbox")
afterAll(() => work.stop())

const { simulate } = sessionSimulation
const every: ReadonlyArray<SessionStep> = ["document", "selfie", "nfc", "proof_of_address", "questionnaire", "consent"]
const begun = (required_steps: ReadonlyArray<SessionStep>, overrides: Partial<StoredSession> = {}) =>
  work.run(
    Effect.gen(function* () {
      const session = aSession({ required_steps: [...required_steps], expires_at: "2099-01-01T00:00:00.000Z", ...overrides })
      yield* (yield* SessionStore).insert(session)
      return session
    })
  )
const act = (session_id: string, ...types: ReadonlyArray<string | { readonly type: string; readonly check_type: string }>) =>
  work.run(
    execute(simulate, {
      input: Effect.succeed({ session_id, actions: types.map((one) => (typeof one === "string" ? { type: one } : one)) } as never)
    })
  )
const found = async (id: string) => {
  const checks = await work.checksOf(id)
  return Object.fromEntries(checks.map(({ outcome, status, type }) => [type, outcome ?? status]))
}
/** Submitted by the person's steps and judged by the script. */
const scripted = async (required_steps: ReadonlyArray<SessionStep>, overrides: Partial<StoredSession> = {}) => {
  const { id } = await begun(required_steps, overrides)
  await act(id, "upload_document")
  const words = required_steps.filter((step) => step === "questionnaire" || step === "consent")
  if (words.length > 0) {
    await work.run(
      Effect.gen(function* () {
        const store = yield* SessionStore
        const session = yield* store.lock(id)
        if (session !== undefined) yield* store.save({ ...session, completed_steps: [...session.completed_steps, ...words] })
      })
    )
  }
  await act(id, "submit")
  await work.work("documents.read", "sessions.run_checks")
  return { id, session: await work.sessionOf(id), checks: await found(id) }
}

test("a session without a script passes every check that its steps call for and that judges something, each marked as simulated", async () => {
  const { checks, id, session } = await scripted(every)
  expect(session).toMatchObject({ status: "approved", status_reason_codes: [] })
  expect(checks).toEqual({
    document_extraction: "passed",
    document_authenticity: "passed",
    age: "passed",
    liveness: "passed",
    face_match: "passed",
    nfc_chip: "passed",
    proof_of_address: "passed",
    questionnaire: "not_applicable",
    identity_cross_reference: "passed"
  })
  expect((await work.checksOf(id)).every(({ simulated }) => simulated)).toBe(true)
})

test("a session that asks for a face alone has no portrait to match it with, as in the live environment", async () => {
  const { checks, session } = await scripted(["selfie"])
  expect([session.status, checks]).toEqual(["approved", { liveness: "passed", face_match: "not_applicable" }])
  const failing = await scripted(["selfie"], { scenario: "error" })
  expect([failing.session.status, failing.checks]).toEqual(["in_review", { liveness: "errored", face_match: "not_applicable" }])
})

test("a session that asks for a proof of address alone has that check and no other", async () => {
  expect((await scripted(["proof_of_address"])).checks).toEqual({ proof_of_address: "passed" })
})

test("each scenario ends where it says, by a check of a step that the session has", async () => {
  const expected = {
    approved: { status: "approved", code: undefined },
    declined: { status: "declined", code: "document_forged" },
    review: { status: "in_review", code: "document_data_inconsistent" },
    resubmission: { status: "resubmission_required", code: "document_unreadable" },
    sanctions: { status: "in_review", code: "sanctions_hit" },
    duplicate: { status: "in_review", code: "duplicate_identity" },
    error: { status: "in_review", code: "check_unavailable" }
  } as const
  for (const [scenario, { code, status }] of Object.entries(expected)) {
    const { session } = await scripted(["document", "selfie"], { scenario: scenario as keyof typeof expected })
    expect([scenario, session.status, session.status_reason_codes[0]]).toEqual([scenario, status, code])
  }
})

test("in the scenario of a failing provider every check is errored and may be retried", async () => {
  const { checks, id } = await scripted(["document", "selfie"], { scenario: "error" })
  expect(new Set(Object.values(checks))).toEqual(new Set(["errored"]))
  expect((await work.checksOf(id)).every(({ retryable }) => retryable)).toBe(true)
})

test("the same script makes the same of every session", async () => {
  const run = async () => {
    const { checks, session } = await scripted(every, { scenario: "review" })
    return { checks, status: session.status, codes: session.status_reason_codes }
  }
  expect(await run()).toEqual(await run())
})

test("upload_document completes every step that waits for a file, with a document of its kind", async () => {
  const { id } = await begun(every)
  await act(id, "upload_document")
  const session = await work.sessionOf(id)
  expect(session.completed_steps.toSorted()).toEqual(["document", "nfc", "proof_of_address", "selfie"])
  const documents = await work.run(
    Effect.flatMap(DocumentStore, (store) => store.list({ where: [{ field: "session_id", op: "eq", value: id }], limit: 10 }))
  )
  expect(documents.map(({ kind, simulated }) => [kind, simulated]).toSorted()).toEqual([
    ["identity", true],
    ["nfc_data", true],
    ["proof_of_address", true],
    ["selfie", true]
  ])
})

test("a single approve takes a session through all of its steps, whatever they are", async () => {
  for (const steps of [every, ["consent"], ["nfc"], ["questionnaire", "selfie"]] as const satisfies ReadonlyArray<
    ReadonlyArray<SessionStep>
  >) {
    const { id } = await begun(steps)
    await act(id, "approve")
    expect((await work.sessionOf(id)).status).toBe("approved")
  }
})

test("a passing check approves only when every step that the session waits for has one", async () => {
  const { id } = await begun(["document", "nfc"])
  await act(id, "nfc_pass")
  expect((await work.sessionOf(id)).status).toBe("processing")
  await act(id, { type: "pass_check", check_type: "age" })
  expect((await work.sessionOf(id)).status).toBe("approved")
  expect((await work.checksOf(id)).map(({ outcome, simulated, type }) => [type, outcome, simulated]).toSorted()).toEqual([
    ["age", "passed", true],
    ["nfc_chip", "passed", true]
  ])
})

test("a passing check that no step waits for approves nothing", async () => {
  const { id } = await begun(["document"])
  await act(id, { type: "pass_check", check_type: "database" })
  expect((await work.sessionOf(id)).status).toBe("processing")
})

test("without a type, the check is the first that the session waits for", async () => {
  const proof = await begun(["proof_of_address", "document"])
  await act(proof.id, "review_check")
  expect(await found(proof.id)).toEqual({ proof_of_address: "review" })
  const selfie = await begun(["selfie"])
  await act(selfie.id, "fail_check")
  expect(await found(selfie.id)).toEqual({ liveness: "failed" })
  expect(await work.sessionOf(selfie.id)).toMatchObject({ status: "declined", status_reason_codes: ["liveness_failed"] })
})

test("what the person can put right asks for another submission, and declines when none is left", async () => {
  const fail = { type: "fail_check", check_type: "document_extraction" } as const
  const first = await begun(["document"])
  await act(first.id, fail)
  expect(await work.sessionOf(first.id)).toMatchObject({ status: "resubmission_required", status_reason_codes: ["document_unreadable"] })
  const last = await begun(["document"], { resubmission_count: 3, max_resubmissions: 3 })
  await act(last.id, fail)
  expect(await work.sessionOf(last.id)).toMatchObject({
    status: "declined",
    status_reason_codes: ["resubmission_limit_exceeded", "document_unreadable"]
  })
})

test("nfc_fail declines for the chip", async () => {
  const { id } = await begun(["document", "nfc"])
  await act(id, "nfc_fail")
  expect(await work.sessionOf(id)).toMatchObject({ status: "declined", status_reason_codes: ["nfc_authentication_failed"] })
})

test("for any steps, a session calls for the checks of each, once, and always waits for a judged one", () => {
  const chosen = fc.uniqueArray(fc.constantFrom(...every), { minLength: 1 })
  fc.assert(
    fc.property(chosen, (required_steps) => {
      const session = aSession({ required_steps: [...required_steps] })
      const checks = [...checksOfSteps(session), ...calledBesideSteps(checkEntries, session)]
      expect(new Set(checks).size).toBe(checks.length)
      for (const step of required_steps) for (const type of checksOfStep(step)) expect(checks).toContain(type)
      const awaited = awaitedSteps({ required_steps })
      expect(awaited.length).toBeGreaterThan(0)
      for (const step of awaited) expect(checksOfStep(step).some((type) => checks.includes(type))).toBe(true)
    })
  )
})
