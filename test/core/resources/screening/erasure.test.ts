import { afterEach, beforeEach, expect, test } from "bun:test"
import { auditLog, jobs, screeningHits, screenings, screeningSubjects } from "@vouchkit/core"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { HitStore } from "@vouchkit/core/resources/screening/hits/model"
import { DecisionStore } from "@vouchkit/core/resources/screening/hits/decisions"
import { ScreeningStore } from "@vouchkit/core/resources/screening/screening-model"
import { SubjectStore } from "@vouchkit/core/resources/screening/subjects/model"
import { Effect } from "effect"
import { aCore, callerOf } from "../../../support/operations.ts"
import { aWatchlist, sanctioned } from "../../../support/screening.ts"
import { acmeSandbox } from "../../../support/tenants.ts"

const lists = aWatchlist(sanctioned())
let core: Awaited<ReturnType<typeof aCore>>
beforeEach(async () => {
  core = await aCore(lists.layer)
})
afterEach(() => core.dispose())

const someone = {
  name: "Zoltan Brankovic-Harrow",
  aliases: ["Zoltán Branković"],
  date_of_birth: "1961-05-04",
  countries: ["RS"],
  identifiers: [{ type: "passport", value: "RS0012345", country: "RS" }],
  external_reference: "customer Zoltan"
}
const asTenant = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  core.run(effect.pipe(Effect.provideService(Tenant, acmeSandbox), Effect.provideService(Caller, callerOf())))

/** Everything that is stored about screenings, as text. */
const everything = () =>
  asTenant(
    Effect.gen(function* () {
      const stores = [yield* SubjectStore, yield* ScreeningStore, yield* HitStore, yield* DecisionStore]
      const rows: Array<unknown> = []
      for (const store of stores) rows.push(...(yield* (store as typeof SubjectStore.Service).list({ limit: 1_000 })))
      return JSON.stringify(rows)
    })
  )

/** Runs the jobs of one name that wait, as a worker does, each as often as said. */
const work = (name: string, times = 1) =>
  asTenant(
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const claimed = yield* queue.claim({ limits: { [name]: 100 }, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" })
      const declared = jobs.find((one) => one.name === name)
      for (const { attempt, id, payload } of claimed) {
        for (let run = 0; run < times; run += 1) yield* (declared as any).handle(payload, { id, attempt })
      }
      return claimed.length
    })
  )

test("erasing a subject leaves no name of it anywhere: not in hits, notes, decisions or what is remembered", async () => {
  const first = (await core.ask(screenings.run, { subject: someone })).output
  await core.ask(screeningHits.resolve, { hit_id: first.hits[0]?.id, review_status: "false_positive", note: "Not our Zoltan." })
  const { subject_id } = first
  await core.ask(screenings.rescreen, { subject_id })
  expect(await everything()).toMatch(/Zoltan/u)
  await core.events()

  const erased = (await core.ask(screeningSubjects.erase, { subject_id })).output
  expect(erased).toMatchObject({ id: subject_id, erased: true, counts: { hits: 2, decisions: 1 } })
  expect(await everything()).not.toMatch(/Zolt[aá]n|Brankov|Harrow|\b1961\b|19610504|RS0012345|\bs-1\b|TEST-PROGRAM|example\.com/iu)
  expect((await core.events()).map(({ data, type }) => [type, Object.keys(data).sort()])).toEqual([
    ["screening.subject-erased", ["environment", "erased_at", "id", "object"]]
  ])

  // What is left still says what was done, in the shape of its contract.
  const kept = (await core.ask(screenings.get, { screening_id: first.id })).output
  expect(kept).toMatchObject({ status: "cleared", hits: [{ matched_name: null, note: null, review_status: "false_positive" }] })
  expect((await core.ask(screeningSubjects.get, { subject_id })).output).toMatchObject({ name: null, erased_at: expect.any(String) })
  expect(JSON.stringify((await core.ask(auditLog.list, {})).output)).not.toMatch(/Zoltan|Harrow/u)
})

test("an erased subject is not screened, changed or judged any more, and erasing it again changes nothing", async () => {
  const { hits, subject_id } = (await core.ask(screenings.run, { subject: someone })).output
  const [first] = [(await core.ask(screeningSubjects.erase, { subject_id })).output]
  await core.events()
  const second = (await core.ask(screeningSubjects.erase, { subject_id })).output
  expect(second).toMatchObject({ erased_at: first.erased_at, counts: { hits: 0, decisions: 0 } })
  expect(await core.events()).toEqual([])
  expect((await core.refusal(screenings.rescreen, { subject_id })).code).toBe("subject_erased")
  expect((await core.refusal(screenings.run, { subject: subject_id })).code).toBe("subject_erased")
  expect((await core.refusal(screeningSubjects.update, { subject_id, name: "Zoltan" })).code).toBe("subject_erased")
  expect((await core.refusal(screeningHits.resolve, { hit_id: hits[0]?.id, review_status: "confirmed" })).code).toBe("subject_erased")
})

test("a subject whose identifying data change is screened again at once, and once, however often the job runs", async () => {
  const { id, subject_id } = (await core.ask(screenings.run, { subject: { name: "Ada Example" } })).output
  await core.ask(screeningSubjects.update, { subject_id, external_reference: "customer 9" })
  expect(await work("screening.rescreen")).toBe(0)
  await core.ask(screeningSubjects.update, { subject_id, name: someone.name, date_of_birth: someone.date_of_birth })
  expect(await work("screening.rescreen", 2)).toBe(1)
  const found = (await core.ask(screenings.list, { subject_id })).output.data
  expect(found).toHaveLength(2)
  expect(found.find(({ trigger }) => trigger === "subject_update")).toMatchObject({
    status: "in_review",
    previous_screening_id: id,
    diff: { new: [expect.any(String)], changed: [], removed: [] }
  })
})

test("a subject that was never screened is not screened for being changed, nor one that was erased meanwhile", async () => {
  const { id } = (await core.ask(screeningSubjects.create, { name: "Ada Example" })).output
  await core.ask(screeningSubjects.update, { subject_id: id, name: "Ada Specimen" })
  expect(await work("screening.rescreen")).toBe(0)
  await core.ask(screenings.run, { subject: id })
  await core.ask(screeningSubjects.update, { subject_id: id, name: "Ada Sample" })
  await core.ask(screeningSubjects.erase, { subject_id: id })
  expect(await work("screening.rescreen")).toBe(1)
  expect((await core.ask(screenings.list, { subject_id: id })).output.data).toHaveLength(1)
})

test("the audit entry of a change names the members that changed, and not what they say", async () => {
  const { id } = (await core.ask(screeningSubjects.create, { name: "Ada Example" })).output
  await core.ask(screeningSubjects.update, { subject_id: id, name: "Ada Unheard-Of" })
  const entries = (await core.ask(auditLog.list, { action: "screening_subjects.update" })).output.data
  expect(entries[0]).toMatchObject({ target: { type: "screening_subject", id } })
  expect(JSON.stringify(entries)).toMatch(/"path":"name"/u)
  expect(JSON.stringify(entries)).not.toMatch(/Unheard-Of/u)
})
