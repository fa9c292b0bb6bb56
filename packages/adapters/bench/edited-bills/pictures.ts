import PDFDocument from "pdfkit"
import sharp, { type Sharp } from "sharp"
import { cornersAt, photographOf } from "../../../../test/support/photographs.ts"
import { type ColourImage, withRenderer } from "../../src/engines/pdf/render.ts"
import type { Bill, Chance, Item } from "./bills.ts"
import type { Face } from "./faces.ts"

const dpi = 150
const scale = dpi / 72
const page = [595, 842] as const

interface Drawn extends Item {
  readonly face: Face
}

const fontOf = ({ bold, face }: Drawn) => (bold ? face.bold : face.plain)

const pdfOf = async (items: ReadonlyArray<Drawn>, bars: Bill["bars"]): Promise<Uint8Array> => {
  const document = new PDFDocument({ size: [...page], margin: 0 })
  const chunks: Array<Buffer> = []
  const done = new Promise<void>((resolve) => document.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => resolve()))
  for (const [x, y, width, height, grey] of bars)
    document.rect(x, y, width, height).fill(
      `#${Math.round(grey * 255)
        .toString(16)
        .padStart(2, "0")
        .repeat(3)}`
    )
  for (const item of items)
    document
      .fillColor(item.colour ?? "#181818")
      .font(fontOf(item))
      .fontSize(item.size)
      .text(item.text, item.x, item.y, { lineBreak: false, baseline: "alphabetic", characterSpacing: item.spacing ?? 0 })
  document.end()
  await done
  return new Uint8Array(Buffer.concat(chunks))
}

const render = async (items: ReadonlyArray<Drawn>, bars: Bill["bars"] = []): Promise<ColourImage> => {
  const drawn = await withRenderer(await pdfOf(items, bars), (renderer) => renderer.renderColour(1, dpi))
  if (drawn === null) throw new Error("the page cannot be drawn")
  return drawn
}

export const rendered = ({ bars, face, heading, items }: Bill): Promise<ColourImage> =>
  render(
    items.map((item) => ({ ...item, face: item.heading === true ? heading : face })),
    bars
  )

/** A sum of four is normal enough for the grain of a picture. */
const normal = (chance: Chance): number => (chance() + chance() + chance() + chance() - 2) * 1.732

const withGrain = (image: ColourImage, grain: number, chance: Chance, { black = 0, white = 255 } = {}): ColourImage => {
  const data = new Uint8Array(image.data.length)
  for (let at = 0; at < data.length; at += 3) {
    const noise = normal(chance) * grain
    for (let channel = 0; channel < 3; channel++)
      data[at + channel] = Math.min(
        255,
        Math.max(0, Math.round(black + ((image.data[at + channel] ?? 255) / 255) * (white - black) + noise))
      )
  }
  return { ...image, data }
}

const sharpOf = ({ data, height, width }: ColourImage) => sharp(data, { raw: { width, height, channels: 3 } })

const pixelsOf = async (picture: Sharp): Promise<ColourImage> => {
  const { data, info } = await picture.removeAlpha().toColourspace("srgb").raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height }
}

const compressed = async (image: ColourImage, quality: number): Promise<ColourImage> =>
  pixelsOf(sharp(await sharpOf(image).jpeg({ quality }).toBuffer()))

/** Ink spreads a little on paper. */
const onPaper = async (image: ColourImage): Promise<ColourImage> => pixelsOf(sharpOf(image).blur(0.55))

/** What a scanner makes of a page that lies straight. */
const scanned = async (image: ColourImage, chance: Chance): Promise<ColourImage> =>
  compressed(
    withGrain(await onPaper(image), 1.8 + chance() * 2.4, chance, { black: 20 + chance() * 25, white: 240 + chance() * 10 }),
    78 + Math.floor(chance() * 15)
  )

export const sources = ["digital", "jpeg", "scan"] as const
export type Source = (typeof sources)[number]

/** The picture that a holder has, before anyone edits it. */
export const sourceOf = (image: ColourImage, source: Source, chance: Chance): Promise<ColourImage> => {
  if (source === "digital") return Promise.resolve(image)
  return source === "jpeg" ? compressed(image, 70 + Math.floor(chance() * 20)) : scanned(image, chance)
}

export const channels = ["png", "jpeg 92", "jpeg 70", "scanned", "photographed"] as const
export type Channel = (typeof channels)[number]

const turned = (image: ColourImage, degrees: number): Promise<ColourImage> =>
  pixelsOf(sharpOf(image).rotate(degrees, { background: "#f4f4f4" }))

const photographed = async (image: ColourImage, chance: Chance): Promise<Uint8Array> => {
  const paper = await onPaper(image)
  const [width, height] = [1560, 2150]
  const shape = { turned: (chance() - 0.5) * 5, keystone: chance() * 0.05 }
  const corners = cornersAt([width / 2, height / 2], 1300 + chance() * 90, paper.width / paper.height, shape)
  const scene = photographOf({ width, height }, chance() < 0.5 ? "dark" : "wood", [{ card: paper, corners }], Math.floor(chance() * 1e6))
  const [dx, dy, depth] = [chance() - 0.5, chance() - 0.5, 0.15 + chance() * 0.25]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = 1 - depth * Math.max(0, 0.5 + dx * (x / width - 0.5) * 2 + dy * (y / height - 0.5) * 2)
      const at = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel++) scene.data[at + channel] = (scene.data[at + channel] ?? 0) * light
    }
  const lens = await pixelsOf(sharpOf(scene).blur(0.6 + chance() * 0.5))
  return sharpOf(withGrain(lens, 2 + chance() * 3, chance))
    .jpeg({ quality: 65 + Math.floor(chance() * 25) })
    .toBuffer()
}

/** The file that is uploaded: saved flat, or printed and captured again. */
export const through = async (image: ColourImage, channel: Channel, chance: Chance): Promise<Uint8Array> => {
  switch (channel) {
    case "png":
      return sharpOf(image).png().toBuffer()
    case "jpeg 92":
      return sharpOf(image).jpeg({ quality: 92 }).toBuffer()
    case "jpeg 70":
      return sharpOf(image).jpeg({ quality: 70 }).toBuffer()
    case "scanned":
      return sharpOf(await turned(await scanned(image, chance), (chance() - 0.5) * 1.6))
        .jpeg({ quality: 85 })
        .toBuffer()
    case "photographed":
      return photographed(image, chance)
  }
}

export interface PixelArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The picture of some items alone, on white, and the area that their ink takes. */
export const drawnAlone = async (item: Item, face: Face): Promise<{ readonly image: ColourImage; readonly area: PixelArea }> => {
  const image = await render([{ ...item, face }])
  let [left, top, right, bottom] = [image.width, image.height, 0, 0]
  for (let y = 0; y < image.height; y++)
    for (let x = 0; x < image.width; x++) {
      if ((image.data[(y * image.width + x) * 3] ?? 255) > 245) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y + 1)
    }
  return { image, area: { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) } }
}

export const around = ({ height, left, top, width }: PixelArea, margin: number): PixelArea => ({
  left: Math.max(0, left - margin),
  top: Math.max(0, top - margin),
  width: width + 2 * margin,
  height: height + 2 * margin
})

/** Puts ink over a picture, as a program that edits pictures does with text that is typed. */
export const inked = (image: ColourImage, ink: ColourImage, offset: readonly [number, number] = [0, 0]): ColourImage => {
  const data = new Uint8Array(image.data)
  for (let y = 0; y < ink.height; y++)
    for (let x = 0; x < ink.width; x++) {
      const from = (y * ink.width + x) * 3
      const [toX, toY] = [x + offset[0], y + offset[1]]
      if ((ink.data[from] ?? 255) > 250 || toX < 0 || toY < 0 || toX >= image.width || toY >= image.height) continue
      const at = (toY * image.width + toX) * 3
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = Math.round(((data[at + channel] ?? 255) * (ink.data[from + channel] ?? 255)) / 255)
    }
  return { ...image, data }
}

/** Fills an area with one level, or with what another area shows. */
export const covered = (image: ColourImage, area: PixelArea, cover: number | readonly [ColourImage, PixelArea]): ColourImage => {
  const data = new Uint8Array(image.data)
  for (let y = 0; y < area.height; y++)
    for (let x = 0; x < area.width; x++) {
      const at = ((area.top + y) * image.width + area.left + x) * 3
      if (area.top + y >= image.height || area.left + x >= image.width) continue
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] =
          typeof cover === "number"
            ? cover
            : (cover[0].data[((cover[1].top + y) * cover[0].width + cover[1].left + x) * 3 + channel] ?? 255)
    }
  return { ...image, data }
}

/** The most frequent level of an area: what a program picks as the colour of its paper. */
export const paperOf = (image: ColourImage, area: PixelArea): number => {
  const counts = new Uint32Array(256)
  for (let y = area.top; y < area.top + area.height; y++)
    for (let x = area.left; x < area.left + area.width; x++) {
      const level = image.data[(y * image.width + x) * 3] ?? 255
      counts[level] = (counts[level] ?? 0) + 1
    }
  return counts.indexOf(Math.max(...counts))
}

export const pixelsAt = (points: number): number => Math.round(points * scale)
