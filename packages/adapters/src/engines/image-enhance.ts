import { greySharp, toGrey } from "./image-decode.ts"
import type { GreyImage } from "./pdf-render.ts"

/** Side of the blocks in which the brightness of the paper is measured, as a share of the longer side. */
const blocksAlong = 80
/** The paper is the brightest tenth of a block: text never covers that much of it. */
const paperShare = 0.9
/** A block darker than this share of the page's paper is a printed bar and not a shadow; its white text must stay white. */
const deepestShadow = 0.28

/** Blocks to either side within which a dark bar is bridged. A shadow is wider and changes slowly; a bar of a letterhead is neither. */
const barReach = 4

type Choice = (a: number, b: number) => number

/** The largest (or smallest) value around each block, along rows and then along columns. */
const filtered = (blocks: Uint8Array, columns: number, choose: Choice): Uint8Array => {
  const rows = blocks.length / columns
  const along = (source: Uint8Array, step: { readonly x: number; readonly y: number }): Uint8Array =>
    source.map((value, index) => {
      const [x, y] = [index % columns, Math.floor(index / columns)]
      let chosen = value
      for (let offset = -barReach; offset <= barReach; offset++) {
        const [nextX, nextY] = [x + offset * step.x, y + offset * step.y]
        if (nextX < 0 || nextY < 0 || nextX >= columns || nextY >= rows) continue
        chosen = choose(chosen, source[nextY * columns + nextX] ?? value)
      }
      return chosen
    })
  return along(along(blocks, { x: 1, y: 0 }), { x: 0, y: 1 })
}

/** Takes narrow dark bars out of the brightness of the paper: what was printed must stay darker than its surroundings. */
const withoutBars = (blocks: Uint8Array, columns: number): Uint8Array => filtered(filtered(blocks, columns, Math.max), columns, Math.min)

const percentile = (histogram: Uint32Array, share: number): number => {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  let seen = 0
  for (let level = 0; level < 256; level++) {
    seen += histogram[level] ?? 0
    if (seen >= total * share) return level
  }
  return 255
}

const histogramOf = (image: GreyImage, area: { left: number; top: number; right: number; bottom: number }, step = 1): Uint32Array => {
  const histogram = new Uint32Array(256)
  for (let y = area.top; y < area.bottom; y += step)
    for (let x = area.left; x < area.right; x += step) {
      const level = image.data[y * image.width + x] ?? 255
      histogram[level] = (histogram[level] ?? 0) + 1
    }
  return histogram
}

/** Brightness of the bare paper, block by block, smoothed and brought to the size of the picture. */
const paperOf = async (image: GreyImage): Promise<Uint8Array> => {
  const block = Math.max(8, Math.ceil(Math.max(image.width, image.height) / blocksAlong))
  const columns = Math.ceil(image.width / block)
  const rows = Math.ceil(image.height / block)
  const whole = percentile(histogramOf(image, { left: 0, top: 0, right: image.width, bottom: image.height }, 3), 0.95)
  const floor = Math.max(24, whole * deepestShadow)
  const paper = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const left = column * block
      const top = row * block
      const area = { left, top, right: Math.min(image.width, left + block), bottom: Math.min(image.height, top + block) }
      const level = percentile(histogramOf(image, area), paperShare)
      paper[row * columns + column] = level < floor ? whole : level
    }
  const coarse = greySharp({ data: withoutBars(paper, columns), width: columns, height: rows })
    .median(3)
    .blur(1.2)
  const smooth = await toGrey(coarse.resize(image.width, image.height, { fit: "fill", kernel: "linear" }))
  return smooth.data
}

/** Divides by the paper's brightness, so that shadows and uneven light disappear and paper is white everywhere. */
export const withEvenLight = async (image: GreyImage): Promise<GreyImage> => {
  const paper = await paperOf(image)
  const data = new Uint8Array(image.data.length)
  for (let index = 0; index < data.length; index++) {
    const light = paper[index] ?? 255
    data[index] = Math.min(255, ((image.data[index] ?? 255) * 250) / Math.max(1, light))
  }
  return { data, width: image.width, height: image.height }
}
