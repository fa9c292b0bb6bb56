import { glyphOutlines } from "./glyph-outlines.ts"

/** `ocr_b` is the face that ICAO 9303-3 asks for; `ocr_b_sharp` has the same skeletons with square ends; `plain` is what specimens without it are set in. */
const zoneFaces = ["ocr_b", "ocr_b_sharp", "plain"] as const
type ZoneFace = (typeof zoneFaces)[number]

export interface GlyphFace {
  /** Width of every character, in the units of the outlines. */
  readonly advance: number
  readonly capHeight: number
  /** SVG path data by character; the origin is on the base line at the left, y grows downwards. */
  readonly paths: ReadonlyMap<string, string>
}

const faceOf = (name: ZoneFace): GlyphFace => {
  const { advance, cap_height, glyphs } = glyphOutlines[name]
  return { advance, capHeight: cap_height, paths: new Map(Object.entries(glyphs)) }
}

export const glyphFaces = {
  ocr_b: faceOf("ocr_b"),
  ocr_b_sharp: faceOf("ocr_b_sharp"),
  plain: faceOf("plain")
} satisfies Record<ZoneFace, GlyphFace>
