import type { TextLine } from "@vouchkit/core/verification/document-reading"
import { boxOf, times } from "../image/geometry.ts"
import { followed, type PdfPage } from "./document.ts"
import { matrixOf } from "./operands.ts"
import type { Mark } from "./painter.ts"
import type { Painting } from "./painting.ts"
import { seenText } from "./visibility.ts"
import { linesOf, type TextPiece } from "../ocr/text-layout.ts"

/** Fewer visible characters than this and a page with pictures is read as a picture. */
const fewestCharacters = 40
/** A page drawn from more shapes than this may have its letters drawn as shapes. */
const mostPlainShapes = 60
/** Text whose characters are not in Unicode cannot be read, however well it looks. */
const mostUnknown = 0.3

interface PageText {
  readonly lines: ReadonlyArray<TextLine>
  /** True when the text layer does not tell what a person sees, so that the page must be read from its picture. */
  readonly needsPicture: boolean
}

const markPiece = (mark: Mark): TextPiece => ({
  text: mark.text,
  left: mark.box.left,
  right: mark.box.right,
  top: mark.box.top,
  bottom: mark.box.bottom,
  confidence: 1,
  rightToLeft: false,
  spaced: mark.text.startsWith(" ") || mark.text.endsWith(" ")
})

interface PlacedPiece extends TextPiece {
  readonly upright: boolean
}

/** In heights of the text: what is further apart stands in two columns. */
const columnGap = 1.3
/** Nothing narrower than this, in heights, holds two columns. */
const narrowest = 6

const lettersIn = (text: string): number => text.replace(/\s/g, "").length

/** Divides a text after so many letters, spaces left out of the count. */
const dividedAfter = (text: string, counts: ReadonlyArray<number>): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let at = 0
  for (const count of counts) {
    const start = at
    for (let letters = 0; at < text.length && letters < count; at++) if (!/\s/.test(text[at] ?? " ")) letters += 1
    parts.push(text.slice(start, at).trim())
  }
  return parts
}

/** Parts a piece where the page leaves a gap as wide as between columns: some producers paint a whole row of a table in one go. */
const inColumns = (piece: PlacedPiece, runs: ReadonlyArray<Mark>): ReadonlyArray<PlacedPiece> => {
  const height = piece.bottom - piece.top
  if (!piece.upright || piece.rightToLeft || piece.right - piece.left < narrowest * height || !/\s/.test(piece.text)) return [piece]
  const groups: Array<{ left: number; right: number; letters: number }> = []
  for (const { box, text } of runs) {
    const middle = (box.top + box.bottom) / 2
    if (middle < piece.top || middle > piece.bottom || box.left < piece.left - 1 || box.right > piece.right + 1) continue
    const last = groups[groups.length - 1]
    if (last !== undefined && box.left - last.right <= columnGap * height) {
      last.right = Math.max(last.right, box.right)
      last.letters += lettersIn(text)
    } else groups.push({ left: box.left, right: box.right, letters: lettersIn(text) })
  }
  const letters = groups.reduce((sum, group) => sum + group.letters, 0)
  if (groups.length < 2 || letters !== lettersIn(piece.text)) return [piece]
  const texts = dividedAfter(
    piece.text,
    groups.map((group) => group.letters)
  )
  return groups.map(({ left, right }, at) => ({ ...piece, text: texts[at] ?? "", left, right }))
}

/** The text items of the page, which the library has put into Unicode and logical order. */
const itemPieces = async (page: PdfPage): Promise<ReadonlyArray<PlacedPiece>> => {
  const view = matrixOf(page.getViewport({ scale: 1 }).transform)
  const content = await followed(page, () => page.getTextContent())
  const pieces: Array<PlacedPiece> = []
  let spaced = false
  for (const item of content.items) {
    if (!("str" in item)) continue
    const own = matrixOf(item.transform)
    if (item.str.trim() === "") {
      spaced = spaced || item.str !== "" || item.hasEOL
      continue
    }
    if (own === null || view === null) continue
    const seen = times(view, own)
    const size = Math.hypot(own[2], own[3])
    const across = Math.hypot(own[0], own[1])
    if (!(size > 0 && across > 0)) continue
    const length = item.width / across
    const box = boxOf(seen, 0, -0.21, length, 0.72)
    const angle = Math.abs((Math.atan2(seen[1], seen[0]) * 180) / Math.PI)
    pieces.push({
      text: item.str,
      ...box,
      confidence: 1,
      rightToLeft: item.dir === "rtl",
      spaced: spaced || item.str.startsWith(" "),
      upright: angle < 5
    })
    spaced = item.hasEOL || item.str.endsWith(" ")
  }
  return pieces
}

const unreadableShare = (text: string): number => {
  const letters = Array.from(text.replace(/\s/g, ""))
  if (letters.length === 0) return 0
  return letters.filter((letter) => /[\p{Co}\p{Cn}\p{Cc}\uFFFD]/u.test(letter)).length / letters.length
}

/** True when pictures or many shapes could carry text that the text layer lacks. */
const hasPictures = ({ marks }: Painting): boolean =>
  marks.some((mark) => mark.kind === "image") || marks.filter((mark) => mark.kind === "fill").length > mostPlainShapes

/**
 * Reads the lines of a page from its text layer, as far as a person sees them: text that is invisible, covered or outside the page is left out,
 * so that no one can say one thing to a reader and another to a program.
 */
export const pageText = async (page: PdfPage, painting: Painting, number: number): Promise<PageText> => {
  const size = { number, width: painting.width, height: painting.height }
  const { seen, unseen } = seenText(painting)
  const annotations = seen.filter((mark) => mark.annotation !== null)
  const ofPage = seen.filter((mark) => mark.annotation === null)
  const hidden = unseen.some((mark) => mark.annotation === null)
  const runs = ofPage.filter((mark) => mark.angle === 0).sort((one, other) => one.box.left - other.box.left)
  const items = hidden
    ? ofPage.map((mark) => ({ ...markPiece(mark), upright: Math.abs(mark.angle) < 5 }))
    : (await itemPieces(page)).flatMap((piece) => inColumns(piece, runs))
  const upright = [...items.filter((piece) => piece.upright), ...annotations.map(markPiece)]
  // Text along the edge of the page is a line of its own: its box is tall and would tie all rows together.
  const turned = items.filter((piece) => !piece.upright).flatMap((piece) => linesOf([piece], size))
  const lines = [...linesOf(upright, size), ...turned]
  const text = seen.map((mark) => mark.text).join("")
  const characters = text.replace(/\s/g, "").length
  const garbled = unreadableShare(lines.map((line) => line.text).join("")) > mostUnknown
  return { lines, needsPicture: garbled || (characters < fewestCharacters && hasPictures(painting)) }
}
