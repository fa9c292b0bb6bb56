import { type LineGeometry, type Lens, besideLine, frameAt, samplePx, type Zoom } from "./zone-lattice.ts"
import { cellCap } from "./cell-sampling.ts"

/** Height of a capital in the reading picture. */
export const readingCap = cellCap * samplePx

/** A row of print in the reading picture: a straight line and roughly where its characters are. */
export interface PrintedRow {
  readonly centres: ReadonlyArray<{ readonly x: number; readonly y: number }>
  readonly offset: number
  readonly slope: number
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

interface RowView {
  readonly zoom: Zoom
  /** 1, or -1 when the picture is upside down. */
  readonly direction: 1 | -1
  readonly certainty: number
}

const straight = (row: PrintedRow, direction: 1 | -1, from: number, to: number, columns: number): LineGeometry => {
  const [middle, half] = [(from + to) / 2, ((to - from) / 2) * direction]
  return { columns, x: [middle, half, 0], y: [row.offset + row.slope * middle, row.slope * half, 0] }
}

/** Which way up a row reads, and at which size; null when it is no row of a zone. */
export const viewOf = (lens: Lens, row: PrintedRow): RowView | null => {
  const step = Math.max(1, Math.floor(row.centres.length / 16))
  const probes = row.centres.filter((_, index) => index % step === 0)
  const certaintyOf = (zoom: Zoom, direction: 1 | -1): number =>
    probes.reduce((sum, { x }) => sum + lens.certainty(frameAt(straight(row, direction, x - 10, x + 10, 3), zoom, 1)), 0) / probes.length
  const views = ([1, -1] as const).flatMap((direction) =>
    zooms.map((zoom): RowView => ({ zoom, direction, certainty: certaintyOf(zoom, direction) }))
  )
  const best = views.reduce((a, b) => (b.certainty > a.certainty ? b : a))
  return best.certainty < leastCertainty ? null : best
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

/** More than this is no page seen from aside but a row of something else. */
const mostDrift = 0.4

/** How the pitch changes along a row, as a share for each pixel: 0 in a picture taken from straight above. */
const driftOf = ({ centres, pitch }: PrintedRow): number => {
  const steps = centres.slice(1).flatMap(({ x }, index) => {
    const before = centres[index]?.x ?? x
    return Math.abs((x - before) / pitch - 1) < 0.3 ? [{ x: (x + before) / 2, distance: x - before }] : []
  })
  if (steps.length < 10) return 0
  const meanX = steps.reduce((sum, { x }) => sum + x, 0) / steps.length
  const mean = steps.reduce((sum, { distance }) => sum + distance, 0) / steps.length
  const spread = steps.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  const slope = steps.reduce((sum, { distance, x }) => sum + (x - meanX) * (distance - mean), 0) / spread / mean
  const extent = (centres.at(-1)?.x ?? 0) - (centres[0]?.x ?? 0)
  // The widths of characters make distances uneven: a short row would tell of a perspective that is not there.
  const noise = Math.sqrt(steps.reduce((sum, { distance }) => sum + (distance - mean) ** 2, 0) / steps.length / spread) / mean
  return Math.abs(slope) * extent > mostDrift || Math.abs(slope) < 2 * noise ? 0 : slope
}

interface LatticeLine {
  readonly line: LineGeometry
  /** Sum of the presence of characters in all places; blank places and those beside the line count against it. */
  readonly score: number
}

/** The best places for the characters of a row, for each length that a line of a zone can have; the likeliest first. */
export const latticesOf = (lens: Lens, row: PrintedRow, { direction, zoom }: RowView): ReadonlyArray<LatticeLine> => {
  const [first, last] = [row.centres[0]?.x ?? 0, row.centres.at(-1)?.x ?? 0]
  const reach = 45 * row.pitch
  const from = Math.max(0, last - reach)
  const to = Math.min(lens.image.width - 1, first + reach)
  const looks = Math.min(maxLooks, Math.floor((to - from) / lookStep) + 1)
  const presence = Float32Array.from({ length: looks }, (_, index) => {
    const x = from + index * lookStep
    return lens.presence(frameAt(straight(row, direction, x - 10, x + 10, 3), zoom, 1))
  })
  // Along the row the characters may come closer to each other: `w` measures the way in constant pitches, `xAt` leads back to pixels.
  const middle = (first + last) / 2
  const drift = driftOf(row)
  const wayTo = (x: number): number => x - middle - (drift / 2) * (x - middle) ** 2
  const xAt = (w: number): number => middle + w + (drift / 2) * w * w
  const presenceAt = (w: number): number => {
    const x = xAt(w)
    const place = (x - from) / lookStep
    const index = Math.floor(place)
    if (index < 0 || index >= looks - 1) return -3
    return (presence[index] ?? 0) * (1 - place + index) + (presence[index + 1] ?? 0) * (place - index)
  }
  const best = new Map<number, { readonly start: number; readonly pitch: number; readonly score: number }>()
  const [begin, end] = [wayTo(from), wayTo(to)]
  for (let pitch = row.pitch * (1 - pitchReach); pitch <= row.pitch * (1 + pitchReach); pitch += pitchStepPx)
    for (let phase = 0; phase < pitch; phase += 1) {
      const places = Math.max(0, Math.floor((end + 2 * pitch - begin - phase) / pitch) + 3)
      const values = Array.from({ length: places }, (_, index) => presenceAt(begin + phase + (index - 2) * pitch))
      for (const columns of widths)
        windowSums(values, columns).forEach((score, index) => {
          if (score > (best.get(columns)?.score ?? Number.NEGATIVE_INFINITY))
            best.set(columns, { start: begin + phase + (index - 2) * pitch, pitch, score })
        })
    }
  return [...best]
    .map(([columns, { pitch, score, start }]): LatticeLine => {
      const half = ((columns - 1) / 2) * pitch
      const centre = start + half
      const x = [xAt(centre), direction * half * (1 + drift * centre), (drift / 2) * half * half] as const
      return { line: { columns, x, y: [row.offset + row.slope * x[0], row.slope * x[1], row.slope * x[2]] }, score }
    })
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
