import type { PagePlace } from "@vouchkit/core/verification/identity-documents/reading"
import { colourSharp, decodeColour, imageFacts, toColour } from "../image/decode.ts"
import type { ColourImage } from "../pdf/render.ts"

/** A rectangle in pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Longer side of what is decoded: a whole document is decoded finer, since only its portrait is kept of it. */
const sides = { whole: 2400, document: 4000 } as const
/** A place smaller than this holds no face that could be compared. */
const leastPlace = 16

const starts = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  webp: [0x52, 0x49, 0x46, 0x46],
  tiff_little: [0x49, 0x49, 0x2a, 0x00],
  tiff_big: [0x4d, 0x4d, 0x00, 0x2a]
} as const

/** By the bytes themselves, so that no text format ever reaches a decoder. */
const isPicture = (bytes: Uint8Array): boolean => Object.values(starts).some((start) => start.every((byte, index) => bytes[index] === byte))

/** The part of a box that lies within a picture, in whole pixels, one at least. */
export const within = (box: Box, { height, width }: { readonly width: number; readonly height: number }): Box => {
  const left = Math.min(Math.max(0, Math.floor(box.left)), width - 1)
  const top = Math.min(Math.max(0, Math.floor(box.top)), height - 1)
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.ceil(box.left + box.width), width) - left),
    height: Math.max(1, Math.min(Math.ceil(box.top + box.height), height) - top)
  }
}

export interface FacePicture {
  readonly image: ColourImage
  /** Pixels of the file for one pixel of the image. */
  readonly scale: number
  /** Where the image lies in the whole upright picture, as fractions. */
  readonly place: PagePlace
}

const whole: PagePlace = { left: 0, top: 0, width: 1, height: 1 }

/** Decodes a picture upright and in colour, on white where it is transparent, at most 2,400 pixels long; the place of it that was asked for. */
export const decodeFacePicture = async (
  bytes: Uint8Array,
  turned: number,
  place: PagePlace | null
): Promise<FacePicture | "unreadable" | "unsupported_media_type"> => {
  if (!isPicture(bytes)) return "unsupported_media_type"
  const facts = await imageFacts(bytes).catch(() => null)
  if (facts === null) return "unreadable"
  const most = place === null ? sides.whole : sides.document
  try {
    const upright = await decodeColour(bytes, most)
    const quarter = ((Math.round(turned / 90) % 4) + 4) % 4
    const turnedImage = quarter === 0 ? upright : await toColour(colourSharp(upright).rotate(quarter * 90))
    const scale = Math.max(facts.width, facts.height) / Math.max(upright.width, upright.height)
    if (place === null) return { image: turnedImage, scale, place: whole }
    const { height, width } = turnedImage
    const asked = { left: place.left * width, top: place.top * height, width: place.width * width, height: place.height * height }
    const box = within(asked, turnedImage)
    if (box.width < leastPlace || box.height < leastPlace) return "unreadable"
    const cut = await toColour(colourSharp(turnedImage).extract(box))
    return {
      image: cut,
      scale,
      place: { left: box.left / width, top: box.top / height, width: box.width / width, height: box.height / height }
    }
  } catch {
    return "unreadable"
  }
}
