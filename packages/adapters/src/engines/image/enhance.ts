import { levelOf } from "./levels.ts"
import type { GreyImage } from "../pdf/render.ts"

/** Side of the blocks in which the brightness of the paper is measured, as a share of the longer side. */
const blocksAlong = 80
/** The paper is the brightest tenth of a block: text never covers that much of it. */
const paperShare = 0.9
/** A block this bright, as a share of the brightest paper, is paper wherever it stands. */
const surelyPaper = 0.75
/** From one block to the next light falls off by less than this; where the level jumps, something printed or another thing begins. */
const steepestLight = 1.13

/** Blocks to either side within which a dark bar is bridged. A shadow is wider and changes slowly; a bar of a letterhead is neither. */
const barReach = 4

type Choice = (a: number, b: number) => number

/** The largest (or smallest) value around each block of `count` lines of `length` blocks; `next` is the way along a line, `line` the way to the next one. */
const along = (source: Uint8Array, count: number, length: number, line: number, next: number, choose: Choice): Uint8Array => {
  const chosen = new Uint8Array(source.length)
  for (let row = 0; row < count; row++)
    for (let at = 0; at < length; at++) {
      const start = row * line
      const last = Math.min(length - 1, at + barReach)
      let value = source[start + at * next] ?? 0
      for (let near = Math.max(0, at - barReach); near <= last; near++) value = choose(value, source[start + near * next] ?? 0)
      chosen[start + at * next] = value
    }
  return chosen
}

/** The same in both directions: along rows and then along columns. */
const filtered = (blocks: Uint8Array, columns: number, choose: Choice): Uint8Array => {
  const rows = blocks.length / columns
  return along(along(blocks, rows, columns, columns, 1, choose), columns, rows, 1, columns, choose)
}

/** Takes narrow dark bars out of the brightness of the paper: what was printed must stay darker than its surroundings. */
const withoutBars = (blocks: Uint8Array, columns: number): Uint8Array => filtered(filtered(blocks, columns, Math.max), columns, Math.min)

interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The level that a share of the pixels of an area does not exceed, of which every `step`th counts in rows and columns. `counts` holds the levels meanwhile. */
const percentile = ({ data, width }: GreyImage, area: Area, step: number, share: number, counts: Uint32Array): number => {
  counts.fill(0)
  for (let y = area.top; y < area.bottom; y += step)
    for (let x = area.left; x < area.right; x += step) {
      const level = data[y * width + x] ?? 255
      counts[level] = (counts[level] ?? 0) + 1
    }
  return levelOf(counts, share)
}

interface Paper {
  readonly blocks: Uint8Array
  readonly columns: number
  readonly rows: number
  /** Side of a block in pixels. */
  readonly block: number
}

/**
 * Brightness of the paper where something dark stands in place of it. Light changes from block to block by little, so paper is what can be reached
 * from bright blocks in small steps, however deep its shadow; panels, pictures and the table take the light of the nearest paper.
 */
const litPaper = (blocks: Uint8Array, columns: number, whole: number): Uint8Array => {
  const lit = new Uint8Array(blocks)
  const known = blocks.map((level) => (level >= whole * surelyPaper ? 1 : 0))
  const queue = new Int32Array(blocks.length)
  const spread = (reaches: (from: number, to: number) => boolean, light: (from: number, to: number) => number): void => {
    let count = 0
    for (let at = 0; at < blocks.length; at++) if (known[at] === 1) queue[count++] = at
    for (let next = 0; next < count; next++) {
      const at = queue[next] ?? 0
      const column = at % columns
      for (const side of [column > 0 ? at - 1 : -1, column + 1 < columns ? at + 1 : -1, at - columns, at + columns]) {
        if (side < 0 || side >= blocks.length || known[side] === 1 || !reaches(at, side)) continue
        known[side] = 1
        lit[side] = light(at, side)
        queue[count++] = side
      }
    }
  }
  spread(
    (from, to) => (blocks[to] ?? 0) * steepestLight >= (blocks[from] ?? 0),
    (_from, to) => blocks[to] ?? 0
  )
  spread(
    () => true,
    (from) => lit[from] ?? whole
  )
  return lit
}

/** Brightness of the bare paper, block by block. */
const paperOf = (image: GreyImage): Paper => {
  const block = Math.max(8, Math.ceil(Math.max(image.width, image.height) / blocksAlong))
  const columns = Math.ceil(image.width / block)
  const rows = Math.ceil(image.height / block)
  // One for all blocks: there are thousands of them, and a new one for each took longer than the rest.
  const counts = new Uint32Array(256)
  const whole = percentile(image, { left: 0, top: 0, right: image.width, bottom: image.height }, 3, 0.95, counts)
  const paper = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const left = column * block
      const top = row * block
      const area = { left, top, right: Math.min(image.width, left + block), bottom: Math.min(image.height, top + block) }
      paper[row * columns + column] = percentile(image, area, 2, paperShare, counts)
    }
  return { blocks: withoutBars(litPaper(paper, columns, whole), columns), columns, rows, block }
}

/** Between the middles of which two blocks each pixel of a side lies, and how near to the second, in 256ths. */
const between = (pixels: number, blocks: number, block: number): { readonly first: Int32Array; readonly share: Int32Array } => {
  const first = new Int32Array(pixels)
  const share = new Int32Array(pixels)
  for (let at = 0; at < pixels; at++) {
    const place = Math.min(blocks - 1, Math.max(0, (at + 0.5) / block - 0.5))
    first[at] = Math.max(0, Math.min(blocks - 2, Math.floor(place)))
    share[at] = blocks === 1 ? 0 : Math.round((place - (first[at] ?? 0)) * 256)
  }
  return { first, share }
}

const quotients = (): Uint8Array => {
  const levels = new Uint8Array(1 << 16)
  for (let index = 0; index < levels.length; index++) levels[index] = Math.min(255, ((index & 255) * 250) / Math.max(1, index >> 8))
  return levels
}

/** Level on even light of each level (low byte) on paper of each brightness (high byte): a page has millions of pixels, and these are all the quotients. */
const evened = quotients()

/** Divides by the paper's brightness, so that shadows and uneven light disappear and paper is white everywhere. */
export const withEvenLight = ({ data, height, width }: GreyImage): GreyImage => {
  const { block, blocks, columns, rows } = paperOf({ data, height, width })
  const across = between(width, columns, block)
  const down = between(height, rows, block)
  const next = rows === 1 ? 0 : columns
  // One more than there are, so that the last block has a neighbour.
  const line = new Int32Array(columns + 1)
  const levels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const [above, share] = [(down.first[y] ?? 0) * columns, down.share[y] ?? 0]
    for (let column = 0; column < columns; column++)
      line[column] = (blocks[above + column] ?? 0) * (256 - share) + (blocks[above + next + column] ?? 0) * share
    const row = y * width
    for (let x = 0; x < width; x++) {
      const left = across.first[x] ?? 0
      const near = across.share[x] ?? 0
      const light = ((line[left] ?? 0) * (256 - near) + (line[left + 1] ?? 0) * near + 32_768) >> 16
      levels[row + x] = evened[(light << 8) | (data[row + x] ?? 255)] ?? 255
    }
  }
  return { data: levels, width, height }
}
