import { areaOf, type Box, shareInside } from "../image/geometry.ts"
import { greySharp, toGrey } from "../image/decode.ts"
import { languagesFor } from "../ocr/languages.ts"
import { recognizeLines, wordsOf } from "../ocr/recognize.ts"
import type { Painting } from "./painting.ts"
import type { GreyImage } from "./render.ts"
import { joinedRuns } from "./runs.ts"

/** A larger picture is a background, or a scan with a layer of text for searching. */
const largestPicture = 0.4
const coveredShare = 0.85
const mostRuns = 4
const fewestLetters = 4
/** Letters are recognized best at about this height in pixels. */
const readingHeight = 32
/** Less of the letters than this read again means that something else stands there. */
const leastAgreement = 0.5

interface CoveredRun {
  readonly text: string
  readonly box: Box
}

const lettersOf = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")

/** Runs of level text over which a picture was painted later. Whether it hides them cannot be determined from the file: pictures have holes. */
export const runsUnderPictures = ({ height, marks, width }: Painting): ReadonlyArray<CoveredRun> => {
  const pictures = marks.flatMap((mark, order) =>
    mark.kind === "image" && mark.annotation === null && areaOf(mark.box) <= largestPicture * width * height ? [{ mark, order }] : []
  )
  if (pictures.length === 0) return []
  // Letters are covered one by one, so that a picture over one word of a line is noticed.
  const covered = marks.flatMap((mark, order) => {
    const readable = mark.kind === "text" && mark.drawn && mark.angle === 0 && mark.annotation === null
    const under = readable && pictures.some((picture) => picture.order > order && shareInside(mark.box, picture.mark.box) >= coveredShare)
    return under ? [{ mark, order }] : []
  })
  return joinedRuns(covered)
    .filter(({ mark }) => lettersOf(mark.text).length >= fewestLetters)
    .map(({ mark }) => ({ text: mark.text, box: mark.box }))
    .slice(0, mostRuns)
}

/** The part of the letters that stand in the other text in the same order, by pairs of neighbours. */
const agreement = (printed: string, seen: string): number => {
  const pairs = [...printed].slice(1).map((letter, at) => `${printed[at]}${letter}`)
  return pairs.length === 0 ? 0 : pairs.filter((pair) => seen.includes(pair)).length / pairs.length
}

/**
 * Tells whether a picture shows other words than the text that it was painted over: a pasted name, date or amount. A stamp or a signature
 * through which the text can be read agrees with it, and a picture without words says nothing else.
 */
export const isReplacedByPicture = async (
  runs: ReadonlyArray<CoveredRun>,
  { height, width }: Pick<Painting, "width" | "height">,
  drawn: GreyImage,
  country: string | null
): Promise<boolean> => {
  const scale = { x: drawn.width / width, y: drawn.height / height }
  for (const { box, text } of runs) {
    const left = Math.max(0, Math.floor((box.left - 3) * scale.x))
    const top = Math.max(0, Math.floor((box.top - 2) * scale.y))
    const right = Math.min(drawn.width, Math.ceil((box.right + 3) * scale.x))
    const bottom = Math.min(drawn.height, Math.ceil((box.bottom + 2) * scale.y))
    if (right - left < 8 || bottom - top < 8) continue
    const enlarged = Math.max(1, readingHeight / ((bottom - top) * 0.7))
    const crop = await toGrey(
      greySharp(drawn)
        .extract({ left, top, width: right - left, height: bottom - top })
        .resize({ height: Math.round((bottom - top) * enlarged), kernel: "lanczos3" })
        .extend({ top: 24, bottom: 24, left: 24, right: 24, background: "#ffffff" })
    )
    const seen = lettersOf(
      wordsOf(await recognizeLines(crop, languagesFor(country)))
        .map((word) => word.text)
        .join("")
    )
    if (seen.length >= fewestLetters && agreement(lettersOf(text), seen) < leastAgreement) return true
  }
  return false
}
