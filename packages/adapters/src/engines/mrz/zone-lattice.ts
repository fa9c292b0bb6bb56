import type { GreyImage } from "../pdf/render.ts"
import { type CellFrame, cellSize, sampleCell } from "./cell-sampling.ts"
import { added, type Polynomial, polynomialThrough, scaled, slopeAt, valueAt, type WeightedPoint } from "./polynomial.ts"
import { type CharacterModel, judgeCell, modelClasses, nothing } from "./character-model.ts"

/** Pixels of the reading picture from sample to sample of a window. */
export const samplePx = 1.1

/** Where the places of one line lie: polynomials in t, which runs from -1 at the first place to 1 at the last. */
export interface LineGeometry {
  readonly columns: number
  readonly x: Polynomial
  readonly y: Polynomial
}

export interface Zoom {
  /** Size of a window beside the expected one. */
  readonly across: number
  readonly along: number
}

const placeOf = (columns: number, index: number): number => (columns === 1 ? 0 : (2 * index) / (columns - 1) - 1)

/** A place on the way along a line: the way on from it, and how close the characters are beside the mean of the line. */
interface Standpoint {
  readonly x: number
  readonly y: number
  readonly dx: number
  readonly dy: number
  readonly nearness: number
}

/** Bends never bring characters closer together or farther apart than this: a line that says so has slipped off its print. */
const [closest, farthest] = [0.6, 1.6]

/** The window on a standpoint, moved by pixels along and across the line. The line runs backwards in a picture that is upside down. */
export const frameFrom = ({ dx, dy, x, y, ...seen }: Standpoint, zoom: Zoom, along = 0, across = 0): CellFrame => {
  const nearness = Math.max(closest, Math.min(farthest, seen.nearness))
  const length = Math.hypot(dx, dy)
  const [cosine, sine] = length === 0 ? [1, 0] : [dx / length, dy / length]
  // What is farther away has its characters closer together, and smaller by as much as its share of the mean; less so in height.
  const alongPx = samplePx * zoom.along * nearness
  const acrossPx = samplePx * zoom.across * Math.sqrt(nearness)
  return {
    x: x + along * cosine - across * sine,
    y: y + along * sine + across * cosine,
    rightX: alongPx * cosine,
    rightY: alongPx * sine,
    downX: -acrossPx * sine,
    downY: acrossPx * cosine
  }
}

/** The window on one place of a line. */
export const frameAt = (line: LineGeometry, zoom: Zoom, index: number, along = 0, across = 0): CellFrame => {
  const t = placeOf(line.columns, index)
  const [dx, dy] = [slopeAt(line.x, t), slopeAt(line.y, t)]
  const nearness = Math.hypot(dx, dy) / lengthOf(line)
  return frameFrom({ x: valueAt(line.x, t), y: valueAt(line.y, t), dx, dy, nearness }, zoom, along, across)
}

/** Half the way from the first place to the last, as a straight line. */
const lengthOf = ({ x, y }: LineGeometry): number => Math.hypot(valueAt(x, 1) - valueAt(x, -1), valueAt(y, 1) - valueAt(y, -1)) / 2 || 1e-9

/** The direction in which a line runs on the whole. */
const directionOf = (line: LineGeometry): readonly [cosine: number, sine: number] => {
  const length = 2 * lengthOf(line)
  return [(valueAt(line.x, 1) - valueAt(line.x, -1)) / length, (valueAt(line.y, 1) - valueAt(line.y, -1)) / length]
}

/** The line moved by polynomials of its own t, in pixels along and across its direction. */
const movedLine = (line: LineGeometry, along: Polynomial, across: Polynomial): LineGeometry => {
  const [cosine, sine] = directionOf(line)
  return {
    columns: line.columns,
    x: added(line.x, added(scaled(along, cosine), scaled(across, -sine))),
    y: added(line.y, added(scaled(along, sine), scaled(across, cosine)))
  }
}

/** The line `across` pixels below this one. */
export const besideLine = (line: LineGeometry, across: number): LineGeometry => movedLine(line, [0], [across])

/** Looks through windows at a picture; one lens serves one picture and keeps its working memory. */
export class Lens {
  private readonly cell = new Float32Array(cellSize)
  private readonly hidden: Float32Array
  /** Scores of the last look. */
  readonly scores = new Float32Array(modelClasses)
  readonly image: GreyImage
  private readonly model: CharacterModel

  constructor(image: GreyImage, model: CharacterModel) {
    this.image = image
    this.model = model
    this.hidden = new Float32Array(model.hidden)
  }

  look(frame: CellFrame): Float32Array {
    sampleCell(this.image, frame, this.cell)
    judgeCell(this.model, this.cell, this.hidden, this.scores)
    return this.scores
  }

  /** Log odds that the window shows a character rather than none, the likeliest character counting alone; bounded to 6 either way. */
  presence(frame: CellFrame): number {
    const scores = this.look(frame)
    let best = Number.NEGATIVE_INFINITY
    for (let kind = 0; kind < nothing; kind++) best = Math.max(best, scores[kind] ?? 0)
    return Math.max(-6, Math.min(6, best - (scores[nothing] ?? 0)))
  }

  /** Logarithm of the likelihood of the likeliest character, at least -6. */
  certainty(frame: CellFrame): number {
    const scores = this.look(frame)
    let best = Number.NEGATIVE_INFINITY
    let highest = Number.NEGATIVE_INFINITY
    for (let kind = 0; kind <= nothing; kind++) {
      const score = scores[kind] ?? 0
      if (score > highest) highest = score
      if (kind < nothing && score > best) best = score
    }
    let sum = 0
    for (const score of scores) sum += Math.exp(score - highest)
    return Math.max(-6, best - highest - Math.log(sum))
  }
}

/** How much the places of a line have to ask for each power of t before it bends. */
const stiffness = [0.5, 0.5, 2, 4]

/** One round of moving a line onto its characters: each place finds where it reads best, and a smooth curve follows them. */
const refinedOnce = (
  lens: Lens,
  line: LineGeometry,
  zoom: Zoom,
  steps: { readonly along: ReadonlyArray<number>; readonly across: ReadonlyArray<number> }
): LineGeometry => {
  const along: Array<WeightedPoint> = []
  const across: Array<WeightedPoint> = []
  for (let index = 0; index < line.columns; index++) {
    const t = placeOf(line.columns, index)
    let best = { along: 0, across: 0, certainty: lens.certainty(frameAt(line, zoom, index)) }
    for (const step of steps.across) {
      const certainty = lens.certainty(frameAt(line, zoom, index, 0, step))
      if (certainty > best.certainty + 0.02) best = { along: 0, across: step, certainty }
    }
    for (const step of steps.along) {
      const certainty = lens.certainty(frameAt(line, zoom, index, step, best.across))
      if (certainty > best.certainty + 0.02) best = { ...best, along: step, certainty }
    }
    const weight = Math.exp(best.certainty)
    along.push({ t, value: best.along, weight })
    across.push({ t, value: best.across, weight })
  }
  return movedLine(line, polynomialThrough(along, stiffness), polynomialThrough(across, stiffness))
}

const wideSteps = { along: [-2.5, 2.5], across: [-5, -2.5, 2.5, 5] }
const fineSteps = { along: [-1.6, -0.8, 0.8, 1.6], across: [-1.6, -0.8, 0.8, 1.6] }

/** Moves a line that lies near its characters onto them, bends and tilts included. */
export const refined = (lens: Lens, line: LineGeometry, zoom: Zoom): LineGeometry =>
  [wideSteps, wideSteps, fineSteps].reduce((moved, steps) => refinedOnce(lens, moved, zoom, steps), line)
