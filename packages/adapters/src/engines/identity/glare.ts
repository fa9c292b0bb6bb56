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

interface Spot {
  readonly place: PagePlace
  /** Share of the document. */
  readonly share: number
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
    spots.push({
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

/**
 * Freedom of an upright document from glare: 1 none, 0 too much to read what matters. Light over print (`printed`: lines, portrait, machine
 * readable zone) weighs six times as much as light over an empty part. Null where the document is as white as light itself.
 */
export const glareOf = async (document: GreyImage, printed: ReadonlyArray<PagePlace>): Promise<number | null> => {
  const small = await toGrey(greySharp(document).resize(searchSide, searchSide, { fit: "inside", withoutEnlargement: true }))
  const usual = levelOf(levelCounts(small.data), 0.6)
  if (usual > whitePaper) return null
  const threshold = Math.max(overexposed - 8, Math.min(252, usual + 0.72 * (255 - usual)))
  let score = 1
  for (const { place, share } of spotsOf(small, threshold)) {
    // A line that light interrupts is read to either side of it.
    const over = printed.some((part) => touches(place, part, 0.06))
    score -= share / (over ? printLimit : plainLimit)
  }
  return Math.max(0, score)
}
