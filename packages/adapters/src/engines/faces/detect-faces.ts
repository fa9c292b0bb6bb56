import type { DetectedFace, FaceLibraries } from "./face-libraries.ts"
import { colourSharp, toColour } from "../image/decode.ts"
import type { ColourImage } from "../pdf/render.ts"
import { type Box, within } from "./face-picture.ts"

/** Side of what the detector is shown; smaller pictures are enlarged to the least, since it overlooks what has few pixels. */
const sides = { most: 512, least: 400 } as const
/** Border on each side, of repeated edge pixels: the detector overlooks faces that touch the edge. */
const border = 0.25
/** Below these a detection is a pattern and no face. */
const least = { mesh: 0.6, box: 0.25 } as const
/** Overlap (intersection over the smaller) from which two detections are one face. */
const sameFace = 0.4
/** Tiles that are looked at when the whole shows no face, each of this share of the sides. */
const tileShare = 0.62
const tileStarts = [0, (1 - tileShare) / 2, 1 - tileShare] as const

/** A face in pixels of the picture that was given. */
export interface FoundFace {
  readonly box: Box
  readonly points: ReadonlyArray<readonly [number, number, number]>
  readonly confidence: number
  /** Degrees as the library gives them. */
  readonly yaw: number
  readonly pitch: number
  readonly roll: number
}

const degrees = (radians: number): number => (radians * 180) / Math.PI

/** Points of the full mesh. */
const meshPoints = 468

const overlap = (one: Box, other: Box): number => {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
  return width <= 0 || height <= 0 ? 0 : (width * height) / Math.min(one.width * one.height, other.width * other.height)
}

const bySize = (faces: ReadonlyArray<FoundFace>): ReadonlyArray<FoundFace> =>
  [...faces].sort((one, other) => other.box.width * other.box.height - one.box.width * one.box.height)

/** The surer of detections that overlap. */
const distinct = (faces: ReadonlyArray<FoundFace>): ReadonlyArray<FoundFace> => {
  const kept: Array<FoundFace> = []
  for (const face of [...faces].sort((one, other) => other.confidence - one.confidence))
    if (kept.every(({ box }) => overlap(box, face.box) < sameFace)) kept.push(face)
  return kept
}

const look = async ({ human }: FaceLibraries, image: ColourImage): Promise<ReadonlyArray<FoundFace>> => {
  const longer = Math.max(image.width, image.height)
  const side = Math.min(sides.most, Math.max(sides.least, longer))
  const small = side === longer ? image : await toColour(colourSharp(image).resize(side, side, { fit: "inside" }))
  const scale = image.width / small.width
  const left = Math.round(small.width * border)
  const top = Math.round(small.height * border)
  const padded = await toColour(colourSharp(small).extend({ left, right: left, top, bottom: top, extendWith: "copy" }))
  const tensor = human.tf.tensor3d(padded.data, [padded.height, padded.width, 3], "int32")
  try {
    const { face: found } = await human.detect(tensor)
    const faces = found.flatMap((face: DetectedFace): ReadonlyArray<FoundFace> => {
      const { box, boxScore = 0, faceScore = 0, mesh, rotation } = face
      if (faceScore < least.mesh || boxScore < least.box || mesh.length < meshPoints || !rotation) return []
      const { pitch, roll, yaw } = rotation.angle
      if (![...box, pitch, roll, yaw].every(Number.isFinite)) return []
      return [
        {
          box: { left: (box[0] - left) * scale, top: (box[1] - top) * scale, width: box[2] * scale, height: box[3] * scale },
          points: mesh.map(([x, y, z]) => [(x - left) * scale, (y - top) * scale, z * scale] as const),
          // The detector is the stricter of the two; its score is what tells faces from patterns.
          confidence: Math.sqrt(Math.min(1, boxScore) * Math.min(1, faceScore)),
          yaw: degrees(yaw),
          pitch: degrees(pitch),
          roll: degrees(roll)
        }
      ]
    })
    return distinct(faces)
  } finally {
    tensor.dispose()
  }
}

const moved = (face: FoundFace, left: number, top: number): FoundFace => ({
  ...face,
  box: { ...face.box, left: face.box.left + left, top: face.box.top + top },
  points: face.points.map(([x, y, z]) => [x + left, y + top, z] as const)
})

const lookAt = async (libraries: FaceLibraries, image: ColourImage, part: Box): Promise<ReadonlyArray<FoundFace>> => {
  const box = within(part, image)
  const cut = await toColour(colourSharp(image).extract(box))
  return (await look(libraries, cut)).map((face) => moved(face, box.left, box.top))
}

/** A face of fewer pixels than this in what the detector saw is looked at again from near, when the picture has more. */
const nearBelow = 160
const nearAround = 0.6

/** The largest face, its points measured again in a cut-out of the full picture around it; the first look stands when the second finds nothing there. */
const fromNear = async (libraries: FaceLibraries, image: ColourImage, face: FoundFace): Promise<FoundFace> => {
  const shrunk = Math.max(image.width, image.height) / sides.most
  if (shrunk < 1.2 || face.box.width / shrunk >= nearBelow) return face
  const { height, left, top, width } = face.box
  const around = { x: width * nearAround, y: height * nearAround }
  const part = { left: left - around.x, top: top - around.y, width: width + 2 * around.x, height: height + 2 * around.y }
  const again = (await lookAt(libraries, image, part)).filter(({ box }) => overlap(box, face.box) >= sameFace)
  const [near] = bySize(again)
  // Sizes come from one look for all faces, so that their order holds.
  return near === undefined ? face : { ...near, box: face.box }
}

/** All faces of a picture, the largest first. At most ten in one look, and at most eleven looks. */
export const detectFaces = async (libraries: FaceLibraries, image: ColourImage): Promise<ReadonlyArray<FoundFace>> => {
  let faces = await look(libraries, image)
  // A small portrait on a photographed page is lost when the whole is shrunk: then the page is looked at in parts.
  if (faces.length === 0 && Math.max(image.width, image.height) > sides.most) {
    const found: Array<FoundFace> = []
    for (const y of tileStarts)
      for (const x of tileStarts) {
        const { height, width } = image
        found.push(
          ...(await lookAt(libraries, image, {
            left: x * width,
            top: y * height,
            width: tileShare * width,
            height: tileShare * height
          }))
        )
      }
    faces = distinct(found)
  }
  const [largest, ...others] = bySize(faces)
  return largest === undefined ? [] : [await fromNear(libraries, image, largest), ...others]
}
