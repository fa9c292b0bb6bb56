import type { Face, FaceAnalysis } from "@vouchkit/core/verification/faces/analysis"
import { localFaceModel } from "@vouchkit/core/verification/faces/bands"
import type { PagePlace } from "@vouchkit/core/verification/identity-documents/reading"
import { detectFaces, type FoundFace } from "./detect-faces.ts"
import { cutChip, meanFacePoints, mirrorChip } from "./face-chip.ts"
import type { FaceLibraries, Tensor } from "./face-libraries.ts"
import type { ColourImage } from "../pdf/render.ts"
import { decodeFacePicture, type FacePicture } from "./face-picture.ts"
import { chipQuality, differenceHash } from "./face-quality.ts"

/** Points of the mesh: inner edge of both lips, top of the forehead and chin. */
const lips = [13, 14] as const
const heightOfFace = [10, 152] as const
/** Gap between the lips, as a share of the height of the face, at which a mouth counts as wide open. */
const wideOpen = 0.2

type Point = FoundFace["points"][number]
const origin: Point = [0, 0, 0]

const apart = (points: FoundFace["points"], [one, other]: readonly [number, number]): number => {
  const [a, b] = [points[one] ?? origin, points[other] ?? origin]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

const unit = (value: number): number => Math.min(1, Math.max(0, value))

const chipOf = (image: ColourImage, { points }: FoundFace): ColourImage =>
  cutChip(
    image,
    meanFacePoints.map((index) => {
      const [x, y] = points[index] ?? origin
      return [x, y] as const
    })
  )

const describeFace = (face: FoundFace, chip: ColourImage, { image, place, scale }: FacePicture): Face => {
  const { box, points } = face
  const eyes = apart(points, [33, 263])
  const inWhole: PagePlace = {
    left: unit(place.left + (box.left / image.width) * place.width),
    top: unit(place.top + (box.top / image.height) * place.height),
    width: unit((box.width / image.width) * place.width),
    height: unit((box.height / image.height) * place.height)
  }
  // Outer corners of the eyes lie 74 pixels apart in the chip.
  const quality = chipQuality(chip, 74 / Math.max(1, eyes))
  return {
    place: inWhole,
    size: { width: Math.max(0, box.width * scale), height: Math.max(0, box.height * scale) },
    confidence: unit(face.confidence),
    // The library counts the other way: towards the left edge of the picture.
    yaw: -face.yaw,
    pitch: face.pitch,
    roll: face.roll,
    mouth_open: unit(apart(points, lips) / Math.max(1, apart(points, heightOfFace)) / wideOpen),
    // The mesh without a model of the iris follows the brow rather than the lid: shut eyes would be guessed.
    eyes_open: null,
    ...quality
  }
}

/** The mean of the descriptors of a face and of its mirror image: it halves what the light from one side and a mirrored camera change. */
const templateOf = async ({ descriptors, human }: FaceLibraries, chip: ColourImage): Promise<ReadonlyArray<number>> => {
  const tensors: ReadonlyArray<Tensor> = [chip, mirrorChip(chip)].map(({ data, height, width }) =>
    human.tf.tensor3d(data, [height, width, 3], "int32")
  )
  try {
    const [straight, mirrored] = await descriptors.nets.faceRecognitionNet.computeFaceDescriptor(tensors)
    if (!(straight instanceof Float32Array && mirrored instanceof Float32Array)) throw new Error("two faces have two descriptors")
    return Array.from(straight, (value, index) => Math.fround((value + (mirrored[index] ?? value)) / 2))
  } finally {
    for (const tensor of tensors) tensor.dispose()
  }
}

interface PictureJob {
  readonly bytes: Uint8Array
  readonly turned: number
  readonly place: PagePlace | null
}
export interface UnreadFace {
  readonly code: "unreadable" | "unsupported_media_type"
  readonly retryable: boolean
}

/** Room around the face, as a share of it on each side, that its hash covers. */
const hashAround = 0.3

/** What a picture shows, and the points of the mesh of its largest face as fractions of the upright picture; none without a face. */
export interface ExaminedFace {
  readonly analysis: FaceAnalysis
  readonly points: ReadonlyArray<readonly [number, number]>
}

/** Looks at one picture: decodes it bounded, finds the faces, and describes the largest by a template. */
export const examineFace = async (libraries: FaceLibraries, { bytes, place, turned }: PictureJob): Promise<ExaminedFace | UnreadFace> => {
  const picture = await decodeFacePicture(bytes, turned, place)
  if (typeof picture === "string") return { code: picture, retryable: true }
  const { image } = picture
  const found = await detectFaces(libraries, image)
  const seen = found.map((face) => ({ face, chip: chipOf(image, face) }))
  const [first] = seen
  if (first === undefined) {
    const perceptual_hash = await differenceHash(image, { left: 0, top: 0, ...image })
    return { analysis: { faces: [], template: null, perceptual_hash }, points: [] }
  }
  const { height, left, top, width } = first.face.box
  const surroundings = {
    left: left - width * hashAround,
    top: top - height * hashAround,
    width: width * (1 + 2 * hashAround),
    height: height * (1 + 2 * hashAround)
  }
  const analysis: FaceAnalysis = {
    faces: seen.map(({ chip, face }) => describeFace(face, chip, picture)),
    template: { model: localFaceModel, values: await templateOf(libraries, first.chip) },
    perceptual_hash: await differenceHash(image, surroundings)
  }
  return { analysis, points: first.face.points.map(([x, y]) => [x / image.width, y / image.height] as const) }
}

/** The same without the points. */
export const analyzeFace = async (libraries: FaceLibraries, job: PictureJob): Promise<FaceAnalysis | UnreadFace> => {
  const examined = await examineFace(libraries, job)
  return "code" in examined ? examined : examined.analysis
}
