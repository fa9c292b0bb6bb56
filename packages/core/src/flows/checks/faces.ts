import { Effect } from "effect"
import type { StoredDocument } from "../../resources/documents/model.ts"
import { type FaceImage, FaceMatcher } from "../../verification/faces/analysis.ts"
import { FaceIndex, type FaceHit } from "../../verification/faces/face-index.ts"
import { mostRestedOn, type RestsOn, restsOnFiles, restsOnRecords } from "../../verification/evidence/evidence.ts"
import type { CheckVerdict } from "../../verification/verdict.ts"
import type { Assurance } from "../../verification/assurance.ts"
import type { LivenessEvidence } from "../../verification/faces/liveness/evidence.ts"
import { latestAttempt } from "../../resources/sessions/attempts.ts"
import { judgeLiveness } from "../../verification/faces/liveness/judge.ts"
import type { FaceBands } from "../../verification/faces/bands.ts"
import { judgeFaceMatch, leavesDoubt, withOtherPortraits } from "../../verification/faces/match.ts"
import type { SessionFace } from "../../verification/faces/template.ts"
import { SessionStore } from "../../resources/sessions/model.ts"
import { effectiveFaceBands, effectiveFaceBandsOf, livenessAutoPass } from "../../resources/settings/identity-verification.ts"
import { captureEvidenceOf, outage } from "./capture-evidence.ts"
import type { CheckContext } from "../../resources/checks/context.ts"
import { type JudgedCheck, judgedCheck, unavailableCheck } from "../../resources/checks/conclusion.ts"
import { capturesOf } from "./other-captures.ts"
import { type FacePortrait, noOthers, type OtherPortraits, type Portrait } from "./portraits.ts"
import { compared, type NamedPerson, personOf, sameReference } from "./same-person.ts"

/** How near two faces have to be for their sessions to be compared: 0.80 on the scale of scores, "possibly the same person". */
const searchDistance = 0.6
const likely = 0.9

/** Faces of other sessions that are likely the same, and whether any of those is about someone else. */
const facesElsewhere = Effect.fnUntraced(function* (session: CheckContext, own: NamedPerson, face: SessionFace) {
  const found = yield* (yield* FaceIndex).search({ template: face.template, limit: 20, within: searchDistance, excluding: [session.id] })
  const sessions = yield* SessionStore
  const others: Array<FaceHit> = []
  for (const hit of found.hits) {
    const other = hit.score >= likely ? yield* sessions.find(hit.session_id) : undefined
    if (other !== undefined && !sameReference(session, other) && compared(own, yield* personOf(other)) !== "same") others.push(hit)
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
          ? [
              {
                code: "duplicate_face",
                severity: "review",
                message: "The same face appears in a session about another person, or about no one by name",
                rests_on: [
                  ...restsOnRecords(
                    "session",
                    others.map(({ session_id }) => session_id)
                  ),
                  ...restsOnFiles("face", documents)
                ].slice(0, mostRestedOn)
              }
            ]
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
interface JudgedFaces {
  readonly checks: ReadonlyArray<JudgedCheck>
  readonly face: SessionFace | null
}

/** The face match of a session that no one asked for a portrait: a person could not compare anything either. */
export const withoutPortrait = (session: CheckContext, documents: ReadonlyArray<string>): JudgedCheck =>
  judgedCheck(
    "face_match",
    {
      outcome: "not_applicable",
      score: null,
      confidence: null,
      threshold: null,
      reasons: [
        {
          code: "no_reference_data",
          severity: "info",
          message: "The session has no identity document and no chip, so there is no portrait to compare the face with."
        }
      ],
      details: null,
      session_reasons: []
    },
    session,
    { documents }
  )

/** The face match that could not be made; it is missed only where a portrait was to be had. */
const unmatched = (session: CheckContext, portrait: FacePortrait, message: string, documents: ReadonlyArray<string> = []): JudgedCheck =>
  portrait === "not_asked" ? withoutPortrait(session, documents) : unavailableCheck("face_match", session, { message, documents })

const unavailable = (session: CheckContext, portrait: FacePortrait, message: string): JudgedFaces => ({
  checks: [unavailableCheck("liveness", session, { message }), unmatched(session, portrait, message)],
  face: null
})

/** Pictures that no one can open are asked for again, as a blurred one is. */
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
          {
            code: "selfie_unclear",
            severity: "fail",
            message: "The picture of the face is damaged or has an unsupported format",
            rests_on: restsOnFiles("selfie", documents)
          }
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

/**
 * Whether it stays open that another portrait among the pictures of the document shows someone else than the selfie: it does, or it could not be
 * compared, or more of them came than are looked at. Else a picture of oneself beside a stolen document would only need that document's to be spoilt.
 */
const anotherFace = Effect.fnUntraced(function* ({ portraits, uncompared }: OtherPortraits, selfie: FaceImage, bands: FaceBands) {
  if (uncompared) return true
  const matcher = yield* FaceMatcher
  for (const { image } of portraits) {
    const compared = yield* matcher.compare({ portrait: image, selfie }).pipe(Effect.catch(outage))
    if ("_tag" in compared || leavesDoubt(judgeFaceMatch(compared, bands))) return true
  }
  return false
})

/** Whether the platform vouches for the app and the device that the session's last capture came from. */
const isAttested = (session: CheckContext) =>
  Effect.map(latestAttempt(session.id), (attempt) => attempt?.attestation?.verdict === "verified" && !attempt.attestation.simulated)

/** What was done before a camera can be animated, unless someone vouches for the camera. */
const livenessAssurance = ({ kind }: LivenessEvidence, attested: boolean): Assurance =>
  kind === "still" ? "none" : attested ? "cryptographic" : kind === "provider" ? "consistency" : "none"

const restingOn = <Verdict extends Pick<CheckVerdict<unknown>, "reasons">>(
  verdict: Verdict,
  rests_on: ReadonlyArray<RestsOn>
): Verdict => ({
  ...verdict,
  reasons: verdict.reasons.map((reason) => ({ ...reason, rests_on: rests_on.slice(0, mostRestedOn) }))
})

/** Both faces of a match; the portrait stands on its page, or in its chip. */
const matchRestsOn = (portrait: Portrait, selfie: string | null): ReadonlyArray<RestsOn> => [
  { field: "portrait", source: portrait.source === "chip" ? "chip" : "visual", evidence: portrait.evidence },
  ...restsOnFiles("selfie", selfie === null ? [] : [selfie])
]

interface Faces {
  readonly portrait: Portrait
  readonly selfie: { readonly image: FaceImage; readonly document_id: string | null }
  /** Of the model that the service works with. A match by another one is judged by the bands of that one. */
  readonly bands: FaceBands
  readonly others: OtherPortraits
  /** The documents of the selfie. */
  readonly documents: ReadonlyArray<string>
}

/** Compares a selfie with the portrait, and with what else the pictures of the document show of a face. */
const matched = Effect.fnUntraced(function* (session: CheckContext, { bands, documents, others, portrait, selfie }: Faces) {
  const compared = yield* (yield* FaceMatcher).compare({ portrait: portrait.image, selfie: selfie.image }).pipe(Effect.catch(outage))
  const bandsOfMatch = "_tag" in compared ? bands : yield* effectiveFaceBandsOf(compared.similarity?.model ?? bands.model)
  const doubted = yield* anotherFace(others, selfie.image, bandsOfMatch)
  if ("_tag" in compared) {
    const message = "The pictures of the faces could not be examined. A person has to review them."
    return unavailableCheck("face_match", session, { message, documents })
  }
  const verdict = withOtherPortraits(judgeFaceMatch(compared, bandsOfMatch, portrait.source), doubted)
  return judgedCheck("face_match", restingOn(verdict, matchRestsOn(portrait, selfie.document_id)), session, {
    documents: selfie.document_id === null ? [portrait.document_id] : [selfie.document_id, portrait.document_id]
  })
})

/** The checks of a selfie: whether someone was there, whether it is the person of the portrait, and whether the face was seen before. */
export const judgeFaces = Effect.fnUntraced(function* (
  session: CheckContext,
  selfies: ReadonlyArray<StoredDocument>,
  wanted: FacePortrait,
  { others = noOthers, person }: { readonly others?: OtherPortraits; readonly person: NamedPerson }
) {
  const portrait = wanted === "not_asked" ? null : wanted
  const matcher = yield* FaceMatcher
  const captured = yield* captureEvidenceOf(session, selfies)
  if (captured === "unreadable") {
    return unreadable(
      session,
      selfies.map(({ id }) => id)
    )
  }
  if (captured === null) return unavailable(session, wanted, "The pictures of the face could not be examined. A person has to review them.")
  const { at, documents: ids, evidence, frontal, times } = captured
  const bands = yield* effectiveFaceBands
  const analysis = frontal === undefined ? undefined : yield* matcher.analyze(frontal.image).pipe(Effect.catch(outage))
  const template = analysis === undefined || "_tag" in analysis ? null : analysis.template
  const attested = yield* isAttested(session)
  const { captures, seen } = yield* capturesOf(session, selfies, evidence)
  const face: SessionFace | null = template === null ? null : { template, captures }
  const elsewhere = face === null ? { hits: [], others: [] } : yield* facesElsewhere(session, person, face)
  const ofPortrait = portrait === null ? undefined : yield* matcher.analyze(portrait.image).pipe(Effect.catch(outage))
  const liveness = judgeLiveness(evidence, {
    session_id: session.id,
    at,
    bands,
    portrait: ofPortrait === undefined || "_tag" in ofPortrait ? null : ofPortrait.template,
    seen: elsewhere.hits.flatMap(({ frame_hashes }) => frame_hashes),
    seen_here: seen,
    times,
    assured: attested || (yield* livenessAutoPass)
  })
  const checks: Array<JudgedCheck> = [
    judgedCheck("liveness", restingOn(liveness, restsOnFiles("selfie", ids)), session, {
      documents: ids,
      assurance: livenessAssurance(evidence, attested)
    })
  ]
  if (portrait !== null && frontal !== undefined) {
    checks.push(yield* matched(session, { portrait, selfie: frontal, bands, others, documents: ids }))
  } else {
    const message =
      portrait === null
        ? "There is no portrait to compare the selfie with. A person has to review it."
        : "The capture has no picture to compare with the portrait. A person has to review it."
    checks.push(unmatched(session, wanted, message, ids))
  }
  if (face !== null) checks.push(duplicateFace(session, elsewhere.others, ids))
  const judged: JudgedFaces = { checks, face }
  return judged
})
