import { identity } from "../image/geometry.ts"
import { followed, type PdfPage, pdfOperators } from "./document.ts"
import { list, matrixOf, numberOr } from "./operands.ts"
import { type FontFacts, type Mark, Painter } from "./painter.ts"

export interface Painting {
  readonly width: number
  readonly height: number
  readonly marks: ReadonlyArray<Mark>
  /** True when the page painted more than is looked at. */
  readonly truncated: boolean
}

const maxOperations = 300_000

/** What the library says of a font: by getters of its class, which a copy of the object would lack. */
const stated = (facts: unknown, member: "fontMatrix" | "isType3Font" | "name"): unknown =>
  typeof facts === "object" && facts !== null ? Reflect.get(facts, member) : undefined

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
    const facts: unknown = page.commonObjs.has(font) ? page.commonObjs.get(font) : null
    // Fonts made of drawings choose their own unit; all others count in thousandths.
    const unit = stated(facts, "isType3Font") === true ? Math.abs(numberOr(list(stated(facts, "fontMatrix"))[0], 0.001)) : 0.001
    const name = stated(facts, "name")
    const found = { name: typeof name === "string" ? name.slice(0, 200) : "", unit }
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
