import type { Mark } from "./painter.ts"

/** A run of text with its place in the order of painting. */
export interface PaintedRun {
  readonly mark: Mark
  readonly order: number
}

/** In sizes of the font: letters this close follow one another, and a gap wider than the second holds a space. */
const closest = -0.35
const widest = 0.75
const space = 0.15
const longestRun = 400

/** True when one piece of text goes on where the other ends, in the same hand. */
const follows = (last: Mark, next: Mark): boolean => {
  const size = Math.max(last.fontSize, next.fontSize)
  const gap = next.box.left - last.box.right
  return (
    last.angle === 0 &&
    next.angle === 0 &&
    last.annotation === next.annotation &&
    last.color === next.color &&
    Math.abs(last.fontSize - next.fontSize) < 0.05 * size &&
    Math.abs(last.box.bottom - next.box.bottom) < 0.1 * size &&
    gap > closest * size &&
    gap < widest * size
  )
}

const joined = (last: Mark, next: Mark): Mark => {
  const apart = next.box.left - last.box.right > space * Math.max(last.fontSize, next.fontSize) && !/\s$/.test(last.text)
  return {
    ...last,
    text: `${last.text}${apart ? " " : ""}${next.text}`,
    box: {
      left: Math.min(last.box.left, next.box.left),
      top: Math.min(last.box.top, next.box.top),
      right: Math.max(last.box.right, next.box.right),
      bottom: Math.max(last.box.bottom, next.box.bottom)
    }
  }
}

/** Puts words together that a producer painted letter by letter: pieces painted one right after the other that follow one another in a line. */
export const joinedRuns = (pieces: ReadonlyArray<PaintedRun>): ReadonlyArray<PaintedRun> => {
  const runs: Array<PaintedRun> = []
  for (const piece of pieces) {
    const last = runs[runs.length - 1]
    const goesOn =
      last !== undefined && piece.order === last.order + 1 && last.mark.text.length < longestRun && follows(last.mark, piece.mark)
    if (goesOn) runs[runs.length - 1] = { mark: joined(last.mark, piece.mark), order: piece.order }
    else runs.push(piece)
  }
  return runs
}
