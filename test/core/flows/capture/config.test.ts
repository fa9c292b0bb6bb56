import { configOf } from "@vouchkit/core/flows/capture/config"
import { recordCheck } from "@vouchkit/core/resources/checks/record"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { poaReasons, type PoaReasonCode, PoaReasonCode as Codes } from "@vouchkit/core/verification/proof-of-address/reasons"
import { move } from "@vouchkit/core/resources/sessions/change"
import type { StoredSession } from "@vouchkit/core/resources/sessions/model"
import { afterAll, expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import { aCore, callerOf, organization } from "../../../support/operations.ts"
import { aSession } from "../../../support/sessions.ts"
import { as } from "../../../support/tenants.ts"

const core = await aCore(Layer.succeed(LivenessDetector)({ assess: () => Effect.die(new Error("nothing is looked at here")) }))
afterAll(() => core.dispose())
const tenant = as({ organization, environment: "sandbox" })
const run = <A, E>(effect: Effect.Effect<A, E, any>) => core.run(tenant(effect).pipe(Effect.provideService(Caller, callerOf())))

type Outcome = "passed" | "review" | "failed"
const judged = (session: StoredSession, outcome: Outcome, codes: ReadonlyArray<PoaReasonCode>, order: number) =>
  run(
    recordCheck(session, {
      type: "proof_of_address",
      status: "completed",
      outcome,
      score: null,
      threshold: null,
      reasons: codes.map((code) => ({ code, severity: poaReasons[code].severity, message: poaReasons[code].message })),
      details: null,
      policy: null,
      input_document_ids: [],
      simulated: true,
      part: String(order)
    })
  )

const verdict = fc.record({
  outcome: fc.constantFrom<Outcome>("passed", "review", "failed"),
  codes: fc.uniqueArray(fc.constantFrom(...Codes.literals), { maxLength: 6 })
})

test("the reasons to try again are those of the last proof of address that did not pass, without what tells how forgeries are found", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(verdict, { maxLength: 4 }), async (verdicts) => {
      const session = aSession()
      for (const [order, { codes, outcome }] of verdicts.entries()) await judged(session, outcome, codes, order)
      const last = verdicts.findLast(({ outcome }) => outcome !== "passed")
      const told = (await run(configOf(session))).proof_of_address.retry_reasons
      const expected = (last?.codes ?? []).filter((code) => poaReasons[code].subject_safe)
      expect(told).toEqual(expected.map((code) => ({ code, severity: poaReasons[code].severity })))
    }),
    { numRuns: 30 }
  )
  expect(Codes.literals.some((code) => !poaReasons[code].subject_safe)).toBe(true)
})

test("another submission asks for evidence anew, and not for words that were said", async () => {
  const steps = ["consent", "document", "questionnaire"] as const
  const session = aSession({ status: "processing", required_steps: steps, completed_steps: steps })
  expect((await run(move(session, "request_resubmission"))).completed_steps).toEqual(["consent", "questionnaire"])
})

test("of the documents that were not accepted none is told to be uploaded still", async () => {
  const session = aSession({ status: "processing", completed_steps: ["proof_of_address"], uploaded_doc_types: ["utility_bill"] })
  expect((await run(move(session, "request_resubmission"))).uploaded_doc_types).toEqual([])
})
