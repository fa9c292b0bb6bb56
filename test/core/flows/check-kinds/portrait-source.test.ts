import { afterAll, expect, test } from "bun:test"
import { makeChecks } from "@vouchkit/core/flows/check-runs/session-checks"
import { type ChipVerification, unreadableChip } from "@vouchkit/core/verification/chip/verify-chip"
import { FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { ChipVerifier } from "@vouchkit/core/resources/nfc/chip-verifier"
import { Effect, Layer } from "effect"
import { aFace, analysisOf } from "../../../support/faces.ts"
import { addChip } from "../../../support/submitted-chip.ts"
import { liveWork } from "../../../support/live-work.ts"

const onChip = new TextEncoder().encode("the portrait of the chip")
const compared: Array<string> = []
let vouched: boolean | null = null

const verification = (): ChipVerification => ({
  ...unreadableChip([]),
  sod_signature_valid: true,
  dg_hashes_valid: true,
  csca_trusted: vouched,
  no_trust_anchor: vouched === null,
  passive_authentication: vouched,
  findings: vouched === null ? ["no_trust_anchor"] : [],
  contents: { zone: null, portraits: [{ media_type: "image/jpeg", bytes: onChip }], person: null, document: null }
})
const matcher = Layer.succeed(FaceMatcher)({
  analyze: () => Effect.succeed(analysisOf(aFace())),
  compare: ({ portrait }) =>
    Effect.sync(() => {
      compared.push(Buffer.from(portrait.bytes).equals(Buffer.from(onChip)) ? "chip" : "document")
      return { portrait: [aFace()], selfie: [aFace()], similarity: null }
    })
})
const chips = Layer.succeed(ChipVerifier)({ verify: () => Effect.sync(verification), portrait: () => Effect.succeed(onChip) })
const work = liveWork(Layer.mergeAll(matcher, chips))
afterAll(() => work.stop())

/** Where the portrait came from that the selfie of a session was compared with, whose chip is vouched for or not. */
const comparedWith = async (of: boolean | null, uploads: ReadonlyArray<"identity" | "selfie">) => {
  vouched = of
  compared.length = 0
  const session = await work.submitted(
    uploads.map((kind) => (kind === "identity" ? { kind, document_type: "passport" as const } : { kind })),
    { required_steps: uploads.map((kind) => (kind === "identity" ? "document" : kind)) }
  )
  await addChip(work, session)
  const { checks } = await work.run(makeChecks(session))
  const match = checks.find(({ finding }) => finding.type === "face_match")?.finding
  return { compared: [...compared], told: (match?.details as any)?.portrait_source }
}

test("the portrait of a chip that the issuing state vouches for is the one that a selfie is compared with", async () => {
  expect(await comparedWith(true, ["identity", "selfie"])).toEqual({ compared: ["chip"], told: "chip" })
})

test("a chip that nobody vouches for does not put its own portrait in the place of the printed one", async () => {
  expect(await comparedWith(null, ["identity", "selfie"])).toEqual({ compared: ["document"], told: "document" })
  expect(await comparedWith(false, ["identity", "selfie"])).toEqual({ compared: ["document"], told: "document" })
})

test("where there is no printed portrait, that of the chip is compared, and the check of the chip says what it is worth", async () => {
  expect(await comparedWith(null, ["selfie"])).toEqual({ compared: ["chip"], told: "chip" })
})
