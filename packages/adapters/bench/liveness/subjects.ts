import type { ColourImage } from "../../src/engines/pdf/render.ts"
import { astronaut, samplePicture } from "../../../../test/support/face-pictures.ts"
import { detectFaces, type FoundFace } from "../../src/engines/faces/detect-faces.ts"
import type { FaceLibraries } from "../../src/engines/faces/face-libraries.ts"
import { decodeFacePicture } from "../../src/engines/faces/face-picture.ts"
import { colourSharp, toColour } from "../../src/engines/image/decode.ts"
import type { Vertex } from "./raster.ts"

/** A frame as a browser takes it upright, and the width of the face in it. */
export const frameSize = { width: 480, height: 640 } as const
const faceWidth = 180

/** A person by one photograph: the picture cut to a frame, and the mesh of the face in it. */
export interface Subject {
  readonly name: string
  /** Subjects that thresholds were chosen on, and those that they were only measured on. */
  readonly group: "chosen_on" | "held_out"
  readonly picture: ColourImage
  /** Points of the mesh in the frame; z in the unit of x and y, negative towards the camera. */
  readonly mesh: ReadonlyArray<Vertex>
  /** From one edge of the mesh to the other, in pixels. */
  readonly width: number
  /** Degrees by which the photograph shows the head turned to its own left, and leaning clockwise. */
  readonly yaw: number
  readonly roll: number
}

/** A face that looks further aside shows too little of its far side to be animated, and a smaller one has no detail. */
const bounds = { yaw: 25, width: 140, sure: 0.7 } as const
/** From the tip of the nose to the ears, as a share of the width of a face: the library gives depths of no constant scale. */
const depthOfFace = 0.75

const cut = async (image: ColourImage, { box, points }: FoundFace): Promise<{ picture: ColourImage; mesh: ReadonlyArray<Vertex> }> => {
  const xs = points.map(([x]) => x)
  const scale = faceWidth / (Math.max(...xs) - Math.min(...xs))
  const [width, height] = [Math.round(frameSize.width / scale), Math.round(frameSize.height / scale)]
  const left = Math.round(box.left + box.width / 2 - width / 2)
  const top = Math.round(box.top + box.height * 0.5 - height * 0.45)
  const room = {
    left: Math.max(0, -left),
    top: Math.max(0, -top),
    right: Math.max(0, left + width - image.width),
    bottom: Math.max(0, top + height - image.height)
  }
  const padded = await toColour(colourSharp(image).extend({ ...room, extendWith: "mirror" }))
  const part = await toColour(colourSharp(padded).extract({ left: left + room.left, top: top + room.top, width, height }))
  const picture = await toColour(colourSharp(part).resize(frameSize.width, frameSize.height, { fit: "fill" }))
  const depths = points.map(([, , z]) => z)
  const [front, back] = [Math.min(...depths), Math.max(...depths)]
  const deep = (depthOfFace * faceWidth) / Math.max(1, back - front)
  return { picture, mesh: points.map(([x, y, z]) => [(x - left) * scale, (y - top) * scale, (z - back) * deep]) }
}

/** Every face of the pictures at hand that looks into the camera and is large enough. */
export const loadSubjects = async (libraries: FaceLibraries): Promise<ReadonlyArray<Subject>> => {
  const pictures = [
    { name: "astronaut", bytes: astronaut, group: "held_out" as const },
    ...([1, 2, 3, 4, 5, 6] as const).map((number) => ({
      name: `sample ${number}`,
      bytes: samplePicture(number),
      group: number % 2 === 1 ? ("chosen_on" as const) : ("held_out" as const)
    }))
  ]
  const subjects: Array<Subject> = []
  for (const { bytes, group, name } of pictures) {
    const decoded = await decodeFacePicture(bytes, 0, null)
    if (typeof decoded === "string") continue
    const faces = await detectFaces(libraries, decoded.image)
    for (const [index, face] of faces.entries()) {
      if (Math.abs(face.yaw) > bounds.yaw || face.box.width < bounds.width || face.confidence < bounds.sure) continue
      subjects.push({
        name: `${name}, face ${index + 1}`,
        group,
        width: faceWidth,
        yaw: -face.yaw,
        roll: face.roll,
        ...(await cut(decoded.image, face))
      })
    }
  }
  return subjects
}
