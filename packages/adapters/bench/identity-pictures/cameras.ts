import sharp from "sharp"
import type { Light } from "../../../../test/support/camera.ts"
import { chanceOf } from "../../../../test/support/photographs.ts"
import type { ColourImage } from "../../src/engines/pdf/render.ts"

/** A camera, from its lens to the file that it writes. */
export interface CameraModel {
  readonly name: string
  /** Pixels of its sensor across; it is three quarters as high. */
  readonly width: number
  /** Sigma of what lens, focus and hand blur, in pixels of the sensor: from and to. */
  readonly blur: readonly [number, number]
  /** Deviation of grain at full light, in shares of it. */
  readonly grain: number
  /** Sigma over which colours are levelled out against grain, and the change of brightness (in levels) below which detail counts as grain. */
  readonly denoised: { readonly colour: number; readonly detail: number }
  readonly sharpening: number
  /** Factor of both sides of the finished picture, as messengers and pages that take pictures make it smaller. */
  readonly resized: number
  readonly jpeg_quality: readonly [number, number]
}

/** Cameras by which the limits were chosen. */
export const cameras: ReadonlyArray<CameraModel> = [
  {
    name: "telephone, whole picture",
    width: 2200,
    blur: [0.4, 0.7],
    grain: 0.012,
    denoised: { colour: 1.5, detail: 1.5 },
    sharpening: 0.6,
    resized: 1,
    jpeg_quality: [86, 94]
  },
  {
    name: "telephone, by a messenger",
    width: 2200,
    blur: [0.4, 0.7],
    grain: 0.012,
    denoised: { colour: 1.5, detail: 1.5 },
    sharpening: 0.6,
    resized: 0.5818,
    jpeg_quality: [72, 82]
  },
  {
    name: "telephone in a browser",
    width: 1600,
    blur: [0.45, 0.8],
    grain: 0.016,
    denoised: { colour: 1, detail: 1 },
    sharpening: 0.5,
    resized: 1,
    jpeg_quality: [80, 92]
  }
]

/** Cameras by which nothing was chosen. */
export const otherCameras: ReadonlyArray<CameraModel> = [
  {
    name: "telephone of 7 megapixels, whole picture",
    width: 3000,
    blur: [0.35, 0.65],
    grain: 0.01,
    denoised: { colour: 2, detail: 2.5 },
    sharpening: 0.8,
    resized: 1,
    jpeg_quality: [84, 95]
  },
  {
    name: "telephone of 7 megapixels, by a messenger",
    width: 3000,
    blur: [0.35, 0.65],
    grain: 0.01,
    denoised: { colour: 2, detail: 2.5 },
    sharpening: 0.8,
    resized: 0.5333,
    jpeg_quality: [70, 80]
  },
  {
    name: "old telephone",
    width: 1920,
    blur: [0.5, 0.9],
    grain: 0.02,
    denoised: { colour: 1, detail: 0.5 },
    sharpening: 0.3,
    resized: 1,
    jpeg_quality: [78, 90]
  },
  {
    name: "camera of a laptop",
    width: 1280,
    blur: [0.5, 0.9],
    grain: 0.024,
    denoised: { colour: 2, detail: 2 },
    sharpening: 0.9,
    resized: 1,
    jpeg_quality: [74, 88]
  }
]

/** What the filters of a sensor let through of red, green and blue light, and its inverse. */
const crosstalk = [0.78, 0.18, 0.04, 0.12, 0.76, 0.12, 0.03, 0.2, 0.77] as const
const inverse = (m: ReadonlyArray<number>): ReadonlyArray<number> => {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = m
  const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d
  ].map((value) => value / det)
}
const corrected = inverse(crosstalk)

/** Which colour each pixel of the sensor sees, two by two: red, green; green, blue. */
const filterAt = (x: number, y: number): 0 | 1 | 2 => (y % 2 === 0 ? (x % 2 === 0 ? 0 : 1) : x % 2 === 0 ? 1 : 2)

/** Grain is drawn from so many values, at a place of its own for each row. */
const grains = 1 << 16

/** What the pixels of the sensor see, each behind its filter, with the grain of light and of the amplifier. */
const mosaicOf = ({ data, height, width }: Light, grain: number, seed: number): Float32Array => {
  const chance = chanceOf(seed)
  const drawn = Float32Array.from({ length: grains }, () => (chance() + chance() + chance() - 1.5) * 2 * grain)
  const mosaic = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    let place = Math.floor(chance() * grains)
    const stride = 1 + 2 * Math.floor(chance() * 500)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      const row = filterAt(x, y) * 3
      const seen =
        (crosstalk[row] ?? 0) * (data[at] ?? 0) +
        (crosstalk[row + 1] ?? 0) * (data[at + 1] ?? 0) +
        (crosstalk[row + 2] ?? 0) * (data[at + 2] ?? 0)
      place = (place + stride) & (grains - 1)
      const noise = (drawn[place] ?? 0) * (0.15 + 0.85 * Math.sqrt(Math.max(0, seen)))
      mosaic[y * width + x] = Math.min(1, Math.max(0, seen + noise))
    }
  }
  return mosaic
}

const toneSteps = 4096
const tone = Uint8Array.from({ length: toneSteps + 1 }, (_, step) => Math.round(255 * (step / toneSteps) ** (1 / 2.2)))
const toned = (value: number): number => tone[Math.max(0, Math.min(toneSteps, (value * toneSteps) | 0))] ?? 255

/** The missing colours by the linear filters of Malvar, He and Cutler (2004), which most cameras' own resemble; the rim stays black. */
const developedColour = (m: Float32Array, width: number, height: number): Uint8Array => {
  const levels = new Uint8Array(width * height * 3)
  const two = 2 * width
  const [r0 = 1, r1 = 0, r2 = 0, g0 = 0, g1 = 1, g2 = 0, b0 = 0, b1 = 0, b2 = 1] = corrected
  for (let y = 2; y < height - 2; y++)
    for (let x = 2; x < width - 2; x++) {
      const at = y * width + x
      const own = m[at] ?? 0
      const near = (m[at - 1] ?? 0) + (m[at + 1] ?? 0)
      const over = (m[at - width] ?? 0) + (m[at + width] ?? 0)
      const far = (m[at - 2] ?? 0) + (m[at + 2] ?? 0)
      const high = (m[at - two] ?? 0) + (m[at + two] ?? 0)
      const corners = (m[at - width - 1] ?? 0) + (m[at - width + 1] ?? 0) + (m[at + width - 1] ?? 0) + (m[at + width + 1] ?? 0)
      const filter = filterAt(x, y)
      let red = own
      let green = own
      let blue = own
      if (filter === 1) {
        const across = (5 * own + 4 * near - far - corners + 0.5 * high) / 8
        const down = (5 * own + 4 * over - high - corners + 0.5 * far) / 8
        red = y % 2 === 0 ? across : down
        blue = y % 2 === 0 ? down : across
      } else {
        green = (4 * own + 2 * (near + over) - far - high) / 8
        const opposite = (6 * own + 2 * corners - 1.5 * (far + high)) / 8
        if (filter === 0) blue = opposite
        else red = opposite
      }
      const to = at * 3
      levels[to] = toned(r0 * red + r1 * green + r2 * blue)
      levels[to + 1] = toned(g0 * red + g1 * green + g2 * blue)
      levels[to + 2] = toned(b0 * red + b1 * green + b2 * blue)
    }
  return levels
}

const brightness = (data: Uint8Array, at: number): number =>
  0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)

/** Levels out colours, and small changes of brightness, as cameras do against grain. */
const denoised = async (image: ColourImage, { colour, detail }: CameraModel["denoised"]): Promise<ColourImage> => {
  const { height, width } = image
  const low = new Uint8Array(
    await sharp(image.data, { raw: { width, height, channels: 3 } })
      .blur(colour)
      .raw()
      .toBuffer()
  )
  const data = new Uint8ClampedArray(image.data.length)
  for (let at = 0; at < data.length; at += 3) {
    const change = brightness(image.data, at) - brightness(low, at)
    const kept = (change * change * change) / (change * change + detail * detail + 1e-6)
    for (let channel = 0; channel < 3; channel++) data[at + channel] = (low[at + channel] ?? 0) + kept
  }
  return { data: new Uint8Array(data.buffer), width, height }
}

/** What a camera makes of light, as a JPEG. */
export const pictureBy = async (camera: CameraModel, light: Light, seed: number): Promise<Uint8Array> => {
  const { height, width } = light
  const chance = chanceOf(seed * 31 + 7)
  const raw = { data: developedColour(mosaicOf(light, camera.grain * (0.6 + 0.8 * chance()), seed), width, height), width, height }
  const clean = await denoised(raw, camera.denoised)
  // The rim that the filters leave out is cut off.
  const cut = sharp(clean.data, { raw: { width, height, channels: 3 } }).extract({ left: 2, top: 2, width: width - 4, height: height - 4 })
  const sharpened = camera.sharpening === 0 ? cut : cut.sharpen({ sigma: 1, m1: camera.sharpening, m2: camera.sharpening * 2 })
  const finished =
    camera.resized === 1
      ? sharpened
      : sharp(await sharpened.raw().toBuffer(), { raw: { width: width - 4, height: height - 4, channels: 3 } }).resize(
          Math.round(width * camera.resized)
        )
  const [from, to] = camera.jpeg_quality
  return new Uint8Array(await finished.jpeg({ quality: Math.round(from + (to - from) * chance()) }).toBuffer())
}
