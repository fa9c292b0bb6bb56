import { Context, type Effect, Schema } from "effect"
import type { Outside } from "../../kernel/foundation/outside.ts"
import type { EngineUnavailable } from "../document-reading.ts"
import type { PagePlace } from "../identity-documents/reading.ts"

/** Which computation made a template or a score. Templates of two models or versions cannot be compared with each other. */
export const FaceModel = Schema.Struct({
  name: Schema.String.check(Schema.isBetweenLength(1, 64)),
  version: Schema.String.check(Schema.isBetweenLength(1, 32))
}).annotate({ identifier: "FaceModel" })
export interface FaceModel extends Schema.Schema.Type<typeof FaceModel> {}

export const sameModel = (one: FaceModel, other: FaceModel): boolean => one.name === other.name && one.version === other.version

/** Numbers of a template at most; a list longer than this is no template of any model known. */
export const maximumTemplateLength = 4096

/** What tells one face from another, as numbers. It is biometric data: it is stored sealed only, and leaves the service in no form. */
export const FaceTemplate = Schema.Struct({
  model: FaceModel,
  values: Schema.Array(Schema.Finite).check(Schema.isMinLength(1), Schema.isMaxLength(maximumTemplateLength))
}).annotate({ "x-personal": true })
export interface FaceTemplate extends Schema.Schema.Type<typeof FaceTemplate> {}

/** One face in a picture. */
export interface Face {
  /** As fractions of the upright picture. */
  readonly place: PagePlace
  /** Width and height of the face in pixels of the picture as it was given. */
  readonly size: { readonly width: number; readonly height: number }
  /** 0 to 1: how sure it is that this is a face. */
  readonly confidence: number
  /**
   * Degrees. Yaw grows as the person turns to their own left (in a picture that is not mirrored the nose moves to the right edge), pitch as
   * they look down, roll as the head leans clockwise for the viewer.
   */
  readonly yaw: number
  readonly pitch: number
  readonly roll: number
  /** 0 shut, 1 wide open. */
  readonly mouth_open: number
  /** 0 shut, 1 open; null where the engine does not judge it. */
  readonly eyes_open: number | null
  /** Sharpness and brightness of the face, each 0 (unusable) to 1 (good). */
  readonly sharpness: number
  readonly brightness: number
}

export interface FaceAnalysis {
  /** The largest first. */
  readonly faces: ReadonlyArray<Face>
  /** Of the largest face; null without a face, and from providers that give none. */
  readonly template: FaceTemplate | null
  /** 256-bit difference hash of the surroundings of the largest face, of the whole picture without one; 64 hexadecimal digits. */
  readonly perceptual_hash: string
}

/** The picture of a face, by its bytes. */
export interface FaceImage {
  readonly bytes: Uint8Array
  readonly mime_type: string
  /** Clockwise turn in degrees, a multiple of 90, that makes the picture upright; it is applied after what the file says of itself (Exif). */
  readonly turned?: number
  /** Where to look, as fractions of the upright picture: the portrait of a document that was photographed whole. */
  readonly place?: PagePlace | null
}

/** Why a picture could not be looked at. `retryable` means that another picture would help. */
export class FaceImageUnreadable extends Schema.TaggedError<FaceImageUnreadable>()("FaceImageUnreadable", {
  code: Schema.Literals(["unreadable", "unsupported_media_type", "too_large"]),
  retryable: Schema.Boolean
}) {}

/** Packages that the engine is made of are not on this machine: no retry will help, an operator has to install them. */
export class FaceEngineMissing extends Schema.TaggedError<FaceEngineMissing>()("FaceEngineMissing", {
  packages: Schema.Array(Schema.String)
}) {
  override get message() {
    return `faces cannot be compared here, because these packages are not installed: ${this.packages.join(", ")}`
  }
}

export type FaceFailure = FaceImageUnreadable | EngineUnavailable | FaceEngineMissing

/** How much two faces are alike by one model: a score of 0 to 1 on the scale of `bands.ts`, and the distance where the model has one. */
export interface FaceSimilarity {
  readonly model: FaceModel
  readonly score: number
  readonly distance: number | null
}

/** What is needed to judge whether a selfie shows the person of a portrait. */
export interface FaceMatchEvidence {
  /** Faces of the portrait and of the selfie, the largest first; those that were compared are the largest. */
  readonly portrait: ReadonlyArray<Face>
  readonly selfie: ReadonlyArray<Face>
  /** Null when one of the two shows no face. */
  readonly similarity: FaceSimilarity | null
}

/** Finds and compares faces. Local engines and vendors alike stand behind it; a provider without templates gives null for them. */
export class FaceMatcher extends Context.Service<
  FaceMatcher,
  {
    readonly analyze: (image: FaceImage) => Effect.Effect<FaceAnalysis, FaceFailure>
    readonly compare: (images: {
      readonly portrait: FaceImage
      readonly selfie: FaceImage
    }) => Effect.Effect<FaceMatchEvidence, FaceFailure>
  }
>()("@vouchkit/core/faces/FaceMatcher") {
  declare readonly reaches: Outside
}
