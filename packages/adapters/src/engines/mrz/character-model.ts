import { cellSize } from "./cell-sampling.ts"
import { characterWeights as model } from "./character-weights.ts"

/** What a window can show: one of the 37 characters of a zone, or none of them. */
export const zoneCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<"
export const modelClasses = zoneCharacters.length + 1
/** The class of windows that lie between characters, beside the text, or on something else. */
export const nothing = zoneCharacters.length

export interface CharacterModel {
  readonly hidden: number
  /** Row by row: the weights of one hidden unit after those of another. */
  readonly first: Float32Array
  readonly firstBias: Float32Array
  readonly second: Float32Array
  readonly secondBias: Float32Array
}

const bytes = (text: string): Int8Array => new Int8Array(Uint8Array.from(Buffer.from(text, "base64")))

const scaled = ({ scale, values }: { readonly scale: number; readonly values: string }): Float32Array =>
  Float32Array.from(bytes(values), (value) => value * scale)

/** The weights that `bench/mrz-train.ts` made from the outlines and stored as whole numbers of eight bits. */
export const storedModel = (): CharacterModel => ({
  hidden: model.hidden,
  first: scaled(model.first),
  firstBias: Float32Array.from(model.first_bias),
  second: scaled(model.second),
  secondBias: Float32Array.from(model.second_bias)
})

/**
 * Judges one window: a network of one hidden layer. `scores` takes the scores of all classes, whose differences are logarithms of odds.
 */
export const judgeCell = (net: CharacterModel, cell: Float32Array, hidden: Float32Array, scores: Float32Array): void => {
  const { first, firstBias, second, secondBias } = net
  const units = net.hidden
  for (let unit = 0; unit < units; unit++) {
    const base = unit * cellSize
    // Four sums at a time: a single one would wait for itself.
    let a = firstBias[unit] ?? 0
    let b = 0
    let c = 0
    let d = 0
    for (let index = 0; index < cellSize; index += 4) {
      a += (first[base + index] ?? 0) * (cell[index] ?? 0)
      b += (first[base + index + 1] ?? 0) * (cell[index + 1] ?? 0)
      c += (first[base + index + 2] ?? 0) * (cell[index + 2] ?? 0)
      d += (first[base + index + 3] ?? 0) * (cell[index + 3] ?? 0)
    }
    const sum = a + b + c + d
    hidden[unit] = Math.max(sum, 0)
  }
  for (let kind = 0; kind < modelClasses; kind++) {
    const base = kind * units
    let sum = secondBias[kind] ?? 0
    for (let unit = 0; unit < units; unit++) sum += (second[base + unit] ?? 0) * (hidden[unit] ?? 0)
    scores[kind] = sum
  }
}

/** Turns scores into likelihoods that add up to 1, in place. */
export const softened = (scores: Float32Array): void => {
  let highest = Number.NEGATIVE_INFINITY
  for (const score of scores) if (score > highest) highest = score
  let sum = 0
  for (let kind = 0; kind < scores.length; kind++) {
    const value = Math.exp((scores[kind] ?? 0) - highest)
    scores[kind] = value
    sum += value
  }
  for (let kind = 0; kind < scores.length; kind++) scores[kind] = (scores[kind] ?? 0) / sum
}
