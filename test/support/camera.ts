import sharp from "sharp"
import { chanceOf } from "./photographs.ts"

/** Light that falls onto the sensor of a camera: red, green and blue, linear, 1 where the sensor is full. */
export interface Light {
  readonly data: Float32Array
  readonly width: number
  readonly height: number
}

export interface Development {
  /** Deviation of grain at full light, in levels. */
  readonly grain?: number
  /** Share of the detail that is added again. */
  readonly sharpening?: number
  readonly jpeg_quality?: number
  /** Factor of both sides of the finished picture. */
  readonly resized?: number
  readonly seed?: number
}

const toLinear = Float32Array.from({ length: 256 }, (_, level) => (level / 255) ** 2.2)
export const linear = (level: number): number => toLinear[Math.max(0, Math.min(255, Math.round(level)))] ?? 0

const toneSteps = 4096
const tone = Uint8Array.from({ length: toneSteps + 1 }, (_, step) => Math.round(255 * (step / toneSteps) ** (1 / 2.2)))

/** Which colour each pixel of the sensor sees, two by two: red, green; green, blue. */
const filterAt = (x: number, y: number): 0 | 1 | 2 => (y % 2 === 0 ? (x % 2 === 0 ? 0 : 1) : x % 2 === 0 ? 1 : 2)

/** What the pixels of the sensor see, each behind its filter, with grain that grows with the light. */
const mosaicOf = ({ data, height, width }: Light, grain: number, seed: number): Float32Array => {
  const chance = chanceOf(seed)
  const mosaic = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const seen = data[(y * width + x) * 3 + filterAt(x, y)] ?? 0
      const noise = (chance() + chance() + chance() - 1.5) * 2 * (grain / 255) * (0.25 + 0.75 * Math.sqrt(Math.max(0, seen)))
      mosaic[y * width + x] = Math.min(1, Math.max(0, seen + noise))
    }
  return mosaic
}

/** Each missing colour is the mean of the neighbours that have it; the rim of one pixel stays black. */
const developedColour = (mosaic: Float32Array, width: number, height: number): Uint8Array => {
  const levels = new Uint8Array(width * height * 3)
  const toned = (value: number): number => tone[(value * toneSteps) | 0] ?? 255
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const own = mosaic[at] ?? 0
      const beside = ((mosaic[at - 1] ?? 0) + (mosaic[at + 1] ?? 0)) / 2
      const above = ((mosaic[at - width] ?? 0) + (mosaic[at + width] ?? 0)) / 2
      const filter = filterAt(x, y)
      const to = at * 3
      if (filter === 1) {
        const red = y % 2 === 0 ? beside : above
        levels[to] = toned(red)
        levels[to + 1] = toned(own)
        levels[to + 2] = toned(y % 2 === 0 ? above : beside)
        continue
      }
      const corners =
        ((mosaic[at - width - 1] ?? 0) + (mosaic[at - width + 1] ?? 0) + (mosaic[at + width - 1] ?? 0) + (mosaic[at + width + 1] ?? 0)) / 4
      levels[to] = toned(filter === 0 ? own : corners)
      levels[to + 1] = toned((beside + above) / 2)
      levels[to + 2] = toned(filter === 0 ? corners : own)
    }
  return levels
}

/** What a camera makes of light, as a JPEG: colour filters, grain, tone, sharpening and compression. */
export const developed = async (
  light: Light,
  { grain = 4, jpeg_quality = 85, resized = 1, seed = 1, sharpening = 0.5 }: Development = {}
): Promise<Uint8Array> => {
  const { height, width } = light
  const picture = sharp(developedColour(mosaicOf(light, grain, seed), width, height), { raw: { width, height, channels: 3 } })
  const sized = resized === 1 ? picture : picture.resize(Math.round(width * resized), Math.round(height * resized), { fit: "fill" })
  const sharpened = sharpening === 0 ? sized : sized.sharpen({ sigma: 1, m1: sharpening, m2: sharpening * 2 })
  return new Uint8Array(await sharpened.jpeg({ quality: jpeg_quality }).toBuffer())
}
