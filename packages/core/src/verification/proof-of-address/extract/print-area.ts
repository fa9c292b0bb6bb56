import type { Area } from "../../evidence/place.ts"
import type { Segment } from "./printed-text.ts"

/** A stretch of print; `end` is exclusive. */
export interface Spot {
  readonly segment: Segment
  readonly start: number
  readonly end: number
}

/** How wide letters are in print, an ordinary small letter being 1: a place within a line follows from it. */
const advanceOf = (letter: string): number => {
  if (/[ijlftr.,:;'’!|()[\]\-/ ]/u.test(letter)) return 0.55
  if (/[mwMW@%]/u.test(letter)) return 1.5
  return /\p{Lu}/u.test(letter) ? 1.25 : 1
}
const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + advanceOf(letter), 0)

/** Where on the straight page a stretch of print stands; the margin takes up what the estimate within a line may be off by. */
export const areaOf = ({ end, segment, start }: Spot): Area => {
  const { bottom, left, right, text, top } = segment
  const whole = widthOf(text)
  if (whole === 0 || (start <= 0 && end >= text.length)) return { left, top, width: right - left, height: bottom - top }
  const unit = (right - left) / whole
  const from = Math.max(left, left + widthOf(text.slice(0, start)) * unit - unit / 2)
  const to = Math.min(right, left + widthOf(text.slice(0, end)) * unit + unit / 2)
  return { left: from, top, width: to - from, height: bottom - top }
}
