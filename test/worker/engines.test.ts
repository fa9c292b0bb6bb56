import { afterAll, beforeAll, expect, test } from "bun:test"
import { ShadowFaceMatcher, ShadowIdentityReader } from "@vouchkit/core/flows/check-runs/shadow/providers"
import { FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { TrustStore } from "@vouchkit/core/resources/trust/trust-store"
import { type Engines, enginesOf } from "@vouchkit/worker/settings/engines"
import { enginesLayer } from "@vouchkit/worker/processes/engines"
import { Effect, Layer } from "effect"
import { startVision } from "../support/aws-vision.ts"
import { astronaut } from "../support/face-pictures.ts"

const vision = startVision()
vision.answers("RekognitionService.DetectFaces", () => ({ FaceDetails: [] }))
const names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] as const
const before = names.map((name) => process.env[name])
beforeAll(() => {
  for (const name of names) process.env[name] = "EXAMPLE"
})
afterAll(async () => {
  names.forEach((name, index) => {
    const value = before[index]
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  })
  await vision.stop()
})

const image = { bytes: astronaut, mime_type: "image/jpeg" }
const withEngines = <A>(engines: Engines, use: Effect.Effect<A, any, any>): Promise<A> =>
  Effect.runPromise(
    use.pipe(Effect.provide(enginesLayer(engines).pipe(Layer.provide(Layer.succeed(TrustStore)({} as never))))) as Effect.Effect<A>
  )
const aws = { AWS_REGION: vision.service.region, REKOGNITION_ENDPOINT: vision.service.endpoint } as const

test("the provider that is chosen is the one that looks, signed with the credentials of the surroundings", async () => {
  vision.mood([])
  const seen = await withEngines(
    enginesOf({ ...aws, FACE_PROVIDER: "aws", LIVENESS_PROVIDER: "aws" }),
    Effect.gen(function* () {
      const { provider } = yield* LivenessDetector
      return { analysis: yield* (yield* FaceMatcher).analyze(image), provider: provider !== undefined, shadow: yield* ShadowFaceMatcher }
    })
  )
  expect(seen).toMatchObject({ analysis: { faces: [], template: null }, provider: true, shadow: null })
  expect(vision.requests[0]?.authorization).toContain("Credential=EXAMPLE/")
})

test("a second provider stands beside the first, and nobody is asked before there is work", async () => {
  vision.mood([])
  const seen = await withEngines(
    enginesOf({ ...aws, FACE_SHADOW_PROVIDER: "aws", IDENTITY_DOCUMENT_SHADOW_PROVIDER: "aws" }),
    Effect.gen(function* () {
      const [deciding, shadow] = [yield* FaceMatcher, yield* ShadowFaceMatcher]
      const asked = vision.requests.length
      const analysis = shadow === null ? null : yield* shadow.analyze(image)
      const { provider } = yield* LivenessDetector
      return {
        asked,
        analysis,
        same: deciding === shadow,
        reader: (yield* ShadowIdentityReader) !== null,
        provider: provider !== undefined
      }
    })
  )
  expect(seen).toMatchObject({ asked: 0, analysis: { faces: [] }, same: false, reader: true, provider: false })
  expect(vision.requests).toHaveLength(1)
})

test("without a setting there is no second provider", async () => {
  const shadows = Effect.all([ShadowFaceMatcher, ShadowIdentityReader])
  expect(await withEngines(enginesOf({}), shadows)).toEqual([null, null])
})
