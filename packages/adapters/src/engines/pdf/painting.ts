import { identity } from "../image/geometry.ts"
import { followed, type PdfPage, pdfOperators } from "./document.ts"
import { list, matrixOf, numberOr, record } from "./operands.ts"
import { type FontFacts, type Mark, Painter } from "./painter.ts"

export interface Painting {
  readonly width: number
  readonly height: number
  readonly marks: ReadonlyArray<Mark>
  /** True when the page painted more than is looked at. */
  readonly truncated: boolean
}

const maxOperations = 300_000

/** Follows the drawing operations of a page and tells what they put where. */
export const paintingOf = async (page: PdfPage): Promise<Painting> => {
  const operators = await pdfOperators()
  const names = new Map(Object.entries(operators).map(([name, code]) => [code, name]))
  const fills = new Set<unknown>(
    ["fill", "eoFill", "fillStroke", "eoFillStroke", "closeFillStroke", "closeEOFillStroke"].map((name) => operators[name])
  )
  const viewport = page.getViewport({ scale: 1 })
  const operations = await followed(page, () => page.getOperatorList())
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
  const painter = new Painter(matrixOf(viewport.transform) ?? identity, fontOf, fills)
  const count = Math.min(operations.fnArray.length, maxOperations)
  for (let index = 0; index < count; index++) {
    const code = operations.fnArray[index]
    const name = code === undefined ? undefined : names.get(code)
    if (name !== undefined) painter.step(name, list(operations.argsArray[index]))
  }
  const truncated = operations.fnArray.length > maxOperations || painter.full
  return { width: viewport.width, height: viewport.height, marks: painter.marks, truncated }
}
