import { Schema } from "effect"
import { type CheckVerdict, outcomeOfReasons, type VerdictReason } from "../verdict.ts"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { type Face, FaceModel, type FaceMatchEvidence, type FaceSimilarity, sameModel } from "./analysis.ts"
import type { FaceBands } from "./bands.ts"

/** Where the portrait comes from that a selfie is compared with. A chip's is signed by the state that issued it. */
export const PortraitSource = Schema.Literals(["document", "chip"])
export type PortraitSource = typeof PortraitSource.Type

const Share = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
const Seen = Schema.Struct({
  faces: Count,
  /** Width of the largest face in pixels; null without a face. */
  face_width: Schema.NullOr(Schema.Int),
  sharpness: Schema.NullOr(Share),
  brightness: Schema.NullOr(Share),
  yaw: Schema.NullOr(Schema.Finite)
})

/** `details` of a face match: numbers about the pictures, and neither the pictures nor templates. */
export const FaceMatchDetails = Schema.Struct({
  portrait_source: PortraitSource,
  portrait: Seen,
  selfie: Seen,
  similarity: Schema.NullOr(Share),
  model: Schema.NullOr(FaceModel),
  bands: Schema.Struct({ pass: Share, review: Share })
}).annotate({ identifier: "FaceMatchDetails" })
export interface FaceMatchDetails extends Schema.Schema.Type<typeof FaceMatchDetails> {}

/** Bounds of a selfie that can be compared. Beyond them the score says more about the picture than about the person. */
export const selfieLimits = { least_sharpness: 0.15, least_brightness: 0.2, most_yaw: 25, most_pitch: 30 } as const

/** A second face of at least this share of the largest one's width stands in front of the camera too, not behind it. */
const besideShare = 0.5

const failures = {
  face_not_found: "No face was found in the selfie",
  multiple_faces: "More than one person is in front of the camera",
  selfie_unclear: "The selfie is too small, dark, blurred or turned to be compared",
  face_mismatch: "The selfie and the portrait show different people"
} as const
const reviews = {
  portrait_not_found: "No face was found in the portrait of the document",
  portrait_too_small: "The portrait is too small to be compared reliably",
  portrait_unclear: "The portrait is too blurred to be compared reliably",
  face_below_pass: "The selfie and the portrait are similar, but not similar enough to pass",
  bystander: "A smaller face appears behind the person",
  face_model_not_calibrated: "The thresholds belong to another model than the one that compared the faces",
  not_compared: "The faces were not compared",
  portraits_differ: "The pictures of the document show the portraits of different people, or some that could not be compared"
} as const

const fail = (code: keyof typeof failures): VerdictReason => ({ code, severity: "fail", message: failures[code] })
const review = (code: keyof typeof reviews): VerdictReason => ({ code, severity: "review", message: reviews[code] })

const seen = (faces: ReadonlyArray<Face>): typeof Seen.Type => {
  const [face] = faces
  return {
    faces: Math.min(100, faces.length),
    face_width: face === undefined ? null : Math.round(face.size.width),
    sharpness: face?.sharpness ?? null,
    brightness: face?.brightness ?? null,
    yaw: face?.yaw ?? null
  }
}

/** What is wrong with a selfie by itself; the rest of the verdict means nothing when something fails here. */
export const selfieReasons = (faces: ReadonlyArray<Face>, bands: FaceBands): ReadonlyArray<VerdictReason> => {
  const [face, second] = faces
  if (face === undefined) return [fail("face_not_found")]
  const reasons: Array<VerdictReason> = []
  if (second !== undefined) {
    reasons.push(second.size.width >= besideShare * face.size.width ? fail("multiple_faces") : review("bystander"))
  }
  const unclear =
    face.size.width < bands.min_selfie_width ||
    face.sharpness < selfieLimits.least_sharpness ||
    face.brightness < selfieLimits.least_brightness ||
    Math.abs(face.yaw) > selfieLimits.most_yaw ||
    Math.abs(face.pitch) > selfieLimits.most_pitch
  if (unclear) reasons.push(fail("selfie_unclear"))
  return reasons
}

const portraitReasons = ([face]: ReadonlyArray<Face>, bands: FaceBands): ReadonlyArray<VerdictReason> => {
  if (face === undefined) return [review("portrait_not_found")]
  if (face.size.width < bands.min_portrait_width) return [review("portrait_too_small")]
  return face.sharpness < selfieLimits.least_sharpness ? [review("portrait_unclear")] : []
}

const similarityReasons = (similarity: FaceSimilarity | null, bands: FaceBands): ReadonlyArray<VerdictReason> => {
  if (similarity === null) return [review("not_compared")]
  if (!sameModel(similarity.model, bands.model)) return [review("face_model_not_calibrated")]
  if (!(similarity.score >= bands.review)) return [fail("face_mismatch")]
  return similarity.score >= bands.pass ? [] : [review("face_below_pass")]
}

/** Reasons that fail before those that ask a person; otherwise as they were found. */
export const weightiestFirst = (reasons: ReadonlyArray<VerdictReason>): ReadonlyArray<VerdictReason> => [
  ...reasons.filter(({ severity }) => severity === "fail"),
  ...reasons.filter(({ severity }) => severity !== "fail")
]

/** The reasons of a session that follow from those of the check; a person who may try again is told what to do better. */
const sessionCodes: Readonly<Record<string, ReasonCode>> = {
  face_not_found: "face_not_found",
  multiple_faces: "multiple_faces",
  bystander: "multiple_faces",
  selfie_unclear: "selfie_unclear",
  face_mismatch: "face_mismatch",
  face_below_pass: "face_mismatch",
  portrait_not_found: "document_unreadable",
  portrait_too_small: "document_unreadable",
  portrait_unclear: "document_unreadable",
  face_model_not_calibrated: "check_unavailable",
  not_compared: "check_unavailable",
  portraits_differ: "portrait_replaced"
}

/**
 * Judges whether a selfie shows the person of a portrait, of a document or of its chip alike.
 *
 * A picture that cannot be compared is no evidence against anybody: then the faces do not "mismatch", the selfie is asked for again, or a person
 * looks at a poor portrait. Without such doubts the score decides by the bands. Confidence is how sure the weaker of both faces is one.
 */
export const judgeFaceMatch = (
  evidence: FaceMatchEvidence,
  bands: FaceBands,
  portrait_source: PortraitSource = "document"
): CheckVerdict<FaceMatchDetails> => {
  const { portrait, selfie } = evidence
  // A score that is no number is none.
  const similarity = Number.isFinite(evidence.similarity?.score) ? evidence.similarity : null
  const ofSelfie = selfieReasons(selfie, bands)
  const ofPortrait = portraitReasons(portrait, bands)
  const comparable = !ofSelfie.some(({ severity }) => severity === "fail") && ofPortrait.length === 0
  const ofSimilarity = similarityReasons(similarity, bands)
  // Of pictures that hardly allow it, a comparison may still ask for a person, but neither fails nor says more than the doubt itself.
  const reasons = weightiestFirst([...ofSelfie, ...ofPortrait, ...(comparable ? ofSimilarity : [])])
  const codes = reasons.map(({ code }) => sessionCodes[code]).filter((code) => code !== undefined)
  const confidences = [portrait[0]?.confidence, selfie[0]?.confidence].filter((confidence) => confidence !== undefined)
  return {
    outcome: outcomeOfReasons(reasons),
    score: similarity?.score ?? null,
    confidence: confidences.length === 2 ? Math.min(...confidences) : null,
    threshold: bands.pass,
    reasons,
    details: {
      portrait_source,
      portrait: seen(portrait),
      selfie: seen(selfie),
      similarity: similarity?.score ?? null,
      model: similarity?.model ?? null,
      bands: { pass: bands.pass, review: bands.review }
    },
    session_reasons: [...new Set(codes)]
  }
}

const doubts: ReadonlySet<string> = new Set(["face_mismatch", "portrait_not_found", "portrait_too_small", "portrait_unclear"])

/** Whether another portrait of the same document, compared with the selfie, may be someone else's: nothing is made of what the selfie itself lacks. */
export const leavesDoubt = ({ reasons }: CheckVerdict<FaceMatchDetails>): boolean => reasons.some(({ code }) => doubts.has(code))

/** The same verdict, with the doubt that another portrait among the pictures raises: a person has to say which of them is the document's. */
export const withOtherPortraits = (verdict: CheckVerdict<FaceMatchDetails>, doubted: boolean): CheckVerdict<FaceMatchDetails> => {
  if (!doubted) return verdict
  const reasons = [...verdict.reasons, review("portraits_differ")]
  return {
    ...verdict,
    outcome: outcomeOfReasons(reasons),
    reasons,
    session_reasons: [...verdict.session_reasons, "portrait_replaced"],
    doubts: ["portrait_replaced"]
  }
}
