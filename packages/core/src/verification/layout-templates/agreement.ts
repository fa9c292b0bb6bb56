import type { LayoutFingerprint, LayoutPart } from "./fingerprint.ts"
import { type Alignment, alignmentOf, inPlace, type PointPair } from "./alignment.ts"

/**
 * How far places and sizes of one layout differ between documents: `place` and `slack` in shares of the page, `height` and `width` as factors. Chosen
 * on made documents (`packages/adapters/bench/layout-templates.ts`; figures in docs/engines.md).
 */
export const tolerances = {
  text: { place: 0.003, height: 1.05, width: 1.02, present: 0.8 },
  picture: { place: 0.008, height: 1.6, width: 1.1, present: 0.6 }
} as const

/** Places of a face are rough, since faces differ. */
const portraitPlace = 0.07
/** With fewer parts a document says nothing of its layout. */
export const fewestParts = 6
/** Width over height of two outlined pictures of one card, and of two pages. */
const proportionFactor = { text: 1.005, picture: 1.06 } as const

export const nameOf = ({ key, page }: Pick<LayoutPart, "key" | "page">): string => `${page} ${key}`

const factor = (one: number, other: number): number => (one > 0 && other > 0 ? Math.max(one / other, other / one) : 1)

export const sameProportions = (one: LayoutFingerprint, other: Pick<LayoutFingerprint, "proportions">): boolean =>
  one.proportions.every((value, page) => {
    const beside = other.proportions[page]
    return beside === undefined || factor(value, beside) <= proportionFactor[one.medium]
  })

/** A part as a template asks for it: null where its documents differ. */
export interface WantedPart extends Omit<LayoutPart, "height" | "top"> {
  readonly top: number | null
  readonly height: number | null
  /** Every document of the template shows it. Moved out of its column, or laid over another, it would be missing. */
  readonly required: boolean
}

type Fit = "placed" | "moved" | "missing"

/** The middle of its left edge, which stays where it is however long the text is. */
export const pointOf = ({ height, left, top }: Pick<LayoutPart, "height" | "left" | "top">): readonly [number, number] => [
  left,
  top + height / 2
]

export const placeTolerance = (medium: LayoutFingerprint["medium"], key: string): number =>
  key === "portrait" ? portraitPlace : tolerances[medium].place

/** Maps the places of a fingerprint onto those of others; text of a PDF needs no map. Null where they do not fit together. */
export const alignedWith = (fingerprint: LayoutFingerprint, wanted: ReadonlyMap<string, readonly [number, number]>): Alignment | null => {
  if (fingerprint.medium === "text") return inPlace
  const pairs = fingerprint.parts.flatMap((part): ReadonlyArray<PointPair> => {
    const to = wanted.get(nameOf(part))
    return to === undefined || part.key === "portrait" ? [] : [{ from: pointOf(part), to }]
  })
  return alignmentOf(pairs, tolerances.picture.place)
}

/** Whether a part stands where, and is set as, it is wanted. */
export const fitOf = (
  part: LayoutPart | undefined,
  wanted: Omit<WantedPart, "required">,
  medium: LayoutFingerprint["medium"],
  align: Alignment
): Fit => {
  if (part === undefined) return "missing"
  const [left, middle] = align(pointOf(part))
  const { place, width } = { ...tolerances[medium], place: placeTolerance(medium, wanted.key) }
  if (Math.abs(left - wanted.left) > place) return "moved"
  if (wanted.top !== null && Math.abs(middle - (wanted.top + (wanted.height ?? part.height) / 2)) > place) return "moved"
  if (wanted.font !== null && part.font !== wanted.font) return "moved"
  const scale = align([part.left + 0.1, part.top])[0] - align([part.left, part.top])[0]
  if (wanted.height !== null && factor(part.height * scale * 10, wanted.height) > tolerances[medium].height) return "moved"
  if (wanted.width !== null && part.width !== null && factor(part.width * scale * 10, wanted.width) > width) return "moved"
  return "placed"
}

/**
 * Whether two accepted documents are of one layout. What follows a table stands lower on the longer bill, so that a share of the parts may differ in
 * height of place; the left edge of a phrase never does.
 */
export const sameLayout = (one: LayoutFingerprint, other: LayoutFingerprint): boolean => {
  if (one.medium !== other.medium || one.producer !== other.producer || !sameProportions(one, other)) return false
  const { medium } = one
  const align = alignedWith(one, new Map(other.parts.map((part) => [nameOf(part), pointOf(part)])))
  if (align === null) return false
  const parts = new Map(one.parts.map((part) => [nameOf(part), part]))
  const phrases = other.parts.filter(({ kind }) => kind !== "value")
  const fits = phrases.map((wanted) => {
    const part = parts.get(nameOf(wanted))
    const fixed = fitOf(part, wanted, medium, align)
    return fixed === "moved" && fitOf(part, { ...wanted, top: null }, medium, align) === "placed" ? "slid" : fixed
  })
  const count = (fit: Fit | "slid"): number => fits.filter((found) => found === fit).length
  const common = fits.length - count("missing")
  const fewer = Math.min(phrases.length, one.parts.filter(({ kind }) => kind !== "value").length)
  const strayed = medium === "text" ? 0 : Math.floor(common / 8)
  return common >= fewestParts && common >= 0.6 * fewer && count("moved") <= strayed && count("placed") >= common / 2
}
