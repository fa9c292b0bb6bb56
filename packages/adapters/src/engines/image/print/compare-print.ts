import { median } from "@vouchkit/core/verification/median"
import type { PrintedWord } from "@vouchkit/core/verification/document-reading"
import type { GreyImage } from "../../pdf/render.ts"
import { baseLineOffset } from "./base-lines.ts"
import { comparedTraces, rounded } from "./compare-traces.ts"
import type { FileTraces } from "./file-traces.ts"
import type { Glyph } from "./glyphs.ts"
import type { Photometry } from "./photometry.ts"
import { heightOf, type MeasuredWord, similar } from "./print-word.ts"

/** Letters of one sign that each letter is compared with; a page has a hundred of the common ones. */
const mostOfOneLetter = 60
const fewestPairs = 2
/** Words around that are asked for their light. */
const wordsAround = 16
const fewestAround = 5
/** In heights of the word: how far above and below neighbouring lines stand. */
const blockReach = 3.4

/** Signs whose ink says little of a typeface. */
const plain = /[.,:;'’`´"|_\-–—·•*°]/u

interface Placed {
  readonly glyph: Glyph
  readonly line: number
}

const byLetter = (words: ReadonlyArray<MeasuredWord>): ReadonlyMap<string, ReadonlyArray<Placed>> => {
  const letters = new Map<string, Array<Placed>>()
  for (const { glyphs, line } of words)
    for (const glyph of glyphs) {
      if (plain.test(glyph.letter)) continue
      const known = letters.get(glyph.letter) ?? []
      letters.set(glyph.letter, known)
      if (known.length < mostOfOneLetter) known.push({ glyph, line })
    }
  return letters
}

const unlikeness = (a: Glyph, b: Glyph): number => {
  let product = 0
  for (let index = 0; index < a.patch.length; index++) product += (a.patch[index] ?? 0) * (b.patch[index] ?? 0)
  return Math.max(0, 1 - product)
}

/** For each letter of a word, its distance from the most similar one of its kind in the lines around, or in any other line where those have none. */
const shapesOf = (
  word: MeasuredWord,
  letters: ReadonlyMap<string, ReadonlyArray<Placed>>,
  around: ReadonlySet<number>
): ReadonlyArray<number> =>
  word.glyphs.flatMap((glyph) => {
    let nearest = Number.POSITIVE_INFINITY
    for (const other of letters.get(glyph.letter) ?? [])
      if (around.has(other.line) && similar(other.glyph.spreadY, glyph.spreadY)) nearest = Math.min(nearest, unlikeness(glyph, other.glyph))
    return Number.isFinite(nearest) ? [nearest] : []
  })

const heaviness = ({ mass, spreadX, spreadY }: Glyph): number => mass / (spreadX * spreadY)

type Pairs = ReadonlyArray<readonly [Glyph, Glyph]>

/** The same letters in a word and in each of the lines of some words. */
const pairsByLine = (word: MeasuredWord, others: ReadonlyArray<MeasuredWord>): ReadonlyArray<Pairs> => {
  const lines = new Map<number, Array<readonly [Glyph, Glyph]>>()
  for (const other of others)
    for (const theirs of other.glyphs)
      for (const own of word.glyphs) {
        if (own.letter !== theirs.letter || plain.test(own.letter)) continue
        const pairs = lines.get(other.line) ?? []
        lines.set(other.line, pairs)
        pairs.push([own, theirs])
      }
  return [...lines.values()].filter((pairs) => pairs.length >= fewestPairs + 1)
}

/** The ratio to the line that is nearest to it; null where no line can be compared. */
const nearestRatio = (lines: ReadonlyArray<Pairs>, ratio: (own: Glyph, theirs: Glyph) => number): number | null => {
  let nearest: number | null = null
  for (const pairs of lines) {
    const found = median(pairs.map(([own, theirs]) => Math.log(ratio(own, theirs))))
    if (found !== undefined && (nearest === null || Math.abs(found) < Math.abs(nearest))) nearest = found
  }
  return nearest
}

const isNeighbour = (word: MeasuredWord, other: MeasuredWord): boolean => {
  if (other.line === word.line) return false
  const away = Math.max(other.top - word.bottom, word.top - other.bottom)
  const beside = Math.max(other.left - word.right, word.left - other.right)
  return away <= blockReach * heightOf(word) && beside <= 12 * heightOf(word) && similar(heightOf(word), heightOf(other))
}

const lightAround = (word: MeasuredWord, words: ReadonlyArray<MeasuredWord>): ReadonlyArray<Photometry> =>
  words
    .filter((other) => other.line !== word.line && other.photometry !== null && similar(heightOf(word), heightOf(other)))
    .map((other) => ({
      photometry: other.photometry,
      away: Math.hypot(other.left + other.right - word.left - word.right, (other.top + other.bottom - word.top - word.bottom) * 2)
    }))
    .sort((a, b) => a.away - b.away)
    .slice(0, wordsAround)
    .flatMap(({ photometry }) => (photometry === null ? [] : [photometry]))

/** The step in the light of the paper around a word, beyond that of the words around and by the spread of theirs. */
const paperBeside = (word: MeasuredWord, words: ReadonlyArray<MeasuredWord>): number | null => {
  const around = lightAround(word, words)
  const step = median(around.map((light) => light.step))
  if (word.photometry === null || step === undefined || around.length < fewestAround) return null
  const spread = 1.5 * (median(around.map((light) => Math.abs(light.step - step))) ?? 0)
  return (word.photometry.step - step) / (1 + spread)
}

/** Compares each word with the print around it; `files` holds what the file shows of each. Places are shares of the page. */
export const comparedWords = (
  words: ReadonlyArray<MeasuredWord>,
  { height, width }: Pick<GreyImage, "width" | "height">,
  files: ReadonlyArray<FileTraces> = [],
  page = 1
): ReadonlyArray<PrintedWord> => {
  const letters = byLetter(words)
  const places = words.map((word) => words.flatMap((other, index) => (isNeighbour(word, other) ? [index] : [])))
  const near = places.map((own) => own.flatMap((index) => words[index] ?? []))
  const traces = comparedTraces(words, files, places)
  const shapes = words.map((word, index) => shapesOf(word, letters, new Set((near[index] ?? []).map(({ line }) => line))))
  const usualShape = median(shapes.flat()) ?? 0
  return words.flatMap((word, index) => {
    const own = shapes[index] ?? []
    const beside = traces[index]
    if (beside === undefined) return []
    const pairs = pairsByLine(word, near[index] ?? [])
    const shape = own.length < fewestPairs ? null : (median(own) ?? 0) - usualShape
    return {
      text: word.text,
      page,
      left: word.left / width,
      top: word.top / height,
      width: (word.right - word.left) / width,
      height: (word.bottom - word.top) / height,
      letters: own.length,
      shape: rounded(shape),
      size: rounded(nearestRatio(pairs, (a, b) => a.spreadY / b.spreadY)),
      proportion: rounded(nearestRatio(pairs, (a, b) => a.spreadX / a.spreadY / (b.spreadX / b.spreadY))),
      weight: rounded(nearestRatio(pairs, (a, b) => heaviness(a) / heaviness(b))),
      base_line: rounded(baseLineOffset(word, words)),
      paper: rounded(paperBeside(word, words)),
      ...beside
    }
  })
}
