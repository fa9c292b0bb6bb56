/** Left, bottom, right and top. */
export type Box = readonly [number, number, number, number]
/** The six numbers of a matrix (ISO 32000-1, 8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number]

export const unit: Matrix = [1, 0, 0, 1, 0, 0]

/** The factor by which a matrix changes areas. */
export const areaFactor = ([a, b, c, d]: Matrix): number => Math.abs(a * d - b * c)

export const areaOf = ([left, bottom, right, top]: Box): number => Math.max(0, right - left) * Math.max(0, top - bottom)

const joined = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l
]

const overlap = (one: Box, other: Box): Box => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3])
]

const empty: Box = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]

interface State {
  readonly matrix: Matrix
  readonly clip: Box
  readonly line: number
  readonly dash: number
}

const pathPoints: Readonly<Record<string, number>> = { m: 1, l: 1, c: 3, v: 2, y: 2 }
export const fills: ReadonlySet<string> = new Set(["f", "F", "f*", "B", "B*", "b", "b*"])
export const strokes: ReadonlySet<string> = new Set(["S", "s", "B", "B*", "b", "b*"])

const closes: ReadonlySet<string> = new Set(["s", "b", "b*"])

/** Operators that the canvas follows. */
export const drawing: ReadonlySet<string> = new Set([
  ...fills,
  ...strokes,
  ...Object.keys(pathPoints),
  ...["re", "h", "sh", "cm", "w", "d", "Tf", "Tm", "Tr", "BT", "ET", "q", "Q", "W", "W*", "n"]
])
/** Joins and ends may make a line so many times as large as its length and width. */
const strokeSpace = 4
/** From this mode on, text becomes a part of the clipping path (ISO 32000-1, 9.3.6). */
const clippingText = 4
/** The shortest dash that is drawn, and what a dash without a length is taken for. */
const leastDash = 1e-6
const noDash = 0.1
/** Numbers of a dash pattern that are looked at; the dashes of a longer one are taken to be as short as they are seen. */
const mostDashes = 11
const leastSeen = 0.01

/** The mean length of the dashes and gaps of a pattern; 0 for a line without gaps. */
export const dashOf = (lengths: ReadonlyArray<number>): number => {
  if (lengths.length === 0) return 0
  const mean = lengths.reduce((sum, length) => sum + (Math.abs(length) < leastDash ? noDash : Math.abs(length)), 0) / lengths.length
  return lengths.length < mostDashes ? mean : Math.min(leastSeen, mean)
}

/** Follows where a content draws: the matrix, the clipping box and the box of the path, in the units of the content. Boxes stand for shapes. */
export class Canvas {
  private state: State
  private readonly saved: Array<State> = []
  private path: Box = empty
  private clips = false
  private size = 1
  private text: Matrix = unit
  private clipsText = false
  private start: readonly [number, number] = [0, 0]
  private at: readonly [number, number] = [0, 0]
  /** Length of the path so far, along the control points of its curves, in the units in which it is written. */
  private length = 0
  private parts = 0
  private plain = true
  private readonly longest: number
  /** Length of all edges that were followed to fill, stroke or clip. */
  edges = 0
  /** Dashes into which strokes were cut. */
  dashes = 0
  /** Length of the last path that was stroked, in the units of its dashes. */
  stroked = 0
  /** Area of all masks that were made to clip by a shape other than a rectangle. */
  masked = 0

  constructor(frame: Box) {
    this.state = { matrix: unit, clip: frame, line: 1, dash: 0 }
    this.longest = 2 * Math.hypot(frame[2] - frame[0], frame[3] - frame[1])
  }

  /** Area of what may be drawn on. */
  get clipped(): number {
    return areaOf(this.state.clip)
  }

  get factor(): number {
    return areaFactor(this.state.matrix)
  }

  /** Area of the square of one unit, which a picture fills. */
  get picture(): number {
    return areaOf(overlap(this.boxOf([0, 0, 1, 0, 0, 1, 1, 1]), this.state.clip))
  }

  /** Area of the square that a glyph stands in. */
  get glyph(): number {
    return this.size ** 2 * areaFactor(this.text) * this.factor
  }

  private boxOf(points: ReadonlyArray<number>): Box {
    const [a, b, c, d, e, f] = this.state.matrix
    let [left, bottom, right, top] = empty
    for (let at = 0; at + 1 < points.length; at += 2) {
      const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0]
      const [across, up] = [a * x + c * y + e, b * x + d * y + f]
      left = Math.min(left, across)
      right = Math.max(right, across)
      bottom = Math.min(bottom, up)
      top = Math.max(top, up)
    }
    return [left, bottom, right, top]
  }

  private extend([left, bottom, right, top]: Box): void {
    const { path } = this
    this.path = [Math.min(path[0], left), Math.min(path[1], bottom), Math.max(path[2], right), Math.max(path[3], top)]
  }

  /** Follows the path to its next points. What lies outside of the frame is cut off before it is followed. */
  private go(points: ReadonlyArray<number>): void {
    const scale = Math.sqrt(this.factor)
    for (let at = 0; at + 1 < points.length; at += 2) {
      const next = [points[at] ?? 0, points[at + 1] ?? 0] as const
      const length = Math.hypot(next[0] - this.at[0], next[1] - this.at[1])
      this.length += length * scale > this.longest ? this.longest / scale : length
      this.at = next
    }
    this.plain = false
  }

  private follow(sides: number): void {
    this.edges += sides * this.length * Math.sqrt(this.factor)
  }

  /** Area that painting the path covers, and the end of the path. */
  private painted(operator: string): number {
    const outlined = strokes.has(operator)
    if (closes.has(operator)) this.go(this.start)
    this.stroked = outlined ? this.length : 0
    if (outlined && this.state.dash > 0) this.dashes += this.length / this.state.dash
    this.follow((outlined ? 2 : 0) + (fills.has(operator) ? 1 : 0))
    const line = outlined ? this.state.line * Math.sqrt(this.factor) : 0
    const [left, bottom, right, top] = this.path
    const margin = line / 2
    const box = areaOf(overlap([left - margin, bottom - margin, right + margin, top + margin], this.state.clip))
    // A line alone covers hardly more than its length, with the corners of its joins.
    const area = fills.has(operator) ? box : Math.min(box, strokeSpace * (this.stroked * Math.sqrt(this.factor) + line) * line)
    this.endPath()
    return Number.isFinite(area) ? area : this.clipped
  }

  private endPath(): void {
    if (this.clips) {
      this.state = { ...this.state, clip: overlap(this.state.clip, this.path) }
      if (!this.plain || this.parts > 1) {
        this.follow(1)
        this.masked += this.clipped
      }
    }
    this.clips = false
    this.path = empty
    this.length = 0
    this.parts = 0
    this.plain = true
  }

  private change(operator: string, n: ReadonlyArray<number>): void {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = n
    if (operator === "cm") this.state = { ...this.state, matrix: joined([a, b, c, d, e, f], this.state.matrix) }
    else if (operator === "w") this.state = { ...this.state, line: Math.abs(a) }
    else if (operator === "d") this.state = { ...this.state, dash: dashOf(n.slice(0, -1)) }
    else if (operator === "Tf") this.size = Math.abs(n.at(-1) ?? 1)
    else if (operator === "Tm") this.text = [a, b, c, d, e, f]
    else if (operator === "BT") this.text = unit
    else if (operator === "Tr") this.clipsText = a >= clippingText
    else if (operator === "ET" && this.clipsText) this.masked += this.clipped
    else if (operator === "q") this.saved.push(this.state)
    else if (operator === "Q") this.state = this.saved.pop() ?? this.state
    else if (operator === "W" || operator === "W*") this.clips = true
    else if (operator === "n") this.endPath()
  }

  /** Does an operator with the last of its numbers. Gives the area that it paints of a path or a shading; null where it paints none. */
  apply(operator: string, numbers: ReadonlyArray<number>): number | null {
    if (fills.has(operator) || strokes.has(operator)) return this.painted(operator)
    if (operator === "sh") return this.clipped
    const points = pathPoints[operator]
    if (points !== undefined) {
      const path = numbers.slice(-2 * points)
      this.extend(this.boxOf(path))
      if (operator === "m") this.start = this.at = [path[0] ?? 0, path[1] ?? 0]
      else this.go(path)
    } else if (operator === "re") {
      const [x = 0, y = 0, width = 0, height = 0] = numbers.slice(-4)
      this.extend(this.boxOf([x, y, x + width, y, x, y + height, x + width, y + height]))
      this.length += 2 * (Math.abs(width) + Math.abs(height))
      this.parts += 1
    } else if (operator === "h") this.go(this.start)
    else this.change(operator, numbers)
    return null
  }
}
