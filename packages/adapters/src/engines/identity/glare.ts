import type { PagePlace } from "@vouchkit/core/verification/identity-documents/reading"
import { greySharp, toGrey } from "../image/decode.ts"
import { levelCounts, levelOf } from "../image/levels.ts"
import type { GreyImage } from "../pdf/render.ts"

/** Glare is looked for on a small copy: it is large where it matters. */
const searchSide = 560
/** Level from which a pixel is overexposed, for a document as dark as this one or darker; brighter paper asks for more. */
const overexposed = 244
/** A document whose usual level lies above this is as white as glare: nothing can be distinguished. */
const whitePaper = 238
/** Smaller spots than this share of the document hide nothing. */
const leastShare = 0.0012
/** Share of a spot's bounding box that a printed white field fills; a spot of light is round and fills less. */
const boxFilled = 0.9
/** A spot of light fades: this share of the way to the surroundings is still bright a little outside it. */
const leastFade = 0.22

/** Share of the document covered by glare at which `glare` reaches 0 where nothing is printed, and where something is. */
const plainLimit = 0.3
const printLimit = 0.05

/** Share of the document covered by glare over fields at which `glare` reaches 0: a date takes some half per cent of a passport. */
const fieldLimit = 0.008
/** Level that only light reaches: printed white keeps its grain below it. */
const clipped = 251
const mostlyClipped = 0.5

interface Spot {
  readonly place: PagePlace
  /** Share of the document. */
  readonly share: number
  /** Its pixels, where nothing but light can have made them white; else none. */
  readonly blinding: ReadonlyArray<number>
}

/** Mean level of a ring of pixels at some distance around a spot. */
const ringLevel = ({ data, height, width }: GreyImage, edge: ReadonlyArray<number>, spot: Uint8Array, steps: number): number => {
  let sum = 0
  let count = 0
  for (const pixel of edge) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    for (const [dx, dy] of [
      [steps, 0],
      [-steps, 0],
      [0, steps],
      [0, -steps]
    ] as const) {
      const [column, row] = [x + dx, y + dy]
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      const at = row * width + column
      if (spot[at] === 1) continue
      sum += data[at] ?? 0
      count += 1
    }
  }
  return count === 0 ? 255 : sum / count
}

/** Connected overexposed spots that look like light and not like printed white. */
const spotsOf = (image: GreyImage, threshold: number): ReadonlyArray<Spot> => {
  const { data, height, width } = image
  const seen = new Uint8Array(data.length)
  const queue = new Int32Array(data.length)
  const spots: Array<Spot> = []
  for (let first = 0; first < data.length; first++) {
    if (seen[first] !== 0 || (data[first] ?? 0) < threshold) continue
    let end = 0
    const box = { left: width, top: height, right: 0, bottom: 0 }
    const edge: Array<number> = []
    const visit = (pixel: number) => {
      if (seen[pixel] !== 0 || (data[pixel] ?? 0) < threshold) return
      seen[pixel] = 1
      queue[end++] = pixel
    }
    visit(first)
    for (let start = 0; start < end; start++) {
      const pixel = queue[start] ?? 0
      const [x, y] = [pixel % width, Math.floor(pixel / width)]
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y)
      const before = end
      if (x > 0) visit(pixel - 1)
      if (x + 1 < width) visit(pixel + 1)
      if (y > 0) visit(pixel - width)
      if (y + 1 < height) visit(pixel + width)
      if (end === before) edge.push(pixel)
    }
    if (end < leastShare * data.length) continue
    const boxed = end / ((box.right - box.left + 1) * (box.bottom - box.top + 1))
    const near = ringLevel(image, edge, seen, 3)
    const far = ringLevel(image, edge, seen, 16)
    const fade = far > threshold - 8 ? 0 : (near - far) / (threshold - far)
    if (fade < leastFade && boxed > boxFilled) continue
    // A ragged white area that ends sharply is what is left free between print.
    if (fade < leastFade / 2 && boxed < 0.55) continue
    const pixels = queue.slice(0, end)
    const blinded = pixels.reduce((count, pixel) => count + ((data[pixel] ?? 0) >= clipped ? 1 : 0), 0)
    spots.push({
      blinding: blinded >= mostlyClipped * end ? [...pixels] : [],
      place: {
        left: box.left / width,
        top: box.top / height,
        width: (box.right - box.left + 1) / width,
        height: (box.bottom - box.top + 1) / height
      },
      share: end / data.length
    })
  }
  return spots
}

const touches = (one: PagePlace, other: PagePlace, slack: number): boolean =>
  one.left < other.left + other.width + slack &&
  other.left < one.left + one.width + slack &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

/** Lines of one column stand at most this many heights of a line apart where one between them was lost. */
const lostLines = 7
/** A line that light took the end of goes on this far, in heights of the line. */
const lineGoesOn = 6

/** The line with the end that light may have taken, and the lines between it and the next one of its column, which it may have taken whole. */
const withLost = (line: PagePlace, lines: ReadonlyArray<PagePlace>): ReadonlyArray<PagePlace> => {
  const own = { ...line, width: line.width + lineGoesOn * line.height * 0.7 }
  const below = lines
    .filter(
      (other) => other.top > line.top + line.height * 0.5 && other.left < line.left + line.width && line.left < other.left + other.width
    )
    .sort((a, b) => a.top - b.top)[0]
  if (below === undefined || below.top - line.top > lostLines * line.height) return [own]
  const width = Math.max(line.left + line.width, below.left + below.width) - Math.min(line.left, below.left)
  return [own, { left: Math.min(line.left, below.left), top: line.top, width, height: below.top - line.top }]
}

/** What a document prints where: places that were read, and those where something may stand that light kept from being read. */
export interface PrintedPlaces {
  /** Lines, portrait, machine readable zone: light over any of them counts more than over an empty part. */
  readonly printed: ReadonlyArray<PagePlace>
  /** Lines of fields, and the place of the zone: light over them hides number, dates or name. */
  readonly fields: ReadonlyArray<PagePlace>
}

const within = ({ height, left, top, width }: PagePlace, x: number, y: number): boolean =>
  x >= left && x < left + width && y >= top && y < top + height

/** Share of the document in which light that hides everything lies over fields. */
const overFields = ({ height, width }: GreyImage, spots: ReadonlyArray<Spot>, fields: ReadonlyArray<PagePlace>): number => {
  const hidden = spots.flatMap(({ blinding }) => blinding)
  const areas = fields.flatMap((line) => withLost(line, fields))
  const over = hidden.filter((pixel) => {
    const [x, y] = [((pixel % width) + 0.5) / width, (Math.floor(pixel / width) + 0.5) / height]
    return areas.some((area) => within(area, x, y))
  })
  return over.length / (width * height)
}

/**
 * Freedom of an upright document from glare: 1 none, 0 too much to read what matters. Light over print weighs six times as much as light over an
 * empty part; light over fields is judged by how much of them it may hide, however small the spot. Null where the document is as white as light itself.
 */
export const glareOf = async (document: GreyImage, { fields, printed }: PrintedPlaces): Promise<number | null> => {
  const small = await toGrey(greySharp(document).resize(searchSide, searchSide, { fit: "inside", withoutEnlargement: true }))
  const usual = levelOf(levelCounts(small.data), 0.6)
  if (usual > whitePaper) return null
  const threshold = Math.max(overexposed - 8, Math.min(252, usual + 0.72 * (255 - usual)))
  const spots = spotsOf(small, threshold)
  let score = 1
  for (const { place, share } of spots) {
    // A line that light interrupts is read to either side of it.
    const over = printed.some((part) => touches(place, part, 0.06))
    score -= share / (over ? printLimit : plainLimit)
  }
  return Math.max(0, Math.min(score, 1 - overFields(small, spots, fields) / fieldLimit))
}
