import { CompareFacesCommand, type CompareFacesResponse, DetectFacesCommand, RekognitionClient } from "@aws-sdk/client-rekognition"
import {
  type FaceFailure,
  type FaceImage,
  FaceImageUnreadable,
  FaceMatcher,
  type FaceMatchEvidence,
  type FaceSimilarity
} from "@vouchkit/core/verification/faces/analysis"
import { externalFaceModel } from "@vouchkit/core/verification/faces/bands"
import { Effect, Layer } from "effect"
import { PlainPictures } from "./plain-pictures.ts"
import type { Drawn } from "./plain-picture-protocol.ts"
import { type AwsRefusal, type AwsService, asked, clientSettings, shareOf, unavailable } from "./provider.ts"
import { boxOf, facesOf, type FoundFace, overlap, surroundings } from "./rekognition-faces.ts"

/** Share that two boxes of one face have in common at least. */
const sameFace = 0.3
const whole = { left: 0, top: 0, width: 1, height: 1 }

/** Refusals that are about the picture; another one may be accepted. */
const aboutPicture = { InvalidImageFormatException: "unsupported_media_type", ImageTooLargeException: "too_large" } as const
const isAboutPicture = (code: string): code is keyof typeof aboutPicture => Object.hasOwn(aboutPicture, code)

const failed = (refusal: AwsRefusal): Effect.Effect<never, FaceFailure> =>
  isAboutPicture(refusal.code)
    ? Effect.fail(new FaceImageUnreadable({ code: aboutPicture[refusal.code], retryable: true }))
    : unavailable(refusal)

/**
 * The score of the largest face of the selfie. The service compares with every face there, and leaves out those that are too poor for it: the score of a
 * bystander must not stand in for the person's.
 */
const similarityOf = ({ FaceMatches = [] }: CompareFacesResponse, largest: FoundFace): FaceSimilarity | null => {
  const scored = FaceMatches.flatMap(({ Face, Similarity }) => {
    const box = boxOf(Face?.BoundingBox)
    return box === null || Similarity === undefined ? [] : [{ shared: overlap(box, largest.box), score: shareOf(Similarity) }]
  })
  const [best] = scored.toSorted((one, other) => other.shared - one.shared)
  return best === undefined || best.shared < sameFace ? null : { model: externalFaceModel, score: best.score, distance: null }
}

/**
 * Finds faces by Rekognition's DetectFaces and compares them by CompareFaces. It gives no templates, so that its faces are not searched for in other
 * sessions. The role needs rekognition:DetectFaces and rekognition:CompareFaces.
 */
export const rekognitionFaceMatcherLayer = (service: AwsService): Layer.Layer<FaceMatcher, never, PlainPictures> =>
  Layer.effect(
    FaceMatcher,
    Effect.gen(function* () {
      const pictures = yield* PlainPictures
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => new RekognitionClient(clientSettings(service))),
        (open) => Effect.sync(() => open.destroy())
      )

      const detect = Effect.fnUntraced(function* (drawn: Drawn): Effect.fn.Return<ReadonlyArray<FoundFace>, FaceFailure> {
        const command = new DetectFacesCommand({ Image: { Bytes: drawn.jpeg }, Attributes: ["DEFAULT", "EYES_OPEN", "MOUTH_OPEN"] })
        const { FaceDetails = [] } = yield* asked(service, (abortSignal) => client.send(command, { abortSignal })).pipe(
          Effect.catch(failed)
        )
        return facesOf(FaceDetails, drawn)
      })

      const analyze = Effect.fn("FaceMatcher.analyze")(function* (image: FaceImage) {
        const drawn = yield* pictures.draw(image)
        const found = yield* detect(drawn)
        const [largest] = found
        const perceptual_hash = yield* pictures.hash(drawn, largest === undefined ? whole : surroundings(largest.box))
        return { faces: found.map(({ face }) => face), template: null, perceptual_hash }
      })

      const similarity = Effect.fnUntraced(function* (portrait: Drawn, selfie: Drawn, largest: FoundFace) {
        const command = new CompareFacesCommand({
          SourceImage: { Bytes: portrait.jpeg },
          TargetImage: { Bytes: selfie.jpeg },
          // Every score is wanted: what is enough is for the bands of the organization to say.
          SimilarityThreshold: 0,
          QualityFilter: "AUTO"
        })
        return yield* asked(service, (abortSignal) => client.send(command, { abortSignal })).pipe(
          Effect.map((answer) => similarityOf(answer, largest)),
          // Both pictures show a face, and the filter of the comparison finds one of them too poor to be compared.
          Effect.catch((refusal) => (refusal.code === "InvalidParameterException" ? Effect.succeed(null) : failed(refusal)))
        )
      })

      const compare = Effect.fn("FaceMatcher.compare")(function* (images: { readonly portrait: FaceImage; readonly selfie: FaceImage }) {
        const [portrait, selfie] = yield* Effect.all([pictures.draw(images.portrait), pictures.draw(images.selfie)])
        const [ofPortrait, ofSelfie] = yield* Effect.all([detect(portrait), detect(selfie)], { concurrency: 2 })
        const [largest] = ofSelfie
        const evidence: FaceMatchEvidence = {
          portrait: ofPortrait.map(({ face }) => face),
          selfie: ofSelfie.map(({ face }) => face),
          similarity: largest === undefined || ofPortrait.length === 0 ? null : yield* similarity(portrait, selfie, largest)
        }
        return evidence
      })

      return FaceMatcher.of({ analyze, compare })
    })
  )
