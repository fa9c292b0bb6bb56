import { fileURLToPath } from "node:url"
import { printable } from "@vouchkit/core/report/printable"

type Document = PDFKit.PDFDocument
export type Face = "regular" | "bold"

/** Condensed, since reports are mostly tables; Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic letters are in them. */
export const fontFiles: Readonly<Record<Face, string>> = {
  regular: fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf")),
  bold: fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf"))
}

/** A line as it is drawn. */
export interface SetLine {
  readonly text: string
  readonly direction: "left_to_right" | "right_to_left"
}

export interface Style {
  readonly face: Face
  readonly size: number
  readonly colour: string
}

/** Distance from one line to the next, against the size of the letters. */
export const leading = 1.36

/** Longer text of one value is cut: what a report quotes is facts and not files. */
const maxCharacters = 6_000

interface Coverage {
  readonly hasGlyphForCodePoint: (code_point: number) => boolean
}
const isCoverage = (font: unknown): font is Coverage => typeof font === "object" && font !== null && "hasGlyphForCodePoint" in font

/** The library keeps the font that is in use where its types do not tell. */
const coverageOf = (document: Document, face: Face): Coverage => {
  document.font(face)
  const held: unknown = Reflect.get(document, "_font")
  const font: unknown = typeof held === "object" && held !== null ? Reflect.get(held, "font") : undefined
  if (!isCoverage(font)) throw new Error("the fonts of the report do not tell what they cover")
  return font
}

/** Laid out as one run of a script, words and all: without a feature to apply, the library sets word after word from the left. */
const asOneRun: Array<PDFKit.Mixins.OpenTypeFeatures> = ["liga"]

/** Breaks texts into lines and draws them. */
export const makeTypesetter = (document: Document) => {
  for (const face of ["regular", "bold"] as const) document.registerFont(face, fontFiles[face])
  const coverage: Readonly<Record<Face, Coverage>> = { regular: coverageOf(document, "regular"), bold: coverageOf(document, "bold") }
  const widths = new Map<string, number>()

  /** Width for letters of one point; words come again and again. */
  const unitWidth = (face: Face, text: string): number => {
    const key = `${face}${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    const width = document.font(face).fontSize(100).widthOfString(text) / 100
    widths.set(key, width)
    return width
  }
  const widthOf = ({ face, size }: Pick<Style, "face" | "size">, text: string): number => unitWidth(face, text) * size

  /** A word that is wider than a line, such as a digest, in parts that fit. */
  const parts = (style: Style, word: string, width: number): ReadonlyArray<string> => {
    const found: Array<string> = []
    let part = ""
    let taken = 0
    for (const letter of word) {
      const more = widthOf(style, letter)
      if (part !== "" && taken + more > width) {
        found.push(part)
        part = ""
        taken = 0
      }
      part += letter
      taken += more
    }
    return [...found, part]
  }

  const broken = (style: Style, text: string, width: number): ReadonlyArray<string> => {
    const space = widthOf(style, " ")
    const lines: Array<string> = []
    let line = ""
    let taken = 0
    for (const word of text.split(/[ \t]+/u)) {
      const more = widthOf(style, word)
      if (line !== "" && taken + space + more <= width) {
        line += ` ${word}`
        taken += space + more
        continue
      }
      if (line !== "") lines.push(line)
      const pieces = more <= width ? [word] : parts(style, word, width)
      lines.push(...pieces.slice(0, -1))
      line = pieces.at(-1) ?? ""
      taken = widthOf(style, line)
    }
    return [...lines, line]
  }

  /** Whether a text stands as it was written, without a reading beside it. */
  const isPlain = (face: Face, text: string): boolean =>
    !printable(text, (code_point) => coverage[face].hasGlyphForCodePoint(code_point)).transliterated

  const linesOfOne = (style: Style, text: string, width: number): ReadonlyArray<SetLine> => {
    const shown = printable(text, (code_point) => coverage[style.face].hasGlyphForCodePoint(code_point))
    const fits = shown.runs.every(({ direction, text: run }) => direction === "left_to_right" || widthOf(style, run) <= width)
    const runs: ReadonlyArray<SetLine> = fits ? shown.runs : [{ text: shown.fallback, direction: "left_to_right" }]
    return runs.flatMap((run) =>
      run.direction === "right_to_left"
        ? [run]
        : broken(style, run.text, width).map((line): SetLine => ({ text: line, direction: "left_to_right" }))
    )
  }

  /** The lines of a text within a width, in what its font can show. */
  const linesOf = (style: Style, text: string, width: number): ReadonlyArray<SetLine> => {
    const cut = text.length > maxCharacters ? `${text.slice(0, maxCharacters)} …` : text
    return cut.split(/\r\n|[\n\r\u2028\u2029]/u).flatMap((line) => linesOfOne(style, line, width))
  }

  const draw = ({ colour, face, size }: Style, { direction, text }: SetLine, at: { readonly x: number; readonly y: number }) => {
    document.font(face).fontSize(size).fillColor(colour)
    document.text(text, at.x, at.y, { lineBreak: false, ...(direction === "right_to_left" ? { features: asOneRun } : {}) })
  }

  return { widthOf, isPlain, linesOf, draw }
}
export type Typesetter = ReturnType<typeof makeTypesetter>
