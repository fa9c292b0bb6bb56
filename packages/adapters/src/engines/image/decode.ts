import { maxDocumentPages } from "@vouchkit/core/resources/documents/media"
import sharp, { type Sharp } from "sharp"
import { weighPicture } from "./work/weigh-picture.ts"
import type { ColourImage, GreyImage } from "../pdf/render.ts"

/** Pixels that a picture may declare before it is decoded; a 100-megapixel photograph still passes, a decompression bomb does not. */
const maxInputPixels = 120_000_000

/** Nothing that reads or looks at a page needs more than this on its longer side. */
const maxWorkingSide = 4000

/** A wrong width and height can hide in either; no page is this narrow. */
const maxAspect = 12

/** Pixels of a side below which nothing can be read: a line of the smallest legible print is 8 high. Recognition fails on pictures of 3. */
const leastSide = 16

// One job at a time runs in a process: more threads would only take the processor from the service, and the cache would keep documents alive.
sharp.concurrency(1)
sharp.cache(false)

export interface ImageFacts {
  readonly width: number
  readonly height: number
  readonly pages: number
  readonly format: string
  readonly exif: Uint8Array | null
}

const open = (bytes: Uint8Array, page = 0): Sharp =>
  sharp(bytes, { limitInputPixels: maxInputPixels, failOn: "truncated", page, pages: 1, sequentialRead: true })

/**
 * True for a JPEG that lacks its end: the decoder fills what is missing with grey and calls it a picture.
 * The end is looked for after the last start of picture data, because the preview inside has an end of its own.
 */
const isCutOff = (bytes: Uint8Array): boolean => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return file.lastIndexOf(Buffer.from([0xff, 0xd9])) < file.lastIndexOf(Buffer.from([0xff, 0xda]))
}

/**
 * What the header of a picture says; null when it is no picture, cut off, a bomb, or of an impossible shape. Rejects with `TooMuchWork` where
 * decoding it would take more than any picture of a document does.
 */
export const imageFacts = async (bytes: Uint8Array): Promise<ImageFacts | null> => {
  weighPicture(bytes)
  try {
    const { exif, format, height, orientation = 1, pages = 1, width } = await open(bytes).metadata()
    const turned = orientation >= 5
    const shape = { width: turned ? height : width, height: turned ? width : height }
    if (format === "jpeg" && isCutOff(bytes)) return null
    if (!(Math.min(shape.width, shape.height) >= leastSide) || shape.width * shape.height > maxInputPixels) return null
    if (Math.max(shape.width / shape.height, shape.height / shape.width) > maxAspect) return null
    return { ...shape, pages, format, exif: exif ?? null }
  } catch {
    return null
  }
}

/** Pages of a picture that are too many to read are not an error of decoding, so they are distinguished. */
export const hasTooManyPages = (facts: ImageFacts): boolean => facts.pages > maxDocumentPages

/** The first of several channels. */
const firstOf = (data: Uint8Array, channels: number): Uint8Array => {
  const first = new Uint8Array(data.length / channels)
  for (let index = 0; index < first.length; index++) first[index] = data[index * channels] ?? 255
  return first
}

/** Runs a pipeline to grey pixels. The image library issues three equal channels in some cases; one of them is kept. */
export const toGrey = async (pipeline: Sharp): Promise<GreyImage> => {
  const { data, info } = await pipeline.greyscale().toColourspace("b-w").raw().toBuffer({ resolveWithObject: true })
  const { channels, height, width } = info
  // Bytes of one kind everywhere: loops that meet both these and buffers of the library take much longer.
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.length)
  return { data: channels === 1 ? bytes : firstOf(bytes, channels), width, height }
}

/** Runs a pipeline to red, green and blue, on white where it is transparent. */
export const toColour = async (pipeline: Sharp): Promise<ColourImage> => {
  const { data, info } = await pipeline.flatten({ background: "#ffffff" }).toColourspace("srgb").raw().toBuffer({ resolveWithObject: true })
  const { channels, height, width } = info
  if (channels === 3) return { data, width, height }
  const colours = new Uint8Array(width * height * 3)
  for (let index = 0; index < width * height; index++)
    for (let channel = 0; channel < 3; channel++)
      colours[index * 3 + channel] = data[index * channels + (channels < 3 ? 0 : channel)] ?? 255
  return { data: colours, width, height }
}

/** Decodes one page (0-based) upright and in colour, no longer than `side`. Rejects on a damaged picture. */
export const decodeColour = (bytes: Uint8Array, side: number, page = 0): Promise<ColourImage> =>
  toColour(open(bytes, page).autoOrient().resize(side, side, { fit: "inside", withoutEnlargement: true }))

/** Decodes one page (0-based) upright, in colour and in grey, once for both. Rejects on a damaged picture. */
export const decodePage = async (bytes: Uint8Array, page = 0): Promise<{ readonly colour: ColourImage; readonly grey: GreyImage }> => {
  const colour = await decodeColour(bytes, maxWorkingSide, page)
  return { colour, grey: await toGrey(colourSharp(colour)) }
}

/** A colour image as an input of the image library. */
export const colourSharp = ({ data, height, width }: ColourImage): Sharp => sharp(data, { raw: { width, height, channels: 3 } })

/** A grey image as an input of the image library. */
export const greySharp = ({ data, height, width }: GreyImage): Sharp => sharp(data, { raw: { width, height, channels: 1 } })

/** The pixels as a portable greymap, the form in which the recognizer is given them: nothing has to be packed and unpacked. */
export const plainFile = ({ data, height, width }: GreyImage): Buffer => Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data])
