import sharp from "sharp"
import { weighPicture } from "../image/work/weigh-picture.ts"
import { decodeJpeg2000, portraitLimits } from "./jpeg2000.ts"

/** No face needs more than this on the longer side to be recognised. */
const longestSide = 1600

const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

sharp.concurrency(1)
sharp.cache(false)

/** The portrait of a chip, JPEG or JPEG 2000, as a plain PNG without anything but pixels. Null where it cannot be decoded. */
export const portraitPng = async (bytes: Uint8Array): Promise<Uint8Array | null> => {
  const raw = isJpeg(bytes) ? null : await decodeJpeg2000(bytes)
  if (raw === null && !isJpeg(bytes)) return null
  try {
    if (raw === null) weighPicture(bytes)
    const picture =
      raw === null
        ? sharp(bytes, { limitInputPixels: portraitLimits.pixels, failOn: "truncated" }).autoOrient()
        : sharp(raw.data, { raw: { width: raw.width, height: raw.height, channels: raw.channels } })
    const png = await picture
      .flatten({ background: "#ffffff" })
      .resize(longestSide, longestSide, { fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .png()
      .toBuffer()
    return new Uint8Array(png)
  } catch {
    return null
  }
}
