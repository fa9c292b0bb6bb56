import { areaOf, type Box, intersection, shareInside } from "../image/geometry.ts"
import type { Mark } from "./painter.ts"
import type { Painting } from "./painting.ts"
import { joinedRuns, type PaintedRun } from "./runs.ts"
import { brightnessOf } from "./visibility.ts"

/** Pages with more text than this are not compared run by run. */
const maxRuns = 6000
const maxPatches = 400

/** A larger rectangle is a background of the page and no patch. */
const largestPatch = 0.4
/** A scan fills at least this share of its page. */
const scanShare = 0.6
/** A page with more visible letters than this is set in text, whatever picture lies behind it. */
const mostLettersOnScan = 600

interface Run extends PaintedRun {
  readonly letters: string
}

const lettersOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")

const heightOf = (box: Box): number => box.bottom - box.top
const widthOf = (box: Box): number => box.right - box.left

/** The letters of a level run that stand between two places across the page, taking all letters of the run as equally wide. */
const lettersBetween = (run: Run, { left, right }: Box): string => {
  if (run.mark.angle !== 0) return run.letters
  const characters = Array.from(run.mark.text)
  const width = widthOf(run.mark.box) / Math.max(1, characters.length)
  const from = Math.max(0, Math.round((left - run.mark.box.left) / width))
  return lettersOf(characters.slice(from, Math.round((right - run.mark.box.left) / width)).join(""))
}

/** Fonts whose letters are drawn as bars. */
const isBarcode = (mark: Mark): boolean => /code ?(128|39|93)|3 ?of ?9|barcode|ean-?13|upc|postnet|imb/i.test(mark.fontName)

const pageArea = ({ height, width }: Painting): number => width * height

/** Saying the same thing twice is how bold and shadowed text is made. */
const sayTheSame = (a: string, b: string): boolean => a === b || a.includes(b) || b.includes(a)

/** The part of a run that a rectangle covers over its full height, or null when it covers too little to hide a word. */
const coveredPart = (run: Run, patch: Box): Box | null => {
  const part = intersection(run.mark.box, patch)
  const enough =
    heightOf(part) >= 0.7 * heightOf(run.mark.box) && widthOf(part) >= Math.min(1.5 * run.mark.fontSize, 0.6 * widthOf(run.mark.box))
  return enough && areaOf(part) > 0 ? part : null
}

/** Text was painted, a patch was painted over it, and other text was painted into the patch at the same place. */
const replacedUnderPatch = (patch: Mark, order: number, runs: ReadonlyArray<Run>): boolean => {
  const hidden = runs.flatMap((run) => {
    const part = run.order < order ? coveredPart(run, patch.box) : null
    return part === null || lettersBetween(run, part) === "" ? [] : [{ run, part }]
  })
  const before = hidden.map(({ run }) => run.letters).join("")
  if (before.length < 2) return false
  const later = runs.filter((run) => run.order > order && shareInside(run.mark.box, patch.box) >= 0.5)
  const onTop = later.filter((run) =>
    hidden.some(({ part }) => {
      const shared = intersection(run.mark.box, part)
      return areaOf(shared) > 0 && heightOf(shared) >= 0.4 * Math.min(heightOf(run.mark.box), heightOf(part))
    })
  )
  const after = onTop.map((run) => run.letters).join("")
  return after.length >= 2 && !sayTheSame(before, after)
}

/** Two runs of readable text that differ and lie on top of one another. */
const collide = (a: Run, b: Run): boolean => {
  if (a.letters.length < 3 || b.letters.length < 3 || sayTheSame(a.letters, b.letters)) return false
  if (a.mark.angle !== b.mark.angle) return false
  const ratio = a.mark.fontSize / b.mark.fontSize
  if (!(ratio > 0.6 && ratio < 1.67)) return false
  const shared = intersection(a.mark.box, b.mark.box)
  if (areaOf(shared) === 0) return false
  const tall = heightOf(shared) >= 0.65 * Math.min(heightOf(a.mark.box), heightOf(b.mark.box))
  const wide =
    widthOf(shared) >= Math.max(0.4 * Math.min(widthOf(a.mark.box), widthOf(b.mark.box)), 1.5 * Math.min(a.mark.fontSize, b.mark.fontSize))
  // A line of dots or dashes to write on is no text of its own, although it belongs to a run that is.
  return tall && wide && lettersBetween(a, shared).length >= 2 && lettersBetween(b, shared).length >= 2
}

const anyCollision = (runs: ReadonlyArray<Run>): boolean => {
  const sorted = [...runs].sort((a, b) => a.mark.box.top - b.mark.box.top)
  for (const [index, run] of sorted.entries())
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next]
      if (other === undefined || other.mark.box.top >= run.mark.box.bottom) break
      if (collide(run, other)) return true
    }
  return false
}

/** A light patch was painted on a scan and text was set into it. */
const patchedScan = (
  painting: Painting,
  runs: ReadonlyArray<Run>,
  patches: ReadonlyArray<{ readonly mark: Mark; readonly order: number }>
): boolean => {
  const images = painting.marks.flatMap((mark, order) => (mark.kind === "image" && mark.annotation === null ? [{ mark, order }] : []))
  const covered = images.reduce((sum, { mark }) => sum + areaOf(mark.box), 0)
  const [first] = images
  if (first === undefined || covered < scanShare * pageArea(painting)) return false
  const visible = runs.filter((run) => run.order > first.order)
  if (visible.reduce((sum, run) => sum + run.letters.length, 0) > mostLettersOnScan) return false
  return patches.some(({ mark, order }) => {
    if (order < first.order || (brightnessOf(mark.color) ?? 0) < 0.75) return false
    if (!images.some((image) => image.order < order && shareInside(mark.box, image.mark.box) > 0.8)) return false
    const inside = visible.filter((run) => run.order > order && shareInside(run.mark.box, mark.box) >= 0.6)
    return inside.reduce((sum, run) => sum + run.letters.length, 0) >= 3
  })
}

/**
 * Tells whether a page shows text that was laid over other text or over a patch on a scan.
 * Invisible text (a layer for searching) and the annotations in `ignored` (signatures, links) take no part.
 */
export const hasOverlay = (painting: Painting, ignored: ReadonlySet<string>): boolean => {
  const ours = (mark: Mark) => mark.annotation === null || !ignored.has(mark.annotation)
  const pieces = painting.marks.flatMap((mark, order) =>
    mark.kind === "text" && mark.drawn && ours(mark) && !isBarcode(mark) ? [{ mark, order }] : []
  )
  const runs = joinedRuns(pieces).map((run): Run => ({ ...run, letters: lettersOf(run.mark.text) }))
  if (runs.length > maxRuns) return false
  const patches = painting.marks
    .flatMap((mark, order) => (ours(mark) && (mark.kind === "image" || mark.opaque) ? [{ mark, order }] : []))
    .filter(({ mark }) => heightOf(mark.box) >= 4 && widthOf(mark.box) >= 6 && areaOf(mark.box) <= largestPatch * pageArea(painting))
    .slice(-maxPatches)
  if (patches.some(({ mark, order }) => replacedUnderPatch(mark, order, runs))) return true
  const fills = patches.filter(({ mark }) => mark.kind === "fill")
  // A run that a patch hides is not in anyone's way: whether it was replaced was asked above.
  const uncovered = runs.filter((run) => !fills.some(({ mark, order }) => order > run.order && shareInside(run.mark.box, mark.box) > 0.5))
  return anyCollision(uncovered) || patchedScan(painting, runs, fills)
}
