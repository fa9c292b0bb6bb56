import sharp, { type Sharp } from "sharp"
import { hasTooManyPages, imageFacts } from "../image/decode.ts"
import { type PreviewAnswer, type PreviewJob, previewSize } from "./protocol.ts"

/** Pixels that a picture may declare: what the reading of documents accepts. */
const maxInputPixels = 120_000_000

/** The pixels as a PNG. The library leaves out every kind of metadata unless it is told to keep some. */
export const toPng = (pixels: Sharp): Promise<Uint8Array> => pixels.png({ compressionLevel: 6 }).toBuffer()

/** Draws one page of a picture, upright, on white where it is transparent. */
export const drawPicture = async ({ bytes, page, width }: PreviewJob): Promise<PreviewAnswer> => {
  const facts = await imageFacts(bytes).catch(() => null)
  if (facts === null || hasTooManyPages(facts)) return { undrawable: "unreadable" }
  if (page > facts.pages) return { page_count: facts.pages }
  const open = () => sharp(bytes, { limitInputPixels: maxInputPixels, failOn: "truncated", page: page - 1, pages: 1 })
  try {
    // The pages of a TIFF may differ in size, and what the file says of itself is true of its first one.
    const { height, orientation = 1, width: across } = await open().metadata()
    const shape = orientation >= 5 ? { width: height, height: across } : { width: across, height }
    if (!(shape.width > 0 && shape.height > 0)) return { undrawable: "unreadable" }
    const size = previewSize(shape, width)
    const pixels = open()
      .autoOrient()
      .resize(size.width, size.height, { fit: "fill" })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
    return { png: await toPng(pixels) }
  } catch {
    return { undrawable: "unreadable" }
  }
}
