import { afterAll, describe, expect, test } from "bun:test"
import { faceMatcherLayer, livenessDetectorLayer } from "@vouchkit/adapters/engines/faces/face-engine"
import { missingFacePackages } from "@vouchkit/adapters/engines/faces/face-libraries"
import { type FaceAnalysis, type FaceImage, FaceMatcher, type FaceTemplate } from "@vouchkit/core/verification/faces/analysis"
import { defaultFaceBands, localFaceModel, templateDistance } from "@vouchkit/core/verification/faces/bands"
import { challengeBytes, makeChallenge } from "@vouchkit/core/verification/faces/liveness/challenge"
import { LivenessDetector, mostFrames } from "@vouchkit/core/verification/faces/liveness/evidence"
import { hashDistance } from "@vouchkit/core/verification/faces/liveness/hash"
import { judgeLiveness } from "@vouchkit/core/verification/faces/liveness/judge"
import { judgeFaceMatch } from "@vouchkit/core/verification/faces/match"
import { Cause, Effect, Exit, Layer, ManagedRuntime } from "effect"
import sharp from "sharp"
import { asPortrait, astronaut, onPage, pagePlace, partOf, samplePicture } from "../../support/face-pictures.ts"

const runtime = ManagedRuntime.make(livenessDetectorLayer.pipe(Layer.provideMerge(faceMatcherLayer())))
afterAll(() => runtime.dispose())

const jpeg = (bytes: Uint8Array, more: Partial<FaceImage> = {}): FaceImage => ({ bytes, mime_type: "image/jpeg", ...more })
const analyze = (image: FaceImage): Promise<FaceAnalysis> => runtime.runPromise(Effect.flatMap(FaceMatcher, (each) => each.analyze(image)))
const failureOf = async (image: FaceImage): Promise<unknown> => {
  const exit = await runtime.runPromiseExit(Effect.flatMap(FaceMatcher, (each) => each.analyze(image)))
  return Exit.isSuccess(exit) ? exit.value : Cause.squash(exit.cause)
}
const compare = (portrait: FaceImage, selfie: FaceImage) =>
  runtime.runPromise(Effect.flatMap(FaceMatcher, (each) => each.compare({ portrait, selfie })))
const between = (one: FaceAnalysis, other: FaceAnalysis): number =>
  templateDistance(one.template as FaceTemplate, other.template as FaceTemplate) ?? 9

/** One of the strangers of a sample picture, cut out with room around. */
const stranger = async (number: 1 | 2 | 3 | 4 | 5 | 6, index: number): Promise<Uint8Array> => {
  const picture = samplePicture(number)
  const { place } = (await analyze(jpeg(picture))).faces[index] ?? { place: { left: 0, top: 0, width: 1, height: 1 } }
  const room = { left: place.left - place.width * 0.3, top: place.top - place.height * 0.3 }
  return partOf(picture, { ...room, width: place.width * 1.6, height: place.height * 1.6 })
}

test("all packages of the engine are installed, so that nothing below is skipped", () => {
  expect(missingFacePackages()).toEqual([])
})

describe("a picture of one person", () => {
  test("shows one face, where and as large as it is, frontal, sharp and lit, with a template", async () => {
    const { faces, perceptual_hash, template } = await analyze(jpeg(astronaut))
    expect(faces).toHaveLength(1)
    const [face] = faces
    expect(face?.size.width).toBeGreaterThan(110)
    expect(face?.size.width).toBeLessThan(190)
    expect((face?.place.left ?? 0) + (face?.place.width ?? 0) / 2).toBeCloseTo(0.5, 0)
    expect(Math.abs(face?.yaw ?? 90)).toBeLessThan(10)
    expect(Math.min(face?.confidence ?? 0, face?.sharpness ?? 0, face?.brightness ?? 0)).toBeGreaterThan(0.8)
    expect([template?.model, template?.values.length]).toEqual([localFaceModel, 128])
    expect(perceptual_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test("is the same person grey, dark, softly blurred, turned by 20 degrees, mirrored or as PNG with transparency", async () => {
    const original = await analyze(jpeg(astronaut))
    const picture = () => sharp(astronaut)
    const variants = [
      await picture().greyscale().toColourspace("b-w").jpeg().toBuffer(),
      await picture().linear(0.5, 0).jpeg().toBuffer(),
      await picture().blur(1.2).jpeg().toBuffer(),
      await picture().rotate(20, { background: "#888888" }).jpeg().toBuffer(),
      await picture().flop().jpeg().toBuffer()
    ]
    const distances = []
    for (const bytes of variants) distances.push(between(original, await analyze(jpeg(bytes))))
    const png = await picture().ensureAlpha(1).png().toBuffer()
    distances.push(between(original, await analyze({ bytes: png, mime_type: "image/png" })))
    for (const distance of distances) expect(distance).toBeLessThan(0.4)
    expect(Math.min(...distances.slice(1, 5))).toBeGreaterThan(0)
  })

  test("that lies on its side is read upright by its Exif orientation or by the turn that is given", async () => {
    const original = await analyze(jpeg(astronaut))
    const sideways = await sharp(astronaut).rotate(90).jpeg().toBuffer()
    const marked = await sharp(sideways).withMetadata({ orientation: 8 }).jpeg().toBuffer()
    for (const image of [jpeg(sideways, { turned: 270 }), jpeg(marked)]) {
      const analysis = await analyze(image)
      expect(between(original, analysis)).toBeLessThan(0.3)
      expect(Math.abs(analysis.faces[0]?.roll ?? 90)).toBeLessThan(15)
    }
  })

  test("loses sharpness by blur and brightness by darkness", async () => {
    const [clear] = (await analyze(jpeg(astronaut))).faces
    const [blurred] = (await analyze(jpeg(await sharp(astronaut).blur(3).jpeg().toBuffer()))).faces
    const [dark] = (await analyze(jpeg(await sharp(astronaut).linear(0.15, 0).jpeg().toBuffer()))).faces
    expect(blurred?.sharpness ?? 1).toBeLessThan((clear?.sharpness ?? 0) / 4)
    expect(dark?.brightness ?? 1).toBeLessThan((clear?.brightness ?? 0) / 4)
  })

  test("keeps its hash when it is saved anew, and has another than another picture", async () => {
    const { perceptual_hash } = await analyze(jpeg(astronaut))
    const again = await analyze(jpeg(await sharp(astronaut).jpeg({ quality: 55 }).toBuffer()))
    const other = await analyze(jpeg(await stranger(3, 0)))
    expect(hashDistance(perceptual_hash, again.perceptual_hash)).toBeLessThan(0.03)
    expect(hashDistance(perceptual_hash, other.perceptual_hash)).toBeGreaterThan(0.2)
  })
})

describe("turned heads", () => {
  test("have a yaw that grows to the person's own left: the nose points to the right edge, and a mirror turns the sign", async () => {
    // The second face of this picture looks to the left edge, its third, smaller one to the right.
    const sample = samplePicture(3)
    const { faces } = await analyze(jpeg(sample))
    const mirrored = (await analyze(jpeg(await sharp(sample).flop().jpeg().toBuffer()))).faces
    expect(faces.map(({ yaw }) => Math.sign(Math.round(yaw)))).toEqual([-1, -1, 1])
    for (const { place, yaw } of faces) {
      const left = 1 - place.left - place.width
      const [same] = [...mirrored].sort((one, other) => Math.abs(one.place.left - left) - Math.abs(other.place.left - left))
      // The mesh of a face and that of its mirror image differ by some degrees; the gap between frontal and turned is made for that.
      expect(Math.abs(yaw + (same?.yaw ?? 90))).toBeLessThan(12)
    }
    expect(faces[2]?.yaw).toBeGreaterThan(15)
  })
})

describe("pictures of several people", () => {
  test("show each of them, the largest first", async () => {
    const { faces } = await analyze(jpeg(samplePicture(6)))
    expect(faces).toHaveLength(4)
    const areas = faces.map(({ size }) => size.width * size.height)
    expect(areas).toEqual([...areas].sort((one, other) => other - one))
  })
})

describe("a selfie and the portrait of a document", () => {
  test("of one person match, also when the portrait is pale, 110 pixels wide and somewhere on a page", async () => {
    const portrait = await asPortrait(astronaut)
    const page = await onPage(portrait)
    for (const image of [jpeg(portrait), jpeg(page), jpeg(page, { place: pagePlace })]) {
      const evidence = await compare(image, jpeg(astronaut))
      expect(evidence.similarity?.distance ?? 9).toBeLessThan(0.45)
    }
    const evidence = await compare(jpeg(await asPortrait(astronaut, 200)), jpeg(astronaut))
    expect(judgeFaceMatch(evidence, defaultFaceBands)).toMatchObject({ outcome: "passed", reasons: [] })
  })

  test("of different people do not match", async () => {
    for (const other of [await stranger(3, 0), await stranger(6, 0)]) {
      const evidence = await compare(jpeg(await asPortrait(other, 200)), jpeg(astronaut))
      expect(judgeFaceMatch(evidence, defaultFaceBands).outcome).toBe("failed")
    }
  })

  test("without a face cannot be compared: nothing passes", async () => {
    const blank = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#aab" } })
      .jpeg()
      .toBuffer()
    const evidence = await compare(jpeg(blank), jpeg(astronaut))
    expect(evidence.similarity).toBeNull()
    expect(judgeFaceMatch(evidence, defaultFaceBands).outcome).toBe("review")
    expect(judgeFaceMatch(await compare(jpeg(astronaut), jpeg(blank)), defaultFaceBands).outcome).toBe("failed")
  })
})

describe("liveness frames", () => {
  const session = { id: "ses_one", at: "2026-01-01T00:00:00.000Z" }
  const challenge = makeChallenge(new Uint8Array(challengeBytes), session)
  const frame = (bytes: Uint8Array) => ({ image: jpeg(bytes), nonce: challenge.nonce, mirrored: false })
  const assess = (frames: ReadonlyArray<ReturnType<typeof frame>>, given: typeof challenge | null = challenge) =>
    Effect.flatMap(LivenessDetector, (detector) => detector.assess({ challenge: given, frames }))
  const context = { session_id: "ses_one", at: session.at, bands: defaultFaceBands, portrait: null, seen: [], seen_here: [], assured: true }

  test("that show one photograph again and again do not pass, shifted, lit and saved as it may be", async () => {
    const frames = []
    for (let number = 0; number < 6; number++)
      frames.push(
        frame(
          await sharp(astronaut)
            .linear(1 - number * 0.05, 0)
            .extend({ left: number * 7, top: number * 3, background: "#999" })
            .jpeg()
            .toBuffer()
        )
      )
    const verdict = judgeLiveness(await runtime.runPromise(assess(frames)), context)
    expect(verdict.outcome).toBe("failed")
    expect(verdict.session_reasons).toContain("liveness_inconclusive")
    expect(verdict.details.actions_seen).toEqual([])
  })

  test("that are one still picture, or come without a challenge, are never passed", async () => {
    for (const effect of [assess([frame(astronaut)]), assess([frame(astronaut), frame(astronaut)], null)])
      expect(judgeLiveness(await runtime.runPromise(effect), context).outcome).toBe("review")
  })

  test("beyond the bound, or none at all, are refused unread", async () => {
    for (const frames of [[], Array.from({ length: mostFrames + 1 }, () => frame(new Uint8Array()))])
      expect(Exit.isFailure(await runtime.runPromiseExit(assess(frames)))).toBe(true)
  })
})

describe("hostile pictures", () => {
  test("that are none, cut off, of a foreign format or misshapen are unreadable, and the next picture is served", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><image href="file:///etc/passwd"/></svg>')
    const noise = Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7_919) & 255)
    const needle = await sharp({ create: { width: 4_000, height: 10, channels: 3, background: "#fff" } })
      .png()
      .toBuffer()
    const pictures = [svg, noise, new Uint8Array(), astronaut.slice(0, 9_000), needle, Buffer.from([0xff, 0xd8, 0xff])]
    for (const bytes of pictures) expect(await failureOf(jpeg(bytes))).toMatchObject({ _tag: "FaceImageUnreadable", retryable: true })
    expect((await analyze(jpeg(astronaut))).faces).toHaveLength(1)
  })

  test("that declare more pixels than memory holds are unreadable", async () => {
    const bomb = Buffer.from(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: "#fff" } })
        .png()
        .toBuffer()
    )
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    expect(await failureOf({ bytes: bomb, mime_type: "image/png" })).toMatchObject({ code: "unreadable" })
  })

  test("of formats that are not looked at, or too large, are refused before they are sent to a process", async () => {
    expect(await failureOf({ bytes: astronaut, mime_type: "application/pdf" })).toMatchObject({ code: "unsupported_media_type" })
    expect(await failureOf(jpeg(new Uint8Array(21 * 1024 ** 2)))).toMatchObject({ code: "too_large" })
  })

  test("with a place beyond their edges or of no size are looked at where they are, or unreadable", async () => {
    expect(await failureOf(jpeg(astronaut, { place: { left: 5, top: 5, width: 1, height: 1 } }))).toMatchObject({ code: "unreadable" })
    expect(await failureOf(jpeg(astronaut, { place: { left: 0, top: 0, width: 0, height: 0 } }))).toMatchObject({ code: "unreadable" })
    expect((await analyze(jpeg(astronaut, { place: { left: -3, top: -3, width: 9, height: 9 } }))).faces).toHaveLength(1)
  })
})

test("without its packages the engine says so, and by which name they are installed", async () => {
  const layer = faceMatcherLayer({ missing: () => ["@vladmandic/human"] })
  const exit = await Effect.runPromiseExit(Effect.flatMap(FaceMatcher, (each) => each.analyze(jpeg(astronaut))).pipe(Effect.provide(layer)))
  const failure = Exit.isFailure(exit) ? Cause.squash(exit.cause) : null
  expect(failure).toMatchObject({ _tag: "FaceEngineMissing", packages: ["@vladmandic/human"] })
  expect(String(failure)).toContain("@vladmandic/human")
})
