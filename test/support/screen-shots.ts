import type { ColourImage } from "@vouchkit/adapters/engines/pdf/render"
import { type Light, linear } from "./camera.ts"
import { cellTable, type Panel, tableSide } from "./panels.ts"
import { chanceOf, type Corners, mapBetween } from "./photographs.ts"

/** A screen before a camera. */
export interface ScreenShot {
  readonly panel: Panel
  /** What it shows, in its own pixels. */
  readonly shown: ColourImage
  /** Where its picture lies in the photograph. */
  readonly corners: Corners
  readonly size: { readonly width: number; readonly height: number }
  /** Sigma in pixels of the camera. */
  readonly blur: number
  /** Level of white, 0 to 1 of a full sensor. */
  readonly exposure: number
  /** Share of light that the glass reflects of a window. */
  readonly reflection?: number
  /** Depth of the bands that refreshing leaves. */
  readonly bands?: number
  /** Width of the frame around it, in pixels of the panel, and what lies beyond. */
  readonly bezel?: { readonly width: number; readonly beyond: readonly [number, number, number] }
  readonly seed?: number
}

/** A power of two, so that a place repeats by its lowest bits. */
const mask = tableSide - 1
const toTable = tableSide / 2

const frameLight = 0.012

/** The light of each level, looked up. */
const lightOfLevels = (levels: Uint8Array, lightOf: (level: number) => number): Float32Array => {
  const table = Float32Array.from({ length: 256 }, (_, level) => lightOf(level))
  const light = new Float32Array(levels.length)
  for (let at = 0; at < levels.length; at++) light[at] = table[levels[at] as number] as number
  return light
}

/** The light that a photograph of a screen is made of: each pixel of the camera gathers what it sees of the parts of the panel's pixels. */
export const lightOfScreen = (shot: ScreenShot): Light => {
  const { bands = 0, bezel, blur, corners, exposure, panel, reflection = 0, seed = 1, shown, size } = shot
  const own: Corners = [
    [0, 0],
    [shown.width, 0],
    [shown.width, shown.height],
    [0, shown.height]
  ]
  const [a, b, c, d, e, f, g, h] = mapBetween(corners, own) as [number, number, number, number, number, number, number, number]
  const [[x0, y0], [x1, y1]] = corners
  const camera = { scale: Math.hypot(x1 - x0, y1 - y0) / shown.width, angle: Math.atan2(y1 - y0, x1 - x0), blur }
  const table = cellTable(panel, camera)
  const { height, width } = size
  const data = new Float32Array(width * height * 3)
  const lit = lightOfLevels(shown.data, (level) => panel.black + (1 - panel.black) * linear(level))
  const gains = panel.white.map((white) => white * exposure)
  const chance = chanceOf(seed)
  const window = { x: width * chance(), y: height * chance(), reach: width * (0.3 + 0.4 * chance()) }
  const phase = chance() * 6.28
  for (let y = 0; y < height; y++) {
    const band = 1 + bands * Math.sin((2 * Math.PI * y * 2.5) / height + phase)
    for (let x = 0; x < width; x++) {
      const w = g * x + h * y + 1
      const u = (a * x + b * y + c) / w
      const v = (d * x + e * y + f) / w
      const to = (y * width + x) * 3
      const glass = reflection === 0 ? 0 : reflection * Math.exp(-(((x - window.x) ** 2 + (y - window.y) ** 2) / window.reach ** 2))
      if (u < 0 || v < 0 || u >= shown.width || v >= shown.height) {
        const away = Math.max(-u, -v, u - shown.width, v - shown.height)
        const beyond = bezel !== undefined && away > bezel.width ? bezel.beyond : null
        for (let channel = 0; channel < 3; channel++) {
          const level = beyond === null ? frameLight : linear((beyond[channel] ?? 0) + (chance() - 0.5) * 14) * 0.4
          data[to + channel] = level + glass * 0.3
        }
        continue
      }
      // The lens levels out the steps of the shown picture's own pixels, and not the light of their parts.
      const left = Math.min(shown.width - 2, Math.floor(u))
      const top = Math.min(shown.height - 2, Math.floor(v))
      const across = u - left
      const down = v - top
      const from = (top * shown.width + left) * 3
      const below = from + shown.width * 3
      const cell = (Math.floor(v * toTable) & mask) * tableSide + (Math.floor(u * toTable) & mask)
      const [upperLeft, upperRight] = [(1 - across) * (1 - down) * band, across * (1 - down) * band]
      const [lowerLeft, lowerRight] = [(1 - across) * down * band, across * down * band]
      for (let channel = 0; channel < 3; channel++) {
        const one = from + channel
        const two = below + channel
        const level =
          (lit[one] as number) * upperLeft +
          (lit[one + 3] as number) * upperRight +
          (lit[two] as number) * lowerLeft +
          (lit[two + 3] as number) * lowerRight
        data[to + channel] = level * (gains[channel] as number) * ((table[channel] as Float32Array)[cell] as number) + glass
      }
    }
  }
  return { data, width, height }
}

/** Light that an ordinary scene throws back, blurred by the lens. */
export const lightOfScene = async (
  scene: ColourImage,
  exposure: number,
  blurred: (scene: ColourImage) => Promise<ColourImage>
): Promise<Light> => {
  const { data, height, width } = await blurred(scene)
  return { data: lightOfLevels(data, (level) => linear(level) * exposure), width, height }
}
