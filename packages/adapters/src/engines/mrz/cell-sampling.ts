import type { GreyImage } from "../pdf/render.ts"

/** A cell is looked at through a window of these many samples, in which a capital is `cellCap` high and centred. */
const cellWidth = 18
const cellHeight = 24
export const cellCap = 16
export const cellSize = cellWidth * cellHeight

/** Contrast below this many levels is noise on blank paper and is not stretched to look like print. */
const leastContrast = 8

/** Where the window lies in a picture: its centre, and the steps in pixels from sample to sample to the right and downwards. */
export interface CellFrame {
  readonly x: number
  readonly y: number
  readonly rightX: number
  readonly rightY: number
  readonly downX: number
  readonly downY: number
}

/**
 * Takes the samples of one window into `cell`, brought to mean 0 and contrast 1 so that light and ink do not matter. Outside the picture its edge
 * goes on.
 */
export const sampleCell = (image: GreyImage, frame: CellFrame, cell: Float32Array): void => {
  const { data, height, width } = image
  const { downX, downY, rightX, rightY } = frame
  const lastX = width - 1.001
  const lastY = height - 1.001
  let sum = 0
  let squares = 0
  let at = 0
  for (let row = 0; row < cellHeight; row++) {
    const v = row - (cellHeight - 1) / 2
    const u = -(cellWidth - 1) / 2
    let x = frame.x + u * rightX + v * downX
    let y = frame.y + u * rightY + v * downY
    for (let column = 0; column < cellWidth; column++) {
      const left = Math.max(0, Math.min(lastX, x))
      const top = Math.max(0, Math.min(lastY, y))
      const column0 = left | 0
      const row0 = top | 0
      const dx = left - column0
      const dy = top - row0
      const base = row0 * width + column0
      const upper = (data[base] ?? 0) * (1 - dx) + (data[base + 1] ?? 0) * dx
      const lower = (data[base + width] ?? 0) * (1 - dx) + (data[base + width + 1] ?? 0) * dx
      const value = upper * (1 - dy) + lower * dy
      cell[at++] = value
      sum += value
      squares += value * value
      x += rightX
      y += rightY
    }
  }
  const mean = sum / cellSize
  const deviation = Math.sqrt(Math.max(0, squares / cellSize - mean * mean))
  const scale = 1 / (deviation + leastContrast)
  for (let index = 0; index < cellSize; index++) cell[index] = ((cell[index] ?? 0) - mean) * scale
}
