import sharp from "sharp"
import { toGrey } from "../image/decode.ts"
import type { GreyImage } from "../pdf/render.ts"
import { type GlyphFace, glyphFaces } from "./outlines.ts"

/** Distance of base lines in character pitches: about 2.4 heights of a capital, as cards and passports have it. */
const linePitch = 2.3
const marginPitches = 2
const maxLines = 10
const maxColumns = 100
const maxPitchPx = 200

interface ZonePlacement {
  readonly face: GlyphFace
  /** Left edge of the first character's place, and its base line, in pixels. */
  readonly left: number
  readonly baseline: number
  /** Pixels from one character to the next, and how high a capital is. */
  readonly pitch: number
  readonly capHeight: number
  /** Width of the glyphs beside that of the outlines at this height. */
  readonly stretch: number
  /** Widens (above 0) the strokes, in units of the outlines, where a capital is 700 high. */
  readonly weight: number
}

/** One line of a zone as SVG paths, to be put into a drawing. Characters that the face does not have stay blank. */
export const linePaths = (line: string, { baseline, capHeight, face, left, pitch, stretch, weight }: ZonePlacement): string => {
  const scale = capHeight / face.capHeight
  return [...line]
    .map((character, index) => {
      const path = face.paths.get(character)
      if (path === undefined) return ""
      const x = left + (index + 0.5) * pitch - (face.advance / 2) * scale * stretch
      const stroke = weight > 0 ? ` stroke="currentColor" stroke-width="${weight}"` : ""
      return `<path transform="translate(${x.toFixed(3)} ${baseline.toFixed(3)}) scale(${scale * stretch} ${scale})"${stroke} d="${path}"/>`
    })
    .join("")
}

/**
 * Draws the lines of a machine readable zone in OCR-B, black on white, with two pitches of paper around them. `pitchPx` is the distance of two
 * characters in pixels (2.54 mm in print). Lines keep their length; at most 10 lines of 100 characters and a pitch of 200 are drawn.
 */
export const renderMrz = (lines: ReadonlyArray<string>, pitchPx: number): Promise<GreyImage> => {
  const pitch = Math.min(maxPitchPx, Math.max(2, pitchPx))
  const drawn = lines.slice(0, maxLines).map((line) => line.slice(0, maxColumns))
  const columns = Math.max(1, ...drawn.map(({ length }) => length))
  const width = Math.ceil((columns + 2 * marginPitches) * pitch)
  const height = Math.ceil((Math.max(0, drawn.length - 1) * linePitch + 1 + 2 * marginPitches) * pitch)
  const face = glyphFaces.ocr_b
  const capHeight = (pitch * face.capHeight) / face.advance
  const paths = drawn.map((line, index) =>
    linePaths(line, {
      face,
      left: marginPitches * pitch,
      baseline: (marginPitches + 1 + index * linePitch) * pitch,
      pitch,
      capHeight,
      stretch: 1,
      weight: 0
    })
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><g color="#000" fill="currentColor">${paths.join("")}</g></svg>`
  return toGrey(sharp(Buffer.from(svg)))
}
