import { Effect } from "effect"
import { BlobStore } from "../../resources/documents/blobs.ts"
import type { StoredDocument } from "../../resources/documents/model.ts"
import type { FaceFailure, FaceImage } from "../../verification/faces/analysis.ts"
import { lightAt } from "../../verification/faces/liveness/challenge.ts"
import { type LivenessEvidence, LivenessDetector, mostFrames } from "../../verification/faces/liveness/evidence.ts"
import type { FrameTime } from "../../verification/faces/liveness/frame-times.ts"
import type { ProviderCapture } from "../../verification/faces/liveness/provider-capture.ts"
import { after, hours, minutes } from "../../kernel/foundation/time.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { JobFailed } from "../../kernel/jobs/job.ts"
import type { CheckContext } from "../../resources/checks/context.ts"
import { keepReference } from "./stored-reference.ts"

export const bytesOf = Effect.fnUntraced(function* ({ blob }: StoredDocument) {
  const bytes = blob === null ? undefined : yield* (yield* BlobStore).get(blob)
  return bytes ?? (yield* new JobFailed({ reason: "the file is not in the object store" }))
})

/** What passes by itself is tried again; what the picture itself or the installation causes is answered. */
export const outage = (failure: FaceFailure) =>
  failure._tag === "EngineUnavailable"
    ? Effect.fail(new JobFailed({ reason: `the face engine is unavailable: ${failure.reason}` }))
    : Effect.succeed(failure)

/** A picture of a face, and the document that it stands in; null for one that a provider gave and that no session keeps. */
interface Picture {
  readonly image: FaceImage
  readonly document_id: string | null
}

/** What a capture came to: what speaks for a live person, and the picture that is compared with the portrait. */
interface CaptureEvidence {
  readonly evidence: LivenessEvidence
  readonly frontal: Picture | undefined
  readonly documents: ReadonlyArray<string>
  /** When it was taken. */
  readonly at: string
  readonly times: ReadonlyArray<FrameTime>
}

interface Captured {
  readonly document: StoredDocument
  readonly image: FaceImage
}

/** The frames of the challenge that the session gave out last, in their order; of a single picture, that one. */
const capturedOf = Effect.fnUntraced(function* (session: CheckContext, selfies: ReadonlyArray<StoredDocument>) {
  const captured: Array<Captured> = []
  // Frames of a challenge that was given up for a new one answer nothing any more.
  const current = selfies.filter(({ frame }) => frame === undefined || frame.nonce === session.liveness?.nonce)
  for (const document of current.slice(-mostFrames)) {
    captured.push({ document, image: { bytes: yield* bytesOf(document), mime_type: document.mime_type } })
  }
  const frames = captured
    .filter(({ document }) => document.frame !== undefined)
    .toSorted((one, other) => (one.document.frame?.position ?? 0) - (other.document.frame?.position ?? 0))
  const stills = captured.filter(({ document }) => document.frame === undefined)
  return { frames, stills }
})

/**
 * The most frontal frame of the person who answered the challenge, in the light of the room: a still beside it could show someone else. Without a
 * challenge, the still.
 */
const frontalOf = (evidence: LivenessEvidence, frames: ReadonlyArray<Captured>, stills: ReadonlyArray<Captured>): Captured | undefined => {
  if (evidence.kind !== "challenge") return stills.at(-1)
  const yaw = (index: number) => Math.abs(evidence.frames[index]?.analysis.faces[0]?.yaw ?? 90)
  const acted = frames.map((frame, index) => ({ frame, yaw: yaw(index) })).filter((_, index) => evidence.frames[index]?.light === undefined)
  return acted.toSorted((one, other) => one.yaw - other.yaw)[0]?.frame
}

const ofPictures = Effect.fnUntraced(function* (session: CheckContext, selfies: ReadonlyArray<StoredDocument>) {
  const { frames, stills } = yield* capturedOf(session, selfies)
  const shown = frames.length > 0 ? frames : stills.slice(-1)
  const challenge = frames.length > 0 ? (session.liveness ?? null) : null
  const evidence = yield* (yield* LivenessDetector)
    .assess({
      challenge,
      frames: shown.map(({ document: { frame }, image }) => {
        const light = challenge === null || frame === undefined ? undefined : lightAt(challenge, frame.position)
        return { image, nonce: frame?.nonce ?? "", mirrored: frame?.mirrored ?? false, ...(light === undefined ? {} : { light }) }
      })
    })
    .pipe(Effect.catch(outage))
  if ("_tag" in evidence) return evidence._tag === "FaceImageUnreadable" ? ("unreadable" as const) : null
  const frontal = frontalOf(evidence, frames, stills)
  const found: CaptureEvidence = {
    evidence,
    frontal: frontal === undefined ? undefined : { image: frontal.image, document_id: frontal.document.id },
    documents: [...frames, ...stills].map(({ document }) => document.id),
    at: frames.at(-1)?.document.created_at ?? session.updated_at,
    times: frames.flatMap(({ document: { created_at, frame } }) =>
      frame?.captured_ms === undefined ? [] : [{ captured_ms: frame.captured_ms, received_at: created_at }]
    )
  }
  return found
})

/** A stream may begin at the last moment and then takes this long at most: who still has no result afterwards will not have one. */
const streamMs = minutes(2)
/** Providers forget captures, and then say the same of them as of one that no one answered; by this time it can no longer be distinguished. */
const rememberedMs = hours(1)

/** What the provider says of the capture, asked of it and of no one else; null where it broke off, or nothing can be said of it any more. */
const ofProvider = Effect.fnUntraced(function* (session: CheckContext, capture: ProviderCapture) {
  const { expires_at, reference } = capture
  const { provider } = yield* LivenessDetector
  if (provider === undefined) return null
  const evidence = yield* provider.result(reference).pipe(Effect.catch(outage))
  if ("_tag" in evidence) return null
  const { status } = evidence
  if (status === "failed") return null
  const instant = yield* tenantNow
  if (status === "pending" && instant < after(expires_at, streamMs)) {
    return yield* new JobFailed({ reason: "the provider has no result of the live capture yet" })
  }
  if (status === "expired" && instant > after(expires_at, rememberedMs)) return null
  const image = evidence.reference
  const document_id = image === null ? null : yield* keepReference(session.id, capture, image)
  const found: CaptureEvidence = {
    evidence: { ...evidence, status },
    frontal: image === null ? undefined : { image, document_id },
    documents: document_id === null ? [] : [document_id],
    at: session.updated_at,
    times: []
  }
  return found
})

/** The capture of a provider that the checks go by: one that is over, unless pictures were submitted in a later attempt. */
const providerCaptureOf = ({ liveness_session }: CheckContext, selfies: ReadonlyArray<StoredDocument>): ProviderCapture | undefined =>
  liveness_session?.over === true && selfies.every(({ attempt }) => attempt <= liveness_session.attempt) ? liveness_session : undefined

/**
 * The evidence of a session's selfie. Where a provider ran the capture, it is the provider's alone, its picture included: a still that was
 * submitted beside it could show someone else than the person who was there. Null where nothing can be said, `unreadable` where another picture
 * would help.
 */
export const captureEvidenceOf = Effect.fnUntraced(function* (session: CheckContext, selfies: ReadonlyArray<StoredDocument>) {
  const capture = providerCaptureOf(session, selfies)
  return capture === undefined ? yield* ofPictures(session, selfies) : yield* ofProvider(session, capture)
})
