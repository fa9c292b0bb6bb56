import { checkDigitOf } from "@vouchkit/core/verification/identity-documents/mrz/check-digits"
import { mrzLayouts, textAt } from "@vouchkit/core/verification/identity-documents/mrz/layouts"
import { frenchCardOpening } from "@vouchkit/core/verification/identity-documents/mrz/french-card"
import type { MrzFormat } from "@vouchkit/core/verification/identity-documents/reading"
import sharp from "sharp"
import { greySharp, toGrey } from "../../src/engines/image/decode.ts"
import { type GlyphFace, glyphFaces } from "../../src/engines/mrz/outlines.ts"
import { linePaths } from "../../src/engines/mrz/render.ts"
import type { GreyImage } from "../../src/engines/pdf/render.ts"

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Random = () => number

export const between = (random: Random, low: number, high: number): number => low + random() * (high - low)
const whole = (random: Random, low: number, high: number): number => Math.floor(between(random, low, high + 1))
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
const digits = "0123456789"
const some = (random: Random, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(whole(random, 0, alphabet.length - 1))).join("")

const dateText = (random: Random): string =>
  [whole(random, 0, 99), whole(random, 1, 12), whole(random, 1, 28)].map((value) => String(value).padStart(2, "0")).join("")

/** A zone of random names, numbers and dates whose check digits hold. */
export const zoneText = (random: Random, format: MrzFormat): ReadonlyArray<string> => {
  const layout = mrzLayouts[format]
  const rows = Array.from({ length: layout.rows }, () => Array.from({ length: layout.columns }, () => "<"))
  const put = (span: { readonly line: number; readonly start: number; readonly end: number } | null, text: string): void => {
    if (span === null) return
    for (let index = 0; index < Math.min(text.length, span.end - span.start); index++) {
      const row = rows[span.line]
      if (row !== undefined) row[span.start + index] = text.charAt(index)
    }
  }
  const word = () => some(random, letters, whole(random, 2, 9))
  const first = { TD1: "I", TD2: "I", TD3: "P", MRVA: "V", MRVB: "V", FR_ID: "I" } satisfies Record<MrzFormat, string>
  put(layout.document_code, first[format] + (random() < 0.7 ? "<" : some(random, letters, 1)))
  put(layout.issuing_state, some(random, letters, 3))
  put(layout.nationality, some(random, letters, 3))
  const [surname, given] = [`${word()}${random() < 0.2 ? `<${word()}` : ""}`, `${word()}${random() < 0.6 ? `<${word()}` : ""}`]
  put(layout.names, layout.given_names === null ? `${surname}<<${given}` : surname)
  put(layout.given_names, given)
  put(
    layout.document_number,
    random() < 0.5 ? some(random, letters, whole(random, 0, 2)) + some(random, digits, 7) : some(random, letters + digits, 9)
  )
  if (format === "FR_ID") {
    put({ line: 0, start: 0, end: 5 }, frenchCardOpening)
    put(layout.document_number, dateText(random).slice(0, 4) + some(random, digits, 8))
  }
  put(layout.birth_date, dateText(random))
  put(layout.expiry_date, dateText(random))
  put(layout.sex, some(random, "MFM<F", 1))
  for (const span of layout.optional_data)
    if (random() < 0.4) put(span, some(random, random() < 0.5 ? digits : letters + digits, whole(random, 1, span.end - span.start - 1)))
  const text = (): ReadonlyArray<string> => rows.map((row) => row.join(""))
  for (const { column, line, over } of layout.checks)
    put({ line, start: column, end: column + 1 }, checkDigitOf(over.map((span) => textAt(text(), span)).join("")))
  return text()
}

export interface PageLook {
  readonly face: GlyphFace
  readonly pitch: number
  /** Capital height, line distance: in pitches. Glyph width beside that of the outlines; stroke widening in units of the outlines. */
  readonly capHeight: number
  readonly linePitch: number
  readonly stretch: number
  readonly weight: number
  readonly ink: number
  readonly paper: number
  /** 0 none; darkness of the pattern of fine lines behind. */
  readonly guilloche: number
  /** Draws the rest of the page above: a portrait box and lines of text. */
  readonly page: boolean
}

export interface DrawnPage {
  readonly image: GreyImage
  /** Centre of the first character, and base line, of each line. */
  readonly left: number
  readonly baselines: ReadonlyArray<number>
}

const grey = (level: number): string => `rgb(${level},${level},${level})`

const pattern = (random: Random, width: number, height: number, look: PageLook): string => {
  if (look.guilloche === 0) return ""
  const step = between(random, 0.5, 1.2) * look.pitch
  const wave = between(random, 2, 8) * look.pitch
  const colour = grey(Math.max(0, Math.round(look.paper - look.guilloche)))
  return Array.from({ length: Math.ceil(height / step) + 4 }, (_, index) => {
    const y = (index - 2) * step
    const swing = between(random, 0.4, 1.6) * step
    const turns = Array.from({ length: Math.ceil(width / wave) + 1 }, () => ` t ${wave} 0`).join("")
    return `<path fill="none" stroke="${colour}" stroke-width="${(look.pitch * 0.06).toFixed(2)}" d="M0 ${y} q ${wave / 2} ${swing} ${wave} 0${turns}"/>`
  }).join("")
}

/** Draws a zone, with or without a page above it. */
export const drawPage = async (random: Random, lines: ReadonlyArray<string>, look: PageLook): Promise<DrawnPage> => {
  const { pitch } = look
  const columns = lines[0]?.length ?? 0
  const margin = between(random, 1.5, 5) * pitch
  const width = Math.ceil(columns * pitch + 2 * margin)
  const zone = (lines.length * look.linePitch + 1.5) * pitch
  const height = Math.ceil(look.page ? Math.max(width * between(random, 0.62, 0.75), zone + 8 * pitch) : zone + 2 * pitch)
  const baselines = lines.map((_, index) => height - (1 + (lines.length - 1 - index) * look.linePitch) * pitch)
  const style = { capHeight: look.capHeight * pitch, stretch: look.stretch, weight: look.weight, pitch }
  const zonePaths = lines.map((line, index) =>
    linePaths(line, { ...style, face: look.face, left: margin, baseline: baselines[index] ?? 0 })
  )
  const texts = Array.from({ length: look.page ? 7 : 0 }, (_, index) => {
    const size = between(random, 0.5, 0.8) * pitch
    const top = (0.1 + index * 0.085) * height
    if (top > height - zone - pitch) return ""
    const text = some(random, `${letters}${digits}    `, whole(random, 5, 22))
    return linePaths(text, {
      face: glyphFaces.plain,
      left: width * 0.36,
      baseline: top,
      pitch: size * 0.85,
      capHeight: size,
      stretch: 1,
      weight: 0
    })
  })
  const portrait = look.page
    ? `<rect x="${width * 0.05}" y="${height * 0.1}" width="${width * 0.25}" height="${height * 0.45}" fill="${grey(140)}"/><circle cx="${width * 0.17}" cy="${height * 0.27}" r="${width * 0.07}" fill="${grey(90)}"/>`
    : ""
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${grey(look.paper)}"/>${pattern(random, width, height, look)}${portrait}<g color="${grey(look.ink)}" fill="${grey(look.ink)}">${texts.join("")}${zonePaths.join("")}</g></svg>`
  return { image: await toGrey(sharp(Buffer.from(svg))), left: margin + pitch / 2, baselines }
}

const mapped = (image: GreyImage, value: (level: number, x: number, y: number) => number): GreyImage => ({
  ...image,
  data: image.data.map((level, index) => Math.max(0, Math.min(255, value(level, index % image.width, Math.floor(index / image.width)))))
})

export const noisy = (random: Random, image: GreyImage, strength: number): GreyImage =>
  mapped(image, (level) => level + (random() + random() + random() - 1.5) * 2 * strength)

export const blurred = (image: GreyImage, sigma: number): Promise<GreyImage> => toGrey(greySharp(image).blur(Math.max(0.3, sigma)))

export const jpeg = async (image: GreyImage, quality: number): Promise<GreyImage> =>
  toGrey(sharp(await greySharp(image).jpeg({ quality }).toBuffer()))

export const tilted = (image: GreyImage, degrees: number, paper = 200): Promise<GreyImage> =>
  toGrey(greySharp(image).rotate(degrees, { background: { r: paper, g: paper, b: paper } }))

/** Darkens towards one side, with a soft edge across. */
export const shadowed = (random: Random, image: GreyImage, depth: number): GreyImage => {
  const edge = between(random, 0.2, 0.8) * image.width
  const slant = between(random, -0.6, 0.6)
  return mapped(image, (level, x, y) => level * (1 - depth / (1 + Math.exp(-(x + slant * y - edge) / (image.width * 0.06)))))
}

export const moire = (random: Random, image: GreyImage, depth: number): GreyImage => {
  const [a, b] = [between(random, 0.15, 0.7), between(random, 0.15, 0.7)]
  return mapped(image, (level, x, y) => level + depth * Math.sin(a * x + b * y) + depth * 0.5 * Math.sin(b * x - a * y))
}

const pixel = (image: GreyImage, x: number, y: number): number =>
  image.data[Math.min(image.height - 1, Math.max(0, y)) * image.width + Math.min(image.width - 1, Math.max(0, x))] ?? 0

/** Sees the page from an angle: one side is smaller than the other by the given shares. */
export const inPerspective = (image: GreyImage, across: number, along: number): GreyImage => {
  const { height, width } = image
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width - 0.5, y / height - 0.5]
      const depth = 1 + (Math.abs(across) + Math.abs(along)) / 2 + across * u + along * v
      const [sx, sy] = [(u * depth + 0.5) * width, (v * depth + 0.5) * height]
      const [fx, fy] = [Math.floor(sx), Math.floor(sy)]
      const [dx, dy] = [sx - fx, sy - fy]
      const top = pixel(image, fx, fy) * (1 - dx) + pixel(image, fx + 1, fy) * dx
      const bottom = pixel(image, fx, fy + 1) * (1 - dx) + pixel(image, fx + 1, fy + 1) * dx
      data[y * width + x] = top * (1 - dy) + bottom * dy
    }
  return { data, width, height }
}

/** Lays the page on a grained table, `share` of whose width it takes. */
export const onTable = async (random: Random, image: GreyImage, share: number): Promise<GreyImage> => {
  const [width, height] = [Math.round(image.width / share), Math.round((image.height / share) * 1.1)]
  const [left, top] = [Math.floor(random() * (width - image.width)), Math.floor(random() * (height - image.height))]
  const grain = between(random, 0.02, 0.3)
  const tone = between(random, 60, 160)
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const inside = x >= left && y >= top && x < left + image.width && y < top + image.height
      const wood = tone + 25 * Math.sin(grain * x + 3 * Math.sin(0.01 * y)) + (random() - 0.5) * 14
      data[y * width + x] = inside ? pixel(image, x - left, y - top) : Math.max(0, Math.min(255, wood))
    }
  return { data, width, height }
}

/** A zone set by a font file, as any other program would set it: rendered with hinting and the font's own widths. */
export const setInFont = async (
  random: Random,
  lines: ReadonlyArray<string>,
  font: { readonly file: string; readonly family: string }
): Promise<GreyImage> => {
  const text = lines.map((line) => line.replaceAll("<", "&lt;")).join("\n")
  const size = Math.round(between(random, 10, 28))
  const set = {
    text: `<span foreground="black">${text}</span>`,
    font: `${font.family} ${size}`,
    fontfile: font.file,
    dpi: 96,
    spacing: 8,
    rgba: true
  }
  const { data, info } = await sharp({ text: set }).png().toBuffer({ resolveWithObject: true })
  const page = sharp({ create: { width: info.width + 120, height: info.height + 260, channels: 3, background: "#e4e8e0" } })
  return toGrey(
    sharp(
      await page
        .composite([{ input: data, left: 50, top: 200 }])
        .png()
        .toBuffer()
    )
  )
}
