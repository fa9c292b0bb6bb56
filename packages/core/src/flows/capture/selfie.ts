import { Effect, Schema } from "effect"
import { DocumentStore, type StoredDocument } from "../../resources/documents/model.ts"
import { addToSession, type StoredFile, storeFile } from "../../resources/documents/upload.ts"
import { challengeBytes, givenAgainMs, leastFrames, makeChallenge, mostChallenges } from "../../verification/faces/liveness/challenge.ts"
import { mostFrames } from "../../verification/faces/liveness/evidence.ts"
import { mostCapturedMs } from "../../verification/faces/liveness/frame-times.ts"
import { Entropy } from "../../kernel/foundation/id.ts"
import { between } from "../../kernel/foundation/time.ts"
import { Conflict, InvalidInput, invalid, PayloadTooLarge, type Problem } from "../../kernel/foundation/failure.ts"
import type { Upload } from "../../kernel/operation/operation.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { saveProgress, withStep } from "../../resources/sessions/progress.ts"

/** What a picture of a face may be; documents may be more. */
export const faceMediaTypes = ["image/jpeg", "image/png", "image/webp"] as const
/** Largest frame of a live capture; a still picture may be as large as a document. */
export const maxFrameBytes = 4 * 1024 * 1024
export const selfieFields = {
  nonce: Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(/^[A-Za-z0-9_-]{43}$/u, { message: "must be the nonce from POST /verify/{token}/liveness" }),
      Schema.isMaxLength(43)
    ).annotate({ description: "Nonce of the challenge that this frame of a live capture answers; a still picture has none" })
  ),
  position: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: mostFrames - 1 })).annotate({
      description: "Position of the frame in its capture; 0 is the face at rest"
    })
  ),
  captured_ms: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: mostCapturedMs })).annotate({
      description:
        "Milliseconds from when the device received the challenge to when it took this frame, by a clock that only runs forward. Times that are not possible lead to review"
    })
  ),
  mirrored: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "True when the device mirrored the picture like its preview; the service then swaps left and right"
    })
  )
}
interface SelfieInput {
  readonly nonce?: string
  readonly position?: number
  readonly mirrored?: boolean
  readonly captured_ms?: number
  readonly file: Upload
}

const lacking = (name: "nonce" | "position"): Problem => ({
  loc: ["body", name],
  code: "missing",
  message: "belongs to a frame of a live capture, which has a nonce and a position; a still picture has neither"
})

/** The frame that the fields describe; null for a still picture. */
const frameOf = ({ captured_ms, mirrored, nonce, position }: Omit<SelfieInput, "file">) => {
  if (nonce !== undefined && position !== undefined) {
    return Effect.succeed({ nonce, position, mirrored: mirrored ?? false, ...(captured_ms === undefined ? {} : { captured_ms }) })
  }
  if (nonce === undefined && position === undefined) return Effect.succeed(null)
  return Effect.fail(new InvalidInput({ code: "validation_error", problems: [lacking(nonce === undefined ? "nonce" : "position")] }))
}

/** Looks at a picture of a face and puts it away; runs before the transaction, and twice does no harm. */
export const storeSelfie = Effect.fnUntraced(function* (input: SelfieInput) {
  const frame = yield* frameOf(input)
  if (frame !== null && input.file.size > maxFrameBytes) return yield* new PayloadTooLarge({ max_bytes: maxFrameBytes })
  const file = yield* storeFile(input)
  if (!faceMediaTypes.some((type) => type === file.mime_type)) {
    const problem = { loc: ["body", "file"], code: "unsupported_document", message: "is not a picture: send JPEG, PNG or WebP" }
    return yield* new InvalidInput({ code: "unsupported_document", problems: [problem] })
  }
  return { file, frame }
})

/** The session without the live capture in hand, no matter who ran it. What came of it answers nothing any more; a still picture of this attempt stays good. */
export const withoutCapture = Effect.fnUntraced(function* (session: StoredSession) {
  const { liveness: _challenge, liveness_session: _capture, ...bare } = session
  const still = (yield* facesOf(session)).some(({ frame }) => frame === undefined)
  return still ? bare : withStep(bare, "selfie", false)
})

/** The attempt that the session is in, from 1. */
export const attemptOf = ({ resubmission_count }: Pick<StoredSession, "resubmission_count">): number => resubmission_count + 1

/** Nothing that was begun as often as it may be keeps a person from going on: someone looks at a still picture. */
export const spent = (what: "attempt" | "session") =>
  new Conflict({
    code: "conflict",
    detail: `This ${what} has used all of its live captures. Submit a still picture instead; a person will review it.`
  })

/** The challenge of this attempt, if it is of the kind that the device can answer, no one has begun to answer it, and there is time left to. */
const unanswered = Effect.fnUntraced(function* (session: StoredSession, at: string, light: boolean) {
  const { challenges, liveness } = session
  if (liveness === undefined || challenges?.attempt !== attemptOf(session)) return undefined
  if ((liveness.light_order !== undefined) !== light) return undefined
  if (between(at, liveness.expires_at) < givenAgainMs) return undefined
  return (yield* facesOf(session)).some(({ frame }) => frame?.nonce === liveness.nonce) ? undefined : liveness
})

/** The session's challenges with one more, answered or not: every order that someone got to see counts. */
const oneMore = (session: StoredSession) => {
  const { challenges } = session
  const attempt = attemptOf(session)
  const in_attempt = (challenges?.attempt === attempt ? challenges.in_attempt : 0) + 1
  const in_session = (challenges?.in_session ?? 0) + 1
  if (in_session > mostChallenges.session) return Effect.fail(spent("session"))
  return in_attempt > mostChallenges.attempt ? Effect.fail(spent("attempt")) : Effect.succeed({ attempt, in_attempt, in_session })
}

/**
 * Gives a locked session a challenge: the one that waits for its first frame, else a fresh one in the place of the capture before. With an order of colours for
 * a device that offers the light of its screen.
 */
export const issueLiveness = Effect.fnUntraced(function* (session: StoredSession, light = false) {
  const at = yield* tenantNow
  const waiting = yield* unanswered(session, at, light)
  if (waiting !== undefined) return waiting
  const challenges = yield* oneMore(session)
  const liveness = makeChallenge((yield* Entropy).bytes(challengeBytes), { id: session.id, at, light })
  yield* saveProgress({ ...(yield* withoutCapture(session)), liveness, challenges, updated_at: at })
  return liveness
})

/** Pictures of a face of the attempt in hand, oldest first. */
const facesOf = Effect.fnUntraced(function* (session: StoredSession) {
  const all = yield* (yield* DocumentStore).list({
    where: [
      { field: "session_id", op: "eq", value: session.id },
      { field: "kind", op: "eq", value: "selfie" },
      { field: "status", op: "ne", value: "redacted" }
    ],
    order: [{ field: "created_at", direction: "asc" }],
    limit: 100
  })
  return all.filter(({ attempt }) => attempt === attemptOf(session))
})

/** Whether a frame may be submitted under this nonce now. */
const judged = (session: StoredSession, nonce: string, instant: string) => {
  const { challenges, liveness } = session
  const earlier = challenges !== undefined && challenges.attempt !== attemptOf(session)
  const again = "get a new one from POST /verify/{token}/liveness and capture again"
  if (liveness === undefined || liveness.nonce !== nonce || earlier) {
    return Effect.fail(invalid(["body", "nonce"], "unknown_nonce", `is not the latest challenge of this attempt; ${again}`))
  }
  return liveness.expires_at <= instant
    ? Effect.fail(invalid(["body", "nonce"], "expired_nonce", `has expired; ${again}`))
    : Effect.succeed(liveness)
}

const placeTaken = new Conflict({
  code: "conflict",
  detail: "This position already has another frame. Send the next frame, or start a new challenge."
})

/**
 * Records a picture of a face in a locked session. A still completes the step; frames do once there is one at every place from 0 up to the
 * number of actions and colours asked for, whatever more comes. A frame that is sent again, byte for byte, changes nothing.
 */
export const receiveSelfie = Effect.fnUntraced(function* (
  session: StoredSession,
  { file, frame }: { readonly file: StoredFile; readonly frame: NonNullable<StoredDocument["frame"]> | null }
) {
  if (frame === null) return yield* addToSession(session, { kind: "selfie" }, file, "capture")
  const challenge = yield* judged(session, frame.nonce, yield* tenantNow)
  const frames = (yield* facesOf(session)).filter((one) => one.frame?.nonce === frame.nonce)
  const before = frames.find((one) => one.frame?.position === frame.position)
  if (before !== undefined) return before.sha256 === file.sha256 ? before : yield* placeTaken
  const places = new Set([frame.position, ...frames.map((one) => one.frame?.position)])
  const complete = Array.from({ length: leastFrames(challenge) }, (_, place) => place).every((place) => places.has(place))
  return yield* addToSession(session, { kind: "selfie", frame }, file, "capture", complete)
})
