import type { GreyImage } from "../pdf/render.ts"
import { type CellFrame, cellSize, sampleCell } from "./cell-sampling.ts"
import { type CharacterModel, judgeCell, modelClasses, nothing } from "./character-model.ts"

/** Pixels of the reading picture from sample to sample of a window. */
export const samplePx = 1.1

/** Where the places of one line lie: polynomials of the second degree in t, which runs from -1 at the first place to 1 at the last. */
export interface LineGeometry {
  readonly columns: number
  readonly x: readonly [number, number, number]
  readonly y: readonly [number, number, number]
}

export interface Zoom {
  /** Size of a window beside the expected one. */
  readonly across: number
  readonly along: number
}

const at = ([a, b, c]: readonly [number, number, number], t: number): number => a + b * t + c * t * t

const placeOf = (columns: number, index: number): number => (columns === 1 ? 0 : (2 * index) / (columns - 1) - 1)

/** The window on one place, moved by pixels along and across the line. The line runs backwards in a picture that is upside down. */
export const frameAt = (line: LineGeometry, zoom: Zoom, index: number, along = 0, across = 0): CellFrame => {
  const t = placeOf(line.columns, index)
  const dx = line.x[1] + 2 * line.x[2] * t
  const dy = line.y[1] + 2 * line.y[2] * t
  const length = Math.hypot(dx, dy)
  const [cosine, sine] = length === 0 ? [1, 0] : [dx / length, dy / length]
  // What is farther away has its characters closer together, and smaller by as much as its share of the mean; less so in height.
  const nearness = length === 0 ? 1 : length / Math.hypot(line.x[1], line.y[1])
  const alongPx = samplePx * zoom.along * nearness
  const acrossPx = samplePx * zoom.across * Math.sqrt(nearness)
  return {
    x: at(line.x, t) + along * cosine - across * sine,
    y: at(line.y, t) + along * sine + across * cosine,
    rightX: alongPx * cosine,
    rightY: alongPx * sine,
    downX: -acrossPx * sine,
    downY: acrossPx * cosine
  }
}

/** The line `across` pixels below this one. */
export const besideLine = (line: LineGeometry, across: number): LineGeometry => {
  const length = Math.hypot(line.x[1], line.y[1])
  const [dx, dy] = [(-line.y[1] / length) * across, (line.x[1] / length) * across]
  return { ...line, x: [line.x[0] + dx, line.x[1], line.x[2]], y: [line.y[0] + dy, line.y[1], line.y[2]] }
}

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

interface Weighted {
  readonly t: number
  readonly value: number
  readonly weight: number
}

/** Solves for the polynomial of least squares; the ridge keeps the higher terms at 0 until the points ask for them. */
const polynomial = (points: ReadonlyArray<Weighted>, ridge: readonly [number, number, number]): readonly [number, number, number] => {
  const m = [
    [ridge[0], 0, 0, 0],
    [0, ridge[1], 0, 0],
    [0, 0, ridge[2], 0]
  ]
  for (const { t, value, weight } of points) {
    const powers = [1, t, t * t]
    for (let row = 0; row < 3; row++) {
      const target = m[row]
      if (target === undefined) continue
      for (let column = 0; column < 3; column++)
        target[column] = (target[column] ?? 0) + weight * (powers[row] ?? 0) * (powers[column] ?? 0)
      target[3] = (target[3] ?? 0) + weight * (powers[row] ?? 0) * value
    }
  }
  for (let pivot = 0; pivot < 3; pivot++)
    for (let row = 0; row < 3; row++) {
      const [source, target] = [m[pivot], m[row]]
      if (row === pivot || source === undefined || target === undefined) continue
      const factor = (target[pivot] ?? 0) / (source[pivot] || 1e-9)
      for (let column = pivot; column < 4; column++) target[column] = (target[column] ?? 0) - factor * (source[column] ?? 0)
    }
  const solved = (index: number): number => (m[index]?.[3] ?? 0) / (m[index]?.[index] || 1e-9)
  return [solved(0), solved(1), solved(2)]
}

const added = (a: readonly [number, number, number], b: readonly [number, number, number]): readonly [number, number, number] => [
  a[0] + b[0],
  a[1] + b[1],
  a[2] + b[2]
]

/** One round of moving a line onto its characters: each place finds where it reads best, and a smooth curve follows them. */
const refinedOnce = (
  lens: Lens,
  line: LineGeometry,
  zoom: Zoom,
  steps: { readonly along: ReadonlyArray<number>; readonly across: ReadonlyArray<number> }
): LineGeometry => {
  const along: Array<Weighted> = []
  const across: Array<Weighted> = []
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
  const dx = polynomial(along, [0.5, 0.5, 3])
  const dy = polynomial(across, [0.5, 0.5, 3])
  const length = Math.hypot(line.x[1], line.y[1])
  const [cosine, sine] = [line.x[1] / length, line.y[1] / length]
  return {
    columns: line.columns,
    x: added(line.x, [dx[0] * cosine - dy[0] * sine, dx[1] * cosine - dy[1] * sine, dx[2] * cosine - dy[2] * sine]),
    y: added(line.y, [dx[0] * sine + dy[0] * cosine, dx[1] * sine + dy[1] * cosine, dx[2] * sine + dy[2] * cosine])
  }
}

const wideSteps = { along: [-2.5, 2.5], across: [-5, -2.5, 2.5, 5] }
const fineSteps = { along: [-1.6, -0.8, 0.8, 1.6], across: [-1.6, -0.8, 0.8, 1.6] }

/** Moves a line that lies near its characters onto them, bends and tilts included. */
export const refined = (lens: Lens, line: LineGeometry, zoom: Zoom): LineGeometry =>
  [wideSteps, wideSteps, fineSteps].reduce((moved, steps) => refinedOnce(lens, moved, zoom, steps), line)
