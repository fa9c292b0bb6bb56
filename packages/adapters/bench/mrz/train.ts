/**
 * Makes the weights of the character model again: `bun packages/adapters/bench/mrz/train.ts [pages] [rounds] [output]`.
 * Pages are drawn from the outlines with random faces, strokes, widths, papers, blur, noise and compression; the windows are taken a little beside,
 * larger, smaller and askew, as the reader will take them. A fixed seed makes the same weights every time.
 */
import { mrzFormats } from "@vouchkit/core/verification/identity-documents/reading"
import { greySharp, toGrey } from "../../src/engines/image/decode.ts"
import { cellCap, cellSize, sampleCell } from "../../src/engines/mrz/cell-sampling.ts"
import { judgeCell, modelClasses, nothing, softened, zoneCharacters } from "../../src/engines/mrz/character-model.ts"
import { type GlyphFace, glyphFaces } from "../../src/engines/mrz/outlines.ts"
import { between, blurred, drawPage, jpeg, moire, noisy, type PageLook, seeded, shadowed, zoneText } from "./pages.ts"

const pages = Number(process.argv[2] ?? 2200)
const rounds = Number(process.argv[3] ?? 8)
const output = process.argv[4] ?? new URL("../../src/engines/mrz/character-weights.ts", import.meta.url).pathname
const hiddenUnits = 96
const batch = 64
const random = seeded(20260101)

const pick = <A>(values: readonly [A, ...ReadonlyArray<A>], [first] = values): A => values[Math.floor(random() * values.length)] ?? first

/**
 * The same face as another hand would have cut it: each outline is bent by two slow waves, stretched and moved a little. Foundries differ in the
 * height of digits, in widths and in terminals, and a reader that knows one cut by heart would fail on the next.
 */
const recut = (face: GlyphFace): GlyphFace => {
  const digits = between(random, 0.9, 1.06)
  const bent = (path: string, character: string): string => {
    const [wide, tall, lean] = [between(random, 0.93, 1.07), between(random, 0.96, 1.04), between(random, -0.05, 0.05)]
    const waves = Array.from({ length: 4 }, () => ({
      size: between(random, 0, 16),
      turn: between(random, 0, 6.28),
      rate: between(random, 0.003, 0.011)
    }))
    const [ax, ay, bx, by] = waves
    const height = tall * (/[0-9]/.test(character) ? digits : 1)
    const moved = (x: number, y: number): string => {
      const dx =
        (ax?.size ?? 0) * Math.sin((ax?.turn ?? 0) + y * (ax?.rate ?? 0)) +
        (bx?.size ?? 0) * Math.sin((bx?.turn ?? 0) + x * (bx?.rate ?? 0))
      const dy =
        (ay?.size ?? 0) * Math.sin((ay?.turn ?? 0) + x * (ay?.rate ?? 0)) +
        (by?.size ?? 0) * Math.sin((by?.turn ?? 0) + y * (by?.rate ?? 0))
      const middle = face.advance / 2
      return `${(middle + (x - middle) * wide + dx - lean * (y + 350)).toFixed(1)} ${(y * height + dy).toFixed(1)}`
    }
    let [x, y] = [0, 0]
    return [...path.matchAll(/([MLHVCQZ])([^MLHVCQZ]*)/g)]
      .map(([, command = "", text = ""]) => {
        const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number))
        if (command === "Z") return "Z"
        const pairs: ReadonlyArray<readonly [number, number]> =
          command === "H"
            ? numbers.map((value) => [value, y] as const)
            : command === "V"
              ? numbers.map((value) => [x, value] as const)
              : Array.from({ length: numbers.length / 2 }, (_, index) => [numbers[index * 2] ?? 0, numbers[index * 2 + 1] ?? 0] as const)
        ;[x, y] = pairs.at(-1) ?? [x, y]
        return `${command === "H" || command === "V" ? "L" : command}${pairs.map(([px, py]) => moved(px, py)).join(" ")}`
      })
      .join("")
  }
  return { ...face, paths: new Map([...face.paths].map(([character, path]) => [character, bent(path, character)])) }
}

const look = (): PageLook => {
  const name = pick(["ocr_b", "ocr_b", "ocr_b", "ocr_b", "ocr_b_sharp", "plain"] as const)
  const paper = Math.round(between(random, 120, 255))
  return {
    face: random() < 0.25 ? glyphFaces[name] : recut(glyphFaces[name]),
    pitch: Math.exp(between(random, Math.log(8.5), Math.log(42))),
    capHeight: between(random, 0.86, 1.2),
    linePitch: between(random, 1.5, 2.6),
    stretch: between(random, 0.86, 1.14),
    weight: random() < 0.4 ? 0 : between(random, 0, 80),
    ink: Math.round(between(random, 0, Math.min(100, paper - 70))),
    paper,
    guilloche: random() < 0.45 ? 0 : between(random, 5, 60),
    page: false
  }
}

/** Letters and digits that a zone rarely has are drawn as often as the others: half of the pages are no zones but random text. */
const text = (): ReadonlyArray<string> =>
  random() < 0.35
    ? zoneText(random, pick(mrzFormats))
    : Array.from({ length: 3 }, () => Array.from({ length: 36 }, () => zoneCharacters.charAt(Math.floor(random() * 37))).join(""))

const windows: Array<Float32Array> = []
const labels: Array<number> = []

for (let page = 0; page < pages; page++) {
  const lines = text()
  const wanted = look()
  const { baselines, image: drawn, left } = await drawPage(random, lines, wanted)
  let image = drawn
  const small = wanted.pitch < 13
  if (random() < 0.3) image = moire(random, image, between(random, 2, 14))
  if (random() < 0.4) image = shadowed(random, image, between(random, 0.1, 0.6))
  if (random() < 0.65) image = await blurred(image, between(random, 0.3, small ? 0.9 : 0.09 * wanted.pitch))
  if (random() < 0.6) image = noisy(random, image, between(random, 1, 16))
  if (random() < 0.6) image = await jpeg(image, Math.round(between(random, 35, 95)))
  const cap = wanted.capHeight * wanted.pitch
  const factor = (cellCap * 1.1) / cap
  const width = Math.round(image.width * factor)
  const resized = await toGrey(greySharp(image).resize(width, Math.round(image.height * factor), { fit: "fill", kernel: "cubic" }))
  const scale = width / image.width
  lines.forEach((line, row) => {
    for (let column = 0; column < line.length; column++) {
      const character = zoneCharacters.indexOf(line.charAt(column))
      if (line.charAt(column) === "<" && random() < 0.6) continue
      const centreX = (left + column * wanted.pitch) * scale
      const centreY = ((baselines[row] ?? 0) - cap / 2) * scale
      const sample = (dx: number, dy: number, label: number): void => {
        const [zoomX, zoomY, turn, slant] = [
          between(random, 0.9, 1.1),
          between(random, 0.9, 1.1),
          between(random, -0.05, 0.05),
          between(random, -0.06, 0.06)
        ]
        const cell = new Float32Array(cellSize)
        const step = 1.1
        const frame = {
          x: centreX + dx,
          y: centreY + dy,
          rightX: step * zoomX,
          rightY: step * zoomX * turn,
          downX: step * zoomY * slant,
          downY: step * zoomY
        }
        sampleCell(resized, frame, cell)
        windows.push(cell)
        labels.push(label)
      }
      sample(between(random, -1.5, 1.5), between(random, -1.5, 1.5), character)
      const kind = random()
      if (kind < 0.12)
        sample((random() < 0.5 ? -1 : 1) * between(random, 0.38, 0.62) * wanted.pitch * scale, between(random, -2, 2), nothing)
      else if (kind < 0.2) sample(between(random, -2, 2), (random() < 0.5 ? -1 : 1) * between(random, 0.45, 1) * cap * scale, nothing)
    }
    // Beside the line there is paper.
    for (const column of [-1.2, line.length + 0.2]) {
      const cell = new Float32Array(cellSize)
      sampleCell(
        resized,
        {
          x: (left + column * wanted.pitch) * scale,
          y: ((baselines[row] ?? 0) - cap / 2) * scale,
          rightX: 1.1,
          rightY: 0,
          downX: 0,
          downY: 1.1
        },
        cell
      )
      windows.push(cell)
      labels.push(nothing)
    }
  })
}
console.log(`${windows.length} windows of ${pages} pages`)

const normal = (): number => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())

/** One array of weights with its slopes and the running means of Adam (Kingma and Ba, 2014). */
class Weights {
  readonly values: Float64Array
  readonly slopes: Float32Array
  private readonly mean: Float32Array
  private readonly square: Float32Array

  constructor(length: number, deviation: number) {
    this.values = Float64Array.from({ length }, () => (deviation === 0 ? 0 : normal() * deviation))
    this.slopes = new Float32Array(length)
    this.mean = new Float32Array(length)
    this.square = new Float32Array(length)
  }

  add(index: number, slope: number): void {
    this.slopes[index] = (this.slopes[index] ?? 0) + slope
  }

  move({ count, rate, step }: { readonly count: number; readonly rate: number; readonly step: number }): void {
    const [first, second] = [1 - 0.9 ** step, 1 - 0.999 ** step]
    for (let index = 0; index < this.values.length; index++) {
      const slope = (this.slopes[index] ?? 0) / count
      const mean = 0.9 * (this.mean[index] ?? 0) + 0.1 * slope
      const square = 0.999 * (this.square[index] ?? 0) + 0.001 * slope * slope
      this.mean[index] = mean
      this.square[index] = square
      this.values[index] = (this.values[index] ?? 0) - (rate * (mean / first)) / (Math.sqrt(square / second) + 1e-8)
    }
    this.slopes.fill(0)
  }
}

const first = new Weights(hiddenUnits * cellSize, Math.sqrt(2 / cellSize))
const firstBias = new Weights(hiddenUnits, 0)
const second = new Weights(modelClasses * hiddenUnits, Math.sqrt(1 / hiddenUnits))
const secondBias = new Weights(modelClasses, 0)
const net = { hidden: hiddenUnits, first: first.values, firstBias: firstBias.values, second: second.values, secondBias: secondBias.values }
const held = Math.floor(windows.length * 0.04)
const order = Uint32Array.from({ length: windows.length - held }, (_, index) => index + held)
const hidden = new Float32Array(hiddenUnits)
const back = new Float32Array(hiddenUnits)
const scores = new Float32Array(modelClasses)

const accuracy = (): number => {
  const right = windows.slice(0, held).filter((cell, index) => {
    judgeCell(net, cell, hidden, scores)
    return scores.indexOf(Math.max(...scores)) === labels[index]
  })
  return right.length / held
}

/** Adds the slopes of one window; returns its loss. */
const learned = (cell: Float32Array, label: number): number => {
  judgeCell(net, cell, hidden, scores)
  softened(scores)
  back.fill(0)
  for (let kind = 0; kind < modelClasses; kind++) {
    // A little doubt in every label keeps the likelihoods honest.
    const error = (scores[kind] ?? 0) - (kind === label ? 0.98 : 0) - 0.02 / modelClasses
    secondBias.add(kind, error)
    const base = kind * hiddenUnits
    for (let unit = 0; unit < hiddenUnits; unit++) {
      second.add(base + unit, error * (hidden[unit] ?? 0))
      back[unit] = (back[unit] ?? 0) + error * (net.second[base + unit] ?? 0)
    }
  }
  for (let unit = 0; unit < hiddenUnits; unit++) {
    if ((hidden[unit] ?? 0) <= 0) continue
    const error = back[unit] ?? 0
    firstBias.add(unit, error)
    const base = unit * cellSize
    for (let index = 0; index < cellSize; index++) first.add(base + index, error * (cell[index] ?? 0))
  }
  return -Math.log((scores[label] ?? 0) + 1e-9)
}

const steps = rounds * Math.ceil(order.length / batch)
let step = 0
for (let round = 0; round < rounds; round++) {
  for (let index = order.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    const kept = order[index] ?? 0
    order[index] = order[other] ?? 0
    order[other] = kept
  }
  let loss = 0
  for (let start = 0; start < order.length; start += batch) {
    const samples = order.subarray(start, start + batch)
    for (const sample of samples) loss += learned(windows[sample] ?? new Float32Array(cellSize), labels[sample] ?? nothing)
    step++
    const rate = 0.002 * (1 - step / steps) + 0.00002
    for (const weights of [first, firstBias, second, secondBias]) weights.move({ count: samples.length, rate, step })
  }
  console.log(`round ${round + 1}: loss ${(loss / order.length).toFixed(4)}, held out ${(accuracy() * 100).toFixed(2)} %`)
}

const packed = (values: Float64Array): { readonly scale: number; readonly values: string } => {
  const scale = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) / 127
  return { scale, values: Buffer.from(Int8Array.from(values, (value) => Math.round(value / scale)).buffer).toString("base64") }
}
const rounded = (values: Float64Array): ReadonlyArray<number> => [...values].map((value) => Number(value.toFixed(4)))
const weights = {
  hidden: hiddenUnits,
  first: packed(net.first),
  first_bias: rounded(net.firstBias),
  second: packed(net.second),
  second_bias: rounded(net.secondBias)
}
await Bun.write(
  output,
  `/** Made by \`bench/mrz/train.ts\` from the outlines; not to be edited by hand. */\nexport const characterWeights = ${JSON.stringify(weights, null, 1)}\n`
)
console.log("written; biome formats it")
