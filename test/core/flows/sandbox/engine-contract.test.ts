import { afterAll, describe, expect, test } from "bun:test"
import { chipVerifierLayer } from "@vouchkit/adapters/engines/chip/chip-verifier"
import { ChipAnswer } from "@vouchkit/adapters/engines/chip/protocol"
import { documentReaderLayer } from "@vouchkit/adapters/engines/document-reader"
import { faceMatcherLayer, livenessDetectorLayer } from "@vouchkit/adapters/engines/faces/face-engine"
import { FaceAnswer } from "@vouchkit/adapters/engines/faces/face-protocol"
import { IdentityAnswer } from "@vouchkit/adapters/engines/identity/answers"
import { identityDocumentReaderLayer } from "@vouchkit/adapters/engines/identity/identity-document-reader"
import { pagePreviewLayer } from "@vouchkit/adapters/engines/preview/page-preview"
import { DocumentAnswer } from "@vouchkit/adapters/engines/process/protocol"
import * as Memory from "@vouchkit/adapters/memory"
import { PagePreview } from "@vouchkit/core/resources/documents/preview"
import { DocumentReader } from "@vouchkit/core/verification/document-reading"
import { FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { challengeBytes, makeChallenge } from "@vouchkit/core/verification/faces/liveness/challenge"
import { LivenessDetector, mostFrames } from "@vouchkit/core/verification/faces/liveness/evidence"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { parseMrz } from "@vouchkit/core/verification/identity-documents/mrz/parse"
import type { ChipData } from "@vouchkit/core/resources/nfc/chip-data"
import { ChipVerifier } from "@vouchkit/core/resources/nfc/chip-verifier"
import { sandboxEngines } from "@vouchkit/core/flows/sandbox/adapters/engines"
import { Effect, Layer, ManagedRuntime, Schema } from "effect"
import sharp from "sharp"
import { aUtilityBill } from "../../../support/bills.ts"
import { chipFixture } from "../../../support/chips.ts"
import { astronaut } from "../../../support/face-pictures.ts"

const faces = faceMatcherLayer()
const matcher: Layer.Layer<FaceMatcher> = faces
const adapters = {
  local: Layer.mergeAll(
    identityDocumentReaderLayer(),
    documentReaderLayer(),
    matcher,
    livenessDetectorLayer.pipe(Layer.provide(faces)),
    chipVerifierLayer().pipe(Layer.provide(Memory.layer)),
    pagePreviewLayer()
  ),
  sandbox: sandboxEngines()
} as const

const bill = (await aUtilityBill()).bytes
const nothing = new Uint8Array()
const session = { id: "ses_one", at: "2026-01-01T00:00:00.000Z" }
const challenge = makeChallenge(new Uint8Array(challengeBytes), session)
const frame = { image: { bytes: new Uint8Array(astronaut), mime_type: "image/jpeg" }, nonce: challenge.nonce, mirrored: false }
const { dg1, dg2 } = chipFixture("data-groups")
const chip: ChipData = {
  format: "vouchkit.chip/1",
  received_at: session.at,
  nonce: "0".repeat(16),
  sod: chipFixture("rsa-pss").sod,
  data_groups: { dg1, dg2 },
  terminal: null
}

/** What every engine keeps to, anyone who stands behind the port. */
for (const [name, layer] of Object.entries(adapters)) {
  describe(`engines of the ${name} kind`, () => {
    const runtime = ManagedRuntime.make(layer)
    afterAll(() => runtime.dispose())
    const answer = <A, E>(effect: Effect.Effect<A, E, Layer.Success<typeof layer>>) => runtime.runPromise(effect)
    const refusal = <A, E>(effect: Effect.Effect<A, E, Layer.Success<typeof layer>>) => runtime.runPromise(Effect.flip(effect))
    /** The forms in which answers of engine processes are let in. */
    const has = <A, I>(schema: Schema.Codec<A, I>, value: unknown) => expect(Schema.decodeUnknownSync(schema)(value)).toBeDefined()

    test("an identity document is read into pictures of the form that rules are written for", async () => {
      const identity = await answer(
        Effect.flatMap(IdentityDocumentReader, (each) => each.read({ bytes: astronaut.slice(), mime_type: "image/jpeg", country: null }))
      )
      has(IdentityAnswer, { identity, uprights: [] })
      expect(identity.pictures).toHaveLength(1)
      for (const { mrz } of identity.pictures) if (mrz !== null) expect(parseMrz(mrz.lines, "2026-01-01")).not.toHaveProperty("refused")
    }, 300_000)

    test("a bill is read into lines of the form that rules are written for, each within its page", async () => {
      const reading = await answer(
        Effect.flatMap(DocumentReader, (each) => each.read({ bytes: bill.slice(), mime_type: "application/pdf", country: "GB" }))
      )
      has(DocumentAnswer, { reading })
      expect(reading.lines.length).toBeGreaterThan(10)
      for (const { height, left, page, top, width } of reading.lines) {
        expect(page).toBeLessThanOrEqual(reading.page_count)
        expect(Math.min(left, top, width, height)).toBeGreaterThanOrEqual(0)
        expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(1.01)
      }
    }, 300_000)

    test("a file without content is unreadable to every reader, and nobody is blamed for more", async () => {
      for (const mime_type of ["image/jpeg", "application/pdf"]) {
        const file = { bytes: nothing, mime_type, country: null }
        const read = Effect.flatMap(IdentityDocumentReader, (each) => each.read(file))
        const text = Effect.flatMap(DocumentReader, (each) => each.read(file))
        for (const one of [await refusal(read), await refusal(text)]) {
          expect(one).toMatchObject({ _tag: "DocumentUnreadable", code: "unreadable" })
        }
      }
    }, 300_000)

    test("a face is told with its place, pose and a template of a named model", async () => {
      const analysis = await answer(Effect.flatMap(FaceMatcher, (each) => each.analyze(frame.image)))
      has(FaceAnswer, { analysis, points: [] })
      expect(analysis.faces).toHaveLength(1)
      expect(analysis.template?.model.name).toBeString()
    }, 300_000)

    test("a picture is most alike to itself", async () => {
      const evidence = await answer(
        Effect.flatMap(FaceMatcher, (each) => each.compare({ portrait: frame.image, selfie: { ...frame.image, bytes: astronaut.slice() } }))
      )
      expect(evidence.similarity).toMatchObject({ score: 1, distance: 0 })
    }, 300_000)

    test("what is no picture of a face is refused by the reason", async () => {
      const image = (bytes: Uint8Array, mime_type = "image/jpeg") =>
        refusal(Effect.flatMap(FaceMatcher, (each) => each.analyze({ bytes, mime_type })))
      expect(await image(nothing)).toMatchObject({ _tag: "FaceImageUnreadable", code: "unsupported_media_type", retryable: true })
      expect(await image(bill, "application/pdf")).toMatchObject({ code: "unsupported_media_type", retryable: true })
      expect(await image(new Uint8Array(21 * 1024 ** 2))).toMatchObject({ code: "too_large", retryable: true })
    }, 300_000)

    test("frames of a challenge come back with it, a lone one or one without a challenge as a still", async () => {
      const assess = (given: typeof challenge | null, count: number) =>
        Effect.flatMap(LivenessDetector, (each) => each.assess({ challenge: given, frames: Array.from({ length: count }, () => frame) }))
      expect(await answer(assess(challenge, 3))).toMatchObject({
        kind: "challenge",
        challenge,
        frames: Array.from({ length: 3 }, () => ({ nonce: challenge.nonce, mirrored: false }))
      })
      for (const still of [assess(challenge, 1), assess(null, 1), assess(null, 2)]) expect((await answer(still)).kind).toBe("still")
      expect(await refusal(assess(challenge, 0))).toMatchObject({ _tag: "FaceImageUnreadable", code: "unreadable" })
      expect(await refusal(assess(challenge, mostFrames + 1))).toMatchObject({ _tag: "FaceImageUnreadable", code: "too_large" })
    }, 300_000)

    test("a chip is told with what was supplied, and its portrait is drawn as a PNG", async () => {
      const verification = await answer(Effect.flatMap(ChipVerifier, (each) => each.verify({ chip, mrz: null, at: session.at })))
      has(ChipAnswer, { verification })
      const supplied = verification.data_groups.filter((group) => group.supplied).map(({ number }) => `dg${number}`)
      expect(supplied).toEqual(Object.keys(chip.data_groups))
      const png = await answer(Effect.flatMap(ChipVerifier, (each) => each.portrait(new Uint8Array(astronaut))))
      const { format, height, width } = await sharp(png).metadata()
      expect([format, Math.max(width ?? 0, height ?? 0) <= 1600]).toEqual(["png", true])
      const none = Effect.flatMap(ChipVerifier, (each) => each.portrait(nothing))
      expect(await refusal(none)).toMatchObject({ _tag: "DocumentUnreadable", code: "unreadable" })
    }, 300_000)

    test("a page is drawn as wide as asked, and one that the document has not is out of range", async () => {
      const render = (page: number, bytes = bill.slice()) =>
        Effect.flatMap(PagePreview, (each) => each.render({ bytes, mime_type: "application/pdf", page, width: 200 }))
      const drawn = sharp(await answer(render(1)))
      const { format, height, width } = await drawn.metadata()
      expect([format, width, (height ?? 0) > 200]).toEqual(["png", 200, true])
      expect((await drawn.raw().toBuffer()).length).toBeGreaterThan(0)
      expect(await refusal(render(2))).toMatchObject({ _tag: "PageOutOfRange", page_count: 1 })
      expect(await refusal(render(1, nothing))).toMatchObject({ _tag: "PageUndrawable", code: "unreadable" })
    }, 300_000)
  })
}
