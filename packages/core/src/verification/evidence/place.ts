/** A stretch of a picture, as fractions (0 to 1) of it from its top left corner. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Left, top, width and height, as fractions (0 to 1) of the page as a viewer shows it. */
export type PageBox = readonly [x: number, y: number, width: number, height: number]

/**
 * Where a straightened picture stands on its page: (x, y) lies at ((a x + b y + c) / w, (d x + e y + f) / w) with w = g x + h y + 1, all in
 * fractions of the picture and of the page.
 */
export type PageMap = readonly [a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number]

export interface Point {
  readonly x: number
  readonly y: number
}

/** A part with four sides: left top, right top, right bottom and left bottom as its print runs. */
export type Corners = readonly [Point, Point, Point, Point]

/** Where a point of the picture lies on the page; null where the map sends it out of sight. */
export const onPage = ([a, b, c, d, e, f, g, h]: PageMap, { x, y }: Point): Point | null => {
  const w = g * x + h * y + 1
  const found = { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w }
  return w > 0 && Number.isFinite(found.x) && Number.isFinite(found.y) ? found : null
}

const part = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1e5) / 1e5

/** The upright box around points of a page, as far as it lies on the page; null where nothing of it does. */
export const boxAround = (points: ReadonlyArray<Point | null>): PageBox | null => {
  const known = points.filter((point) => point !== null)
  if (known.length === 0 || known.length < points.length) return null
  const [left, right] = [part(Math.min(...known.map(({ x }) => x))), part(Math.max(...known.map(({ x }) => x)))]
  const [top, bottom] = [part(Math.min(...known.map(({ y }) => y))), part(Math.max(...known.map(({ y }) => y)))]
  return right > left && bottom > top ? [left, top, part(right - left), part(bottom - top)] : null
}

/** The box on the page around an area of a picture of it; without a map the picture is the page. */
export const boxOnPage = ({ height, left, top, width }: Area, onto: PageMap | null): PageBox | null => {
  const corners = [
    { x: left, y: top },
    { x: left + width, y: top },
    { x: left, y: top + height },
    { x: left + width, y: top + height }
  ]
  return boxAround(onto === null ? corners : corners.map((corner) => onPage(onto, corner)))
}

/** The area around several; null where there is none. */
export const areaAround = (areas: ReadonlyArray<Area>): Area | null => {
  if (areas.length === 0) return null
  const left = Math.min(...areas.map((area) => area.left))
  const top = Math.min(...areas.map((area) => area.top))
  const right = Math.max(...areas.map((area) => area.left + area.width))
  const bottom = Math.max(...areas.map((area) => area.top + area.height))
  return { left, top, width: right - left, height: bottom - top }
}
