import { Effect } from "effect"
import { crossReferenceSession } from "../checks/cross-reference.ts"
import { judgedCheck } from "../../resources/checks/conclusion.ts"
import { type FaceImage, FaceMatcher } from "../../verification/faces/analysis.ts"
import { challengeBytes, makeChallenge } from "../../verification/faces/liveness/challenge.ts"
import { LivenessDetector } from "../../verification/faces/liveness/evidence.ts"
import { judgeLiveness } from "../../verification/faces/liveness/judge.ts"
import { judgeFaceMatch } from "../../verification/faces/match.ts"
import { examineIdentity } from "../../verification/identity-documents/examine.ts"
import type { SubmittedDocument } from "../../verification/identity-documents/examined-picture.ts"
import { IdentityDocumentReader } from "../../verification/identity-documents/reading.ts"
import type { ChipData } from "../../resources/nfc/chip-data.ts"
import { ChipVerifier } from "../../resources/nfc/chip-verifier.ts"
import { effectiveFaceBands, effectiveIdentityPolicy } from "../../resources/settings/identity-verification.ts"
import { sandboxFaceModel } from "./adapters/faces.ts"
import type { SandboxScript } from "./adapters/sandbox-script.ts"
import { seedOf, statedBy } from "./adapters/simulated-person.ts"
import type { SimulatedSubject } from "./subject.ts"

const picture = "image/jpeg"
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64")
const part = { documents: [], part: "simulated" } as const

/** The identity document of a subject as the rules see it. */
export const examined = Effect.fnUntraced(function* ({ at, context, file }: SimulatedSubject, zone: SandboxScript["zone"]) {
  const content = yield* (yield* IdentityDocumentReader).read({ bytes: file, mime_type: picture, country: null }).pipe(
    Effect.map((reading): SubmittedDocument["content"] => ({ status: "read", reading })),
    Effect.catchTag("DocumentUnreadable", ({ code }) => Effect.succeed<SubmittedDocument["content"]>({ status: "unreadable", code }))
  )
  const declared = { type: null, country: null, side: zone === "TD1" ? "spread" : "single" } as const
  const policy = yield* effectiveIdentityPolicy(context.identity_policy ?? null)
  const examination = examineIdentity({
    documents: [{ document_id: "simulated", declared, content }],
    policy,
    today: at.slice(0, 10),
    chip: null
  })
  // No one issued what was made up: the script says what becomes of it.
  return { ...examination, assurance: policy.required_assurance }
})

/** The chip of the same document. */
export const verified = Effect.fnUntraced(function* ({ at, file }: SimulatedSubject, mrz: ReadonlyArray<string> | null) {
  const chip: ChipData = {
    format: "vouchkit.chip/1",
    received_at: at,
    nonce: "0".repeat(16),
    sod: base64(file),
    data_groups: { dg1: base64(file), dg2: base64(file) },
    terminal: null
  }
  return yield* (yield* ChipVerifier).verify({ chip, mrz, at })
})

/** The settings of the organization for scores of the local model hold for the sandbox, whose scores have its scale. */
const bandsOfSandbox = Effect.map(effectiveFaceBands, (bands) => ({ ...bands, model: sandboxFaceModel }))

const selfieOf = ({ file }: SimulatedSubject): FaceImage => ({ bytes: seedOf(file), mime_type: picture })
const portraitOf = ({ file }: SimulatedSubject): FaceImage => ({ bytes: file, mime_type: picture })

/** Whether the selfie shows the person of the portrait. */
export const matched = Effect.fnUntraced(function* (subject: SimulatedSubject) {
  const evidence = yield* (yield* FaceMatcher).compare({ portrait: portraitOf(subject), selfie: selfieOf(subject) })
  return judgedCheck("face_match", judgeFaceMatch(evidence, yield* bandsOfSandbox), subject.context, part)
})

/** Whether someone was there: a challenge that follows from the file, and one picture for each of its actions behind one that looks into the camera. */
export const captured = Effect.fnUntraced(function* (subject: SimulatedSubject) {
  const { at, context, file } = subject
  const session_id = context.id
  const chance = new Uint8Array([...seedOf(file), ...seedOf(seedOf(file))]).subarray(0, challengeBytes)
  const challenge = makeChallenge(chance, { id: session_id, at })
  const frames = [null, ...challenge.order].map((_, index) => ({
    image: { bytes: seedOf(new Uint8Array([...file, index])), mime_type: picture },
    nonce: challenge.nonce,
    mirrored: false
  }))
  const evidence = yield* (yield* LivenessDetector).assess({ challenge, frames })
  const { template } = yield* (yield* FaceMatcher).analyze(portraitOf(subject))
  const bands = yield* bandsOfSandbox
  return judgedCheck(
    "liveness",
    judgeLiveness(evidence, { session_id, at, bands, portrait: template, seen: [], seen_here: [], assured: true }),
    context,
    part
  )
})

/** What document, chip and expected data say of the person, compared. */
export const crossReferenced = Effect.fnUntraced(function* (subject: SimulatedSubject, script: SandboxScript) {
  const examination = yield* examined(subject, script.zone)
  const chip = yield* verified(subject, examination.mrz?.fields.lines ?? null)
  const stated = script.person === null ? {} : statedBy(script.person)
  const context = { ...subject.context, expected: { ...stated, ...subject.context.expected } }
  return crossReferenceSession(context, {
    examination,
    chip,
    chip_document: null,
    proofs: [],
    documents: [],
    today: subject.at.slice(0, 10)
  })
})
