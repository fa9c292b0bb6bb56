import type { ReadPlace } from "../evidence/evidence.ts"
import { type Area, boxAround, boxOnPage, type Corners, onPage, type Point } from "../evidence/place.ts"
import type { MrzSpan } from "./mrz/layouts.ts"
import type { DocumentPicture, MrzReading } from "./reading.ts"

type Placed = Pick<DocumentPicture, "onto" | "page">

/** Where an area of an upright picture stands on the page of its file. */
export const areaPlace = ({ onto, page }: Placed, area: Area): ReadPlace => ({ page, box: boxOnPage(area, onto ?? null) })

/** The picture that text was read on: some engines read the page itself, whatever way up it is. */
export const textPicture = ({ page, text_on, ...picture }: Pick<DocumentPicture, "onto" | "page" | "text_on">): Placed =>
  text_on === "page" || picture.onto === undefined ? { page } : { page, onto: picture.onto }

const pointPlaces = ({ onto, page }: Placed, points: ReadonlyArray<Point>): ReadPlace => ({
  page,
  box: boxAround(onto === undefined ? points : points.map((point) => onPage(onto, point)))
})

/** Where a four-sided part of an upright picture, such as a barcode, stands on the page of its file. */
export const cornersPlace = (picture: Placed, corners: Corners | undefined): ReadPlace =>
  corners === undefined ? { page: picture.page, box: null } : pointPlaces(picture, corners)

const between = (one: Point, other: Point, share: number): Point => ({
  x: one.x + (other.x - one.x) * share,
  y: one.y + (other.y - one.y) * share
})

/** The corners of some characters of a line of a zone, whose characters are all as wide. */
const cornersOf = ([leftTop, rightTop, rightBottom, leftBottom]: Corners, { end, start }: MrzSpan, columns: number) => [
  between(leftTop, rightTop, start / columns),
  between(leftTop, rightTop, end / columns),
  between(leftBottom, rightBottom, start / columns),
  between(leftBottom, rightBottom, end / columns)
]

/** Where characters of a machine readable zone stand on the page of its file. */
export const zonePlace = (picture: Placed, { lines, places }: MrzReading, spans: ReadonlyArray<MrzSpan>): ReadPlace => {
  const corners = spans.map((span) => {
    const line = places?.[span.line]
    return line === undefined ? null : cornersOf(line, span, lines[span.line]?.length ?? 1)
  })
  const known = corners.flatMap((points) => points ?? [])
  return known.length === 0 || corners.includes(null) ? { page: picture.page, box: null } : pointPlaces(picture, known)
}
