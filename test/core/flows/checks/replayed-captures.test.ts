import { afterAll, beforeAll, expect, test } from "bun:test"
import { keepTraces } from "@vouchkit/core/flows/check-runs/session-checks"
import { judgeSession } from "../../../support/judged-session.ts"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { addToSession } from "@vouchkit/core/resources/documents/upload"
import type { FaceAnalysis } from "@vouchkit/core/verification/faces/analysis"
import { challengeBytes, makeChallenge, type LivenessAction } from "@vouchkit/core/verification/faces/liveness/challenge"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { tenantNow } from "@vouchkit/core/kernel/tenancy/tenant-clock"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Effect, Layer } from "effect"
import { analysisOf, followed, hashOf } from "../../../support/faces.ts"
import { liveWork } from "../../../support/live-work.ts"
import { aSession } from "../../../support/sessions.ts"

/** What is seen in each picture that was submitted, by its last byte. */
const pictures: Array<FaceAnalysis> = []
const seenIn = (bytes: Uint8Array): FaceAnalysis => pictures[bytes.at(-1) ?? 0] ?? analysisOf(null)
const detector = Layer.succeed(LivenessDetector)({
  assess: ({ challenge, frames }) =>
    Effect.sync(() =>
      challenge === null
        ? { kind: "still" as const, analysis: seenIn(frames[0]?.image.bytes ?? new Uint8Array()) }
        : {
            kind: "challenge" as const,
            challenge,
            frames: frames.map(({ image, mirrored, nonce }) => ({ nonce, mirrored, analysis: seenIn(image.bytes) }))
          }
    )
})
const work = liveWork(detector)
beforeAll(() => work.letLivenessPass())
afterAll(() => work.stop())

const asked: ReadonlyArray<LivenessAction> = ["turn_left", "open_mouth", "turn_right", "turn_left"]
const otherOrder: ReadonlyArray<LivenessAction> = ["turn_right", "open_mouth", "turn_right", "turn_left"]

type Verdict = readonly [string | null | undefined, ReadonlyArray<string>]

let people = 0
/** Frames of a face that does what it is told, whose hashes are numbered from the first one: the same numbers are the same film. */
const filmed = (first: number, actions: ReadonlyArray<LivenessAction> = asked): ReadonlyArray<FaceAnalysis> =>
  followed({ ...makeChallenge(new Uint8Array(challengeBytes), { id: "ses", at: "2026-01-01T00:00:00.000Z" }), order: actions }).frames.map(
    ({ analysis }, index) => ({ ...analysis, perceptual_hash: hashOf(first + index) })
  )

const aPerson = async () => {
  // Faces are alike here, so that other people's films are known as well: each person has three of their own, of five frames.
  const own = 15 * people++
  const film = (which: 0 | 1 | 2, actions = asked) => filmed(own + 5 * which, actions)
  const made = aSession({ environment: "live", status: "in_progress", required_steps: ["selfie"], expires_at: "2099-01-01T00:00:00.000Z" })
  await work.run(Effect.flatMap(SessionStore, (store) => store.insert(made)))
  let challenges = 0
  /** Hands frames in under a fresh challenge, each in a file of its own. */
  const capture = (attempt: number, frames: ReadonlyArray<FaceAnalysis>) =>
    work.run(
      Effect.gen(function* () {
        const store = yield* SessionStore
        challenges += 1
        const at = yield* tenantNow
        const random = new Uint8Array(challengeBytes).fill(challenges)
        const liveness = { ...makeChallenge(random, { id: made.id, at }), order: asked }
        const before = (yield* store.lock(made.id)) ?? made
        yield* store.save({ ...before, resubmission_count: attempt - 1, liveness })
        for (const [position, analysis] of frames.entries()) {
          pictures.push(analysis)
          const { name, sha256 } = yield* (yield* BlobStore).put(Uint8Array.of(0xff, 0xd8, 0xff, pictures.length - 1))
          const file = { blob: name, entry: null, sha256, mime_type: "image/jpeg", size_bytes: 4 }
          const frame = { nonce: liveness.nonce, position, mirrored: false }
          yield* addToSession((yield* store.lock(made.id)) ?? made, { kind: "selfie", frame }, file, "capture")
        }
      })
    )
  /** What the check says of the last capture, once what it leaves is kept. */
  const judged = () =>
    work.run(
      Effect.gen(function* () {
        const session = (yield* (yield* SessionStore).find(made.id)) ?? made
        const { findings, traces } = yield* judgeSession(session)
        yield* keepTraces(session, traces)
        const liveness = findings.find(({ type }) => type === "liveness")
        const codes = (liveness?.reasons ?? []).filter(({ severity }) => severity !== "info").map(({ code }) => code)
        return [liveness?.outcome, codes] as Verdict
      })
    )
  return { film, capture, judged }
}

const passed: Verdict = ["passed", []]
/** A person looks, and no one is declined: who tries again a minute later has not moved. */
const replayed: Verdict = ["review", ["frame_seen_before"]]

test("frames of an earlier attempt that are handed in again are known, whatever came in between", async () => {
  const { capture, film, judged } = await aPerson()
  await capture(1, film(0, otherOrder))
  expect(await judged()).toEqual(["failed", ["actions_wrong"]])
  await capture(2, film(1))
  expect(await judged()).toEqual(passed)
  await capture(3, [...film(2).slice(0, 3), ...film(0, otherOrder).slice(3)])
  expect(await judged()).toEqual(replayed)
})

test("the capture of one attempt may be judged any number of times, and is never taken for a copy of itself", async () => {
  const { capture, film, judged } = await aPerson()
  await capture(1, film(0))
  for (const _run of [1, 2, 3]) expect(await judged()).toEqual(passed)
  await capture(2, film(1))
  for (const _run of [1, 2, 3]) expect(await judged()).toEqual(passed)
  await capture(3, film(0))
  for (const _run of [1, 2, 3]) expect(await judged()).toEqual(replayed)
})

test("frames that came under a challenge which was given up are known in the same attempt and in later ones", async () => {
  const { capture, film, judged } = await aPerson()
  await capture(1, film(0).slice(0, 3))
  await capture(1, film(0))
  expect(await judged()).toEqual(replayed)
  await capture(2, [...film(1).slice(0, 2), ...film(0).slice(2)])
  expect(await judged()).toEqual(replayed)
  await capture(3, film(2))
  expect(await judged()).toEqual(passed)
})

test("one frame that resembles an earlier one asks a person, since somebody sits at the same desk again", async () => {
  const { capture, film, judged } = await aPerson()
  await capture(1, film(0))
  await judged()
  await capture(2, [...film(0).slice(0, 1), ...film(1).slice(1)])
  expect(await judged()).toEqual(["review", ["frame_seen_before"]])
})
