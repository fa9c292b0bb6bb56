import { eachMark, type Mark } from "../image/letter-marks.ts"
import { levelCounts } from "../image/levels.ts"
import type { GreyImage } from "../pdf/render.ts"

/**
 * How many letters may be recognized. Recognition takes about as long for each letter, a thousandth of a second here, however small it is: a page
 * of the smallest print that it follows holds thirty times as many as a bill. Letters are counted by their ink before anything is recognized; small
 * or rough ones count up to twice.
 */
export const printBounds = {
  /** Of one picture: bills of one page count 800 to 1,300, and a page of close text 5,000. */
  picture: 9_000,
  /** Of one page in all ways up in which it is tried. */
  page: 10_000,
  /** Of all pages of a file. */
  file: 60_000,
  /** Around a machine readable zone, for the older engine, which takes ten times as long: a zone has 90, and the lines above it as many again. */
  zone: 400,
  /** The same where the engine itself divides dark from light: noise melts into one dark mark at the level of pale print, and falls into thousands here. */
  zoneMarks: 1_000
} as const

/** On paper of 250: print that is paler is no ink to the recognizer. */
const palestInk = 205
/** Specks are smaller, in pixels. */
const smallestSide = 4
const thinnest = 2
/** Of larger marks, such as a table that letters touch, the edges are counted. */
const tallestLetter = 64
const edgesOfLetter = 10
/** Ink that fills its box to this share is a rule, a bar or a full stop. */
const solidShare = 0.85

const lettersIn = ({ count, edges, extent: { height, width } }: Mark): number => {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  if (long < smallestSide || short < thinnest || count > solidShare * width * height) return 0
  // Letters that touch make a mark as high as one of them.
  return short <= tallestLetter ? Math.max(1, long / short) : edges / edgesOfLetter
}

/** The level that divides the pixels into dark and light ones, as the recognizer does where it takes one level for a whole picture (Otsu). */
const dividingLevel = ({ data }: GreyImage): number => {
  const counts = levelCounts(data)
  const all = counts.reduce((sum, count, level) => sum + count * level, 0)
  let [best, level, below, sum] = [-1, 0, 0, 0]
  for (const [at, count] of counts.entries()) {
    below += count
    sum += count * at
    const above = data.length - below
    if (below === 0 || above === 0) continue
    const between = below * above * (sum / below - (all - sum) / above) ** 2
    if (between > best) [best, level] = [between, at]
  }
  return level + 1
}

const lettersBelow = (image: GreyImage, level: number): number => {
  let letters = 0
  eachMark(image, level, (mark) => {
    letters += lettersIn(mark)
  })
  return Math.round(letters)
}

/** How many letters an upright picture of print seems to have, at most. */
export const printedLetters = (image: GreyImage): number => lettersBelow(image, Math.max(palestInk, dividingLevel(image)))

/** How many letters a picture seems to have to a recognizer that takes one level for all of it: those of noise as well, and fewer of pale print. */
export const dividedMarks = (image: GreyImage): number => lettersBelow(image, dividingLevel(image))

/** Levels by which print differs from its paper at the least: compression and enlargement change those of plain paper by fewer. */
const faintestPrint = 4

/** True of a picture on which nothing stands out from the rest: one of a single colour, or a page without print. */
export const isBlank = ({ data }: GreyImage): boolean => {
  let darkest = 255
  let lightest = 0
  for (let at = 0; at < data.length; at++) {
    const level = data[at] ?? 255
    if (level < darkest) darkest = level
    if (level > lightest) lightest = level
    if (lightest - darkest >= faintestPrint) return false
  }
  return true
}

/** What may still be recognized of one page, or of all pages of a file. */
export class PrintAllowance {
  private left: number

  constructor(most: number = printBounds.page) {
    this.left = most
  }

  /** Takes so many letters off it; false where they are too many, for one picture or for what is left. */
  take(letters: number): boolean {
    if (letters > Math.min(printBounds.picture, this.left)) return false
    this.left -= letters
    return true
  }
}
