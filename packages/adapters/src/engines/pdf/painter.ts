import { areaOf, type Box, boxOf, identity, intersection, type Matrix, shareInside, times } from "../image/geometry.ts"
import { isRectangle, list, matrixOf, numberOr, record } from "./operands.ts"

/** One thing that a page paints, in the order of painting. Boxes are in points from the top left of the page as it is seen. */
export interface Mark {
  readonly kind: "text" | "fill" | "image"
  readonly box: Box
  readonly text: string
  /** `#rrggbb` of a fill or of text; empty where it is a pattern or does not apply. */
  readonly color: string
  /** True when it hides what lies below it. */
  readonly opaque: boolean
  /** False for text that is drawn in no colour at all, as a text layer over a scan is. */
  readonly drawn: boolean
  readonly fontSize: number
  readonly fontName: string
  /** Degrees from the reading direction of the page, rounded. */
  readonly angle: number
  /** Set on marks of an annotation (a comment, a form field), which lie above the page. */
  readonly annotation: string | null
}

const maxMarks = 20_000
const maxDepth = 200
const maxTextLength = 2000
/** In thousandths of the size of the font. */
const columnLeap = 1200

/** Text rendering modes that leave no colour: invisible, and used for clipping only (ISO 32000-1, 9.3.6). */
const colourless: ReadonlySet<number> = new Set([3, 7])

export interface FontFacts {
  readonly name: string
  /** Size of a unit of the glyph widths, in sizes of the font. */
  readonly unit: number
}

type Operands = ReadonlyArray<unknown>

interface State {
  readonly matrix: Matrix
  readonly clip: Box
  readonly fill: string
  readonly alpha: number
  readonly normalBlend: boolean
  readonly font: string
  readonly size: number
  readonly charSpacing: number
  readonly wordSpacing: number
  readonly horizontalScale: number
  readonly leading: number
  readonly rise: number
  readonly mode: number
}

/** Larger than any page: nothing is clipped yet. */
const everywhere: Box = { left: -1e7, top: -1e7, right: 1e7, bottom: 1e7 }
const initial: State = {
  matrix: identity,
  clip: everywhere,
  fill: "#000000",
  alpha: 1,
  normalBlend: true,
  font: "",
  size: 0,
  charSpacing: 0,
  wordSpacing: 0,
  horizontalScale: 1,
  leading: 0,
  rise: 0,
  mode: 0
}

/** Reads a page's drawing operations into marks. It paints nothing: it only follows where things come to lie. */
export class Painter {
  readonly marks: Array<Mark> = []
  private state: State = initial
  private readonly saved: Array<State> = []
  private textMatrix: Matrix = identity
  private lineMatrix: Matrix = identity
  private annotation: string | null = null
  private clipPending = false
  private readonly view: Matrix
  private readonly fontOf: (font: string) => FontFacts
  private readonly fills: ReadonlySet<unknown>

  /** `fills` are the codes of the operations that fill a path. */
  constructor(view: Matrix, fontOf: (font: string) => FontFacts, fills: ReadonlySet<unknown>) {
    this.view = view
    this.fontOf = fontOf
    this.fills = fills
  }

  /** True when no further mark is kept. */
  get full(): boolean {
    return this.marks.length >= maxMarks
  }

  private change(change: Partial<State>): void {
    this.state = { ...this.state, ...change }
  }

  private place(x0: number, y0: number, x1: number, y1: number, matrix: Matrix): Box {
    return boxOf(times(this.view, matrix), x0, y0, x1, y1)
  }

  private add(mark: Pick<Mark, "kind" | "box"> & Partial<Mark>): void {
    if (this.full) return
    const plain = { text: "", color: "", opaque: false, drawn: true, fontSize: 0, fontName: "", angle: 0, annotation: this.annotation }
    this.marks.push({ ...plain, ...mark })
  }

  private moveLine(x: number, y: number): void {
    this.lineMatrix = times(this.lineMatrix, [1, 0, 0, 1, x, y])
    this.textMatrix = this.lineMatrix
  }

  private show(glyphs: ReadonlyArray<unknown>): void {
    const { charSpacing, font, horizontalScale, size, wordSpacing } = this.state
    const { unit } = this.fontOf(font)
    let text = ""
    let from = 0
    let advance = 0
    for (const item of glyphs) {
      if (typeof item === "number") {
        // A leap of more than a letter's height leads into another column, although it is painted in one go.
        if (item < -columnLeap && text !== "") {
          this.stretch(text, from, advance)
          text = ""
        }
        advance -= (item / 1000) * size * horizontalScale
        if (text === "") from = advance
        else if (item < -180 && !text.endsWith(" ")) text += " "
        continue
      }
      const glyph = record(item)
      const unicode = typeof glyph.unicode === "string" ? glyph.unicode : ""
      if (text.length < maxTextLength) text += unicode
      const spacing = charSpacing + (glyph.isSpace === true ? wordSpacing : 0)
      advance += (numberOr(glyph.width, 500) * unit * size + spacing) * horizontalScale
    }
    this.stretch(text, from, advance)
    this.textMatrix = times(this.textMatrix, [1, 0, 0, 1, advance, 0])
  }

  /** Adds a stretch of the line that is being shown. */
  private stretch(text: string, from: number, to: number): void {
    const { font, mode, rise, size } = this.state
    const matrix = times(this.state.matrix, this.textMatrix)
    const seen = times(this.view, matrix)
    const scale = Math.hypot(seen[2], seen[3])
    if (text.trim() === "" || !Number.isFinite(from + to) || !Number.isFinite(scale)) return
    const box = this.place(from, rise - 0.21 * size, to, rise + 0.72 * size, matrix)
    this.add({
      kind: "text",
      text,
      box,
      color: this.state.fill,
      drawn: !colourless.has(mode) && this.state.alpha > 0.04 && shareInside(box, this.state.clip) > 0.1,
      fontSize: Math.abs(size * scale),
      fontName: this.fontOf(font).name,
      angle: Math.round((Math.atan2(seen[1], seen[0]) * 180) / Math.PI)
    })
  }

  private path(fills: boolean, segments: unknown, minMax: unknown): void {
    const [x0, y0, x1, y1] = list(minMax)
    const corners = [x0, y0, x1, y1]
    const known = corners.every((value) => typeof value === "number" && Number.isFinite(value))
    const local = { left: numberOr(x0, 0), top: numberOr(y0, 0), right: numberOr(x1, 0), bottom: numberOr(y1, 0) }
    const box = this.place(local.left, local.top, local.right, local.bottom, this.state.matrix)
    if (fills && known) this.fill(box, isRectangle(list(segments), local))
    if (this.clipPending && known) this.change({ clip: intersection(this.state.clip, box) })
    this.clipPending = false
  }

  private fill(whole: Box, rectangle: boolean): void {
    const box = intersection(whole, this.state.clip)
    if (areaOf(box) === 0) return
    const { alpha, fill, normalBlend } = this.state
    this.add({ kind: "fill", box, color: fill, opaque: rectangle && alpha > 0.9 && normalBlend && fill !== "" })
  }

  private image(): void {
    const box = intersection(this.place(0, 0, 1, 1, this.state.matrix), this.state.clip)
    if (areaOf(box) > 0) this.add({ kind: "image", box })
  }

  private clipNext(): void {
    this.clipPending = true
  }

  /** A gradient covers all that is not clipped away; what colour it has is not followed. */
  private shading(): void {
    this.add({ kind: "fill", box: this.state.clip })
  }

  private beginForm(matrix: unknown, bounds: unknown): void {
    this.save()
    this.concatenate(matrix)
    const [x0, y0, x1, y1] = list(bounds)
    if (![x0, y0, x1, y1].every((value) => typeof value === "number" && Number.isFinite(value))) return
    const box = this.place(numberOr(x0, 0), numberOr(y0, 0), numberOr(x1, 0), numberOr(y1, 0), this.state.matrix)
    this.change({ clip: intersection(this.state.clip, box) })
  }

  private graphicsState(entries: ReadonlyArray<unknown>): void {
    for (const entry of entries) {
      const [key, value] = list(entry)
      if (key === "ca") this.change({ alpha: numberOr(value, 1) })
      if (key === "BM") this.change({ normalBlend: value === "source-over" || value === "Normal" || value === undefined || value === null })
      const [font, size] = key === "Font" ? list(value) : []
      if (typeof font === "string") this.change({ font, size: numberOr(size, 0) })
    }
  }

  private save(): void {
    if (this.saved.length < maxDepth) this.saved.push(this.state)
  }

  private restore(): void {
    this.state = this.saved.pop() ?? this.state
  }

  private concatenate(value: unknown): void {
    const matrix = matrixOf(value)
    if (matrix !== null) this.change({ matrix: times(this.state.matrix, matrix) })
  }

  private setTextMatrix(args: Operands): void {
    this.lineMatrix = matrixOf(args[0]) ?? matrixOf(args) ?? identity
    this.textMatrix = this.lineMatrix
  }

  private beginText(): void {
    this.textMatrix = identity
    this.lineMatrix = identity
  }

  private beginAnnotation([id, , placement, inner]: Operands): void {
    this.save()
    this.annotation = typeof id === "string" ? id : "annotation"
    this.change(initial)
    this.concatenate(placement)
    this.concatenate(inner)
  }

  private endAnnotation(): void {
    this.annotation = null
    this.restore()
  }

  private readonly steps: Readonly<Record<string, (args: Operands) => void>> = {
    save: () => this.save(),
    restore: () => this.restore(),
    transform: (args) => this.concatenate(args),
    setGState: ([entries]) => this.graphicsState(list(entries)),
    setFillRGBColor: ([color]) => this.change({ fill: typeof color === "string" ? color : "" }),
    setFillColorN: () => this.change({ fill: "" }),
    setFillTransparent: () => this.change({ fill: "" }),
    constructPath: ([paint, segments, minMax]) => this.path(this.fills.has(paint), list(segments)[0], minMax),
    clip: () => this.clipNext(),
    eoClip: () => this.clipNext(),
    shadingFill: () => this.shading(),
    beginText: () => this.beginText(),
    setFont: ([font, size]) => this.change({ font: typeof font === "string" ? font : "", size: numberOr(size, 0) }),
    setCharSpacing: ([spacing]) => this.change({ charSpacing: numberOr(spacing, 0) }),
    setWordSpacing: ([spacing]) => this.change({ wordSpacing: numberOr(spacing, 0) }),
    setHScale: ([percent]) => this.change({ horizontalScale: numberOr(percent, 100) / 100 }),
    setLeading: ([leading]) => this.change({ leading: -numberOr(leading, 0) }),
    setTextRise: ([rise]) => this.change({ rise: numberOr(rise, 0) }),
    setTextRenderingMode: ([mode]) => this.change({ mode: numberOr(mode, 0) }),
    setTextMatrix: (args) => this.setTextMatrix(args),
    moveText: ([x, y]) => this.moveLine(numberOr(x, 0), numberOr(y, 0)),
    setLeadingMoveText: ([x, y]) => {
      this.change({ leading: numberOr(y, 0) })
      this.moveLine(numberOr(x, 0), numberOr(y, 0))
    },
    nextLine: () => this.moveLine(0, this.state.leading),
    showText: ([glyphs]) => this.show(list(glyphs)),
    showSpacedText: ([glyphs]) => this.show(list(glyphs)),
    nextLineShowText: ([glyphs]) => {
      this.moveLine(0, this.state.leading)
      this.show(list(glyphs))
    },
    paintFormXObjectBegin: ([matrix, bounds]) => this.beginForm(matrix, bounds),
    paintFormXObjectEnd: () => this.restore(),
    paintImageXObject: () => this.image(),
    paintInlineImageXObject: () => this.image(),
    paintImageMaskXObject: () => this.image(),
    paintSolidColorImageMask: () => this.image(),
    beginAnnotation: (args) => this.beginAnnotation(args),
    endAnnotation: () => this.endAnnotation()
  }

  /** Follows one operation; those that put nothing on the page and move nothing are passed over. */
  step(name: string, args: Operands): void {
    this.steps[name]?.(args)
  }
}
