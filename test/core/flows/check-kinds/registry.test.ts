import { afterAll, expect, test } from "bun:test"
import { checkTypes } from "@vouchkit/core/verification/check-kinds"
import { CheckStore, type StoredCheck } from "@vouchkit/core/resources/checks/model"
import { unmade } from "@vouchkit/core/resources/checks/record"
import { judgedCheck } from "@vouchkit/core/resources/checks/conclusion"
import type { CheckContext } from "@vouchkit/core/resources/checks/context"
import { scheduleCheck } from "@vouchkit/core/resources/checks/schedule"
import type { StandaloneInput } from "@vouchkit/core/resources/checks/standalone-input"
import { judgeSession } from "../../../support/judged-session.ts"
import type { CheckEntry } from "@vouchkit/core/flows/check-kinds/kind"
import { type CheckEntries, checkEntries, CheckRegistry, sessionJudges } from "@vouchkit/core/flows/check-kinds/registry"
import { SessionStore, type StoredSession } from "@vouchkit/core/resources/sessions/model"
import { Effect, Layer } from "effect"
import { liveWork } from "../../../support/live-work.ts"
import { aSession } from "../../../support/sessions.ts"

const judged = (context: CheckContext, outcome: "passed" | "failed") =>
  judgedCheck(
    "database",
    {
      outcome,
      score: null,
      confidence: null,
      threshold: null,
      reasons: [],
      details: null,
      session_reasons: outcome === "failed" ? ["database_no_match"] : []
    },
    context,
    { documents: [] }
  )

/** A kind that the service does not make: a register knows everyone but Eriksson. */
const register: CheckEntry = {
  session: {
    after: ["identity_cross_reference"],
    judge: ({ session }) => Effect.succeed({ checks: [judged(session, session.expected.last_name === "Eriksson" ? "failed" : "passed")] })
  },
  records: null,
  standalone: {
    live: ({ context }) => Effect.succeed(Effect.succeed(judged(context, "passed").finding)),
    sandbox: ({ context }) => Effect.succeed(Effect.succeed(judged(context, "failed").finding))
  },
  simulate: {
    scenarios: { failed: "engine_down", review: "engine_down" },
    judge: ({ context }) => Effect.succeed(judged(context, "passed"))
  },
  scripted: { called: () => true }
}
const extended: CheckEntries = { ...checkEntries, database: register }

const live = liveWork(Layer.succeed(CheckRegistry)(extended))
const sandbox = liveWork(Layer.succeed(CheckRegistry)(extended), "sandbox")
afterAll(async () => {
  await live.stop()
  await sandbox.stop()
})

const submitted = (work: typeof live, changes: Partial<StoredSession>) =>
  work.run(
    Effect.gen(function* () {
      const session = aSession({ status: "processing", required_steps: ["questionnaire"], answers: {}, run: 1, ...changes })
      yield* (yield* SessionStore).insert(session)
      return session
    })
  )

test("a session makes a kind of check that was only added to the registry, and follows its verdict", async () => {
  const session = await submitted(live, { environment: "live", expected: { last_name: "Eriksson" } })
  const { conclusion, findings } = await live.run(judgeSession(session))
  expect(findings.map(({ type }) => type)).toContain("database")
  expect(conclusion).toEqual({ status: "declined", reason_codes: ["database_no_match"] })
  expect((await live.run(judgeSession({ ...session, expected: {} }))).conclusion.status).toBe("approved")
})

test("the sandbox simulates a kind of check that was only added to the registry", async () => {
  const session = await submitted(sandbox, { environment: "sandbox", expected: { last_name: "Eriksson" } })
  const { conclusion, findings } = await sandbox.run(judgeSession(session))
  expect(findings.find(({ type }) => type === "database")).toMatchObject({ outcome: "passed", simulated: true })
  expect(conclusion.status).toBe("approved")
})

const input: StandaloneInput = { subject_id: null, scenario: null }
const alone = (environment: "live" | "sandbox", id: string): StoredCheck => ({
  id,
  environment,
  session_id: null,
  subject: null,
  type: "database",
  ...unmade,
  status: "pending",
  provider_label: "database",
  attempt: 1,
  max_attempts: 3,
  overridden: null,
  input_document_ids: [],
  node_id: null,
  simulated: environment === "sandbox",
  tags: [],
  run_key: null,
  input,
  sequence: 0,
  version: 1,
  created_at: "2026-05-01T10:00:00.000Z",
  updated_at: "2026-05-01T10:00:00.000Z"
})

test("a standalone check of such a kind is made by its live judge, and in the sandbox by the other one or by a script", async () => {
  const made = async (work: typeof live, check: StoredCheck) => {
    await work.run(
      Effect.gen(function* () {
        yield* (yield* CheckStore).insert(check)
        yield* scheduleCheck(check)
      })
    )
    await work.work("checks.run")
    return (await work.run(Effect.flatMap(CheckStore, (store) => store.find(check.id))))?.outcome
  }
  expect(await made(live, alone("live", "chk_01jgfjjz00e8r4v2m9k3txqwpa"))).toBe("passed")
  const unscripted = alone("sandbox", "chk_01jgfjjz00e8r4v2m9k3txqwpb")
  expect(await made(sandbox, unscripted)).toBe("failed")
  const scripted = { ...unscripted, id: "chk_01jgfjjz00e8r4v2m9k3txqwpc", input: { ...input, scenario: "approved" } } as const
  expect(await made(sandbox, scripted)).toBe("passed")
})

test("a judge runs behind every judge that it comes after, wherever the registry names it, and each runs once", () => {
  const { database, ...others } = extended
  const judges = sessionJudges({ database, ...others })
  expect(judges.length).toBe(new Set(judges).size)
  for (const type of checkTypes) {
    const { session } = extended[type]
    if (session === null) continue
    for (const before of session.after.flatMap((one) => extended[one].session ?? [])) {
      expect(judges.indexOf(before)).toBeLessThan(judges.indexOf(session))
    }
  }
})
