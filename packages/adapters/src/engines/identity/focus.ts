import { greySharp, toGrey } from "../image/decode.ts"
import type { GreyImage } from "../pdf/render.ts"

/** Pixels per millimetre at which focus is judged: print on documents is some 0.2 mm thick, so that finer detail tells nothing. */
const judgingScale = 10
/** Taken for the longer side of the document, in millimetres, where its size is not known. */
const usualSide = 100
/** Grey levels across an edge from which it is print and not grain or guilloche. */
const leastContrast = 36
/** Pixels along the gradient to either side within which an edge rises. */
const reach = 6
/** The document is judged in tiles, because one corner may be sharp and the text not. */
const columns = 6
const rows = 4
const fewestEdges = 24

/** Millimetres over which an edge of print rises: up to the first it is as sharp as print gets, from the second on letters run together. */
const sharpEdge = 0.24
const smearedEdge = 0.85

/** Width over which grey levels rise at a pixel: what they rise by in all, divided by how steeply they do. */
const riseAt = ({ data, height, width }: GreyImage, x: number, y: number, across: number, down: number): number | null => {
  const slope = Math.hypot(across, down)
  const [nx, ny] = [across / slope, down / slope]
  const level = (step: number): number => {
    const column = Math.min(width - 1, Math.max(0, Math.round(x + nx * step)))
    const row = Math.min(height - 1, Math.max(0, Math.round(y + ny * step)))
    return data[row * width + column] ?? 0
  }
  // The rise ends where the levels turn: beyond it begins another letter.
  let low = data[y * width + x] ?? 0
  let high = low
  for (let step = 1; step <= reach; step++) {
    const next = level(step)
    if (next < high - 2) break
    high = Math.max(high, next)
  }
  for (let step = 1; step <= reach; step++) {
    const next = level(-step)
    if (next > low + 2) break
    low = Math.min(low, next)
  }
  return high - low < leastContrast ? null : (high - low) / slope
}

const middleOf = (values: ReadonlyArray<number>, share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

/**
 * How sharp the print of an upright document is: 1 when its edges rise within `sharpEdge` millimetres, 0 from `smearedEdge` on. Independent
 * of contrast and of the size of the picture. Null when there is too little print to tell.
 */
export const focusOf = async (document: GreyImage, pixelsPerMillimetre: number | null): Promise<number | null> => {
  const side = Math.max(document.width, document.height)
  const scale = pixelsPerMillimetre ?? side / usualSide
  const factor = Math.min(1, judgingScale / scale)
  const judged =
    factor < 1
      ? await toGrey(greySharp(document).resize(Math.round(document.width * factor), Math.round(document.height * factor), { fit: "fill" }))
      : document
  const smooth = await toGrey(greySharp(judged).blur(0.6))
  const { data, height, width } = smooth
  const tiles: Array<Array<number>> = Array.from({ length: columns * rows }, () => [])
  const margin = Math.round(0.02 * Math.max(width, height)) + 2
  for (let y = margin; y < height - margin; y++)
    for (let x = margin; x < width - margin; x++) {
      const at = y * width + x
      const across = ((data[at + 1] ?? 0) - (data[at - 1] ?? 0)) / 2
      const down = ((data[at + width] ?? 0) - (data[at - width] ?? 0)) / 2
      const slope = across * across + down * down
      if (slope < 9) continue
      // The steepest place along its own direction speaks for the edge; the pixels beside it would make it look softer.
      const stride = Math.abs(across) > Math.abs(down) ? 1 : width
      const steep = (place: number) =>
        (((data[place + 1] ?? 0) - (data[place - 1] ?? 0)) / 2) ** 2 + (((data[place + width] ?? 0) - (data[place - width] ?? 0)) / 2) ** 2
      if (steep(at - stride) > slope || steep(at + stride) > slope) continue
      const rise = riseAt(smooth, x, y, across, down)
      if (rise !== null) tiles[Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width)]?.push(rise)
    }
  const measured = tiles.filter((tile) => tile.length >= fewestEdges).map((tile) => middleOf(tile, 0.35))
  if (measured.length === 0) return null
  const millimetres = middleOf(measured, 0.5) / (scale * factor)
  return Math.min(1, Math.max(0, (smearedEdge - millimetres) / (smearedEdge - sharpEdge)))
}
