import type { OcrWord } from "./read-part.ts"
import type { GreyImage } from "../pdf/render.ts"

/** Lighter than this is no ink, in a picture with even light. */
const bare = 170
/** Between capitals and figures of one word the paper is up to a third of their height wide, between two words half of it and more. */
const wordGap = 0.42
/** Figures are set on equal widths, so that paper stands on both sides of a narrow 1: between two of them it is as wide as a narrow space. */
const onesGap = 0.6
/** A day before the name of a month is no word of any language, so that a narrow space is enough. */
const dayGap = 0.24
const fewestPixels = 3
/** Nothing is printed as wide as this many words of a page, and no one reads words of more signs than these. */
const mostSymbols = 200

interface Gap {
  readonly left: number
  readonly right: number
}

/** Stretches of a word's box, from its first ink to its last, in which no ink stands. */
const gapsOf = ({ data, height, width }: GreyImage, { x0, x1, y0, y1 }: OcrWord["bbox"]): ReadonlyArray<Gap> => {
  const [top, bottom] = [Math.max(0, y0), Math.min(height, y1)]
  const gaps: Array<Gap> = []
  let last = -1
  for (let x = Math.max(0, x0); x < Math.min(width, x1); x++) {
    let ink = false
    for (let y = top; y < bottom && !ink; y++) ink = (data[y * width + x] ?? 255) < bare
    if (!ink) continue
    if (last >= 0 && x - last > fewestPixels) gaps.push({ left: last + 1, right: x })
    last = x
  }
  return gaps
}

/** How wide, in heights of the word, paper between two of its signs must be to part it; null where nothing does. */
const partingGap = (before: string, after: string): number | null => {
  if (/^\p{N}{1,2}$/u.test(before) && /^\p{Lu}\p{Ll}{2}/u.test(after)) return dayGap
  if (before.endsWith("1") && after.startsWith("1")) return onesGap
  return /[\p{Lu}\p{N}]$/u.test(before) && /^[\p{Lu}\p{N}]/u.test(after) ? wordGap : null
}

const textOf = (symbols: OcrWord["symbols"]): string => symbols.map(({ text }) => text).join("")

/**
 * A date or a postcode that was read as one word though paper stands between its parts. Only words with figures, and only between capitals and
 * figures: they are of one height and width in every face, while small letters and marks stand in wide gaps of their own.
 */
export const partedWords = (image: GreyImage, word: OcrWord): ReadonlyArray<OcrWord> => {
  const { bbox, symbols } = word
  if (symbols.length < 2 || symbols.length > mostSymbols || !/\p{N}/u.test(word.text)) return [word]
  const height = bbox.y1 - bbox.y0
  const cuts = gapsOf(image, bbox).flatMap(({ left, right }) => {
    const at = symbols.filter((symbol) => symbol.bbox.x0 + symbol.bbox.x1 < left + right).length
    const least = partingGap(textOf(symbols.slice(0, at)), textOf(symbols.slice(at)))
    return least !== null && right - left >= least * height ? [{ left, right, at }] : []
  })
  const ends = [...cuts, { at: symbols.length, left: bbox.x1, right: bbox.x1 }]
  return ends.flatMap(({ at, left }, index) => {
    const before = cuts[index - 1]
    const own = symbols.slice(before?.at ?? 0, at)
    if (own.length === 0) return []
    return [{ ...word, text: textOf(own), symbols: own, bbox: { ...bbox, x0: before?.right ?? bbox.x0, x1: left } }]
  })
}
