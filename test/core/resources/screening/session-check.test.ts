import { afterAll, expect, test } from "bun:test"
import { cases, jobs, screeningHits, screenings, sessions } from "@vouchkit/core"
import { conclude, type WeighedConclusion } from "@vouchkit/core/verification/conclusion"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { Effect } from "effect"
import { aCore, callerOf } from "../../../support/operations.ts"
import { aWatchlist, politician, sanctioned } from "../../../support/screening.ts"
import { acmeSandbox } from "../../../support/tenants.ts"

const lists = aWatchlist(sanctioned())
const core = await aCore(lists.layer)
afterAll(() => core.dispose())

const expected = { first_name: "Zoltan", last_name: "Brankovic-Harrow", date_of_birth: "1961-05-04", country: "RS" }

/** Runs the checks that wait, each as often as said. */
const runChecks = (times = 1) =>
  core.run(
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const claimed = yield* queue.claim({ limits: { "sessions.run_checks": 100 }, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" })
      const declared = jobs.find((one) => one.name === "sessions.run_checks")
      for (const { attempt, id, payload } of claimed) {
        for (let run = 0; run < times; run += 1) yield* (declared as any).handle(payload, { id, attempt })
        yield* queue.complete(claimed.find((one) => one.id === id) as any)
      }
    }).pipe(Effect.provideService(Tenant, acmeSandbox), Effect.provideService(Caller, callerOf()))
  )
/** A session that was submitted and whose checks ran. */
const verified = async (given: object, times = 1) => {
  const { id } = (await core.ask(sessions.create, { screening: true, expected, ...given })).output
  await core.ask(sessions.simulate, { session_id: id, actions: [{ type: "upload_document" }, { type: "submit" }] })
  await core.events()
  await runChecks(times)
  const result = (await core.ask(sessions.result, { session_id: id })).output
  return { id, result, check: result.checks.find(({ type }) => type === "aml_screening") }
}
/** What the check says of its screening. */
const told = (check: { readonly details: unknown } | undefined) => {
  if (check === undefined) throw new Error("the session was not screened")
  return check.details as { readonly subject_id: string; readonly screening_id: string }
}
const caseOf = async (session_id: string) => (await core.ask(cases.search, { filters: { session_id } })).output.data

test("a session that asks for it is screened with its checks, and a hit leads to a case and never to a refusal", async () => {
  lists.set(sanctioned())
  const { check, id, result } = await verified({}, 2)
  expect(result).toMatchObject({ status: "in_review", status_reason_codes: ["sanctions_hit"] })
  expect(check).toMatchObject({
    status: "completed",
    outcome: "failed",
    passed: false,
    provider_label: "aml_screening",
    simulated: true,
    reasons: [{ code: "sanctions_hit", severity: "fail" }],
    // Match and risk stand apart.
    details: { status: "in_review", risk_score: 100, categories: ["sanctions"], hit_counts: { unreviewed: 1 }, partial: false }
  })
  expect(check?.score).toBeGreaterThan(0.9)
  expect(await caseOf(id)).toMatchObject([{ status: "open", priority: "urgent", reason_codes: ["sanctions_hit"] }])
  expect((await core.ask(cases.search, { filters: { has_screening_hits: true, session_id: id } })).output.data).toHaveLength(1)
  // A run that ran twice screened once.
  const { subject_id } = told(check)
  expect((await core.ask(screenings.list, { subject_id })).output.data).toMatchObject([{ trigger: "onboarding", session_id: id }])
})

test("events of one run stand in their order: screening, hits, checks, case, session, and name nobody", async () => {
  const { id } = (await core.ask(sessions.create, { screening: true, expected })).output
  await core.ask(sessions.simulate, { session_id: id, actions: [{ type: "upload_document" }, { type: "submit" }] })
  await core.events()
  await runChecks()
  const events = await core.events()
  expect([...new Set(events.map(({ type }) => type.split(".")[0]))]).toEqual(["screening", "check", "case", "session"])
  expect(JSON.stringify(events)).not.toMatch(/Zoltan|Brankovic|\b1961\b|19610504/u)
})

test("a hit of less weight asks for a review, and a person whom no list knows is approved", async () => {
  lists.set(sanctioned(), politician())
  const official = await verified({ expected: { first_name: "Melisande", last_name: "Oduya-Trent" } })
  expect(official.result).toMatchObject({ status: "in_review", status_reason_codes: ["pep_hit"] })
  expect(official.check).toMatchObject({ outcome: "review", action_override: "review", reasons: [{ code: "pep_hit", severity: "review" }] })
  const nobody = await verified({ expected: { first_name: "Ada", last_name: "Example" } })
  expect(nobody.result.status).toBe("approved")
  expect(nobody.check).toMatchObject({ outcome: "passed", reasons: [], details: { status: "no_hit", risk_score: null, match_score: null } })
})

test("without any list, and without a name, nobody is passed: a person decides", async () => {
  lists.set()
  const unlisted = await verified({ expected: { first_name: "Ada", last_name: "Example" } })
  expect(unlisted.result).toMatchObject({ status: "in_review", status_reason_codes: ["check_unavailable"] })
  expect(unlisted.check).toMatchObject({
    status: "errored",
    outcome: null,
    passed: null,
    retryable: true,
    details: { status: "errored", partial: true, error_codes: ["no_list_loaded"] }
  })
  lists.set(sanctioned())
  const unnamed = await verified({ expected: {} })
  expect(unnamed.result).toMatchObject({ status: "in_review", status_reason_codes: ["check_unavailable"] })
  expect(unnamed.check).toMatchObject({ status: "errored", reasons: [{ code: "no_reference_data" }] })
})

test("while a list that should be searched could never be loaded, nobody is passed; a stale one was searched", async () => {
  lists.set(sanctioned())
  const stranger = { expected: { first_name: "Ada", last_name: "Example" } }
  lists.lack(true)
  const lacking = await verified(stranger)
  lists.lack(false)
  expect(lacking.result).toMatchObject({ status: "in_review", status_reason_codes: ["check_unavailable"] })
  expect(lacking.check).toMatchObject({
    outcome: "review",
    reasons: [{ code: "list_not_loaded", severity: "review" }],
    details: { partial: true, error_codes: ["list_not_loaded"] }
  })
  lists.turnStale(true)
  const stale = await verified(stranger)
  lists.turnStale(false)
  expect(stale.check).toMatchObject({ outcome: "passed", details: { partial: true, error_codes: ["list_stale"] } })
})

test("a session that does not ask is not screened, and the scenario of a sanctioned person stays a simulated one", async () => {
  lists.set(sanctioned())
  const unasked = await verified({ screening: false })
  expect([unasked.result.status, unasked.check]).toEqual(["approved", undefined])
  const scripted = await verified({ scenario: "sanctions" })
  expect(scripted.result).toMatchObject({ status: "in_review", simulated: true })
  expect(scripted.check).toMatchObject({ simulated: true, details: null })
  expect((await core.ask(screenings.list, {})).output.data.filter(({ session_id }) => session_id === scripted.id)).toEqual([])
})

test("a person who turns up on a list later comes back as a case of the decided session, once", async () => {
  lists.set(politician())
  const { check, id, result } = await verified({})
  expect(result.status).toBe("approved")
  const { subject_id } = told(check)
  lists.set(politician(), sanctioned())
  await core.ask(screenings.rescreen, { subject_id })
  expect(await caseOf(id)).toMatchObject([{ status: "open", reason_codes: ["sanctions_hit"] }])
  await core.ask(screenings.rescreen, { subject_id })
  // Another list names the same person: the open case learns of it, and no second one is made.
  lists.set(politician(), sanctioned(), sanctioned({ list: "other", uid: "o-1", topics: ["pep"] }))
  await core.ask(screenings.rescreen, { subject_id })
  expect(await caseOf(id)).toMatchObject([{ status: "open", priority: "urgent", reason_codes: ["sanctions_hit", "pep_hit"] }])
  expect((await core.ask(sessions.get, { session_id: id })).output.status).toBe("approved")
})

test("what a reviewer decided holds when the session's checks run again", async () => {
  lists.set(sanctioned())
  const { check, id } = await verified({})
  const { screening_id } = told(check)
  const [hit] = (await core.ask(screenings.get, { screening_id })).output.hits
  await core.ask(screeningHits.resolve, { hit_id: hit?.id, review_status: "false_positive" })
  await core.ask(sessions.reprocess, { session_id: id })
  await runChecks()
  expect((await core.ask(sessions.get, { session_id: id })).output.status).toBe("approved")
})

const hit = (code: "sanctions_hit" | "pep_hit"): WeighedConclusion => ({ status: "in_review", reason_codes: [code], weight: "record" })

test("a hit takes back neither a refusal nor a request for another document", () => {
  for (const status of ["declined", "resubmission_required"] as const) {
    expect(conclude([{ status, reason_codes: ["poa_failed"] }, hit("sanctions_hit")])).toEqual({ status, reason_codes: ["poa_failed"] })
  }
  expect(conclude([{ status: "in_review", reason_codes: ["poa_review"] }, hit("pep_hit")])).toEqual({
    status: "in_review",
    reason_codes: ["pep_hit", "poa_review"]
  })
})
