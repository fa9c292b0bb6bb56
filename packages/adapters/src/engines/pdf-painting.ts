import { areaOf, type Box, boxOf, identity, intersection, type Matrix, shareInside, times } from "./geometry.ts"
import { type PdfPage, pdfOperators } from "./pdf-document.ts"
import { isRectangle, list, matrixOf, numberOr, record } from "./pdf-operands.ts"

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

export interface Painting {
  readonly width: number
  readonly height: number
  readonly marks: ReadonlyArray<Mark>
  /** True when the page painted more than is looked at. */
  readonly truncated: boolean
}

const maxOperations = 300_000
const maxMarks = 20_000
const maxDepth = 200
const maxTextLength = 2000

/** Text rendering modes that leave no colour: invisible, and used for clipping only (ISO 32000-1, 9.3.6). */
const colourless: ReadonlySet<number> = new Set([3, 7])

interface FontFacts {
  readonly name: string
  /** Size of a unit of the glyph widths, in sizes of the font. */
  readonly unit: number
}

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
class Painter {
  readonly marks: Array<Mark> = []
  private state: State = initial
  private readonly saved: Array<State> = []
  private textMatrix: Matrix = identity
  private lineMatrix: Matrix = identity
  private annotation: string | null = null
  private clipPending = false
  private readonly view: Matrix
  private readonly fontOf: (font: string) => FontFacts

  constructor(view: Matrix, fontOf: (font: string) => FontFacts) {
    this.view = view
    this.fontOf = fontOf
  }

  private change(change: Partial<State>): void {
    this.state = { ...this.state, ...change }
  }

  private place(x0: number, y0: number, x1: number, y1: number, matrix: Matrix): Box {
    return boxOf(times(this.view, matrix), x0, y0, x1, y1)
  }

  private add(mark: Pick<Mark, "kind" | "box"> & Partial<Mark>): void {
    if (this.marks.length >= maxMarks) return
    const plain = { text: "", color: "", opaque: false, drawn: true, fontSize: 0, fontName: "", angle: 0, annotation: this.annotation }
    this.marks.push({ ...plain, ...mark })
  }

  private moveLine(x: number, y: number): void {
    this.lineMatrix = times(this.lineMatrix, [1, 0, 0, 1, x, y])
    this.textMatrix = this.lineMatrix
  }

  private show(glyphs: ReadonlyArray<unknown>): void {
    const { charSpacing, font, horizontalScale, mode, rise, size, wordSpacing } = this.state
    const { name, unit } = this.fontOf(font)
    let text = ""
    let advance = 0
    for (const item of glyphs) {
      if (typeof item === "number") {
        advance -= (item / 1000) * size * horizontalScale
        if (item < -180 && text !== "" && !text.endsWith(" ")) text += " "
        continue
      }
      const glyph = record(item)
      const unicode = typeof glyph.unicode === "string" ? glyph.unicode : ""
      if (text.length < maxTextLength) text += unicode
      const spacing = charSpacing + (glyph.isSpace === true ? wordSpacing : 0)
      advance += (numberOr(glyph.width, 500) * unit * size + spacing) * horizontalScale
    }
    const matrix = times(this.state.matrix, this.textMatrix)
    const seen = times(this.view, matrix)
    const scale = Math.hypot(seen[2], seen[3])
    this.textMatrix = times(this.textMatrix, [1, 0, 0, 1, advance, 0])
    if (text.trim() === "" || !Number.isFinite(advance) || !Number.isFinite(scale)) return
    const box = this.place(0, rise - 0.21 * size, advance, rise + 0.72 * size, matrix)
    this.add({
      kind: "text",
      text,
      box,
      color: this.state.fill,
      drawn: !colourless.has(mode) && this.state.alpha > 0.04 && shareInside(box, this.state.clip) > 0.1,
      fontSize: Math.abs(size * scale),
      fontName: name,
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

  /** Follows one operation. */
  step(name: string, args: ReadonlyArray<unknown>, fills: ReadonlySet<unknown>): void {
    const [first, second] = args
    switch (name) {
      case "save":
        return this.save()
      case "restore":
        return this.restore()
      case "transform":
        return this.concatenate(args)
      case "setGState":
        return this.graphicsState(list(first))
      case "setFillRGBColor":
        return this.change({ fill: typeof first === "string" ? first : "" })
      case "setFillColorN":
      case "setFillTransparent":
        return this.change({ fill: "" })
      case "constructPath":
        return this.path(fills.has(first), list(second)[0], args[2])
      case "clip":
      case "eoClip":
        this.clipPending = true
        return undefined
      case "shadingFill":
        return this.shading()
      case "beginText":
        this.textMatrix = identity
        this.lineMatrix = identity
        return undefined
      case "setFont":
        return this.change({ font: typeof first === "string" ? first : "", size: numberOr(second, 0) })
      case "setCharSpacing":
        return this.change({ charSpacing: numberOr(first, 0) })
      case "setWordSpacing":
        return this.change({ wordSpacing: numberOr(first, 0) })
      case "setHScale":
        return this.change({ horizontalScale: numberOr(first, 100) / 100 })
      case "setLeading":
        return this.change({ leading: -numberOr(first, 0) })
      case "setTextRise":
        return this.change({ rise: numberOr(first, 0) })
      case "setTextRenderingMode":
        return this.change({ mode: numberOr(first, 0) })
      case "setTextMatrix": {
        this.lineMatrix = matrixOf(first) ?? matrixOf(args) ?? identity
        this.textMatrix = this.lineMatrix
        return undefined
      }
      case "moveText":
        return this.moveLine(numberOr(first, 0), numberOr(second, 0))
      case "setLeadingMoveText":
        this.change({ leading: numberOr(second, 0) })
        return this.moveLine(numberOr(first, 0), numberOr(second, 0))
      case "nextLine":
        return this.moveLine(0, this.state.leading)
      case "showText":
      case "showSpacedText":
        return this.show(list(first))
      case "nextLineShowText":
        this.moveLine(0, this.state.leading)
        return this.show(list(first))
      case "paintFormXObjectBegin":
        return this.beginForm(first, second)
      case "paintFormXObjectEnd":
        return this.restore()
      case "paintImageXObject":
      case "paintInlineImageXObject":
      case "paintImageMaskXObject":
      case "paintSolidColorImageMask":
        return this.image()
      case "beginAnnotation": {
        this.save()
        this.annotation = typeof first === "string" ? first : "annotation"
        const rect = list(second)
        const offset: Matrix = [1, 0, 0, 1, numberOr(rect[0], 0), numberOr(rect[1], 0)]
        this.change({ ...initial, matrix: offset })
        this.concatenate(args[2])
        return this.concatenate(args[3])
      }
      case "endAnnotation":
        this.annotation = null
        return this.restore()
      default:
        return undefined
    }
  }
}

/** Follows the drawing operations of a page and tells what they put where. */
export const paintingOf = async (page: PdfPage): Promise<Painting> => {
  const operators = await pdfOperators()
  const names = new Map(Object.entries(operators).map(([name, code]) => [code, name]))
  const fills = new Set<unknown>(
    ["fill", "eoFill", "fillStroke", "eoFillStroke", "closeFillStroke", "closeEOFillStroke"].map((name) => operators[name])
  )
  const viewport = page.getViewport({ scale: 1 })
  const operations = await page.getOperatorList()
  const fonts = new Map<string, FontFacts>()
  const fontOf = (font: string): FontFacts => {
    const known = fonts.get(font)
    if (known !== undefined) return known
    const facts = record(page.commonObjs.has(font) ? page.commonObjs.get(font) : null)
    // Fonts made of drawings choose their own unit; all others count in thousandths.
    const unit = facts.isType3Font === true ? Math.abs(numberOr(list(facts.fontMatrix)[0], 0.001)) : 0.001
    const found = { name: typeof facts.name === "string" ? facts.name.slice(0, 200) : "", unit }
    fonts.set(font, found)
    return found
  }
  const painter = new Painter(matrixOf(viewport.transform) ?? identity, fontOf)
  const count = Math.min(operations.fnArray.length, maxOperations)
  for (let index = 0; index < count; index++) {
    const code = operations.fnArray[index]
    const name = code === undefined ? undefined : names.get(code)
    if (name !== undefined) painter.step(name, list(operations.argsArray[index]), fills)
  }
  const truncated = operations.fnArray.length > maxOperations || painter.marks.length >= maxMarks
  return { width: viewport.width, height: viewport.height, marks: painter.marks, truncated }
}
