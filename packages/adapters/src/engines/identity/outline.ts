import type { ColourImage } from "../pdf/render.ts"
import { type EdgeField, edgeFieldOf, type SupportedQuad, supportedQuad } from "./edges.ts"
import { proposedByLines } from "./outline-lines.ts"
import { proposedByRegions } from "./outline-regions.ts"
import { areaOf, contains, type Quad, scaledQuad, sidesOf } from "./quad.ts"

/** Documents in one picture at most: both sides of two cards. */
const maxDocuments = 4

/** Longer side by shorter side: cards (ID-1, ISO/IEC 7810) 1.586; TD2, passports and their open spread (ICAO 9303) about 1.42. */
const knownAspects = [85.6 / 53.98, 125 / 88] as const
/** What perspective and rounding make of these; a square or a narrow strip is no document. */
const leastAspect = 1.26
const mostAspect = 1.78

/** A document that runs out of the picture may have lost a good part of one side, and then of the other. */
const mostCutAspect = 2.6

/** A figure counts as an outline with this much of its sides, and of each, borne out by edges. */
const leastSupport = 0.78
const leastSideSupport = 0.5
/** Figures of lines are many and some fit by chance, so they have to be borne out better. */
const leastLineSupport = 0.82
const leastLineSideSupport = 0.6
const leastFilled = 0.7
const leastArea = 0.045
/** A further document in the same picture is about as large as the first. */
const likeFirst = 0.4

export interface Outline {
  /** Corners in pixels of the picture, clockwise, so that the document stands as it does in the picture. */
  readonly corners: Quad
  /** The document runs out of the picture. */
  readonly cut: boolean
  /** How well its sides are borne out by edges, 0 to 1. */
  readonly support: number
}

interface Candidate extends SupportedQuad {
  readonly area: number
  readonly rank: number
}

const aspectOf = (corners: Quad): number => {
  const { height, width } = sidesOf(corners)
  return Math.max(width, height) / Math.max(1, Math.min(width, height))
}

const isCut = ({ sides }: SupportedQuad): boolean => sides.some(({ onBorder }) => onBorder)

const candidateOf = (field: EdgeField, corners: Quad, filled: number, byLines: boolean): ReadonlyArray<Candidate> => {
  const found = supportedQuad(field, corners)
  if (found === null) return []
  const [top, right, bottom, left] = found.sides.map(({ onBorder }) => onBorder)
  const through = (top && bottom) || (left && right)
  const cut = isCut(found)
  const [mean, least] = byLines ? [leastLineSupport, leastLineSideSupport] : [leastSupport, leastSideSupport]
  if (through || found.support < mean || found.weakest < least || filled < leastFilled) return []
  const area = areaOf(found.corners) / (field.width * field.height)
  const aspect = aspectOf(found.corners)
  if (area < leastArea || aspect > (cut ? mostCutAspect : mostAspect) || (!cut && aspect < leastAspect)) return []
  const nearest = Math.min(...knownAspects.map((known) => Math.abs(Math.log(aspect / known))))
  const shaped = cut ? 0.65 : 1 - Math.min(0.3, nearest * 2)
  // The whole document is preferred to a field within it.
  return [{ ...found, area, rank: found.support * Math.sqrt(found.weakest) * shaped * filled ** 0.5 * area ** 0.3 }]
}

const centreOf = ([a, b, c, d]: Quad) => ({ x: (a.x + b.x + c.x + d.x) / 4, y: (a.y + b.y + c.y + d.y) / 4 })

const overlap = (one: Quad, other: Quad): boolean => contains(one, centreOf(other)) || contains(other, centreOf(one))

/** The best figures that do not lie on one another. */
const chosen = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const kept: Array<Candidate> = []
  for (const candidate of [...candidates].sort((a, b) => b.rank - a.rank)) {
    if (kept.length >= maxDocuments) break
    const first = kept[0]
    if (first !== undefined && (candidate.area < first.area * likeFirst || candidate.area > first.area / likeFirst)) continue
    if (!kept.some(({ corners }) => overlap(corners, candidate.corners))) kept.push(candidate)
  }
  return kept
}

const inReadingOrder = (outlines: ReadonlyArray<Outline>): ReadonlyArray<Outline> =>
  [...outlines].sort((a, b) => {
    const [one, other] = [centreOf(a.corners), centreOf(b.corners)]
    const beside = Math.abs(one.y - other.y) < sidesOf(a.corners).height / 2
    return beside ? one.x - other.x : one.y - other.y
  })

/**
 * Finds the outlines of documents that lie on a background, up to four. Proposals come from what stands out from the background and, where
 * that gives nothing, from straight lines; each is moved onto the edges near it and kept when they bear it out. Empty when the picture shows
 * no outline: a document that fills its picture, or one on a background much like itself.
 */
export const findOutlines = async (image: ColourImage): Promise<ReadonlyArray<Outline>> => {
  const field = await edgeFieldOf(image)
  const byRegions = proposedByRegions(field).flatMap(({ corners, filled }) => candidateOf(field, corners, filled, false))
  const whole = byRegions.filter((candidate) => !isCut(candidate))
  const candidates =
    whole.length > 0 ? byRegions : [...byRegions, ...proposedByLines(field).flatMap((corners) => candidateOf(field, corners, 1, true))]
  const outlines = chosen(candidates).map((candidate) => ({
    corners: scaledQuad(candidate.corners, field.scale),
    cut: isCut(candidate),
    support: candidate.support
  }))
  return inReadingOrder(outlines)
}
