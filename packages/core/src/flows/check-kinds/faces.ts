import { Effect } from "effect"
import type { CheckType } from "../../resources/checks/model.ts"
import type { JudgedChip } from "../checks/chip.ts"
import { judgeFaces, withoutPortrait } from "../checks/faces.ts"
import { type FacePortrait, noOthers, otherPortraitsOf, type Portrait, portraitOf } from "../checks/portraits.ts"
import { namedPerson } from "../checks/same-person.ts"
import { asksForPortrait } from "../checks/session-documents.ts"
import { documentOf, findingAmong } from "../checks/standalone-evidence.ts"
import { captured, matched } from "../sandbox/simulated-evidence.ts"
import { namesPerson } from "../sandbox/step-checks.ts"
import { type CheckEntry, fromFiles, isJudged, type SessionJudge, type SessionResult } from "./kind.ts"

/**
 * Of a chip that the issuing state vouches for. Anybody can sign a chip of their own and put their own face on it: such a portrait does not come
 * before the printed one.
 */
const vouchedPortrait = (chip: JudgedChip | null): Portrait | null =>
  chip?.verification?.passive_authentication === true ? chip.portrait : null

const ofSession: SessionJudge = {
  after: ["nfc_chip"],
  judge: Effect.fnUntraced(function* ({ chip, examination, identity, selfies, session }) {
    if (!isJudged(session, "selfie", selfies) && session.liveness_session?.over !== true) return { checks: [] }
    const found = vouchedPortrait(chip) ?? (yield* portraitOf(identity)) ?? chip?.portrait ?? null
    const portrait: FacePortrait = found === null && !(yield* asksForPortrait(session)) ? "not_asked" : found
    const others = found?.source === "document" ? yield* otherPortraitsOf(identity) : noOthers
    const { checks, face } = yield* judgeFaces(session, selfies, portrait, { others, person: namedPerson(session, examination.fields) })
    const result: SessionResult = { checks, found: { face } }
    return result
  })
}

const standalone = fromFiles(
  Effect.fnUntraced(function* ({ check, context, input }) {
    const selfie = yield* documentOf(input.selfie_document_id)
    const portrait = input.portrait_document_id === undefined ? null : yield* portraitOf([yield* documentOf(input.portrait_document_id)])
    const { checks } = yield* judgeFaces(context, [selfie], portrait, { person: namedPerson(context, []) })
    return findingAmong(checks, check.type, context)
  })
)

const base = { session: ofSession, records: null, standalone } as const

export const faceKinds = {
  liveness: {
    ...base,
    simulate: {
      scenarios: { failed: "face_changes", review: "face_hardly_the_same" },
      particular: { selfie_unclear: "selfie_blurred" },
      judge: captured
    }
  },
  face_match: {
    ...base,
    simulate: { scenarios: { failed: "another_face", review: "similar_face" }, judge: matched },
    scripted: { absent: (session, context) => (namesPerson(session) ? null : withoutPortrait(context, [])) }
  }
} as const satisfies Partial<Record<CheckType, CheckEntry>>
