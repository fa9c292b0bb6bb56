import type { GreyImage } from "../pdf/render.ts"

/** A connected piece of ink; `right` and `bottom` are the last pixels of it. */
export interface Component {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface InkRule {
  /** Half the side of the square whose mean counts as the paper around a pixel. */
  readonly radius: number
  /** How much darker than the paper around it a pixel must be, as a share. */
  readonly share: number
}

/** Pieces outside these heights are specks or pictures. */
const leastHeight = 6
const mostHeight = 90
/** A picture of noise alone breaks into more runs than this, and into more pieces; no one could read it. */
const maxRuns = 300_000
const maxPieces = 12_000

/** Adds a row of a picture to the sums of its columns, or takes it out of them; a row beyond the edges changes nothing. */
const addRow = (columns: Int32Array, { data, height, width }: GreyImage, y: number, sign: 1 | -1): void => {
  if (y < 0 || y >= height) return
  const row = y * width
  for (let x = 0; x < width; x++) columns[x] = (columns[x] ?? 0) + sign * (data[row + x] ?? 0)
}

/**
 * 1 where a pixel is darker than its surroundings: shadows and dark papers move the surroundings along. Their sum moves along too, a column at a time over
 * sums of columns that move a row at a time: a table of all sums is eight times the picture, and filling it took longer than the rest.
 */
const inkOf = (image: GreyImage, { radius, share }: InkRule): Uint8Array => {
  const { data, height, width } = image
  const ink = new Uint8Array(width * height)
  const columns = new Int32Array(width)
  for (let y = 0; y < radius; y++) addRow(columns, image, y, 1)
  for (let y = 0; y < height; y++) {
    addRow(columns, image, y + radius, 1)
    addRow(columns, image, y - radius - 1, -1)
    const tall = Math.min(height, y + radius + 1) - Math.max(0, y - radius)
    let sum = 0
    for (let x = 0; x < Math.min(radius, width); x++) sum += columns[x] ?? 0
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += columns[x + radius] ?? 0
      if (x - radius > 0) sum -= columns[x - radius - 1] ?? 0
      const mean = sum / (tall * (Math.min(width, x + radius + 1) - Math.max(0, x - radius)))
      if ((data[y * width + x] ?? 255) < mean * (1 - share) - 3) ink[y * width + x] = 1
    }
  }
  return ink
}

/** Pieces of ink by runs: each run joins the pieces that it touches in the line above, corners included. */
class Pieces {
  private readonly parents: Array<number> = []
  private readonly boxes: Array<{ left: number; top: number; right: number; bottom: number }> = []

  get count(): number {
    return this.parents.length
  }

  root(piece: number): number {
    let at = piece
    for (let parent = this.parents[at] ?? at; parent !== at; parent = this.parents[at] ?? at) {
      this.parents[at] = this.parents[parent] ?? parent
      at = parent
    }
    return at
  }

  add(left: number, right: number, y: number): number {
    this.parents.push(this.parents.length)
    this.boxes.push({ left, top: y, right, bottom: y })
    return this.parents.length - 1
  }

  join(one: number, other: number): void {
    const [a, b] = [this.root(one), this.root(other)]
    const [into, from] = [this.boxes[Math.min(a, b)], this.boxes[Math.max(a, b)]]
    if (a === b || into === undefined || from === undefined) return
    this.parents[Math.max(a, b)] = Math.min(a, b)
    into.left = Math.min(into.left, from.left)
    into.right = Math.max(into.right, from.right)
    into.top = Math.min(into.top, from.top)
    into.bottom = Math.max(into.bottom, from.bottom)
  }

  roots(): ReadonlyArray<Component> {
    return this.boxes.filter((_, piece) => this.parents[piece] === piece)
  }
}

interface Run {
  readonly left: number
  readonly right: number
  readonly piece: number
}

/** The pieces of ink in a picture that could be characters, or a few that touch; none of a picture that is all specks. */
export const componentsOf = (image: GreyImage, rule: InkRule): ReadonlyArray<Component> => {
  const { height, width } = image
  const ink = inkOf(image, rule)
  const pieces = new Pieces()
  let above: ReadonlyArray<Run> = []
  for (let y = 0; y < height && pieces.count < maxRuns; y++) {
    const runs: Array<Run> = []
    let first = 0
    for (let x = 0; x < width; x++) {
      if (ink[y * width + x] !== 1) continue
      const left = x
      while (x + 1 < width && ink[y * width + x + 1] === 1) x++
      const piece = pieces.add(left, x, y)
      while (first < above.length && (above[first]?.right ?? 0) < left - 1) first++
      for (let index = first; index < above.length; index++) {
        const run = above[index]
        if (run === undefined || run.left > x + 1) break
        pieces.join(piece, run.piece)
      }
      runs.push({ left, right: x, piece })
    }
    above = runs
  }
  const found = pieces.roots().filter(({ bottom, left, right, top }) => {
    const [tall, wide] = [bottom - top + 1, right - left + 1]
    return tall >= leastHeight && tall <= mostHeight && wide <= tall * 6
  })
  return pieces.count >= maxRuns || found.length > maxPieces ? [] : found
}
