import { areaOf, type Box, intersection, shareInside } from "../image/geometry.ts"
import type { Mark } from "./painter.ts"
import type { Painting } from "./painting.ts"

/** Text smaller than this cannot be read by anyone. */
const smallestReadable = 2.5
/** Share of a run of text that must be covered, or outside the page, for it to count as hidden. */
const hiddenShare = 0.85
/** Difference of brightness (0 to 1) below which text is lost in its background. */
const leastContrast = 0.05

/** Brightness of a `#rrggbb` colour, 0 to 1; null for a pattern. */
export const brightnessOf = (color: string): number | null => {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return null
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  return 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0)
}

const touches = (a: Box, b: Box): boolean => areaOf(intersection(a, b)) > 0

/** What lies directly under a run of text: the brightness of a plain colour, or null where a picture or pattern makes it unknowable. */
const backgroundOf = (mark: Mark, index: number, marks: ReadonlyArray<Mark>): number | null => {
  let behind: Mark | undefined
  for (let at = index - 1; at >= 0 && behind === undefined; at--) {
    const other = marks[at]
    if (other !== undefined && other.kind !== "text" && touches(other.box, mark.box)) behind = other
  }
  if (behind === undefined) return 1
  if (behind.kind === "image" || !behind.opaque || shareInside(mark.box, behind.box) < 0.9) return null
  return brightnessOf(behind.color)
}

const isLost = (mark: Mark, index: number, marks: ReadonlyArray<Mark>): boolean => {
  const own = brightnessOf(mark.color)
  // Only very light text is ever painted on white to be hidden; looking behind every other run would cost much and find nothing.
  if (own === null || own < 0.9) return false
  const behind = backgroundOf(mark, index, marks)
  return behind !== null && Math.abs(own - behind) < leastContrast
}

interface SeenText {
  readonly seen: ReadonlyArray<Mark>
  /** Runs of text that are in the file and cannot be seen on the page. */
  readonly unseen: ReadonlyArray<Mark>
}

/**
 * Parts the text of a page into what a person sees and what only a program finds: invisible layers, text under a patch, outside the page,
 * in the colour of the paper or too small to read.
 */
export const seenText = ({ height, marks, width }: Painting): SeenText => {
  const page = { left: 0, top: 0, right: width, bottom: height }
  const covers = marks.flatMap((mark, index) => (mark.kind === "fill" && mark.opaque ? [{ mark, index }] : []))
  const seen: Array<Mark> = []
  const unseen: Array<Mark> = []
  marks.forEach((mark, index) => {
    if (mark.kind !== "text") return
    const hidden =
      !mark.drawn ||
      mark.fontSize < smallestReadable ||
      shareInside(mark.box, page) < 1 - hiddenShare ||
      covers.some((cover) => cover.index > index && shareInside(mark.box, cover.mark.box) >= hiddenShare) ||
      isLost(mark, index, marks)
    if (hidden) unseen.push(mark)
    else seen.push(mark)
  })
  return { seen, unseen }
}
