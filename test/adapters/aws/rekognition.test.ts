import { afterAll, beforeEach, expect, test } from "bun:test"
import { plainPicturesLayer } from "@vouchkit/adapters/aws/plain-pictures"
import { rekognitionFaceMatcherLayer } from "@vouchkit/adapters/aws/rekognition-face-matcher"
import { rekognitionLivenessLayer } from "@vouchkit/adapters/aws/rekognition-liveness"
import { FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { externalFaceBands, externalFaceModel } from "@vouchkit/core/verification/faces/bands"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { judgeFaceMatch } from "@vouchkit/core/verification/faces/match"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import sharp from "sharp"
import { startVision, type VisionMood } from "../../support/aws-vision.ts"
import { astronaut } from "../../support/face-pictures.ts"

const vision = startVision()
const frames = Layer.succeed(LivenessDetector)({ assess: () => Effect.die("no frames here") })
/** Requests that its client gave up still arrive: beside the others they would take up answers that are not for them. */
const slow = startVision()
const provider = ({ service }: typeof vision, attempt_timeout_ms: number) =>
  rekognitionLivenessLayer({ ...service, attempt_timeout_ms }).pipe(Layer.provide(frames))
const runtime = ManagedRuntime.make(
  Layer.merge(
    rekognitionFaceMatcherLayer({ ...vision.service, attempt_timeout_ms: 10_000 }).pipe(Layer.provide(plainPicturesLayer)),
    provider(vision, 10_000)
  )
)
const impatient = ManagedRuntime.make(provider(slow, 50))
afterAll(async () => {
  await Promise.all([runtime.dispose(), impatient.dispose()])
  await Promise.all([vision.stop(), slow.stop()])
})

const detectTarget = "RekognitionService.DetectFaces"
const compareTarget = "RekognitionService.CompareFaces"
const createTarget = "RekognitionService.CreateFaceLivenessSession"
const resultTarget = "RekognitionService.GetFaceLivenessSessionResults"

const box = (Left: number, Top: number, Width: number, Height: number) => ({ Left, Top, Width, Height })
const person = box(0.2, 0.1, 0.5, 0.6)
const bystander = box(0.8, 0.1, 0.1, 0.12)
const detail = (BoundingBox: object) => ({
  BoundingBox,
  Confidence: 99.5,
  Pose: { Roll: 1, Yaw: -4, Pitch: 3 },
  Quality: { Brightness: 80, Sharpness: 90 },
  EyesOpen: { Value: true, Confidence: 98 },
  MouthOpen: { Value: false, Confidence: 95 }
})
const match = (BoundingBox: object, Similarity: number) => ({ Similarity, Face: { BoundingBox, Confidence: 99 } })

beforeEach(() => {
  vision.mood([])
  vision.answers(detectTarget, () => ({ FaceDetails: [detail(bystander), detail(person)] }))
  vision.answers(compareTarget, () => ({ FaceMatches: [match(bystander, 99.9), match(person, 42)], UnmatchedFaces: [] }))
})

const image = { bytes: astronaut, mime_type: "image/jpeg" }
const matcher = <A, E>(use: (port: FaceMatcher["Service"]) => Effect.Effect<A, E>) =>
  runtime.runPromise(Effect.result(Effect.flatMap(FaceMatcher, use)))
const liveness = <A, E>(
  use: (port: NonNullable<LivenessDetector["Service"]["provider"]>) => Effect.Effect<A, E>,
  by: ManagedRuntime.ManagedRuntime<LivenessDetector, never> = runtime
) =>
  by.runPromise(
    Effect.result(Effect.flatMap(LivenessDetector, ({ provider }) => (provider === undefined ? Effect.die("no provider") : use(provider))))
  )
const targets = () => vision.requests.map(({ target }) => target)

test("a picture is sent signed, as JPEG, upright and without what its file tells of place and camera", async () => {
  const exif = { IFD0: { Make: "SecretCamera", Copyright: "secret owner" }, IFD3: { GPSLatitude: "48/1 51/1 29/1" } }
  const turned = await sharp(astronaut).rotate(90).withMetadata({ orientation: 8, exif }).jpeg().toBuffer()
  expect(turned.toString("latin1")).toContain("SecretCamera")
  Result.getOrThrow(await matcher(({ analyze }) => analyze({ bytes: new Uint8Array(turned), mime_type: "image/jpeg" })))
  const [request] = vision.requests
  expect(request?.authorization).toContain("/eu-west-1/rekognition/aws4_request")
  expect(request?.target).toBe(detectTarget)
  expect(request?.body.Attributes).toEqual(["DEFAULT", "EYES_OPEN", "MOUTH_OPEN"])
  const sent = Buffer.from(request?.body.Image.Bytes, "base64")
  expect(sent.subarray(0, 3).toString("hex")).toBe("ffd8ff")
  expect(sent.toString("latin1")).not.toContain("SecretCamera")
  const [was, is] = [await sharp(astronaut).metadata(), await sharp(sent).metadata()]
  expect([is.width, is.height, is.orientation]).toEqual([was.width, was.height, undefined])
})

test("faces come with the largest first, in pixels of the file, and without a template", async () => {
  const analysis = Result.getOrThrow(await matcher(({ analyze }) => analyze(image)))
  const { height, width } = await sharp(astronaut).metadata()
  expect(analysis.faces.map(({ size }) => [size.width, size.height])).toEqual([
    [0.5 * width, 0.6 * height].map((side) => expect.closeTo(side, 3)),
    [0.1 * width, 0.12 * height].map((side) => expect.closeTo(side, 3))
  ])
  expect(analysis.faces[0]).toMatchObject({ confidence: 0.995, yaw: -4, eyes_open: 0.98, brightness: 0.8, sharpness: 0.9 })
  expect(analysis.faces[0]?.mouth_open).toBeCloseTo(0.05)
  expect(analysis.template).toBeNull()
  expect(analysis.perceptual_hash).toMatch(/^[0-9a-f]{64}$/)
})

test("a place of a picture is all that is sent of it, and faces are told in the whole picture", async () => {
  const place = { left: 0.25, top: 0.25, width: 0.5, height: 0.5 }
  const analysis = Result.getOrThrow(await matcher(({ analyze }) => analyze({ ...image, place })))
  const sent = await sharp(Buffer.from(vision.requests[0]?.body.Image.Bytes, "base64")).metadata()
  const { height, width } = await sharp(astronaut).metadata()
  expect(Math.abs(sent.width - width / 2) <= 1 && Math.abs(sent.height - height / 2) <= 1).toBe(true)
  expect(analysis.faces[0]?.place.left).toBeCloseTo(0.35, 2)
  expect(analysis.faces[0]?.place.width).toBeCloseTo(0.25, 2)
})

test("the score is that of the largest face of the selfie, whoever else stands there", async () => {
  const evidence = Result.getOrThrow(await matcher(({ compare }) => compare({ portrait: image, selfie: image })))
  expect(targets()).toEqual([detectTarget, detectTarget, compareTarget])
  expect(vision.requests[2]?.body).toMatchObject({ SimilarityThreshold: 0, QualityFilter: "AUTO" })
  expect(evidence.similarity).toEqual({ model: externalFaceModel, score: 0.42, distance: null })
  expect(judgeFaceMatch(evidence, externalFaceBands).reasons.map(({ code }) => code)).toContain("face_mismatch")
})

test("a person whom the comparison left out is not compared by the face of a bystander", async () => {
  vision.answers(compareTarget, () => ({ FaceMatches: [match(bystander, 99.9)], UnmatchedFaces: [] }))
  const evidence = Result.getOrThrow(await matcher(({ compare }) => compare({ portrait: image, selfie: image })))
  expect(evidence.similarity).toBeNull()
})

test("faces too poor to be compared are not compared, and that is no failure of the provider", async () => {
  vision.mood(["answers", "answers", { refuses: "InvalidParameterException" }])
  const evidence = Result.getOrThrow(await matcher(({ compare }) => compare({ portrait: image, selfie: image })))
  expect(evidence.similarity).toBeNull()
})

test("a picture without a face is compared with none", async () => {
  vision.answers(detectTarget, () => ({ FaceDetails: [] }))
  const evidence = Result.getOrThrow(await matcher(({ compare }) => compare({ portrait: image, selfie: image })))
  expect(targets()).toEqual([detectTarget, detectTarget])
  expect(evidence).toEqual({ portrait: [], selfie: [], similarity: null })
})

test("a provider that fails or throttles is asked three times in all", async () => {
  for (const mood of ["fails", "throttles", "talks nonsense"] as const satisfies ReadonlyArray<VisionMood>) {
    vision.mood([], mood)
    const failure = Result.getOrThrow(Result.flip(await matcher(({ analyze }) => analyze(image))))
    expect(failure).toMatchObject({ _tag: "EngineUnavailable", reason: mood === "throttles" ? "overloaded" : "crashed" })
    if (mood !== "talks nonsense") expect(vision.requests).toHaveLength(3)
  }
})

test("an answer that does not come is a timeout, in bounded time", async () => {
  slow.mood([], "hangs")
  const failure = Result.getOrThrow(Result.flip(await liveness(({ begin }) => begin("ses_1"), impatient)))
  expect(failure).toMatchObject({ _tag: "EngineUnavailable", reason: "timeout" })
})

test("a refusal is not repeated, and shows nothing of what the provider said of roles and people", async () => {
  vision.mood([], "denies")
  const failure = Result.getOrThrow(Result.flip(await matcher(({ analyze }) => analyze(image))))
  expect(targets().filter((target) => target === detectTarget)).toHaveLength(1)
  const shown = `${failure.message}${JSON.stringify(failure)}${Bun.inspect(failure)}`
  for (const secret of ["secret-role", "ANNA", "AccessDenied"]) expect(shown).not.toContain(secret)
})

test("a format that the provider does not read asks for another picture", async () => {
  vision.mood([{ refuses: "InvalidImageFormatException" }])
  const failure = Result.getOrThrow(Result.flip(await matcher(({ analyze }) => analyze(image))))
  expect(failure).toMatchObject({ _tag: "FaceImageUnreadable", code: "unsupported_media_type", retryable: true })
})

test("what is no picture is never sent", async () => {
  const bytes = new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>")
  const failure = Result.getOrThrow(Result.flip(await matcher(({ analyze }) => analyze({ bytes, mime_type: "image/png" }))))
  expect(failure._tag).toBe("FaceImageUnreadable")
  expect(vision.requests).toHaveLength(0)
})

test("a session of liveness is begun without keeping pictures at the provider", async () => {
  vision.answers(createTarget, () => ({ SessionId: "11111111-2222-3333-4444-555555555555" }))
  const begun = Result.getOrThrow(await liveness(({ begin }) => begin("ses_1")))
  expect(vision.requests.map(({ body, target }) => ({ body, target }))).toEqual([
    { target: createTarget, body: { Settings: { AuditImagesLimit: 0 } } }
  ])
  expect(begun.reference).toBe("11111111-2222-3333-4444-555555555555")
  expect(begun.client).toEqual({ session_id: begun.reference, region: "eu-west-1" })
  expect(Date.parse(begun.expires_at)).toBeGreaterThan(0)
})

test("the state of a session is told as it is: only success has a confidence and a frame", async () => {
  const Bytes = Buffer.from(astronaut).toString("base64")
  const states = { CREATED: "pending", IN_PROGRESS: "pending", FAILED: "failed", EXPIRED: "expired", NEW_ONE: "failed" } as const
  for (const [Status, status] of Object.entries(states)) {
    vision.answers(resultTarget, () => ({ SessionId: "s", Status, Confidence: 99, ReferenceImage: { Bytes } }))
    const evidence = Result.getOrThrow(await liveness(({ result }) => result("s")))
    expect(evidence).toEqual({ kind: "provider", status, confidence: null, threshold: 0.9, reference: null })
  }
  vision.answers(resultTarget, () => ({ SessionId: "s", Status: "SUCCEEDED", Confidence: 97.5, ReferenceImage: { Bytes } }))
  const evidence = Result.getOrThrow(await liveness(({ result }) => result("s")))
  expect(evidence).toMatchObject({ status: "succeeded", confidence: 0.975 })
  expect(Buffer.from(evidence.reference?.bytes ?? []).equals(Buffer.from(astronaut))).toBe(true)
})

test("a session that the provider has forgotten has expired", async () => {
  vision.mood([{ refuses: "SessionNotFoundException" }])
  expect(Result.getOrThrow(await liveness(({ result }) => result("s")))).toMatchObject({ status: "expired", confidence: null })
})
