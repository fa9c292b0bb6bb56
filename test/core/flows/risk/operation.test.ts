import { afterAll, expect, test } from "bun:test"
import { type CheckFinding, recordCheck } from "@vouchkit/core/resources/checks/record"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { sessionRisk } from "@vouchkit/core/flows/risk/operations"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Effect } from "effect"
import { aCore, callerOf } from "../../../support/operations.ts"
import { aSession } from "../../../support/sessions.ts"
import { acmeSandbox } from "../../../support/tenants.ts"

const { assessRisk } = sessionRisk
const core = await aCore()
afterAll(() => core.dispose())

const finding: CheckFinding = {
  type: "aml_screening",
  status: "completed",
  outcome: "review",
  score: 0.9,
  threshold: 0.72,
  reasons: [{ code: "pep_hit", severity: "review", message: "An entry may be this person." }],
  details: null,
  policy: null,
  input_document_ids: [],
  simulated: false,
  part: "one"
}

test("the assessment of a session names what its checks and its course add, and nothing of the person", async () => {
  const session = aSession({ resubmission_count: 3, expected: { first_name: "Zoltan", last_name: "Brankovic", country: "IR" } })
  await core.run(
    Effect.gen(function* () {
      yield* (yield* SessionStore).insertIfAbsent(session)
      yield* recordCheck(session, finding)
    }).pipe(Effect.provideService(Tenant, acmeSandbox), Effect.provideService(Caller, callerOf()))
  )
  const { output } = await core.ask(assessRisk, { session_id: session.id })
  expect(output).toMatchObject({
    session_id: session.id,
    object: "risk_assessment",
    environment: "sandbox",
    score: 53,
    level: "medium",
    version: "2"
  })
  expect(output.contributions.map(({ effect, signal }) => [signal, effect])).toEqual([
    ["country_risk", 30],
    ["session_reasons", 9.8],
    ["check_aml_screening", 7.2],
    ["resubmissions", 6.4]
  ] as never)
  expect(JSON.stringify(output)).not.toMatch(/Zoltan|Brankovic|IR/)
})

test("a session that is not there has no assessment", async () => {
  const answer = core.ask(assessRisk, { session_id: `ses_${"0".repeat(25)}z` })
  await expect(answer).rejects.toMatchObject({ _tag: "NotFound" })
})
