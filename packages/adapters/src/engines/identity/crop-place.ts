import type { PagePlace } from "@vouchkit/core/verification/identity-documents/reading"
import { colourSharp } from "../image/decode.ts"
import type { ColourImage } from "../pdf/render.ts"
import { mediaOf, type Unread } from "../read-document.ts"
import { areasOf, turnedArea, uprightArea } from "./areas.ts"
import { withPages } from "./pages.ts"

/** Pixels on the longer side of what is cut out, and the quality at which it is kept. */
const maxSide = 1600
const quality = 92
const leastPixels = 16

interface WantedPlace {
  /** The document among those of its page, 0-based, in the order of a reading; the first where there are fewer. */
  readonly index?: number
  /** The turn that a reading found; null finds it again, which costs as much as reading. */
  readonly turned?: number | null
}

const cut = (image: ColourImage, place: PagePlace | null): Promise<Buffer> => {
  const { height, left, top, width } = place ?? { left: 0, top: 0, width: 1, height: 1 }
  const bounded = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))
  const x = bounded(left * image.width, image.width - leastPixels)
  const y = bounded(top * image.height, image.height - leastPixels)
  const wide = Math.max(leastPixels, bounded(width * image.width, image.width - x))
  const tall = Math.max(leastPixels, bounded(height * image.height, image.height - y))
  return colourSharp(image)
    .extract({ left: x, top: y, width: wide, height: tall })
    .resize(maxSide, maxSide, { fit: "inside", withoutEnlargement: true })
    .jpeg({ quality })
    .toBuffer()
}

/** The upright document of a page (1-based), or a place of it, as a JPEG of at most 1600 pixels; says why where it cannot be read. */
export const cropPlace = (
  bytes: Uint8Array,
  page: number,
  place: PagePlace | null,
  { index = 0, turned = null }: WantedPlace = {}
): Promise<Uint8Array | Unread> => {
  const media = mediaOf(bytes, "image/jpeg")
  if (typeof media !== "string") return Promise.resolve(media)
  return withPages<Uint8Array | Unread>(bytes, media, async (file) => {
    const drawn = page >= 1 && page <= file.page_count ? await file.page(page) : null
    if (drawn === null) return { code: "unreadable", retryable: false }
    const areas = await areasOf(drawn)
    const area = areas[index] ?? areas[0]
    if (area === undefined) return { code: "unreadable", retryable: false }
    const upright =
      turned === null ? (await uprightArea(area, { page, country: null, withText: true })).image : await turnedArea(area, turned)
    return new Uint8Array(await cut(upright, place))
  })
}
