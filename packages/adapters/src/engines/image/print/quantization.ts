import type { GreyImage } from "../../pdf/render.ts"
import { blockSide, type JpegGrid } from "./jpeg-grid.ts"
import type { PixelBox } from "./print-word.ts"

/** Frequencies (across, down) whose steps are looked for: low ones, which every letter has. */
const frequencies = [
  [1, 0],
  [0, 1],
  [1, 1],
  [2, 0],
  [0, 2],
  [2, 1],
  [1, 2],
  [2, 2],
  [3, 0],
  [0, 3]
] as const
/** Steps of the tables that encoders use for these frequencies; smaller ones cannot be told from rounding. */
const steps = { least: 4, most: 48 } as const
/** How clearly the values of a page stand at multiples of a step: 1 where all do, 0 where they stand anywhere. */
const leastAgreement = 0.3
/** The largest step of nearly the best agreement is the one that the file was compressed with: all its divisors agree as well. */
const nearlyBest = 0.85
const mostBlocks = 6_000
/** Values of a frequency that are asked for their step. */
const mostAsked = 1_500
const fewestValues = 60
const fewestInWord = 10
/** A value below this share of a step says only that it is small. */
const distinguishedFrom = 0.6

const bases = frequencies.map(([across, down]) => {
  const scale = (frequency: number) => (frequency === 0 ? Math.SQRT1_2 : 1) / 2
  return Float64Array.from({ length: blockSide * blockSide }, (_, at) => {
    const [x, y] = [at % blockSide, Math.floor(at / blockSide)]
    const wave = (place: number, frequency: number) => Math.cos(((2 * place + 1) * frequency * Math.PI) / (2 * blockSide))
    return scale(across) * scale(down) * wave(x, across) * wave(y, down)
  })
})

/** Values of the frequencies of one block (ISO/IEC 10918-1, A.3.3). */
const transformed = ({ data, width }: GreyImage, left: number, top: number): Float64Array =>
  Float64Array.from(bases, (basis) => {
    let sum = 0
    for (let y = 0; y < blockSide; y++)
      for (let x = 0; x < blockSide; x++) sum += (basis[y * blockSide + x] ?? 0) * (data[(top + y) * width + left + x] ?? 0)
    return sum
  })

/** The blocks of the grid whose middle lies within an area. */
const blocksWithin = (image: GreyImage, grid: JpegGrid, area: PixelBox): ReadonlyArray<Float64Array> => {
  const half = blockSide / 2
  const first = (from: number, phase: number): number => Math.max(0, Math.ceil((from - half - phase) / blockSide)) * blockSide + phase
  const blocks: Array<Float64Array> = []
  for (let top = first(area.top, grid.row); top + half < area.bottom && top + blockSide <= image.height; top += blockSide)
    for (let left = first(area.left, grid.column); left + half < area.right && left + blockSide <= image.width; left += blockSide) {
      if (blocks.length >= mostBlocks) return blocks
      blocks.push(transformed(image, left, top))
    }
  return blocks
}

const agreementAt = (values: ReadonlyArray<number>, step: number): number | null => {
  let [sum, count] = [0, 0]
  for (const value of values) {
    if (Math.abs(value) < step * distinguishedFrom) continue
    sum += Math.cos((2 * Math.PI * value) / step)
    count += 1
  }
  return count < fewestValues ? null : sum / count
}

/** The step at whose multiples the values of a frequency stand; null where they stand anywhere. */
const stepOf = (values: ReadonlyArray<number>): number | null => {
  const agreements = Array.from({ length: steps.most - steps.least + 1 }, (_, index) => {
    const step = steps.least + index
    return { step, agreement: agreementAt(values, step) ?? 0 }
  })
  const best = Math.max(...agreements.map(({ agreement }) => agreement))
  return best < leastAgreement ? null : (agreements.findLast(({ agreement }) => agreement >= nearlyBest * best)?.step ?? null)
}

/**
 * For each area how clearly its blocks were compressed with the steps of the page, 1 at best and 0 for pixels that never were; null for one with
 * too few values, and for all where the page shows no steps. Compression again with smaller steps leaves the first ones visible.
 */
export const quantizationOf = (image: GreyImage, grid: JpegGrid, areas: ReadonlyArray<PixelBox>): ReadonlyArray<number | null> => {
  let left = mostBlocks
  const blocks = areas.map((area) => {
    const own = blocksWithin(image, grid, area).slice(0, Math.max(0, left))
    left -= own.length
    return own
  })
  const all = blocks.flat()
  const every = Math.max(1, Math.ceil(all.length / mostAsked))
  const asked = all.filter((_, index) => index % every === 0)
  const found = frequencies.map((_, index) => stepOf(asked.map((block) => block[index] ?? 0)))
  return blocks.map((own) => {
    let [sum, count] = [0, 0]
    for (const block of own)
      for (const [index, step] of found.entries()) {
        const value = block[index] ?? 0
        if (step === null || Math.abs(value) < step * distinguishedFrom) continue
        sum += Math.cos((2 * Math.PI * value) / step)
        count += 1
      }
    return count < fewestInWord ? null : sum / count
  })
}
