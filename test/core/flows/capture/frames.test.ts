import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { receiveSelfie, issueLiveness, storeSelfie } from "@vouchkit/core/flows/capture/selfie"
import { judgeFaces } from "@vouchkit/core/flows/checks/faces"
import { documentsOf } from "@vouchkit/core/flows/checks/session-documents"
import { FaceMatcher, FaceImageUnreadable } from "@vouchkit/core/verification/faces/analysis"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { afterAll, expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { aPicture } from "../../../support/capture.ts"
import { aCore, callerOf, organization } from "../../../support/operations.ts"
import { aSession } from "../../../support/sessions.ts"
import { as } from "../../../support/tenants.ts"
import { uploadOf } from "../../../support/uploads.ts"

const unreadable = Effect.fail(new FaceImageUnreadable({ code: "unreadable", retryable: true }))
const shown: Array<{
  readonly challenge: string | undefined
  readonly nonces: ReadonlyArray<string>
  readonly places: ReadonlyArray<number | undefined>
}> = []
const core = await aCore(
  Layer.mergeAll(
    Blobs.layer.pipe(Layer.provide(Crypto.layer(new Uint8Array(32).fill(7)))),
    Layer.succeed(FaceMatcher)({ analyze: () => unreadable, compare: () => unreadable }),
    Layer.succeed(LivenessDetector)({
      assess: ({ challenge, frames }) =>
        Effect.suspend(() => {
          shown.push({
            challenge: challenge?.nonce,
            nonces: frames.map(({ nonce }) => nonce),
            places: frames.map(({ image }) => image.bytes[4])
          })
          return unreadable
        })
    })
  )
)
afterAll(() => core.dispose())
const tenant = as({ organization, environment: "sandbox" })
const run = <A, E>(effect: Effect.Effect<A, E, any>) => core.run(tenant(effect).pipe(Effect.provideService(Caller, callerOf())))

test("the check sees the frames of the last challenge in their order, and none of one that was given up", async () => {
  const made = aSession({ required_steps: ["selfie"], status: "in_progress" })
  await run(Effect.flatMap(SessionStore, (store) => store.insert(made)))
  const session = Effect.flatMap(SessionStore, (store) => Effect.map(store.find(made.id), (found) => found ?? made))
  const send = (nonce: string, position: number) =>
    run(
      Effect.gen(function* () {
        const picture = yield* storeSelfie({ nonce, position, file: uploadOf(aPicture(position)) })
        return yield* receiveSelfie(yield* session, picture)
      })
    )
  const given = () => run(Effect.flatMap(session, issueLiveness))
  const first = await given()
  for (const place of [0, 1, 2]) await send(first.nonce, place)
  const second = await given()
  for (const place of [4, 2, 0, 1, 3]) await send(second.nonce, place)
  await run(
    Effect.gen(function* () {
      const now = yield* session
      return yield* judgeFaces(now, yield* documentsOf(now, "selfie"), null, { person: { name: null, birth: null } })
    })
  )
  expect(shown).toEqual([{ challenge: second.nonce, nonces: Array.from({ length: 5 }, () => second.nonce), places: [0, 1, 2, 3, 4] }])
})

test("a session is given six challenges in all its attempts, and one that was given in an attempt answers for no later one", async () => {
  const made = aSession({ required_steps: ["selfie"], status: "in_progress" })
  await run(Effect.flatMap(SessionStore, (store) => store.insert(made)))
  const session = Effect.flatMap(SessionStore, (store) => Effect.map(store.find(made.id), (found) => found ?? made))
  const given = () => run(Effect.flatMap(session, issueLiveness))
  const anotherAttempt = () =>
    run(
      Effect.flatMap(SessionStore, (store) =>
        Effect.flatMap(session, (now) => store.save({ ...now, resubmission_count: now.resubmission_count + 1 }))
      )
    )
  const nonces = new Set<string>()
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const { nonce } = await given()
    nonces.add(nonce)
    await anotherAttempt()
    const late = run(
      Effect.gen(function* () {
        const picture = yield* storeSelfie({ nonce, position: 0, file: uploadOf(aPicture(0)) })
        return yield* Effect.flip(receiveSelfie(yield* session, picture))
      })
    )
    expect(await late).toMatchObject({ problems: [{ code: "unknown_nonce" }] })
  }
  expect(nonces.size).toBe(6)
  expect(await run(Effect.flip(Effect.flatMap(session, issueLiveness)))).toMatchObject({
    code: "conflict",
    detail: expect.stringContaining("This session has used all")
  })
})
