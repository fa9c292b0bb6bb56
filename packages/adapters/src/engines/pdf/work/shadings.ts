import { TooMuchWork } from "../../too-much-work.ts"
import { areaFactor, areaOf, type Box, type Matrix, unit } from "./canvas.ts"
import type { Use } from "./content.ts"
import { type Cost, free, times } from "./cost.ts"
import type { PdfObjects } from "./objects.ts"
import { Tokens } from "./tokens.ts"
import type { PdfDictionary, PdfValue } from "./values.ts"
import { weight } from "./weights.ts"

/** Functions inside one another; gradients of genuine files stitch one level of them. */
const maxFunctionDepth = 8
/** Colours that a gradient along a line or between circles is calculated for. */
const gradientColours = 256
/** Tiles of a pattern that cost as much as one operation, where its cell is drawn once and copied. */
const tilesAStep = 10
/** A cell that overlaps this many of its neighbours is drawn again for each tile. */
const mostOverlap = 4
/** What a form without a box of its own may draw on. */
const everywhere: Box = [-16_384, -16_384, 16_384, 16_384]

export const numbersOf = (objects: PdfObjects, value: PdfValue | undefined): ReadonlyArray<number> =>
  objects.members(value).map((one) => objects.number(one, 0))

/** A box of a dictionary, whichever corners it names. */
export const boxOf = (objects: PdfObjects, value: PdfValue | undefined, otherwise: Box = everywhere): Box => {
  const [a, b, c, d] = numbersOf(objects, value)
  if (a === undefined || b === undefined || c === undefined || d === undefined) return otherwise
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

export const matrixOf = (objects: PdfObjects, value: PdfValue | undefined): Matrix => {
  const [a, b, c, d, e, f] = numbersOf(objects, value)
  return a === undefined || b === undefined || c === undefined || d === undefined ? unit : [a, b, c, d, e ?? 0, f ?? 0]
}

/** What one value of a function takes (ISO 32000-1, 7.10), with all functions that it is made of. */
const functionWork = async (objects: PdfObjects, value: PdfValue | undefined, depth = 0): Promise<number> => {
  if (depth > maxFunctionDepth) throw new TooMuchWork("depth of functions")
  let work = 0
  for (const one of objects.members(value))
    for (const entries of objects.dictionariesOf(one)) {
      work += weight.function
      const stream = objects.stream(entries)
      const kind = objects.number(entries.get("FunctionType"), 0)
      if (kind === 3) work += await functionWork(objects, entries.get("Functions"), depth + 1)
      if (kind === 0) work += weight.function * 2 ** Math.min(16, numbersOf(objects, entries.get("Domain")).length / 2)
      if (kind !== 4 || stream === undefined) continue
      const tokens = new Tokens((await objects.unpack(stream)).bytes)
      while (tokens.next()) work += weight.operator
    }
  return work
}

/** What the calculation of a colour costs beyond painting it: tints are calculated for each pixel. */
export const tintWork = async (objects: PdfObjects, space: PdfValue | undefined): Promise<number> => {
  let work = 0
  const [name, , , tint] = objects.members(space)
  if (name !== undefined && objects.names(name).some((one) => one === "Separation" || one === "DeviceN"))
    work += await functionWork(objects, tint)
  return work
}

/** Triangles or patches of a mesh, as many as its bytes can hold. */
const meshParts = async (objects: PdfObjects, shading: PdfDictionary, kind: number): Promise<number> => {
  const stream = objects.stream(shading)
  if (stream === undefined) return 0
  const { bytes } = await objects.unpack(stream)
  const bits = (key: string) => Math.max(1, objects.number(shading.get(key), 8))
  const points = kind === 6 ? 8 : kind === 7 ? 12 : 1
  return (bytes.length * 8) / (points * 2 * bits("BitsPerCoordinate") + bits("BitsPerComponent"))
}

/** What painting an area with a shading takes: its colours are calculated for each pixel, along a line, or for each part of a mesh. */
export const shadingCost = async (objects: PdfObjects, shading: PdfDictionary, { area, times: count }: Use): Promise<Cost> => {
  const kind = objects.number(shading.get("ShadingType"), 0)
  const work = await functionWork(objects, shading.get("Function"))
  const tint = await tintWork(objects, shading.get("ColorSpace"))
  if (kind === 1) return { ...free, steps: count, area: area * (weight.calculated + work + tint) }
  if (kind < 4) {
    const colours = (count * gradientColours * (work + tint)) / weight.step
    return { ...free, steps: count + colours, area: area * weight.gradient }
  }
  const parts = await meshParts(objects, shading, kind)
  return { ...free, steps: count * parts * (1 + (work + tint) / weight.step), area: area * (1 + parts) * weight.mesh }
}

/** What painting an area with the cells of a tiling pattern takes, of which each stands a step from the next. */
export const tilingCost = (objects: PdfObjects, pattern: PdfDictionary, cell: Cost, { area, times: count }: Use): Cost => {
  const factor = areaFactor(matrixOf(objects, pattern.get("Matrix")))
  const [left, bottom, right, top] = boxOf(objects, pattern.get("BBox"))
  const across = Math.abs(objects.number(pattern.get("XStep"), 0)) || right - left
  const up = Math.abs(objects.number(pattern.get("YStep"), 0)) || top - bottom
  const tile = across * up
  const tiles = area === 0 ? 0 : Math.min(Number.MAX_SAFE_INTEGER, area / (tile * factor))
  const overlaps = areaOf([left, bottom, right, top]) / tile
  const drawn = overlaps > mostOverlap ? tiles + count : mostOverlap * count
  return {
    ...times(cell, drawn),
    steps: cell.steps * drawn + tiles / tilesAStep,
    area: area * Math.max(1, overlaps) * weight.picture + cell.area * drawn * factor,
    edges: cell.edges * drawn * Math.sqrt(factor)
  }
}
