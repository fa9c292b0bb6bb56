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
}

const pathPoints: Readonly<Record<string, number>> = { m: 1, l: 1, c: 3, v: 2, y: 2 }
export const fills: ReadonlySet<string> = new Set(["f", "F", "f*", "B", "B*", "b", "b*"])
const strokes: ReadonlySet<string> = new Set(["S", "s", "B", "B*", "b", "b*"])

/** Operators that the canvas follows. */
export const drawing: ReadonlySet<string> = new Set([
  ...fills,
  ...strokes,
  ...Object.keys(pathPoints),
  ...["re", "sh", "cm", "w", "Tf", "Tm", "BT", "q", "Q", "W", "W*", "n"]
])

/** Follows where a content draws: the matrix, the clipping box and the box of the path, in the units of the content. Boxes stand for shapes. */
export class Canvas {
  private state: State
  private readonly saved: Array<State> = []
  private path: Box = empty
  private clips = false
  private size = 1
  private text: Matrix = unit

  constructor(frame: Box) {
    this.state = { matrix: unit, clip: frame, line: 1 }
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

  /** Area that painting the path covers, and the end of the path. */
  private painted(operator: string): number {
    const margin = strokes.has(operator) ? (this.state.line * Math.sqrt(this.factor)) / 2 : 0
    const [left, bottom, right, top] = this.path
    const area = areaOf(overlap([left - margin, bottom - margin, right + margin, top + margin], this.state.clip))
    this.endPath()
    return Number.isFinite(area) ? area : this.clipped
  }

  private endPath(): void {
    if (this.clips) this.state = { ...this.state, clip: overlap(this.state.clip, this.path) }
    this.clips = false
    this.path = empty
  }

  private change(operator: string, n: ReadonlyArray<number>): void {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = n
    if (operator === "cm") this.state = { ...this.state, matrix: joined([a, b, c, d, e, f], this.state.matrix) }
    else if (operator === "w") this.state = { ...this.state, line: Math.abs(a) }
    else if (operator === "Tf") this.size = Math.abs(n.at(-1) ?? 1)
    else if (operator === "Tm") this.text = [a, b, c, d, e, f]
    else if (operator === "BT") this.text = unit
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
    if (points !== undefined) this.extend(this.boxOf(numbers.slice(-2 * points)))
    else if (operator === "re") {
      const [x = 0, y = 0, width = 0, height = 0] = numbers.slice(-4)
      this.extend(this.boxOf([x, y, x + width, y, x, y + height, x + width, y + height]))
    } else this.change(operator, numbers)
    return null
  }
}
