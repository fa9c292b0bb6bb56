import { expect, test } from "bun:test"
import { judgeSession } from "../../../support/judged-session.ts"
import { EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { type Face, FaceEngineMissing, FaceImageUnreadable, FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { localFaceModel, scoreOfDistance } from "@vouchkit/core/verification/faces/bands"
import { type DocumentPicture, IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Effect, Layer } from "effect"
import { aFace, analysisOf } from "../../../support/faces.ts"
import { liveWork, readingWith, specimenPicture } from "../../../support/live-work.ts"

/** A file of the document: how wide the face on each of its pictures is, what the matcher makes of it, and its zone. */
interface Side {
  readonly widths: ReadonlyArray<number>
  /** Whether it is the face of the selfie. */
  readonly same: boolean
  /** What stands in the way of comparing it. */
  readonly spoilt?: "damaged" | "no engine" | "engine gone" | "no face" | "too small" | "blurred"
  readonly mrz?: DocumentPicture["mrz"]
}
const portrait = (width: number): DocumentPicture["portrait"] => ({ left: 0.1, top: 0.2, width, height: width, confidence: 0.9 })

const refusals = {
  damaged: new FaceImageUnreadable({ code: "unreadable", retryable: true }),
  "no engine": new FaceEngineMissing({ packages: ["engine"] }),
  "engine gone": new EngineUnavailable({ reason: "crashed" })
} as const
const facesOf = ({ spoilt }: Side): ReadonlyArray<Face> => {
  if (spoilt === "no face") return []
  return [aFace({ ...(spoilt === "too small" ? { width: 20 } : {}), ...(spoilt === "blurred" ? { sharpness: 0 } : {}) })]
}

/** What becomes of a session whose files show this; the last byte of a file says which one it is. */
const judged = async (sides: ReadonlyArray<Side>): Promise<ReadonlyArray<unknown>> => {
  const sideOf = (bytes: Uint8Array): Side | undefined => sides[bytes.at(-1) ?? 0]
  const reader = Layer.succeed(IdentityDocumentReader)({
    read: ({ bytes }) => {
      const { mrz = null, widths = [] } = sideOf(bytes) ?? {}
      const pictures = widths.map((width): DocumentPicture => ({ ...specimenPicture, mrz, portrait: portrait(width) }))
      return Effect.succeed({ ...readingWith(), pictures })
    }
  })
  const matcher = Layer.succeed(FaceMatcher)({
    analyze: () => Effect.succeed(analysisOf(aFace())),
    compare: ({ portrait: { bytes } }) => {
      const side = sideOf(bytes) ?? { widths: [], same: false }
      if (side.spoilt !== undefined && side.spoilt in refusals) return Effect.fail(refusals[side.spoilt as keyof typeof refusals])
      const distance = side.same ? 0.3 : 0.9
      const portrait = facesOf(side)
      const similarity = portrait.length === 0 ? null : { model: localFaceModel, distance, score: scoreOfDistance(distance) }
      return Effect.succeed({ portrait, selfie: [aFace()], similarity })
    }
  })
  const work = liveWork(Layer.mergeAll(reader, matcher))
  try {
    const session = await work.submitted(
      [...sides.map(() => ({ kind: "identity", document_type: "national_id" }) as const), { kind: "selfie" }],
      { required_steps: ["document", "selfie"] }
    )
    const { conclusion, findings } = await work.run(judgeSession(session))
    const match = findings.find(({ type }) => type === "face_match")
    return [match?.outcome, match?.reasons.map(({ code }) => code), conclusion.reason_codes.includes("portrait_replaced")]
  } finally {
    await work.stop()
  }
}

const passed = ["passed", [], false]
const doubted = ["review", ["portraits_differ"], true]

test("beside the page of a passport no other picture stands for its portrait, however large a face it shows", async () => {
  const page: Side = { widths: [0.2], same: false, mrz: specimenPicture.mrz }
  const own: Side = { widths: [0.5], same: true }
  expect((await judged([page, own]))[1]).toContain("face_mismatch")
  expect((await judged([own, page]))[1]).toContain("face_mismatch")
})

test("pictures of a document that show different people are for a person to look at, whichever of them the selfie fits", async () => {
  const stolen: Side = { widths: [0.3], same: false }
  expect(await judged([stolen, { widths: [0.6], same: true }])).toEqual(doubted)
  const page: Side = { widths: [0.2], same: true, mrz: specimenPicture.mrz }
  expect(await judged([page, stolen])).toEqual(doubted)
})

test("the same portrait pictured again, and the small copy on a back, raise no doubt", async () => {
  expect(await judged([{ widths: [0.3], same: true }])).toEqual(passed)
  expect(
    await judged([
      { widths: [0.3], same: true },
      { widths: [0.31], same: true }
    ])
  ).toEqual(passed)
  expect(
    await judged([
      { widths: [0.3], same: true },
      { widths: [0.08], same: false }
    ])
  ).toEqual(passed)
})

test("more portraits than are compared, and several in one file, are for a person to look at", async () => {
  const one: Side = { widths: [0.3], same: true }
  expect(await judged([one, one, one, one, one])).toEqual(passed)
  expect(await judged([one, one, one, one, one, one])).toEqual(doubted)
  expect(await judged([{ widths: [0.3, 0.4], same: true }])).toEqual(doubted)
})

test("another portrait that cannot be compared clears nobody, whatever spoils it", async () => {
  const own: Side = { widths: [0.6], same: true }
  for (const spoilt of ["damaged", "no engine", "no face", "too small", "blurred"] as const) {
    expect([spoilt, ...(await judged([own, { widths: [0.3], same: false, spoilt }]))]).toEqual([spoilt, ...doubted])
  }
})

test("an engine that is gone while another portrait is compared is asked again, and says nothing of anybody", async () => {
  const own: Side = { widths: [0.6], same: true }
  await expect(judged([own, { widths: [0.3], same: true, spoilt: "engine gone" }])).rejects.toMatchObject({
    reason: "the face engine is unavailable: crashed"
  })
})
