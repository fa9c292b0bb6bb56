import type { ColourImage } from "@vouchkit/adapters/engines/pdf/render"
import sharp, { type Sharp } from "sharp"

export type Corner = readonly [number, number]
/** Corners of a document in a photograph, clockwise from its own top left. */
export type Corners = readonly [Corner, Corner, Corner, Corner]
export type Background = "plain" | "dark" | "light" | "gradient" | "wood" | "cloth"

/** A small generator of repeatable chance (mulberry32). */
export const chanceOf = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Solves for the eight numbers of the projective map that takes four points to four others, by Gaussian elimination. */
export const mapBetween = (from: Corners, to: Corners): ReadonlyArray<number> => {
  const rows = from.flatMap(([x, y], index) => {
    const [u, v] = to[index] ?? [0, 0]
    return [Float64Array.of(x, y, 1, 0, 0, 0, -u * x, -u * y, u), Float64Array.of(0, 0, 0, x, y, 1, -v * x, -v * y, v)]
  })
  const entry = (row: Float64Array, column: number): number => row[column] ?? 0
  for (let column = 0; column < 8; column++) {
    const pivot = rows.slice(column).reduce((best, row) => (Math.abs(entry(row, column)) > Math.abs(entry(best, column)) ? row : best))
    rows.splice(rows.indexOf(pivot), 1)
    rows.splice(column, 0, pivot)
    for (const row of rows) {
      if (row === pivot) continue
      const factor = entry(row, column) / entry(pivot, column)
      for (let at = column; at < 9; at++) row[at] = entry(row, at) - factor * entry(pivot, at)
    }
  }
  return rows.map((row, index) => entry(row, 8) / entry(row, index))
}

const surfaces: Record<Background, (x: number, y: number, chance: () => number) => readonly [number, number, number]> = {
  plain: () => [92, 78, 66],
  dark: () => [34, 36, 40],
  light: () => [236, 235, 231],
  gradient: (x, y) => [60 + 120 * x, 70 + 90 * y, 90 + 40 * x],
  wood: (x, y, chance) => {
    const grain = Math.sin(y * 90 + 3 * Math.sin(x * 7 + y * 5)) * 14 + Math.sin(y * 400 + x * 11) * 7 + (chance() - 0.5) * 16
    return [134 + grain, 96 + grain * 0.8, 62 + grain * 0.6]
  },
  cloth: (x, y, chance) => {
    const weave = (Math.sin(x * 500) + Math.sin(y * 500)) * 10 + (chance() - 0.5) * 24
    return [88 + weave, 104 + weave, 96 + weave]
  }
}

/** Backgrounds that were painted before, since a test draws many documents on the same one. The one that was asked for longest ago goes. */
const painted = new Map<string, Uint8ClampedArray>()
const mostPainted = 4

const paintedBackground = (width: number, height: number, background: Background, seed: number): Uint8ClampedArray<ArrayBuffer> => {
  const key = `${background} ${width} ${height} ${seed}`
  const data = painted.get(key) ?? new Uint8ClampedArray(width * height * 3)
  if (!painted.delete(key)) {
    const chance = chanceOf(seed)
    const surface = surfaces[background]
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(surface(x / width, y / height, chance), (y * width + x) * 3)
  }
  painted.set(key, data)
  const [oldest] = painted.keys()
  if (painted.size > mostPainted && oldest !== undefined) painted.delete(oldest)
  return Uint8ClampedArray.from(data)
}

export interface Placed {
  readonly card: ColourImage
  readonly corners: Corners
  /** Millimetres of the corners' rounding, as a share of the card's width. */
  readonly rounding?: number
}

/** Documents lying on something, as a camera would see them: each is laid into its corners, the rest is background. */
export const photographOf = (
  size: { readonly width: number; readonly height: number },
  background: Background,
  placed: ReadonlyArray<Placed>,
  seed = 1
): ColourImage => {
  const { height, width } = size
  const data = paintedBackground(width, height, background, seed)
  for (const { card, corners, rounding = 0 } of placed) {
    const own: Corners = [
      [0, 0],
      [card.width, 0],
      [card.width, card.height],
      [0, card.height]
    ]
    const [a, b, c, d, e, f, g, h] = mapBetween(corners, own) as [number, number, number, number, number, number, number, number]
    const xs = corners.map(([x]) => x)
    const ys = corners.map(([, y]) => y)
    const radius = rounding * card.width
    for (let y = Math.max(0, Math.floor(Math.min(...ys))); y < Math.min(height, Math.max(...ys)); y++)
      for (let x = Math.max(0, Math.floor(Math.min(...xs))); x < Math.min(width, Math.max(...xs)); x++) {
        const w = g * x + h * y + 1
        const u = (a * x + b * y + c) / w
        const v = (d * x + e * y + f) / w
        if (!(u >= 0 && v >= 0 && u < card.width - 1 && v < card.height - 1)) continue
        const cx = Math.min(u, card.width - u)
        const cy = Math.min(v, card.height - v)
        if (cx < radius && cy < radius && Math.hypot(radius - cx, radius - cy) > radius) continue
        const left = Math.floor(u)
        const top = Math.floor(v)
        const fx = u - left
        const fy = v - top
        const from = (top * card.width + left) * 3
        const next = from + card.width * 3
        for (let channel = 0; channel < 3; channel++) {
          const above = (card.data[from + channel] ?? 0) * (1 - fx) + (card.data[from + channel + 3] ?? 0) * fx
          const below = (card.data[next + channel] ?? 0) * (1 - fx) + (card.data[next + channel + 3] ?? 0) * fx
          data[(y * width + x) * 3 + channel] = above * (1 - fy) + below * fy
        }
      }
  }
  return { data: new Uint8Array(data.buffer), width, height }
}

/** Corners of a card of some width around a point, turned by degrees (clockwise) and with the far side this much shorter. */
export const cornersAt = (
  centre: Corner,
  width: number,
  aspect: number,
  { turned = 0, keystone = 0 }: { readonly turned?: number; readonly keystone?: number } = {}
): Corners => {
  const [halfWidth, halfHeight] = [width / 2, width / aspect / 2]
  const angle = (turned * Math.PI) / 180
  const place = (x: number, y: number): Corner => {
    const narrowed = x * (1 - (keystone * (halfHeight - y)) / (2 * halfHeight))
    return [centre[0] + narrowed * Math.cos(angle) - y * Math.sin(angle), centre[1] + narrowed * Math.sin(angle) + y * Math.cos(angle)]
  }
  return [place(-halfWidth, -halfHeight), place(halfWidth, -halfHeight), place(halfWidth, halfHeight), place(-halfWidth, halfHeight)]
}

export const sharpOf = ({ data, height, width }: ColourImage): Sharp => sharp(data, { raw: { width, height, channels: 3 } })

export interface Camera {
  /** Gaussian sigma in pixels; 0 for none. */
  readonly blur?: number
  readonly grain?: number
  /** Factor on all levels. */
  readonly light?: number
  readonly jpeg_quality?: number
}

/** The grain of a camera from the first level on, from -1.5 to 1.5: the same in every picture. */
let grains = new Float64Array(0)
const grainOf = (levels: number): Float64Array => {
  if (grains.length < levels) {
    const chance = chanceOf(7)
    grains = Float64Array.from({ length: levels }, () => chance() + chance() + chance() - 1.5)
  }
  return grains
}

/** What a camera makes of a scene, as a JPEG. */
export const taken = async (
  scene: ColourImage,
  { blur = 0, grain = 0, jpeg_quality = 88, light = 1 }: Camera = {}
): Promise<Uint8Array> => {
  const levels = new Uint8ClampedArray(scene.data.length)
  if (grain === 0) for (let at = 0; at < levels.length; at++) levels[at] = (scene.data[at] ?? 0) * light
  else {
    const grained = grainOf(levels.length)
    for (let at = 0; at < levels.length; at++) levels[at] = (scene.data[at] ?? 0) * light + (grained[at] ?? 0) * grain * 2
  }
  const picture = sharp(levels, { raw: { width: scene.width, height: scene.height, channels: 3 } })
  return new Uint8Array(await (blur > 0 ? picture.blur(blur) : picture).jpeg({ quality: jpeg_quality }).toBuffer())
}

/** A soft white spot, as a lamp leaves on plastic; the centre and the radius are shares of the picture's width and height. */
export const withGlare = (scene: ColourImage, centre: Corner, radius: number, strength = 1): ColourImage => {
  const { height, width } = scene
  const data = Uint8ClampedArray.from(scene.data)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const away = Math.hypot(x - centre[0] * width, y - centre[1] * height) / (radius * width)
      if (away > 1.6) continue
      const added = 330 * strength * Math.exp(-3 * Math.max(0, away - 0.35) ** 2)
      const at = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel++) data[at + channel] = (data[at + channel] ?? 0) + added * (away > 1.55 ? 0.2 : 1)
    }
  return { data: new Uint8Array(data.buffer), width, height }
}

/** The scene as a screen shows it to a camera: stripes of red, green and blue and dark gaps at a period of some pixels, seen at an angle. */
export const onScreen = (scene: ColourImage, period: number, degrees: number, depth: number): ColourImage => {
  const { height, width } = scene
  const data = new Uint8ClampedArray(scene.data.length)
  const angle = (degrees * Math.PI) / 180
  const step = (2 * Math.PI) / period
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [across, down] = [x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle)]
      const row = 1 - depth * (0.5 + 0.5 * Math.sin(down * step))
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * width + x) * 3 + channel
        const stripe = 1 - depth * (0.5 + 0.5 * Math.sin(across * step + (channel * 2 * Math.PI) / 3))
        data[at] = (scene.data[at] ?? 0) * row * stripe
      }
    }
  return { data: new Uint8Array(data.buffer), width, height }
}

/** The picture as a printer sets it: dots at a period of some pixels, larger where it is darker, in grey or in colour. */
export const halftone = (card: ColourImage, period: number, degrees: number, grey = false): ColourImage => {
  const { height, width } = card
  const data = new Uint8ClampedArray(card.data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * width + x) * 3
        const angle = ((degrees + (grey ? 0 : channel * 30)) * Math.PI) / 180
        const [across, down] = [x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle)]
        const dots = 127.5 + 63.7 * (Math.cos((2 * Math.PI * across) / period) + Math.cos((2 * Math.PI * down) / period))
        const level = grey
          ? ((card.data[at] ?? 0) + (card.data[at + 1] ?? 0) * 2 + (card.data[at + 2] ?? 0)) / 4
          : (card.data[at + channel] ?? 0)
        data[at + channel] = level > dots ? 250 : 18
      }
  return { data: new Uint8Array(data.buffer), width, height }
}
