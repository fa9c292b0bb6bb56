import { Effect } from "effect"
import type { StoredDocument } from "../../resources/documents/model.ts"
import { FaceIndex } from "../../verification/faces/face-index.ts"
import { type LivenessEvidence, LivenessDetector } from "../../verification/faces/liveness/evidence.ts"
import { type CapturedFrames, withCapture } from "../../verification/faces/template.ts"
import { bytesOf, outage } from "./capture-evidence.ts"
import type { CheckContext } from "../../resources/checks/context.ts"

/** The hashes of frames that came under challenges which were given up for another: no one has looked at them yet. */
const givenUp = Effect.fnUntraced(function* (selfies: ReadonlyArray<StoredDocument>, known: ReadonlySet<string>) {
  const { assess } = yield* LivenessDetector
  const found = new Map<string, ReadonlyArray<string>>()
  for (const document of selfies) {
    const { frame } = document
    if (frame === undefined || known.has(frame.nonce)) continue
    const image = { bytes: yield* bytesOf(document), mime_type: document.mime_type }
    // One by one, since one of them that no one can open must not hide the others.
    const seen = yield* assess({ challenge: null, frames: [{ image, ...frame }] }).pipe(Effect.catch(outage))
    if ("_tag" in seen || seen.kind !== "still") continue
    found.set(frame.nonce, [...(found.get(frame.nonce) ?? []), seen.analysis.perceptual_hash])
  }
  return [...found].map(([nonce, frame_hashes]): CapturedFrames => ({ nonce, frame_hashes }))
})

/**
 * The live captures of a session, to be kept with its face, and the frames of those that came before the one in hand. A capture goes by the nonce
 * of its challenge: however often the same one is judged, it is never taken for a copy of itself.
 */
export const capturesOf = Effect.fnUntraced(function* (
  session: CheckContext,
  selfies: ReadonlyArray<StoredDocument>,
  evidence: LivenessEvidence
) {
  const nonce = evidence.kind === "challenge" ? evidence.challenge.nonce : null
  const kept = (yield* (yield* FaceIndex).of(session.id)).flatMap((face) => face.captures)
  const known = new Set([...kept.flatMap((capture) => capture.nonce ?? []), ...(nonce === null ? [] : [nonce])])
  const before = [...kept, ...(yield* givenUp(selfies, known))].reduce(withCapture, [])
  const current = evidence.kind === "challenge" ? evidence.frames.map((frame) => frame.analysis.perceptual_hash) : []
  return {
    captures: nonce === null ? before : withCapture(before, { nonce, frame_hashes: current }),
    // Those without a name may be of the capture in hand.
    seen: before.flatMap((capture) => (capture.nonce === null || capture.nonce === nonce ? [] : capture.frame_hashes))
  }
})
