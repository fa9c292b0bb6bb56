import type { Corners, Point } from "@vouchkit/core/verification/evidence/place"
import { checkDigits } from "@vouchkit/core/verification/identity-documents/mrz/check-digits"
import { mrzLayouts } from "@vouchkit/core/verification/identity-documents/mrz/layouts"
import { resolveMrz } from "@vouchkit/core/verification/identity-documents/mrz/resolve"
import type { MrzReading } from "@vouchkit/core/verification/identity-documents/reading"
import { greySharp, toGrey } from "../image/decode.ts"
import type { GreyImage } from "../pdf/render.ts"
import { type CharacterModel, storedModel } from "./character-model.ts"
import type { PrintPlace } from "./legacy-recognizer.ts"
import { cellsOf } from "./read-cells.ts"
import { componentsOf, type InkRule } from "./text-components.ts"
import { rowsOf, type TextRow } from "./text-rows.ts"
import { frameAt, Lens, type LineGeometry, refined, type Zoom } from "./zone-lattice.ts"
import { cellCap } from "./cell-sampling.ts"
import { certaintyOf, latticesOf, neighbourOf, type PrintedRow, readingCap, viewOf } from "./zone-lines.ts"

export interface ZoneRead {
  readonly reading: MrzReading
  /** The zone was upside down in the picture. */
  readonly reversed: boolean
  /** How many of its check digits hold. */
  readonly holding: number
  readonly complete: boolean
}

let model: CharacterModel | null = null

const characterModel = (): CharacterModel => {
  model ??= storedModel()
  return model
}

/** A line is part of a zone when its places read at least this well, in the mean logarithm of their likelihood. */
const leastLineCertainty = -1.1
const readingMarginCaps = 11
const maxReadingSide = 3200

interface ReadingPicture {
  readonly image: GreyImage
  readonly row: PrintedRow
  /** A point of it, as fractions of the picture that it was cut out of. */
  readonly before: (point: Point) => Point
}

/** Cuts out the surroundings of a row and brings them to the size that characters are judged in. */
const readingPicture = async (image: GreyImage, row: TextRow, scale: number): Promise<ReadingPicture | null> => {
  const [cap, pitch] = [row.capHeight / scale, row.pitch / scale]
  const xs = row.centres.map(({ x }) => x / scale)
  const offset = row.offset / scale
  const [first, last] = [xs[0] ?? 0, xs.at(-1) ?? 0]
  const left = Math.max(0, Math.floor(last - 46 * pitch))
  const right = Math.min(image.width, Math.ceil(first + 46 * pitch))
  const ys = [left, right].map((x) => offset + row.slope * x)
  const top = Math.max(0, Math.floor(Math.min(...ys) - readingMarginCaps * cap))
  const bottom = Math.min(image.height, Math.ceil(Math.max(...ys) + readingMarginCaps * cap))
  const [width, height] = [right - left, bottom - top]
  if (width < 20 || height < 8) return null
  const factor = Math.min(readingCap / cap, maxReadingSide / Math.max(width, height))
  const [toWidth, toHeight] = [Math.round(width * factor), Math.round(height * factor)]
  const pipeline = greySharp(image).extract({ left, top, width, height })
  const resized = await toGrey(pipeline.resize(toWidth, toHeight, { fit: "fill", kernel: "cubic" }))
  const xOf = (x: number): number => (x + 0.5 - left) * factor - 0.5
  return {
    image: resized,
    before: ({ x, y }) => ({ x: ((x + 0.5) / factor + left) / image.width, y: ((y + 0.5) / factor + top) / image.height }),
    row: {
      centres: row.centres.map(({ x, y }) => ({ x: xOf(x / scale), y: (y / scale + 0.5 - top) * factor - 0.5 })),
      pitch: pitch * factor
    }
  }
}

/** The groups of lines that could be a zone of this width: two lines, or three where lines have 30 places. */
const groupsOf = (lens: Lens, anchor: LineGeometry, zoom: Zoom): ReadonlyArray<ReadonlyArray<LineGeometry>> => {
  const wanted = anchor.columns === 30 ? 3 : 2
  const beside = (line: LineGeometry | null, side: 1 | -1): LineGeometry | null => {
    const found = line === null ? null : neighbourOf(lens, line, zoom, side)
    if (found === null) return null
    const moved = refined(lens, found, zoom)
    return certaintyOf(lens, moved, zoom) < leastLineCertainty ? null : moved
  }
  const above = beside(anchor, -1)
  const below = beside(anchor, 1)
  const lines = wanted === 2 ? [above, anchor, below] : [beside(above, -1), above, anchor, below, beside(below, 1)]
  const found = lines.filter((line) => line !== null)
  return found.map((_, index) => found.slice(index, index + wanted)).filter((group) => group.length === wanted && group.includes(anchor))
}

/** Letters reach a little beyond the height of a capital: the box of a line leaves them room. */
const lineHeight = 1.25

/** The corners of a line, from half a place before its first character to half a place behind its last. */
const cornersOf = ({ before }: ReadingPicture, line: LineGeometry, zoom: Zoom): Corners => {
  const corner = (index: number, side: 1 | -1): Point => {
    const { downX, downY, x, y } = frameAt(line, zoom, index)
    const reach = (side * cellCap * lineHeight) / 2
    return before({ x: x + downX * reach, y: y + downY * reach })
  }
  const [first, last] = [-0.5, line.columns - 0.5]
  return [corner(first, -1), corner(last, -1), corner(last, 1), corner(first, 1)]
}

const judged = (reading: MrzReading, reversed: boolean): ZoneRead => {
  const digits = checkDigits(mrzLayouts[reading.format], reading.lines)
  const holding = digits.filter(({ valid }) => valid).length
  return { reading, reversed, holding, complete: holding === digits.length && !reading.ambiguous }
}

/** The better of two readings: check digits first, then the doubt that is left. */
export const betterZone = (a: ZoneRead | null, b: ZoneRead | null): ZoneRead | null => {
  if (a === null || b === null) return a ?? b
  const rank = ({ complete, holding, reading }: ZoneRead): number =>
    Number(complete) * 100 + holding * 10 - Number(reading.repair !== null) + reading.confidence
  return rank(b) > rank(a) ? b : a
}

const readAnchor = async (image: GreyImage, row: TextRow, scale: number): Promise<ZoneRead | null> => {
  const picture = await readingPicture(image, row, scale)
  if (picture === null) return null
  const lens = new Lens(picture.image, characterModel())
  const view = viewOf(lens, picture.row)
  if (view === null) return null
  let best: ZoneRead | null = null
  for (const lattice of latticesOf(lens, view).slice(0, 2)) {
    const anchor = refined(lens, lattice.line, view.zoom)
    if (certaintyOf(lens, anchor, view.zoom) < leastLineCertainty) continue
    for (const group of groupsOf(lens, anchor, view.zoom)) {
      const reading = resolveMrz(group.map((line) => cellsOf(lens, line, view.zoom)))
      if (reading === null) continue
      const places = group.map((line) => cornersOf(picture, line, view.zoom))
      best = betterZone(best, judged({ ...reading, places }, view.direction === -1))
      if (best?.complete === true) return best
    }
  }
  return best
}

/** Fewer characters, or less even ones, are not worth the time of a second engine. */
const leastPrint = 18
const leastEvenness = 0.7

const placeOf = (row: TextRow | undefined, scale: number): PrintPlace | null => {
  if (row === undefined || row.centres.length < leastPrint || row.regularity < leastEvenness) return null
  const centreX = ((row.centres[0]?.x ?? 0) + (row.centres.at(-1)?.x ?? 0)) / 2
  return {
    centreX: centreX / scale,
    centreY: (row.offset + row.slope * centreX) / scale,
    slope: row.slope,
    capHeight: row.capHeight / scale
  }
}

interface ZoneSearch {
  readonly zone: ZoneRead | null
  /** Where the row is that looks most like a line of a zone; null without any. */
  readonly print: PrintPlace | null
}

export interface SearchSettings extends InkRule {
  /** The longer side, in pixels, of the copy in which rows are looked for; characters are judged in the picture itself. */
  readonly side: number
  /** Rows whose surroundings are read; further ones are hardly ever part of a zone. */
  readonly anchors: number
}

const copyOf = (image: GreyImage, side: number): Promise<GreyImage> => {
  const scale = side / Math.max(image.width, image.height)
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)]
  return toGrey(greySharp(image).resize(width, height, { fit: "fill", kernel: "cubic" }).blur(0.6))
}

/** A picture in which zones are looked for, and its copies by their longer side: making one takes as long as looking through it. */
export class SearchedPicture {
  readonly image: GreyImage
  private readonly copies = new Map<number, Promise<GreyImage>>()

  constructor(image: GreyImage) {
    this.image = image
  }

  copy(side: number): Promise<GreyImage> {
    const copy = this.copies.get(side) ?? copyOf(this.image, side)
    this.copies.set(side, copy)
    return copy
  }
}

/** Looks for a zone whose lines run across the picture, upright or upside down. */
export const searchZone = async (picture: SearchedPicture, { anchors, side, ...rule }: SearchSettings): Promise<ZoneSearch> => {
  const { image } = picture
  const copy = await picture.copy(side)
  const { width } = copy
  const rows = rowsOf(componentsOf(copy, rule))
  let zone: ZoneRead | null = null
  for (const row of rows.slice(0, anchors)) {
    zone = betterZone(zone, await readAnchor(image, row, width / image.width))
    if (zone?.complete === true) break
  }
  return { zone, print: placeOf(rows[0], width / image.width) }
}
