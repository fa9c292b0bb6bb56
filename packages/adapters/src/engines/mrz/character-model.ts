import { characterWeights as model } from "./character-weights.ts"

/** What a window can show: one of the 37 characters of a zone, or none of them. */
export const zoneCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<"
export const modelClasses = zoneCharacters.length + 1
/** The class of windows that lie between characters, beside the text, or on something else. */
export const nothing = zoneCharacters.length

export interface CharacterModel {
  readonly hidden: number
  /** Row by row: the weights of one hidden unit after those of another. In the form in which sums are made: to change it for each took a quarter of the time. */
  readonly first: Float64Array
  readonly firstBias: Float64Array
  readonly second: Float64Array
  readonly secondBias: Float64Array
}

const bytes = (text: string): Int8Array => new Int8Array(Uint8Array.from(Buffer.from(text, "base64")))

/** Rounded as the weights were that the documented rates were measured with. */
const scaled = ({ scale, values }: { readonly scale: number; readonly values: string }): Float64Array =>
  Float64Array.from(bytes(values), (value) => Math.fround(value * scale))
const biases = (values: ReadonlyArray<number>): Float64Array => Float64Array.from(values, (value) => Math.fround(value))

/** The weights that `bench/mrz/train.ts` made from the outlines and stored as whole numbers of eight bits. */
export const storedModel = (): CharacterModel => ({
  hidden: model.hidden,
  first: scaled(model.first),
  firstBias: biases(model.first_bias),
  second: scaled(model.second),
  secondBias: biases(model.second_bias)
})

/**
 * One layer: the sums of `inputs`, an even number of them, by the weights of each unit, after its bias. Four units at a time, each with two sums, so
 * that none waits for itself and each input is loaded once for four: three times as fast as one unit after the other.
 */
const layer = (weights: Float64Array, bias: Float64Array, inputs: Float32Array, outputs: Float32Array) => {
  const length = inputs.length
  const fours = outputs.length - (outputs.length % 4)
  for (let unit = 0; unit < fours; unit += 4) {
    const first = unit * length
    const second = first + length
    const third = second + length
    const fourth = third + length
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    let e = 0
    let f = 0
    let g = 0
    let h = 0
    for (let index = 0; index < length; index += 2) {
      const even = inputs[index] ?? 0
      const odd = inputs[index + 1] ?? 0
      a += (weights[first + index] ?? 0) * even
      b += (weights[second + index] ?? 0) * even
      c += (weights[third + index] ?? 0) * even
      d += (weights[fourth + index] ?? 0) * even
      e += (weights[first + index + 1] ?? 0) * odd
      f += (weights[second + index + 1] ?? 0) * odd
      g += (weights[third + index + 1] ?? 0) * odd
      h += (weights[fourth + index + 1] ?? 0) * odd
    }
    outputs[unit] = a + e + (bias[unit] ?? 0)
    outputs[unit + 1] = b + f + (bias[unit + 1] ?? 0)
    outputs[unit + 2] = c + g + (bias[unit + 2] ?? 0)
    outputs[unit + 3] = d + h + (bias[unit + 3] ?? 0)
  }
  // Reading past the end of the weights would cost more than all of the above.
  for (let unit = fours; unit < outputs.length; unit++) {
    let sum = bias[unit] ?? 0
    for (let index = 0; index < length; index++) sum += (weights[unit * length + index] ?? 0) * (inputs[index] ?? 0)
    outputs[unit] = sum
  }
}

/**
 * Judges one window: a network of one hidden layer. `scores` takes the scores of all classes, whose differences are logarithms of odds.
 */
export const judgeCell = (net: CharacterModel, cell: Float32Array, hidden: Float32Array, scores: Float32Array): void => {
  layer(net.first, net.firstBias, cell, hidden)
  for (let unit = 0; unit < hidden.length; unit++) hidden[unit] = Math.max(hidden[unit] ?? 0, 0)
  layer(net.second, net.secondBias, hidden, scores)
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
