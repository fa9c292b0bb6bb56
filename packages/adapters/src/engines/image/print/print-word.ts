import { median } from "@vouchkit/core/verification/median"
import type { GreyImage } from "../../pdf/render.ts"
import { type Glyph, glyphsOf } from "./glyphs.ts"
import { inkExtentOf } from "./ink-extent.ts"
import { type PatchGrain, patchGrainOf } from "./patch-grain.ts"
import { type Photometry, photometryOf } from "./photometry.ts"

/** A box in pixels; right and bottom lie outside of it. */
export interface PixelBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A recognized word and the number of its line. */
export interface ReadWord extends PixelBox {
  readonly text: string
  readonly confidence: number
  readonly line: number
}

/** A word with everything that was measured of its print. */
export interface MeasuredWord extends ReadWord {
  /** Its letters, where each of them stands apart from the next. */
  readonly glyphs: ReadonlyArray<Glyph>
  /** Where its letters stand, to fractions of a pixel; null where none could be told apart. */
  readonly base: number | null
  readonly photometry: Photometry | null
  readonly patch: PatchGrain | null
  /** Width of its ink in pixels. */
  readonly extent: number | null
}

export const heightOf = ({ bottom, top }: PixelBox): number => bottom - top

/** Letters of a size further apart than this are drawn differently by honest faces too. */
const similarSize = 1.45
export const similar = (a: number, b: number): boolean => Math.max(a, b) <= similarSize * Math.min(a, b)

const descending = /[gjpqyQ,;()[\]{}/|@$§_çţșμ]/u

const scaledBox = ({ bottom, left, right, top }: PixelBox, scale: number): PixelBox => ({
  left: left * scale,
  top: top * scale,
  right: right * scale,
  bottom: bottom * scale
})

/** Measures one word: its letters in the picture with even light, its light in the untouched one, whose pixels may be larger or smaller. */
export const measuredWord = (even: GreyImage, raw: GreyImage, word: ReadWord): MeasuredWord => {
  const scale = raw.width / even.width
  const { assigned, bottoms } = glyphsOf(even, word)
  const standing = assigned.filter(({ letter }) => !descending.test(letter)).map(({ bottom }) => bottom)
  const onRaw = scaledBox(word, scale)
  return {
    ...word,
    glyphs: assigned,
    base: median(standing.length > 0 ? standing : bottoms) ?? null,
    photometry: photometryOf(raw, onRaw),
    patch: patchGrainOf(raw, onRaw),
    extent: inkExtentOf(even, word)
  }
}
