import { fileURLToPath } from "node:url"
import { printable } from "@vouchkit/core/flows/report/printable"
import { ascentOf, coverageOf, embed, saying } from "./embedded-font.ts"
import { ofOwnScript, type ScriptFonts } from "./script-fonts.ts"

type Document = PDFKit.PDFDocument
type Face = "regular" | "bold"

/**
 * Condensed, since reports are mostly tables; Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic letters are in them. Other scripts
 * have files of their own, which are opened where a text needs them.
 */
const fontFiles: Readonly<Record<Face, string>> = {
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

/** Laid out as one run of a script, words and all: without a feature to apply, the library sets word after word from the left. */
const asOneRun: Array<PDFKit.Mixins.OpenTypeFeatures> = ["liga"]

/** Whether the report's own font has a code point, which decides what other fonts are opened. */
export const ownCoverage = (document: Document): ((code_point: number) => boolean) => {
  document.registerFont("regular", fontFiles.regular)
  const coverage = coverageOf(document, "regular")
  return (code_point) => coverage.hasGlyphForCodePoint(code_point)
}

/** A part of a line that one font sets. */
interface FontRun {
  readonly font: string
  readonly text: string
}
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" })

/** The parts of a text by the font that sets them. */
const fontRuns = (scriptFonts: ScriptFonts) => {
  /** Letters and the marks on them stay together where a font has both. */
  const piecesOf = (face: Face, grapheme: string): ReadonlyArray<FontRun> => {
    const letters = [...grapheme]
    const each = letters.map((letter) => scriptFonts.get(letter))
    const whole = each.find((file) => file !== undefined && letters.every((letter) => file.covers(letter.codePointAt(0) ?? 0)))
    return whole === undefined
      ? letters.map((letter, index) => ({ font: each[index]?.key ?? face, text: letter }))
      : [{ font: whole.key, text: grapheme }]
  }

  return (face: Face, text: string): ReadonlyArray<FontRun> => {
    if (scriptFonts.size === 0) return [{ font: face, text }]
    const runs: Array<FontRun> = []
    for (const { segment } of graphemes.segment(text)) {
      for (const piece of piecesOf(face, segment)) {
        const last = runs.at(-1)
        if (last?.font === piece.font) runs[runs.length - 1] = { font: last.font, text: last.text + piece.text }
        else runs.push(piece)
      }
    }
    return runs
  }
}

const lettersOf = (text: string): ReadonlyArray<string> => [...graphemes.segment(text)].map(({ segment }) => segment)

type WidthOf = (style: Pick<Style, "face" | "size">, text: string) => number

/** Breaks a text between its words into lines that fit. */
const lineBreaking = (widthOf: WidthOf) => {
  /** A word that is wider than a line, such as a digest, in parts that fit. */
  const parts = (style: Style, word: string, width: number): ReadonlyArray<string> => {
    const found: Array<string> = []
    let part = ""
    let taken = 0
    // Behind a mark that joins words first, and between two letters only where even a piece between such marks is too wide.
    const pieces = word.split(/(?<=[_/.@-])/u).flatMap((piece) => (widthOf(style, piece) <= width ? [piece] : lettersOf(piece)))
    for (const letter of pieces) {
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

  return (style: Style, text: string, width: number): ReadonlyArray<string> => {
    const space = widthOf(style, " ")
    const lines: Array<string> = []
    let line = ""
    let taken = 0
    // A number and its per cent sign stay on one line.
    for (const word of text.split(/[ \t]+(?!%)/u)) {
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
}

type RunsOf = ReturnType<typeof fontRuns>

/** Measures texts. */
const measuring = (document: Document, runsOf: RunsOf): WidthOf => {
  const widths = new Map<string, number>()

  /** Width for letters of one point; words come again and again. */
  const unitWidth = (face: Face, text: string): number => {
    const key = `${face}${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    const width = runsOf(face, text).reduce((sum, run) => sum + document.font(run.font).fontSize(100).widthOfString(run.text) / 100, 0)
    widths.set(key, width)
    return width
  }
  return ({ face, size }, text) => unitWidth(face, text) * size
}

type Covered = (face: Face) => (code_point: number) => boolean

/** Breaks texts into lines, in what their font can show. */
const layingOut = (covered: Covered, widthOf: WidthOf) => {
  const broken = lineBreaking(widthOf)

  /** Whether a text stands as it was written, without a reading beside it. */
  const isPlain = (face: Face, text: string): boolean => !printable(text, covered(face)).transliterated

  const linesOfOne = (style: Style, text: string, width: number): ReadonlyArray<SetLine> => {
    const shown = printable(text, covered(style.face))
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

  return { isPlain, linesOf }
}

interface DrawnWith {
  readonly ascent: Readonly<Record<Face, number>>
  readonly files: ScriptFonts
  readonly runsOf: RunsOf
}

/** Draws single lines. */
const drawing =
  (document: Document, { ascent, files, runsOf }: DrawnWith) =>
  ({ colour, face, size }: Style, { direction, text }: SetLine, at: { readonly x: number; readonly y: number }) => {
    document.fillColor(colour)
    if (direction === "right_to_left") {
      document.font(face).fontSize(size).text(text, at.x, at.y, { lineBreak: false, features: asOneRun })
      return
    }
    let { x } = at
    for (const run of runsOf(face, text)) {
      document.font(run.font).fontSize(size)
      // All stand on the line of the report's own font.
      const line = { lineBreak: false, ...(run.font === face ? {} : { baseline: -ascent[face] * size }) }
      if (files.get(run.font)?.shape(run.text).literal === false)
        saying(document, run.text, size, () => document.text(run.text, x, at.y, line))
      else document.text(run.text, x, at.y, line)
      x += document.widthOfString(run.text)
    }
  }

/** Breaks texts into lines and draws them. */
export const makeTypesetter = (document: Document, scriptFonts: ScriptFonts) => {
  for (const face of ["regular", "bold"] as const) document.registerFont(face, fontFiles[face])
  const coverage: Readonly<Record<Face, ReturnType<typeof coverageOf>>> = {
    regular: coverageOf(document, "regular"),
    bold: coverageOf(document, "bold")
  }
  const files = new Map([...scriptFonts.values()].map((file) => [file.key, file]))
  for (const file of files.values()) embed(document, file)
  const ascent: Readonly<Record<Face, number>> = { regular: ascentOf(document, "regular"), bold: ascentOf(document, "bold") }
  const covered: Covered = (face) => (code_point) => {
    const letter = String.fromCodePoint(code_point)
    return scriptFonts.has(letter) || (!ofOwnScript(letter) && coverage[face].hasGlyphForCodePoint(code_point))
  }
  const runsOf = fontRuns(scriptFonts)
  const widthOf = measuring(document, runsOf)
  return { widthOf, ...layingOut(covered, widthOf), draw: drawing(document, { ascent, files, runsOf }) }
}
export type Typesetter = ReturnType<typeof makeTypesetter>
