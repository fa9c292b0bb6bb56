import type { FontFile } from "./font-file.ts"

type Document = PDFKit.PDFDocument

/** What the library knows of the font that is in use, where its types do not tell. */
const partOf = (held: unknown, name: string): unknown => (typeof held === "object" && held !== null ? Reflect.get(held, name) : undefined)
const inUse = (document: Document): unknown => partOf(document, "_font")

interface Coverage {
  readonly hasGlyphForCodePoint: (code_point: number) => boolean
}
const isCoverage = (font: unknown): font is Coverage => typeof font === "object" && font !== null && "hasGlyphForCodePoint" in font

export const coverageOf = (document: Document, name: string): Coverage => {
  const font = partOf(inUse(document.font(name)), "font")
  if (!isCoverage(font)) throw new Error("the fonts of the report do not say which characters they cover")
  return font
}

/** Height of the letters above the line that they stand on, for letters of one point. */
export const ascentOf = (document: Document, name: string): number => {
  const ascent = partOf(inUse(document.font(name)), "ascender")
  if (typeof ascent !== "number") throw new Error("the fonts of the report do not say how high they are")
  return ascent / 1000
}

/** Makes a font of a script known to a document, with the rules of the script in place of the library's own. */
export const embed = (document: Document, { bytes, key, shape }: FontFile) => {
  document.registerFont(key, bytes)
  const font = partOf(inUse(document.font(key)), "font")
  if (typeof font !== "object" || font === null) throw new Error("a font of the report cannot be opened")
  const layout = (text: string) => {
    const shaped = shape(text)
    // Positions are scaled by the caller before it asks for their sum.
    const run = {
      ...shaped,
      get advanceWidth() {
        return shaped.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      }
    }
    return run
  }
  // The library takes files of equal names and checksums for one font, and would set letters of one by the drawings of another.
  if (Object.hasOwn(font, "layout")) throw new Error("two fonts of the report are taken for one")
  Reflect.set(font, "layout", layout)
}

/**
 * Some scripts are not drawn in the order that they are read in: such a text says itself what it is. Readers take its place and size from the
 * axes and the font that hold at its end, so both are set around it; the library turns the axes over and sets its font for the glyphs alone.
 */
export const saying = (document: Document, actual: string, size: number, draw: () => void) => {
  const turn = () => document.transform(1, 0, 0, -1, 0, document.page.height)
  document.save()
  turn()
  document.addContent(`/${String(partOf(inUse(document), "id"))} ${size} Tf`)
  document.markContent("Span", { actual })
  turn()
  draw()
  turn()
  document.endMarkedContent()
  document.restore()
}
