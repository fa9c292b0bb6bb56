import { type Polynomial, polynomialThrough, slopeAt, valueAt, type WeightedPoint } from "./polynomial.ts"

interface Centre {
  readonly x: number
  readonly y: number
}

/**
 * Where the characters of a row stand: place 0 is its first piece, each further place is one character on. A page of a booklet bends, so that
 * neither the base line is straight nor the distance of characters constant. Beyond its pieces the row goes on as it ends.
 */
export interface RowCurve {
  /** Places from the first piece to the last. */
  readonly extent: number
  readonly at: (place: number) => { readonly x: number; readonly y: number; readonly dx: number; readonly dy: number }
}

/** The place of each piece, by the distance from the one before; the local pitch follows what was seen last. */
const placesOf = (centres: ReadonlyArray<Centre>, pitch: number): ReadonlyArray<number> => {
  const places: Array<number> = []
  let [place, local] = [0, pitch]
  centres.forEach(({ x }, index) => {
    const distance = x - (centres[index - 1]?.x ?? x)
    const passed = index === 0 ? 0 : Math.max(1, Math.round(distance / local))
    if (passed > 0 && Math.abs(distance / passed / local - 1) < 0.25) local += 0.15 * (distance / passed - local)
    place += passed
    places.push(place)
  })
  return places
}

const highestDegree = 3
/** Pieces that each further term has to be seen by: fewer follow a bend that is not there. */
const piecesPerTerm = 7

/** Least squares of the lowest degree that explains the points, in t from -1 to 1; points far from the first fit are left out of the second. */
const smoothest = (points: ReadonlyArray<WeightedPoint>, reach: number): Polynomial => {
  const errorsOf = (fit: Polynomial) => points.map(({ t, value }) => Math.abs(value - valueAt(fit, t)))
  const fits = Array.from({ length: highestDegree }, (_, index) => index + 1)
    .filter((degree) => degree === 1 || points.length >= piecesPerTerm * (degree + 1))
    .map((degree) => {
      const ridge = Array.from({ length: degree + 1 }, () => 1e-6)
      const first = polynomialThrough(points, ridge)
      const errors = errorsOf(first)
      const near = points.filter((_, index) => (errors[index] ?? 0) < reach)
      const fit = near.length > piecesPerTerm * degree ? polynomialThrough(near, ridge) : first
      const squares = errorsOf(fit).reduce((sum, error) => sum + Math.min(error, reach) ** 2, 0)
      // Bayes' criterion, with twice its usual price of a term.
      return { fit, cost: points.length * Math.log(squares / points.length + 1e-3) + 2 * (degree + 1) * Math.log(points.length) }
    })
  return fits.reduce((best, one) => (one.cost < best.cost ? one : best)).fit
}

export const curveOf = (centres: ReadonlyArray<Centre>, pitch: number): RowCurve => {
  const places = placesOf(centres, pitch)
  const extent = Math.max(1, places.at(-1) ?? 1)
  const points = (values: ReadonlyArray<number>): ReadonlyArray<WeightedPoint> =>
    values.map((value, index) => ({ t: (2 * (places[index] ?? 0)) / extent - 1, value, weight: 1 }))
  const x = smoothest(points(centres.map((centre) => centre.x)), pitch * 0.3)
  const y = smoothest(points(centres.map((centre) => centre.y)), pitch * 0.3)
  return {
    extent,
    at: (place) => {
      const t = (2 * place) / extent - 1
      const inside = Math.max(-1, Math.min(1, t))
      const [dx, dy] = [slopeAt(x, inside), slopeAt(y, inside)]
      const beyond = t - inside
      return {
        x: valueAt(x, inside) + beyond * dx,
        y: valueAt(y, inside) + beyond * dy,
        dx: (2 * dx) / extent,
        dy: (2 * dy) / extent
      }
    }
  }
}
