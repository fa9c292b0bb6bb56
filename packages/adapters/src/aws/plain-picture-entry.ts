import { Schema } from "effect"
import { decodeFacePicture } from "../engines/faces/face-picture.ts"
import { differenceHash } from "../engines/faces/face-quality.ts"
import { colourSharp } from "../engines/image/decode.ts"
import { serveJobs } from "../engines/process/serve-jobs.ts"
import { PlainPictureJob } from "./plain-picture-protocol.ts"

/** Longer side in pixels and quality of what is sent: more tells a provider nothing new, and stays far below the 5 MB that it takes. */
const longestSide = 1600
const jpegQuality = 92

const decode = Schema.decodeUnknownSync(PlainPictureJob)

const draw = async ({ bytes, place, turned }: PlainPictureJob): Promise<object> => {
  const picture = await decodeFacePicture(bytes, turned, place)
  if (typeof picture === "string") return { unread: { code: picture, retryable: true } }
  const { image, scale } = picture
  const fitted = colourSharp(image).resize(longestSide, longestSide, { fit: "inside", withoutEnlargement: true })
  return {
    jpeg: new Uint8Array(await fitted.jpeg({ quality: jpegQuality }).toBuffer()),
    width: image.width * scale,
    height: image.height * scale,
    place: picture.place
  }
}

const hash = async ({ bytes, around }: PlainPictureJob): Promise<object> => {
  const picture = await decodeFacePicture(bytes, 0, null)
  if (typeof picture === "string" || around === null) return { unread: { code: "unreadable", retryable: true } }
  const { image } = picture
  const part = {
    left: around.left * image.width,
    top: around.top * image.height,
    width: around.width * image.width,
    height: around.height * image.height
  }
  return { hash: await differenceHash(image, part) }
}

serveJobs((message) => {
  const job = decode(message)
  return job.around === null ? draw(job) : hash(job)
})
