import { afterAll, beforeAll, expect, test } from "bun:test"
import { judgeSession } from "../../../support/judged-session.ts"
import { ShadowFaceMatcher } from "@vouchkit/core/flows/check-runs/shadow/providers"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { FaceEngineMissing, type FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { challengeBytes, makeChallenge } from "@vouchkit/core/verification/faces/liveness/challenge"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { tenantNow } from "@vouchkit/core/kernel/tenancy/tenant-clock"
import type { StoredSession } from "@vouchkit/core/resources/sessions/model"
import type { SessionStep } from "@vouchkit/core/verification/steps"
import { Effect, Layer } from "effect"
import { aFace, analysisOf, filmed } from "../../../support/faces.ts"
import { liveWork } from "../../../support/live-work.ts"
import { aSession } from "../../../support/sessions.ts"

let missing = false
const detector = Layer.succeed(LivenessDetector)({
  assess: ({ challenge }) =>
    missing
      ? Effect.fail(new FaceEngineMissing({ packages: [] }))
      : Effect.succeed(challenge === null ? { kind: "still" as const, analysis: analysisOf(aFace()) } : filmed(challenge))
})
const shadow = Layer.succeed(ShadowFaceMatcher)({
  analyze: () => Effect.fail(new EngineUnavailable({ reason: "crashed" })),
  compare: () => Effect.fail(new EngineUnavailable({ reason: "crashed" }))
} satisfies FaceMatcher["Service"])
const work = liveWork(Layer.mergeAll(detector, shadow))
beforeAll(() => work.letLivenessPass())
afterAll(() => work.stop())

/** A session with the answer to its challenge, or a still picture, and whatever else was submitted. */
const submitted = async (
  how: "challenge" | "still",
  required_steps: ReadonlyArray<SessionStep>,
  beside: ReadonlyArray<{ readonly kind: "identity"; readonly document_type: "passport" }> = []
) => {
  const { id } = aSession()
  const liveness = makeChallenge(new Uint8Array(challengeBytes), { id, at: await work.run(tenantNow) })
  const frames = [0, 1, 2, 3, 4].map((position) => ({
    kind: "selfie" as const,
    frame: { nonce: liveness.nonce, position, mirrored: false }
  }))
  // Every session shows the same face, and says that it is about one person.
  const overrides = {
    id,
    external_reference: "one person",
    required_steps,
    status: "in_progress" as const,
    ...(how === "challenge" ? { liveness } : {})
  }
  return work.submitted([...beside, ...(how === "challenge" ? frames : [{ kind: "selfie" as const }])], overrides)
}
const erasedDocuments = (session: StoredSession) =>
  work.run(
    Effect.gen(function* () {
      const store = yield* DocumentStore
      const documents = yield* store.list({ where: [{ field: "session_id", op: "eq", value: session.id }], limit: 100 })
      for (const one of documents) if (one.kind === "identity") yield* store.save({ ...one, status: "redacted", blob: null })
    })
  )
const judged = async (session: StoredSession) => {
  const { conclusion, findings } = await work.run(judgeSession(session))
  const found = (type: string) => findings.find((finding) => finding.type === type)
  const match = found("face_match")
  return { conclusion, liveness: found("liveness")?.outcome, match: match?.outcome ?? match?.status }
}
const passport = { kind: "identity", document_type: "passport" } as const

test("a session that asks for a face alone is approved by a challenge that was followed, and nothing of it errs", async () => {
  const session = await submitted("challenge", ["selfie"])
  await work.work("documents.read", "sessions.run_checks")
  const checks = await work.checksOf(session.id)
  const told = checks.map(({ outcome, reasons, status, type }) => [type, status, outcome, ...reasons.map(({ code }) => code)].join(" "))
  expect(told.sort()).toEqual([
    "duplicate completed passed",
    "face_match completed not_applicable no_reference_data",
    "liveness completed passed portrait_not_compared"
  ])
  expect((await work.sessionOf(session.id)).status).toBe("approved")
  expect(await work.work("checks.shadow")).toBe(0)
})

test("a still picture goes on asking for a person, for that it is still and for nothing else", async () => {
  expect(await judged(await submitted("still", ["selfie"]))).toEqual({
    conclusion: { status: "in_review", reason_codes: ["liveness_inconclusive"] },
    liveness: "review",
    match: "not_applicable"
  })
})

test("frames that nobody can look at ask for a person, and for no portrait", async () => {
  missing = true
  const { conclusion, match } = await judged(await submitted("challenge", ["selfie"]))
  missing = false
  expect([conclusion, match]).toEqual([{ status: "in_review", reason_codes: ["check_unavailable"] }, "not_applicable"])
})

test("a person has to look where a document or chip was asked for, or handed in, and has no portrait to compare", async () => {
  const erased = async (required: ReadonlyArray<SessionStep>) => {
    const session = await submitted("challenge", required, [passport])
    await erasedDocuments(session)
    return judged(session)
  }
  expect(await erased(["selfie"])).toEqual({
    conclusion: { status: "in_review", reason_codes: ["check_unavailable"] },
    liveness: "passed",
    match: "errored"
  })
  const asked = await erased(["document", "selfie"])
  expect([asked.conclusion.reason_codes.includes("check_unavailable"), asked.match]).toEqual([true, "errored"])
  const withChip = await submitted("challenge", ["selfie"])
  const { conclusion, match } = await judged({ ...withChip, required_steps: ["selfie", "nfc"] })
  expect([conclusion.reason_codes.includes("check_unavailable"), match]).toEqual([true, "errored"])
})
