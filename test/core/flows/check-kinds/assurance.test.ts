import { afterAll, expect, test } from "bun:test"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { present } from "@vouchkit/core/resources/checks/model"
import { beginAttempt, keepAttestation, latestAttempt } from "@vouchkit/core/resources/sessions/attempts"
import type { StoredSession } from "@vouchkit/core/resources/sessions/model"
import { tenantNow } from "@vouchkit/core/kernel/tenancy/tenant-clock"
import { challengeBytes, makeChallenge } from "@vouchkit/core/verification/faces/liveness/challenge"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Effect, Layer } from "effect"
import { filmed } from "../../../support/faces.ts"
import { liveWork, readingWith } from "../../../support/live-work.ts"
import { passportLines, passportPrint, printed, zone } from "../../verification/identity-documents/documents.ts"

const reader = Layer.succeed(IdentityDocumentReader)({
  read: () => Effect.succeed(readingWith({ mrz: zone(passportLines()), lines: printed(passportPrint()) }))
})
const detector = Layer.succeed(LivenessDetector)({
  assess: ({ challenge }) => (challenge === null ? Effect.die(new Error("no challenge")) : Effect.succeed(filmed(challenge)))
})
const work = liveWork(Layer.mergeAll(reader, detector))
afterAll(() => work.stop())

const judged = async ({ id }: StoredSession) => {
  await work.work("documents.read", runChecksJob)
  const [session, checks] = [await work.sessionOf(id), (await work.checksOf(id)).map(present)]
  return { session, of: (type: string) => checks.find((check) => check.type === type) }
}
const passportOf = async (overrides: Partial<StoredSession> = {}) =>
  judged(
    await work.submitted([{ kind: "identity", document_type: "passport" }], { required_steps: ["document"], expected: {}, ...overrides })
  )

test("a picture of a document whose sources agree goes to a person, because anybody can draw one", async () => {
  const { of, session } = await passportOf()
  expect([session.status, session.status_reason_codes]).toEqual(["in_review", ["authenticity_not_assured"]])
  const check = of("document_authenticity")
  expect([check?.outcome, check?.assurance, check?.reasons.map(({ code }) => code)]).toEqual([
    "review",
    "consistency",
    ["authenticity_not_assured"]
  ])
})

test("an operator may let documents pass whose sources agree, and every check says how sure it was", async () => {
  const { of, session } = await passportOf({ identity_policy: { required_assurance: "consistency" } })
  expect(session.status).toBe("approved")
  expect(["document_authenticity", "document_extraction", "duplicate"].map((type) => of(type)?.assurance)).toEqual([
    "consistency",
    "consistency",
    "data_match"
  ])
  const compared = of("identity_cross_reference")
  expect([compared?.outcome, compared?.assurance]).toEqual(["not_applicable", "none"])
})

/** A capture whose frames follow the challenge, after whatever the platform says of the device. */
const captured = async (attested: boolean) => {
  const id = `ses_${crypto.randomUUID().replaceAll("-", "").slice(0, 26)}`
  const liveness = makeChallenge(new Uint8Array(challengeBytes), { id, at: await work.run(tenantNow) })
  const frames = [0, 1, 2, 3, 4].map((position) => ({
    kind: "selfie" as const,
    frame: { nonce: liveness.nonce, position, mirrored: false }
  }))
  const session = await work.submitted(frames, {
    id,
    external_reference: "one person",
    required_steps: ["selfie"],
    status: "in_progress",
    liveness
  })
  if (attested) {
    await work.run(
      Effect.gen(function* () {
        yield* beginAttempt(session)
        const attempt = yield* latestAttempt(id)
        if (attempt === undefined) throw new Error("no attempt began")
        const received_at = yield* tenantNow
        const verdict = { verdict: "verified", reason: null, simulated: false } as const
        yield* keepAttestation(attempt, { ...verdict, platform: "ios", received_at, digest: "0".repeat(64), count: 1 })
      })
    )
  }
  return judged(session)
}

test("frames that follow the challenge ask for a person while nobody vouches for the camera", async () => {
  const { of, session } = await captured(false)
  expect([session.status, session.status_reason_codes]).toEqual(["in_review", ["authenticity_not_assured"]])
  expect([of("liveness")?.outcome, of("liveness")?.assurance]).toEqual(["review", "none"])
})

test("frames from an app and a device that the platform attested pass", async () => {
  const { of, session } = await captured(true)
  expect(session.status).toBe("approved")
  expect([of("liveness")?.outcome, of("liveness")?.assurance]).toEqual(["passed", "cryptographic"])
})
