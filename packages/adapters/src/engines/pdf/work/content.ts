import { TooMuchWork } from "./too-much-work.ts"
import { isSpace, Tokens } from "./tokens.ts"
import { maxNesting } from "./values.ts"

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
}

export interface ContentWork {
  /** Operators, with what their operands and their depth add. */
  readonly steps: number
  readonly uses: ReadonlyArray<Use>
  /** Pixels of pictures that stand in the content itself. */
  readonly pixels: number
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
const fills: ReadonlySet<string> = new Set(["f", "F", "f*", "B", "B*", "b", "b*"])
/** Each run of text is compared with each filled shape, and with each other run: so many comparisons cost as much as one operator. */
const comparisonsAStep = { shapes: 100, runs: 1_000 } as const
const opens: ReadonlySet<string> = new Set(["q", "BMC", "BDC", "BX", "BT"])
const closes: ReadonlySet<string> = new Set(["Q", "EMC", "EX", "ET"])
const flat: ReadonlySet<string> = new Set(["BT", "ET"])

/** Follows the operators of a content stream without doing any of them. */
class Content {
  readonly uses = new Map<string, Use>()
  steps: number
  pixels = 0
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

  constructor(bytes: Uint8Array, maxSteps: number) {
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
    const use = this.uses.get(key) ?? { resource, name: this.name, times: 0, glyphs: 0 }
    use.times += 1
    this.uses.set(key, use)
    return use
  }

  private operator(operator: string): void {
    this.steps += 1 + this.depth / dearDepth + this.operands / operandsAStep
    if (this.steps > this.maxSteps) throw new TooMuchWork("drawing operations")
    this.deepen(operator)
    const resource = resources[operator]
    if (resource !== undefined && this.name !== "") {
      const use = this.use(resource)
      if (operator === "Tf") this.font = use
    }
    if (shows.has(operator) && this.font !== null) this.font.glyphs += this.textBytes
    if (shows.has(operator)) this.shown += 1
    if (fills.has(operator)) this.filled += 1
    if (operator === "BI") this.picture()
    this.operands = 0
    this.textBytes = 0
    this.name = ""
    this.nesting = 0
  }

  /** Passes over a picture that stands in the content: its settings, and its bytes up to `EI` with something readable behind it. */
  private picture(): void {
    const { tokens } = this
    const sizes = new Map<string, number>()
    let key = ""
    while (tokens.next()) {
      const text = tokens.kind === "text" ? "" : tokens.text
      if (tokens.kind === "word" && text === "ID") break
      if (tokens.kind === "number") sizes.set(key, Number.parseFloat(text) || 0)
      key = tokens.kind === "name" ? text : key
    }
    this.pixels += Math.max(0, (sizes.get("W") ?? sizes.get("Width") ?? 0) * (sizes.get("H") ?? sizes.get("Height") ?? 0))
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
      if (tokens.kind === "open_list" || tokens.kind === "open_dictionary") this.nest(1)
      else if (tokens.kind === "close_list" || tokens.kind === "close_dictionary") this.nest(-1)
      else if (tokens.kind === "name") this.name = tokens.text
      else if (tokens.kind === "text") this.textBytes += tokens.end - tokens.start
      else if (tokens.kind === "word") this.operator(tokens.text)
    }
    const compared = (this.shown * this.filled) / comparisonsAStep.shapes + this.shown ** 2 / comparisonsAStep.runs
    return { steps: this.steps + this.operands / operandsAStep + compared, uses: [...this.uses.values()], pixels: this.pixels }
  }
}

/** What reading a content stream takes. Throws `TooMuchWork` where it is deeper or longer than the content of any document. */
export const contentWork = (bytes: Uint8Array, maxSteps: number): ContentWork => new Content(bytes, maxSteps).read()
