import { Effect } from "effect"
import type { StoredDocument } from "../documents/model.ts"
import { PagePreview } from "../documents/preview.ts"
import { type FaceImage, FaceMatcher } from "../faces/analysis.ts"
import { FaceIndex, type FaceHit } from "../faces/face-index.ts"
import { judgeLiveness } from "../faces/liveness/judge.ts"
import { judgeFaceMatch, type PortraitSource } from "../faces/match.ts"
import type { SessionFace } from "../faces/template.ts"
import { JobFailed } from "../operation/job.ts"
import { SessionStore } from "../sessions/model.ts"
import { effectiveFaceBands, effectiveFaceBandsOf } from "../settings/identity-verification.ts"
import { bytesOf, captureEvidenceOf, outage } from "./capture-evidence.ts"
import type { CheckContext } from "./context.ts"
import { type JudgedCheck, judgedCheck, unavailableCheck } from "./judged.ts"
import { subjectOf } from "./session-documents.ts"

/** The picture that a selfie is compared with, and where it comes from. */
export interface Portrait {
  readonly source: PortraitSource
  readonly image: FaceImage
  readonly document_id: string
}

/** Width in pixels to which a page of a PDF is drawn, so that the portrait on it is large enough to compare. */
const drawnWidth = 1600

const drawnPage = Effect.fnUntraced(function* (bytes: Uint8Array, page: number) {
  const drawn = (yield* PagePreview).render({ bytes, mime_type: "application/pdf", page, width: drawnWidth })
  return yield* Effect.mapError(
    drawn,
    (failure) => new JobFailed({ reason: failure._tag === "EngineUnavailable" ? failure.reason : "a page that was read cannot be drawn" })
  )
})

/** The side of an identity document that shows its holder: the one with a portrait or a machine readable zone, else the first. */
export const portraitOf = Effect.fnUntraced(function* (documents: ReadonlyArray<StoredDocument>) {
  const readable = documents.filter(({ identity_reading }) => identity_reading !== undefined)
  const portraitWidth = (document: StoredDocument): number =>
    Math.max(0, ...(document.identity_reading?.pictures ?? []).map(({ portrait }) => portrait?.width ?? 0))
  // Small copies of a portrait are printed on backs as well: the widest is the portrait itself.
  const [widest] = readable.toSorted((one, other) => portraitWidth(other) - portraitWidth(one))
  const passport = readable.find(({ identity_reading }) => identity_reading?.pictures.some(({ mrz }) => mrz?.format === "TD3"))
  const front = readable.find(({ side }) => side === "front" || side === "spread")
  const chosen = widest !== undefined && portraitWidth(widest) > 0 ? widest : (passport ?? front ?? readable[0])
  if (chosen === undefined) return null
  const [first, ...others] = chosen.identity_reading?.pictures ?? []
  const picture = others.reduce((best, one) => ((one.portrait?.width ?? 0) > (best?.portrait?.width ?? 0) ? one : best), first)
  const bytes = yield* bytesOf(chosen)
  const drawn = chosen.mime_type === "application/pdf"
  const image: FaceImage = drawn
    ? { bytes: yield* drawnPage(bytes, picture?.page ?? 1), mime_type: "image/png" }
    : { bytes, mime_type: chosen.mime_type, turned: picture?.turned ?? 0 }
  const portrait: Portrait = { source: "document", image, document_id: chosen.id }
  return portrait
})

/** How near two faces have to be for their sessions to be compared: 0.80 on the scale of scores, "possibly the same person" (decisions 3.26). */
const searchDistance = 0.6
const likely = 0.9

/** Faces of other sessions that are likely the same, and whether any of those is about somebody else. */
const facesElsewhere = Effect.fnUntraced(function* (session: CheckContext, face: SessionFace) {
  const found = yield* (yield* FaceIndex).search({ template: face.template, limit: 20, within: searchDistance, excluding: [session.id] })
  const sessions = yield* SessionStore
  const own = subjectOf(session)
  const others: Array<FaceHit> = []
  for (const hit of found.hits) {
    const other = hit.score >= likely ? yield* sessions.find(hit.session_id) : undefined
    const theirs = other === undefined ? "" : subjectOf(other)
    if (own !== "" && theirs !== "" && own !== theirs) others.push(hit)
  }
  return { hits: found.hits, others }
})

const duplicateFace = (session: CheckContext, others: ReadonlyArray<FaceHit>, documents: ReadonlyArray<string>): JudgedCheck =>
  judgedCheck(
    "duplicate",
    {
      outcome: others.length > 0 ? "review" : "passed",
      score: null,
      confidence: null,
      threshold: null,
      reasons:
        others.length > 0
          ? [{ code: "duplicate_face", severity: "review", message: "The same face appears in a session about somebody else" }]
          : [],
      details: {
        fingerprint: null,
        matches: others.map(({ session_id }) => ({ session_id, same_person: false, same_document: false, picture: null, distance: null })),
        matches_total: others.length
      },
      session_reasons: others.length > 0 ? ["duplicate_face"] : []
    },
    session,
    { documents, part: "face" }
  )

/** What the checks of a face found, and the face that later sessions are compared with; null where there is none. */
export interface JudgedFaces {
  readonly checks: ReadonlyArray<JudgedCheck>
  readonly face: SessionFace | null
}

const unavailable = (session: CheckContext, message: string): JudgedFaces => ({
  checks: [unavailableCheck("liveness", session, { message }), unavailableCheck("face_match", session, { message })],
  face: null
})

/** Pictures that nobody can open are asked for again, as a blurred one is. */
const unreadable = (session: CheckContext, documents: ReadonlyArray<string>): JudgedFaces => ({
  checks: [
    judgedCheck(
      "liveness",
      {
        outcome: "failed",
        score: null,
        confidence: null,
        threshold: null,
        reasons: [
          { code: "selfie_unclear", severity: "fail", message: "The picture of the face is damaged or of no kind that can be read" }
        ],
        details: null,
        session_reasons: ["selfie_unclear"]
      },
      session,
      { documents }
    )
  ],
  face: null
})

/** The checks of a selfie: whether somebody was there, whether it is the person of the portrait, and whether the face was seen before. */
export const judgeFaces = Effect.fnUntraced(function* (
  session: CheckContext,
  selfies: ReadonlyArray<StoredDocument>,
  portrait: Portrait | null
) {
  const matcher = yield* FaceMatcher
  const captured = yield* captureEvidenceOf(session, selfies)
  if (captured === "unreadable") {
    return unreadable(
      session,
      selfies.map(({ id }) => id)
    )
  }
  if (captured === null) return unavailable(session, "The pictures of the face could not be looked at; a person has to.")
  const { at, documents: ids, evidence, frontal } = captured
  const bands = yield* effectiveFaceBands
  const analysis = frontal === undefined ? undefined : yield* matcher.analyze(frontal.image).pipe(Effect.catch(outage))
  const template = analysis === undefined || "_tag" in analysis ? null : analysis.template
  const hashes = evidence.kind === "challenge" ? evidence.frames.map((frame) => frame.analysis.perceptual_hash) : []
  const face: SessionFace | null = template === null ? null : { template, frame_hashes: hashes }
  const elsewhere = face === null ? { hits: [], others: [] } : yield* facesElsewhere(session, face)
  const ofPortrait = portrait === null ? undefined : yield* matcher.analyze(portrait.image).pipe(Effect.catch(outage))
  const liveness = judgeLiveness(evidence, {
    session_id: session.id,
    at,
    bands,
    portrait: ofPortrait === undefined || "_tag" in ofPortrait ? null : ofPortrait.template,
    seen: elsewhere.hits.flatMap(({ frame_hashes }) => frame_hashes)
  })
  const checks: Array<JudgedCheck> = [judgedCheck("liveness", liveness, session, { documents: ids })]
  if (portrait !== null && frontal !== undefined) {
    const compared = yield* matcher.compare({ portrait: portrait.image, selfie: frontal.image }).pipe(Effect.catch(outage))
    checks.push(
      "_tag" in compared
        ? unavailableCheck("face_match", session, {
            message: "The pictures of the faces could not be looked at; a person has to.",
            documents: ids
          })
        : judgedCheck(
            "face_match",
            judgeFaceMatch(compared, yield* effectiveFaceBandsOf(compared.similarity?.model ?? bands.model), portrait.source),
            session,
            { documents: frontal.document_id === null ? [portrait.document_id] : [frontal.document_id, portrait.document_id] }
          )
    )
  } else {
    const message =
      portrait === null
        ? "There is no portrait that the selfie could be compared with; a person has to look."
        : "The capture left no picture that could be compared with the portrait; a person has to look."
    checks.push(unavailableCheck("face_match", session, { message, documents: ids }))
  }
  if (face !== null) checks.push(duplicateFace(session, elsewhere.others, ids))
  const judged: JudgedFaces = { checks, face }
  return judged
})
