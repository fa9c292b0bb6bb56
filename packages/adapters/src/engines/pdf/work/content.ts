import { type Box, Canvas, drawing, fills, strokes } from "./canvas.ts"
import { TooMuchWork } from "../../too-much-work.ts"
import { isSpace, Tokens } from "./tokens.ts"
import { maxNesting } from "./values.ts"
import { weight } from "./weights.ts"

/** Saved graphics states and marked contents inside one another. Chosen with much room; genuine files were not measured for it. */
const maxDepth = 500
/** A state saved within so many others costs the reader of text as much as one operator more. */
const dearDepth = 16
/** Operands and bytes of text that cost as much as one operator. */
const operandsAStep = 8
const bytesAStep = 32

/** What a content stream takes from its resources, by name. */
type Resource = "XObject" | "Pattern" | "ExtGState" | "Font" | "Shading"

export interface Use {
  readonly resource: Resource
  readonly name: string
  times: number
  /** Bytes of text that are shown in a font. */
  glyphs: number
  /** Areas added up over all times, in the square units of the content: what it may cover, and a square unit of its own. */
  area: number
  scaled: number
  /** Length of the lines that are stroked in a graphics state, in the units of its dashes. */
  stroked: number
  /** Graphics states in which it is drawn, each with the areas that it may cover then. */
  readonly through: Map<Use, { times: number; area: number; scaled: number }>
}

export interface ContentWork {
  /** Operators, with what their operands and their depth add. */
  readonly steps: number
  readonly uses: ReadonlyArray<Use>
  /** What going through the pixels of pictures takes that stand in the content itself. */
  readonly samples: number
  /** How often something is painted, and the area that is painted by it, by the weight of a pixel; and the length of all edges. */
  readonly paints: number
  readonly area: number
  readonly edges: number
}

const resources: Readonly<Record<string, Resource>> = {
  Do: "XObject",
  scn: "Pattern",
  SCN: "Pattern",
  gs: "ExtGState",
  Tf: "Font",
  sh: "Shading"
}
const shows: ReadonlySet<string> = new Set(["Tj", "TJ", "'", '"'])
/** Operators that set a colour, by which a pattern ends: those of filling, and those of strokes. */
const colours: Readonly<Record<string, "fill" | "stroke">> = {
  g: "fill",
  rg: "fill",
  k: "fill",
  sc: "fill",
  cs: "fill",
  G: "stroke",
  RG: "stroke",
  K: "stroke",
  SC: "stroke",
  CS: "stroke"
}
/** What holds for everything that is painted after it, until the state before is restored. */
interface Manner {
  readonly states: ReadonlyArray<Use>
  readonly fill: Use | null
  readonly stroke: Use | null
}
const plain: Manner = { states: [], fill: null, stroke: null }
/** Numbers that an operator of drawing takes at most. */
const mostNumbers = 12
/** Dashes of a line that cost as much as one operator. */
export const dashesAStep = 30
/** Each run of text is compared with each filled shape, and with each other run: so many comparisons cost as much as one operator. */
const comparisonsAStep = { shapes: 100, runs: 1_000 } as const
const opens: ReadonlySet<string> = new Set(["q", "BMC", "BDC", "BX", "BT"])
const closes: ReadonlySet<string> = new Set(["Q", "EMC", "EX", "ET"])
const flat: ReadonlySet<string> = new Set(["BT", "ET"])

/** Follows the operators of a content stream without doing any of them. */
class Content {
  readonly uses = new Map<string, Use>()
  steps: number
  private samples = 0
  private readonly tokens: Tokens
  private readonly maxSteps: number
  private depth = 0
  private nesting = 0
  private operands = 0
  private textBytes = 0
  private shown = 0
  private filled = 0
  private name = ""
  private font: Use | null = null
  private paints = 0
  private area = 0
  /** Where the last numbers begin and end, in turn, and how many there were: most operators need none of their values. */
  private readonly places = new Int32Array(2 * mostNumbers)
  private numbers = 0
  private manner = plain
  private readonly manners: Array<Manner> = []
  private readonly canvas: Canvas

  constructor(bytes: Uint8Array, maxSteps: number, frame: Box) {
    this.canvas = new Canvas(frame)
    this.maxSteps = maxSteps
    this.tokens = new Tokens(bytes)
    this.steps = bytes.length / bytesAStep
  }

  private nest(by: 1 | -1): void {
    this.nesting = Math.max(0, this.nesting + by)
    if (this.nesting > maxNesting) throw new TooMuchWork("nesting of operands")
  }

  private deepen(operator: string): void {
    if (flat.has(operator)) return
    if (opens.has(operator)) this.depth += 1
    if (closes.has(operator)) this.depth = Math.max(0, this.depth - 1)
    if (this.depth > maxDepth) throw new TooMuchWork("nesting of content")
  }

  private use(resource: Resource): Use {
    const key = `${resource} ${this.name}`
    const use = this.uses.get(key) ?? { resource, name: this.name, times: 0, glyphs: 0, area: 0, scaled: 0, stroked: 0, through: new Map() }
    this.uses.set(key, use)
    return use
  }

  /** Counts a painted area, with the patterns and states that it is painted in. */
  private paint(area: number, each: number): void {
    const { fill, states, stroke } = this.manner
    this.paints += each
    this.area += area * each
    this.steps += states.length / operandsAStep
    for (const use of [...states, ...(fill === null ? [] : [fill]), ...(stroke === null ? [] : [stroke])]) {
      use.times += 1
      use.area += area
      use.stroked += this.canvas.stroked
    }
  }

  private show(): void {
    this.shown += 1
    this.steps += (this.textBytes * weight.glyph) / weight.step
    const { canvas, font, textBytes } = this
    this.paint(Math.min(canvas.glyph, canvas.clipped) * textBytes, weight.fill)
    if (font === null) return
    font.glyphs += textBytes
    font.area += textBytes * canvas.clipped
    font.scaled += textBytes * canvas.glyph
  }

  private takes(resource: Resource, operator: string): void {
    const use = this.use(resource)
    if (resource === "Pattern") this.manner = { ...this.manner, [operator === "scn" ? "fill" : "stroke"]: use }
    else if (resource === "ExtGState") {
      if (!this.manner.states.includes(use)) this.manner = { ...this.manner, states: [...this.manner.states, use] }
    } else {
      use.times += 1
      use.area += resource === "Font" ? 0 : this.canvas.clipped
    }
    if (resource === "Font") this.font = use
    if (resource !== "XObject") return
    // Whether it is a form or a picture is known only where its name is looked up, and with it what it covers.
    const { clipped, factor } = this.canvas
    use.scaled += factor
    for (const state of this.manner.states) {
      const known = use.through.get(state) ?? { times: 0, area: 0, scaled: 0 }
      use.through.set(state, { times: known.times + 1, area: known.area + clipped, scaled: known.scaled + factor })
    }
  }

  private keep(operator: string): void {
    const colour = colours[operator]
    if (operator === "q") this.manners.push(this.manner)
    else if (operator === "Q") this.manner = this.manners.pop() ?? this.manner
    else if (colour !== undefined) this.manner = { ...this.manner, [colour]: null }
  }

  private operator(operator: string): void {
    this.steps += 1 + this.depth / dearDepth + this.operands / operandsAStep
    if (this.steps > this.maxSteps) throw new TooMuchWork("work of one page")
    this.deepen(operator)
    this.keep(operator)
    const area = drawing.has(operator) ? this.canvas.apply(operator, this.lastNumbers()) : null
    if (area !== null) this.paint(area, strokes.has(operator) ? weight.stroke : weight.fill)
    const resource = resources[operator]
    if (resource !== undefined && this.name !== "") this.takes(resource, operator)
    if (shows.has(operator)) this.show()
    if (fills.has(operator)) this.filled += 1
    if (operator === "BI") {
      this.picture()
      this.paint(this.canvas.picture, weight.picture)
    }
    this.operands = 0
    this.textBytes = 0
    this.name = ""
    this.nesting = 0
    this.numbers = 0
  }

  private number(): void {
    const at = 2 * (this.numbers % mostNumbers)
    this.places[at] = this.tokens.start
    this.places[at + 1] = this.tokens.end
    this.numbers += 1
  }

  private lastNumbers(): ReadonlyArray<number> {
    const { numbers, places, tokens } = this
    const count = Math.min(numbers, mostNumbers)
    return Array.from({ length: count }, (_, index) => {
      const at = 2 * ((numbers - count + index) % mostNumbers)
      return tokens.numberAt(places[at] ?? 0, places[at + 1] ?? 0)
    })
  }

  /** Passes over a picture that stands in the content: its settings, and its bytes up to `EI` with something readable behind it. */
  private picture(): void {
    const { tokens } = this
    const sizes = new Map<string, number>()
    let key = ""
    let each: number = weight.plain
    while (tokens.next()) {
      const text = tokens.kind === "text" ? "" : tokens.text
      if (tokens.kind === "word" && text === "ID") break
      if (tokens.kind === "number") sizes.set(key, Number.parseFloat(text) || 0)
      if (text === "DCT" || text === "DCTDecode") each = weight.jpeg + weight.unpackedAgain
      key = tokens.kind === "name" ? text : key
    }
    const pixels = Math.max(0, (sizes.get("W") ?? sizes.get("Width") ?? 0) * (sizes.get("H") ?? sizes.get("Height") ?? 0))
    this.samples += pixels * (weight.scaled + each)
    const { bytes } = tokens
    for (let at = tokens.end + 1; at + 1 < bytes.length; at++) {
      if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49 || !(at + 2 >= bytes.length || isSpace(bytes[at + 2]))) continue
      const after = bytes.subarray(at + 2, at + 12)
      if (!after.every((byte) => isSpace(byte) || (byte >= 0x20 && byte < 0x7f))) continue
      tokens.end = at + 2
      return
    }
    tokens.end = bytes.length
  }

  read(): ContentWork {
    const { tokens } = this
    while (tokens.next()) {
      this.operands += 1
      if (this.operands > this.maxSteps) throw new TooMuchWork("operands of one page")
      if (tokens.kind === "open_list" || tokens.kind === "open_dictionary") this.nest(1)
      else if (tokens.kind === "close_list" || tokens.kind === "close_dictionary") this.nest(-1)
      else if (tokens.kind === "name") this.name = tokens.text
      else if (tokens.kind === "number") this.number()
      else if (tokens.kind === "text") this.textBytes += tokens.end - tokens.start
      else if (tokens.kind === "word") this.operator(tokens.text)
    }
    const compared = (this.shown * this.filled) / comparisonsAStep.shapes + this.shown ** 2 / comparisonsAStep.runs
    const { area, canvas, paints, samples, uses } = this
    const steps = this.steps + this.operands / operandsAStep + compared + canvas.dashes / dashesAStep
    return { steps, uses: [...uses.values()], samples, paints, area: area + canvas.masked * weight.clip, edges: canvas.edges }
  }
}

/**
 * What reading a content stream takes that draws within a frame. Throws `TooMuchWork` where it is deeper or longer than the content of any
 * document.
 */
export const contentWork = (bytes: Uint8Array, maxSteps: number, frame: Box): ContentWork => new Content(bytes, maxSteps, frame).read()
