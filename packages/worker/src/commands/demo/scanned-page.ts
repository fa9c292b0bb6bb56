import { withRenderer } from "@vouchkit/adapters/engines/pdf/render"
import sharp, { type Sharp } from "sharp"

export interface ScanConditions {
  readonly dpi: number
  /** Gaussian sigma in pixels; 0 for none. */
  readonly blur: number
  /** Degrees, clockwise when positive. */
  readonly tilt: number
  /** A soft shadow from one corner, 0 (none) to 1 (black). */
  readonly shadow: number
  /** Standard deviation of the grain in grey levels. */
  readonly grain: number
  readonly jpeg_quality: number
  readonly format: "jpeg" | "png" | "webp" | "tiff"
}

const clean: ScanConditions = { dpi: 150, blur: 0, tilt: 0, shadow: 0, grain: 0, jpeg_quality: 90, format: "jpeg" }

/** A poor but honest photograph of a page: soft, tilted, shaded, grainy and strongly compressed. */
export const degraded: ScanConditions = { ...clean, blur: 1, tilt: 1.5, shadow: 0.45, grain: 6, jpeg_quality: 50 }

const shadowOf = (width: number, height: number, strength: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">` +
      `<stop offset="0" stop-color="black" stop-opacity="${strength}"/><stop offset="0.55" stop-color="black" stop-opacity="0.08"/>` +
      `<stop offset="1" stop-color="black" stop-opacity="${strength / 2}"/></linearGradient></defs>` +
      `<rect width="${width}" height="${height}" fill="url(#g)"/></svg>`
  )

/** The pixels of a picture so far. Between two steps no file is made of them: packing noise as a PNG costs more than all the rest. */
const pixelsOf = async (picture: Sharp) => {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels } }
}
const drawn = ({ input, raw }: Awaited<ReturnType<typeof pixelsOf>>): Sharp => sharp(input, { raw })

/** Draws the first page of a PDF and treats the picture as a scanner or a telephone would. */
export const scanOf = async (pdf: Uint8Array, conditions: Partial<ScanConditions> = {}): Promise<Uint8Array> => {
  const { blur, dpi, format, grain, jpeg_quality, shadow, tilt } = { ...clean, ...conditions }
  const page = await withRenderer(pdf, (renderer) => renderer.render(1, dpi))
  if (page === null) throw new Error("the page cannot be drawn")
  const raw = { width: page.width, height: page.height, channels: 1 } as const
  let pixels = await pixelsOf(sharp(page.data, { raw }).toColourspace("srgb"))
  if (tilt !== 0) pixels = await pixelsOf(drawn(pixels).rotate(tilt, { background: "#d9d9d9" }))
  const { height, width } = pixels.raw
  const layers = []
  if (shadow > 0) layers.push({ input: shadowOf(width, height, shadow), blend: "multiply" as const })
  if (grain > 0) {
    const noise = { width, height, channels: 3, background: "#808080", noise: { type: "gaussian", mean: 128, sigma: grain } } as const
    layers.push({ ...(await pixelsOf(sharp({ create: noise }))), blend: "soft-light" as const })
  }
  if (layers.length > 0) pixels = await pixelsOf(drawn(pixels).composite(layers))
  let picture = drawn(pixels)
  if (blur > 0) picture = picture.blur(blur)
  switch (format) {
    case "jpeg":
      return picture.jpeg({ quality: jpeg_quality }).toBuffer()
    case "png":
      return picture.png().toBuffer()
    case "webp":
      return picture.webp({ quality: jpeg_quality }).toBuffer()
    case "tiff":
      return picture.tiff({ compression: "deflate" }).toBuffer()
  }
}
