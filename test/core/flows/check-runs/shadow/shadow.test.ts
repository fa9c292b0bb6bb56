import { afterAll, expect, test } from "bun:test"
import { CheckStore, present } from "@vouchkit/core/resources/checks/model"
import { agreementOf } from "@vouchkit/core/flows/check-runs/shadow/compare"
import { ShadowFaceMatcher, ShadowIdentityReader } from "@vouchkit/core/flows/check-runs/shadow/providers"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { DocumentUnreadable, EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { FaceImageUnreadable, type FaceMatchEvidence } from "@vouchkit/core/verification/faces/analysis"
import { externalFaceModel } from "@vouchkit/core/verification/faces/bands"
import type { IdentityReading } from "@vouchkit/core/verification/identity-documents/reading"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { Effect, Layer, Metric } from "effect"
import { aFace } from "../../../../support/faces.ts"
import { type LiveWork, liveWork, readingWith } from "../../../../support/live-work.ts"

const passport = { kind: "identity", document_type: "passport", side: "front" } as const
const steps = { required_steps: ["document", "selfie"], screening: false } as const

type Read = Effect.Effect<IdentityReading, DocumentUnreadable | EngineUnavailable>
type Compare = Effect.Effect<FaceMatchEvidence, FaceImageUnreadable | EngineUnavailable>
let read: Read = Effect.succeed(readingWith())
let compare: Compare = Effect.die("not asked")
let looks = 0
const counted = <A, E>(effect: () => Effect.Effect<A, E>) =>
  Effect.suspend(() => {
    looks += 1
    return effect()
  })
const scored = (score: number): Compare =>
  Effect.succeed({ portrait: [aFace()], selfie: [aFace()], similarity: { model: externalFaceModel, score, distance: null } })
const shadows = Layer.mergeAll(
  Layer.succeed(ShadowIdentityReader)({ read: () => counted(() => read) }),
  Layer.succeed(ShadowFaceMatcher)({ analyze: () => Effect.die("not asked"), compare: () => counted(() => compare) })
)

const both = liveWork(shadows)
const alone = liveWork()
const sandbox = liveWork(shadows, "sandbox")
afterAll(async () => {
  await Promise.all([both.stop(), alone.stop(), sandbox.stop()])
})

const decide = async (work: LiveWork = both) => {
  // What another test left to try again would be counted here.
  await work.work("checks.shadow")
  looks = 0
  const { id } = await work.submitted([passport, { kind: "selfie" }], { required_steps: [...steps.required_steps] })
  await work.work("documents.read", "sessions.run_checks")
  return id
}
const decided = async (id: string, work: LiveWork = both) => {
  const { status, status_reason_codes } = await work.sessionOf(id)
  return { status, status_reason_codes }
}
const shadowsOf = async (id: string, work: LiveWork = both) => new Map((await work.checksOf(id)).map((check) => [check.type, check.shadow]))

test("the second provider runs after the decision, in a job of its own, and leaves everything but its agreement as it was", async () => {
  read = Effect.succeed(readingWith({ mrz: null }))
  compare = scored(0.1)
  const id = await decide()
  expect(looks).toBe(0)
  const before = { session: await both.sessionOf(id), checks: await both.checksOf(id) }
  expect(await both.work("checks.shadow")).toBe(2)
  expect(looks).toBe(2)
  const after = { session: await both.sessionOf(id), checks: await both.checksOf(id) }
  expect(after.session).toEqual(before.session)
  expect(after.checks.map(({ shadow: _shadow, version: _version, ...rest }) => rest)).toEqual(
    before.checks.map(({ version: _version, ...rest }) => rest)
  )
})

test("readings that lead to the same outcome agree, others do not, and the record holds outcomes and nothing that was read", async () => {
  read = Effect.succeed(readingWith())
  compare = scored(0.999)
  const same = await decide()
  await both.work("checks.shadow")
  const agreeing = await shadowsOf(same)
  const [extraction, face] = [agreeing.get("document_extraction"), agreeing.get("face_match")]
  expect(extraction).toMatchObject({ agrees: true, score_difference: 0 })
  expect(extraction?.outcome_shadow).toBe(extraction?.outcome_deciding ?? null)
  expect(face).toMatchObject({ agrees: true, outcome_deciding: "passed", outcome_shadow: "passed", score_difference: 0.049 })
  expect(Object.keys(face ?? {}).toSorted()).toEqual(
    ["agrees", "at", "check_id", "outcome_deciding", "outcome_shadow", "score_difference", "type"].toSorted()
  )
  expect(agreeing.get("liveness")).toBeUndefined()

  read = Effect.succeed(readingWith({ mrz: null }))
  compare = scored(0.2)
  const other = await decide()
  await both.work("checks.shadow")
  const differing = await shadowsOf(other)
  expect(differing.get("document_extraction")?.agrees).toBe(false)
  expect(differing.get("face_match")).toMatchObject({
    agrees: false,
    outcome_deciding: "passed",
    outcome_shadow: "failed",
    score_difference: -0.75
  })
  expect(JSON.stringify([...differing.values()])).not.toMatch(/ERIKSSON|L898902C3|external|rekognition|textract|\baws\b/i)
})

test("pictures that the second provider cannot look at are told as such", async () => {
  read = Effect.fail(new DocumentUnreadable({ code: "unreadable", retryable: true }))
  compare = Effect.fail(new FaceImageUnreadable({ code: "unreadable", retryable: true }))
  const id = await decide()
  await both.work("checks.shadow")
  const found = await shadowsOf(id)
  expect(found.get("document_extraction")).toMatchObject({ agrees: false, outcome_shadow: "failed" })
  expect(found.get("face_match")).toMatchObject({ agrees: false, outcome_shadow: null, score_difference: null })
})

test("a second provider that is down changes nothing: its job fails alone, and the decision stands", async () => {
  // What other tests left for the second provider.
  await both.work("checks.shadow")
  read = Effect.fail(new EngineUnavailable({ reason: "overloaded" }))
  compare = Effect.fail(new EngineUnavailable({ reason: "timeout" }))
  const id = await decide()
  const before = await decided(id)
  expect(await both.work("checks.shadow")).toBe(8)
  expect(await decided(id)).toEqual(before)
  expect([...(await shadowsOf(id)).values()].filter((shadow) => shadow !== undefined)).toEqual([])
})

test("without a second provider, and in the sandbox, nothing is looked at twice", async () => {
  read = Effect.succeed(readingWith())
  for (const work of [alone, sandbox]) {
    const id = await decide(work)
    expect(await work.work("checks.shadow")).toBe(0)
    expect([...(await shadowsOf(id, work)).values()].filter((shadow) => shadow !== undefined)).toEqual([])
  }
  expect(looks).toBe(0)
})

test("a job that runs twice records once", async () => {
  read = Effect.succeed(readingWith())
  compare = scored(0.999)
  const id = await decide()
  await both.work("checks.shadow")
  const first = await shadowsOf(id)
  const check_ids = (await both.checksOf(id)).filter(({ type }) => type === "face_match").map((check) => check.id)
  compare = scored(0)
  await both.run(
    Effect.flatMap(JobQueue, (queue) =>
      queue.enqueue({
        id: "again",
        name: "checks.shadow",
        payload: { session_id: id, kind: "faces", check_ids },
        due_at: "2026-01-01T00:00:00.000Z"
      })
    )
  )
  expect(await both.work("checks.shadow")).toBe(1)
  expect(await shadowsOf(id)).toEqual(first)
})

test("what was erased in between is not sent to the second provider, and nothing is recorded", async () => {
  read = Effect.succeed(readingWith())
  compare = scored(0.999)
  const id = await decide()
  await both.run(
    Effect.gen(function* () {
      const store = yield* DocumentStore
      for (const document of yield* store.list({ where: [{ field: "session_id", op: "eq", value: id }], limit: 10 })) {
        if (document.blob !== null) yield* (yield* BlobStore).remove(document.blob)
        yield* store.save({ ...document, status: "redacted", blob: null })
      }
    })
  )
  await both.work("checks.shadow")
  expect(looks).toBe(0)
  expect([...(await shadowsOf(id)).values()].filter((shadow) => shadow !== undefined)).toEqual([])
})

test("agreements are counted by type", async () => {
  read = Effect.succeed(readingWith())
  compare = scored(0.2)
  const counts = async () => {
    const snapshot = await both.run(Metric.snapshot)
    const found = snapshot.filter(({ id }) => id === "vouchkit_shadow_agreements_total")
    return found.map(({ attributes, state }) => [attributes?.type, attributes?.agrees, "count" in state ? Number(state.count) : 0] as const)
  }
  const of = (all: Awaited<ReturnType<typeof counts>>) =>
    all.find(([type, agrees]) => type === "face_match" && agrees === "false")?.[2] ?? 0
  // What a test before this one left waiting would be counted too.
  await both.work("checks.shadow")
  const before = of(await counts())
  await decide()
  await both.work("checks.shadow")
  expect(of(await counts())).toBe(before + 1)
})

test("a check shows its agreement, and null while there is none", async () => {
  read = Effect.succeed(readingWith())
  compare = scored(0.999)
  const id = await decide()
  const shown = async () => (await both.checksOf(id)).map((check) => [check.type, present(check).shadow?.agrees ?? null] as const)
  expect((await shown()).every(([, agrees]) => agrees === null)).toBe(true)
  await both.work("checks.shadow")
  expect(new Map(await shown()).get("face_match")).toBe(true)
})

test("a person's override counts as no finding of the provider that decided", async () => {
  const id = await decide()
  const found = (await both.checksOf(id)).find(({ type }) => type === "face_match")
  if (found === undefined) throw new Error("no face match")
  const overridden = {
    ...found,
    outcome: "failed" as const,
    overridden: { by: "usr_1", at: found.created_at, from: "passed" as const, to: "failed" as const, reason: "It is somebody else." }
  }
  const verdict = { outcome: "passed" as const, score: null }
  expect(agreementOf(overridden, verdict, found.created_at)).toMatchObject({
    agrees: true,
    outcome_deciding: "passed",
    score_difference: null
  })
  await both.run(Effect.flatMap(CheckStore, (store) => store.find(found.id)))
})
