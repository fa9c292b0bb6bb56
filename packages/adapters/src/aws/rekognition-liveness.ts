import {
  CreateFaceLivenessSessionCommand,
  type GetFaceLivenessSessionResultsResponse,
  GetFaceLivenessSessionResultsCommand,
  type LivenessSessionStatus,
  RekognitionClient
} from "@aws-sdk/client-rekognition"
import { EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { LivenessDetector, type ProviderEvidence } from "@vouchkit/core/verification/faces/liveness/evidence"
import { after, now } from "@vouchkit/core/kernel/foundation/time"
import { Effect, Layer } from "effect"
import { type AwsService, asked, clientSettings, shareOf, unavailable } from "./provider.ts"

/** A session of Rekognition has to be begun by the person within this time; it cannot be begun twice. */
const sessionLifetimeMs = 180_000
/** Least confidence (0 to 1) that passes; the service leaves the choice to its caller. */
const leastConfidence = 0.9
/** A person waits while a session is begun: one attempt at it may take this long, and all of them together four times as long. */
const beginTimeoutMs = 4_000
/** Bytes of a reference frame at most. */
const mostBytes = 5 * 1024 ** 2

const statuses = {
  CREATED: "pending",
  IN_PROGRESS: "pending",
  SUCCEEDED: "succeeded",
  FAILED: "failed",
  EXPIRED: "expired"
} as const satisfies Record<LivenessSessionStatus, ProviderEvidence["status"]>

const none = { confidence: null, threshold: leastConfidence, reference: null } as const

/** A status that we do not know has not succeeded. */
const evidenceOf = ({ Confidence, ReferenceImage, Status }: GetFaceLivenessSessionResultsResponse): ProviderEvidence => {
  const status = Status !== undefined && Object.hasOwn(statuses, Status) ? statuses[Status] : "failed"
  if (status !== "succeeded") return { kind: "provider", status, ...none }
  const bytes = ReferenceImage?.Bytes
  const shown = bytes !== undefined && bytes.length > 0 && bytes.length <= mostBytes
  return {
    kind: "provider",
    status,
    confidence: Confidence === undefined ? null : shareOf(Confidence),
    threshold: leastConfidence,
    reference: shown ? { bytes: new Uint8Array(bytes), mime_type: "image/jpeg" } : null
  }
}

/**
 * Rekognition Face Liveness runs the capture itself: `begin` makes a session that its component on the page streams to, and `result` tells how it went. Frames
 * of our own challenge, where no session of the service is used, are looked at as without it. The role needs rekognition:CreateFaceLivenessSession
 * and rekognition:GetFaceLivenessSessionResults; anyone who streams needs rekognition:StartFaceLivenessSession.
 */
export const rekognitionLivenessLayer = (service: AwsService): Layer.Layer<LivenessDetector, never, LivenessDetector> =>
  Layer.effect(
    LivenessDetector,
    Effect.gen(function* () {
      const { assess } = yield* LivenessDetector
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => new RekognitionClient(clientSettings(service))),
        (open) => Effect.sync(() => open.destroy())
      )

      const prompt = { ...service, attempt_timeout_ms: Math.min(service.attempt_timeout_ms ?? beginTimeoutMs, beginTimeoutMs) }

      const begin = Effect.fn("LivenessDetector.begin")(function* () {
        const command = new CreateFaceLivenessSessionCommand({ Settings: { AuditImagesLimit: 0 } })
        const begun = yield* now
        const { SessionId } = yield* asked(prompt, (abortSignal) => client.send(command, { abortSignal })).pipe(Effect.catch(unavailable))
        if (SessionId === undefined || !/^[0-9A-Za-z-]{1,64}$/u.test(SessionId)) return yield* new EngineUnavailable({ reason: "crashed" })
        return {
          reference: SessionId,
          client: { session_id: SessionId, region: service.region },
          expires_at: after(begun, sessionLifetimeMs)
        }
      })

      const result = Effect.fn("LivenessDetector.result")(function* (reference: string) {
        const command = new GetFaceLivenessSessionResultsCommand({ SessionId: reference })
        return yield* asked(service, (abortSignal) => client.send(command, { abortSignal })).pipe(
          Effect.map(evidenceOf),
          Effect.catch((refusal) =>
            refusal.code === "SessionNotFoundException"
              ? Effect.succeed<ProviderEvidence>({ kind: "provider", status: "expired", ...none })
              : unavailable(refusal)
          )
        )
      })

      return LivenessDetector.of({ assess, provider: { begin, result } })
    })
  )
