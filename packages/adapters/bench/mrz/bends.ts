import type { GreyImage } from "../../src/engines/pdf/render.ts"
import { between } from "./pages.ts"

type Random = () => number

/** How one direction of a page is bent. */
interface Bend {
  /** Angle of the page against the table, in radians, at a share of the way along. */
  readonly angle: (share: number) => number
}

const flat: Bend = { angle: () => 0 }

/** A page that rises from the spine of its booklet, steepest at one of its ends. */
const fromSpine = (random: Random, steepest: number): Bend => {
  const reach = between(random, 0.2, 0.6)
  const left = random() < 0.5
  return { angle: (share) => (left ? steepest : -steepest) * Math.exp(-(left ? share : 1 - share) / reach) }
}

/** A page that bulges or sags as a whole. */
const arched = (random: Random, steepest: number): Bend => {
  const sign = random() < 0.5 ? 1 : -1
  const top = between(random, 0.35, 0.65)
  return { angle: (share) => sign * steepest * 2 * (top - share) }
}

const steps = 256

/** Where the places of a bent direction lie: how far along the table, and how high above it, in lengths of the flat page. */
const profileOf = ({ angle }: Bend): ((share: number) => readonly [along: number, height: number]) => {
  const [alongs, heights] = [new Float64Array(steps + 1), new Float64Array(steps + 1)]
  for (let step = 1; step <= steps; step++) {
    const here = angle((step - 0.5) / steps)
    alongs[step] = (alongs[step - 1] ?? 0) + Math.cos(here) / steps
    heights[step] = (heights[step - 1] ?? 0) + Math.sin(here) / steps
  }
  const at = (values: Float64Array, share: number): number => {
    const place = Math.max(0, Math.min(steps - 1e-9, share * steps))
    const left = Math.floor(place)
    return (values[left] ?? 0) + ((values[left + 1] ?? 0) - (values[left] ?? 0)) * (place - left)
  }
  const middle = at(alongs, 0.5)
  return (share) => [at(alongs, share) - middle, at(heights, share)]
}

const gridPx = 8

/** Room around the page, as a share of its width: what is nearer to the camera spreads. */
const room = 0.15

/** The page as a camera above its middle sees it, `distance` widths of the page away. Outside the page there is paper. */
const seenFromAbove = (page: GreyImage, across: Bend, down: Bend, distance: number, paper: number): GreyImage => {
  const beside = Math.round(page.width * room)
  const [width, height] = [page.width + 2 * beside, page.height + 2 * beside]
  const [alongX, alongY] = [profileOf(across), profileOf(down)]
  const ratio = page.height / page.width
  const projected = (u: number, v: number): readonly [number, number] => {
    const [x, rise] = alongX(u)
    const [y, lift] = alongY(v)
    const near = distance / (distance - rise - lift * ratio)
    return [(x * near + 0.5) * page.width + beside, (y * near + 0.5) * page.height + beside]
  }
  // The way back is found by going there and correcting; pages bend little within a few pixels, so that a coarse grid serves.
  const [columns, rows] = [Math.ceil(width / gridPx) + 1, Math.ceil(height / gridPx) + 1]
  const [us, vs] = [new Float32Array(columns * rows), new Float32Array(columns * rows)]
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [wantedX, wantedY] = [column * gridPx, row * gridPx]
      let [u, v] = [(wantedX - beside) / page.width, (wantedY - beside) / page.height]
      for (let round = 0; round < 25; round++) {
        const [x, y] = projected(u, v)
        u += (wantedX - x) / page.width
        v += (wantedY - y) / page.height
      }
      us[row * columns + column] = u
      vs[row * columns + column] = v
    }
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [column, row] = [Math.floor(x / gridPx), Math.floor(y / gridPx)]
      const [dx, dy] = [x / gridPx - column, y / gridPx - row]
      const base = row * columns + column
      const among = (values: Float32Array): number =>
        ((values[base] ?? 0) * (1 - dx) + (values[base + 1] ?? 0) * dx) * (1 - dy) +
        ((values[base + columns] ?? 0) * (1 - dx) + (values[base + columns + 1] ?? 0) * dx) * dy
      data[y * width + x] = sampled(page, among(us) * page.width, among(vs) * page.height, paper)
    }
  return { data, width, height }
}

const sampled = ({ data, height, width }: GreyImage, x: number, y: number, paper: number): number => {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return paper
  const [dx, dy] = [x - left, y - top]
  const at = top * width + left
  const upper = (data[at] ?? 0) * (1 - dx) + (data[at + 1] ?? 0) * dx
  const lower = (data[at + width] ?? 0) * (1 - dx) + (data[at + width + 1] ?? 0) * dx
  return upper * (1 - dy) + lower * dy
}

/** Directions in which a page bends: along its lines, from line to line, or both. */
export type BendDirection = "x" | "y" | "both"

/** A page of a booklet that does not lie flat. `steepest` is its steepest angle in radians: at 0.32 characters stand 5 % closer together. */
export const bent = (random: Random, image: GreyImage, direction: BendDirection, steepest: number): GreyImage => {
  const shape = (): Bend => (random() < 0.5 ? fromSpine(random, steepest) : arched(random, steepest))
  const [across, down] = [direction === "y" ? flat : shape(), direction === "x" ? flat : shape()]
  return seenFromAbove(image, across, down, between(random, 1.6, 3.5), image.data[0] ?? 200)
}
