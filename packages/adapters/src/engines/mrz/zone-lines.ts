import { polynomialThrough } from "./polynomial.ts"
import { curveOf, type RowCurve } from "./row-curve.ts"
import type { CellFrame } from "./cell-sampling.ts"
import { type LineGeometry, type Lens, besideLine, frameAt, frameFrom, samplePx, type Zoom } from "./zone-lattice.ts"
import { cellCap } from "./cell-sampling.ts"

/** Height of a capital in the reading picture. */
export const readingCap = cellCap * samplePx

/** A row of print in the reading picture: where its pieces are, and how far they stand apart in the mean. */
export interface PrintedRow {
  readonly centres: ReadonlyArray<{ readonly x: number; readonly y: number }>
  readonly pitch: number
}

const widths = [30, 36, 44] as const
const zooms: ReadonlyArray<Zoom> = [1, 0.88, 1.13].flatMap((across) => [1, 0.88, 1.13].map((along) => ({ across, along })))
/** A row whose pieces are no characters of a zone, in the mean logarithm of the likelihood of the best one. */
const leastCertainty = -1.5
/** Pitches looked at, beside the one that the pieces suggest. */
const pitchReach = 0.1
const pitchStepPx = 0.05
/** Pixels between two looks along the row. */
const lookStep = 2
const maxLooks = 900
/** A row may be any part of the longest line. */
const mostPlaces = 45
/** Presence where there is no picture. */
const offThePicture = -3

interface RowView {
  readonly zoom: Zoom
  /** 1, or -1 when the picture is upside down. */
  readonly direction: 1 | -1
  readonly certainty: number
}

/** The window on a place of a row, which need not be a whole number. */
const windowOn = ({ at }: RowCurve, pitch: number, { direction, zoom }: Pick<RowView, "direction" | "zoom">, place: number): CellFrame => {
  const { dx, dy, x, y } = at(place)
  return frameFrom({ x, y, dx: dx * direction, dy: dy * direction, nearness: Math.hypot(dx, dy) / pitch }, zoom)
}

/** A row as the lens follows it. */
interface FollowedRow extends RowView {
  readonly curve: RowCurve
  readonly pitch: number
}

/** Which way up a row reads, and at which size; null when it is no row of a zone. */
export const viewOf = (lens: Lens, { centres, pitch }: PrintedRow): FollowedRow | null => {
  const curve = curveOf(centres, pitch)
  const mean = Math.abs(curve.at(curve.extent).x - curve.at(0).x) / curve.extent || pitch
  const step = Math.max(1, Math.floor(curve.extent / 16))
  const probes = Array.from({ length: Math.floor(curve.extent / step) + 1 }, (_, index) => index * step)
  const certaintyOf = (view: Pick<RowView, "direction" | "zoom">): number =>
    probes.reduce((sum, place) => sum + lens.certainty(windowOn(curve, mean, view, place)), 0) / probes.length
  const views = ([1, -1] as const).flatMap((direction) =>
    zooms.map((zoom): RowView => ({ zoom, direction, certainty: certaintyOf({ zoom, direction }) }))
  )
  const best = views.reduce((a, b) => (b.certainty > a.certainty ? b : a))
  return best.certainty < leastCertainty ? null : { ...best, curve, pitch: mean }
}

/** Sums over each run of `length` values. */
const windowSums = (values: ReadonlyArray<number>, length: number): ReadonlyArray<number> => {
  const sums: Array<number> = []
  let sum = 0
  values.forEach((value, index) => {
    sum += value - (index >= length ? (values[index - length] ?? 0) : 0)
    if (index >= length - 1) sums.push(sum)
  })
  return sums
}

interface LatticeLine {
  readonly line: LineGeometry
  /** Sum of the presence of characters in all places; blank places and those beside the line count against it. */
  readonly score: number
}

/** Presence of characters along a row, looked at in small steps: a function of the place on its curve. */
const presenceAlong = (lens: Lens, { curve, pitch, ...view }: FollowedRow) => {
  const [from, to] = [curve.extent - mostPlaces, mostPlaces]
  const step = Math.max(lookStep / pitch, (to - from) / maxLooks)
  const values = Float32Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => {
    const { x } = curve.at(from + index * step)
    return x < 0 || x > lens.image.width - 1 ? offThePicture : lens.presence(windowOn(curve, pitch, view, from + index * step))
  })
  return {
    from,
    to,
    at: (place: number): number => {
      const index = (place - from) / step
      const left = Math.floor(index)
      if (left < 0 || left >= values.length - 1) return offThePicture
      return (values[left] ?? 0) * (1 - index + left) + (values[left + 1] ?? 0) * (index - left)
    }
  }
}

/** A line whose places lie on a curve, from a place of the curve on and by a step on it. */
const lineOn = ({ at }: RowCurve, direction: 1 | -1, start: number, step: number, columns: number): LineGeometry => {
  const points = Array.from({ length: columns }, (_, index) => ({
    t: (direction * (2 * index)) / (columns - 1) - direction,
    ...at(start + index * step)
  }))
  const along = (value: (point: (typeof points)[number]) => number) =>
    polynomialThrough(
      points.map((point) => ({ t: point.t, value: value(point), weight: 1 })),
      [0, 0, 1e-6, 1e-6]
    )
  return { columns, x: along(({ x }) => x), y: along(({ y }) => y) }
}

/** The best places for the characters of a row, for each length that a line of a zone can have; the likeliest first. */
export const latticesOf = (lens: Lens, row: FollowedRow): ReadonlyArray<LatticeLine> => {
  const { curve, direction, pitch } = row
  const presence = presenceAlong(lens, row)
  const best = new Map<number, { readonly start: number; readonly step: number; readonly score: number }>()
  for (let step = 1 - pitchReach; step <= 1 + pitchReach; step += pitchStepPx / pitch)
    for (let phase = 0; phase < step; phase += 1 / pitch) {
      const places = Math.max(0, Math.floor((presence.to + 2 * step - presence.from - phase) / step) + 3)
      const values = Array.from({ length: places }, (_, index) => presence.at(presence.from + phase + (index - 2) * step))
      for (const columns of widths)
        windowSums(values, columns).forEach((score, index) => {
          if (score > (best.get(columns)?.score ?? Number.NEGATIVE_INFINITY))
            best.set(columns, { start: presence.from + phase + (index - 2) * step, step, score })
        })
    }
  return [...best]
    .map(([columns, { score, start, step }]): LatticeLine => ({ line: lineOn(curve, direction, start, step, columns), score }))
    .sort((a, b) => b.score - a.score)
}

/** Distances of lines, in heights of a capital, and how finely they are tried. */
const [nearest, farthest, distanceStep] = [1.2, 4, 0.12]
const leastPresence = 0.5

/** The line beside this one on the given side (1 below in reading direction, -1 above); null when there is only paper. */
export const neighbourOf = (lens: Lens, line: LineGeometry, zoom: Zoom, side: 1 | -1): LineGeometry | null => {
  let best: { readonly line: LineGeometry; readonly presence: number } | null = null
  for (let distance = nearest; distance <= farthest; distance += distanceStep) {
    const moved = besideLine(line, side * distance * readingCap * zoom.across)
    let sum = 0
    let count = 0
    for (let index = 1; index < line.columns; index += 3) {
      sum += lens.presence(frameAt(moved, zoom, index))
      count++
    }
    const presence = sum / count
    if (best === null || presence > best.presence) best = { line: moved, presence }
  }
  return best === null || best.presence < leastPresence ? null : best.line
}

/** Mean certainty of all places of a line. */
export const certaintyOf = (lens: Lens, line: LineGeometry, zoom: Zoom): number => {
  let sum = 0
  for (let index = 0; index < line.columns; index++) sum += lens.certainty(frameAt(line, zoom, index))
  return sum / line.columns
}
