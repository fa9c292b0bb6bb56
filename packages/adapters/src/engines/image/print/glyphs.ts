import type { GreyImage } from "../../pdf/render.ts"
import type { PixelBox, ReadWord } from "./print-word.ts"

/** Side of the patch in which the forms of two letters are compared. */
const patchSide = 14
/** The patch reaches this many standard deviations of the ink to either side. */
const patchReach = 2.1

/** One letter of a word. Moments of its ink hold fractions of a pixel, which boxes do not. */
export interface Glyph {
  readonly letter: string
  readonly bottom: number
  /** Middle of the ink. */
  readonly x: number
  readonly y: number
  /** Standard deviations of the ink. */
  readonly spreadX: number
  readonly spreadY: number
  /** Ink in full black pixels. */
  readonly mass: number
  /** Its form, brought to one size, mean 0 and length 1. */
  readonly patch: Float32Array
}

interface Component extends PixelBox {
  readonly label: number
}

interface Labelled {
  readonly area: PixelBox
  readonly labels: Uint16Array
  readonly components: ReadonlyArray<Component>
}

const paperLevel = 250
/** Words that are hardly darker than paper, and those of more letters than any word has, are left alone. */
const leastContrast = 60
const mostLetters = 40
const mostArea = 200_000

const areaAround = ({ bottom, left, right, top }: PixelBox, { height, width }: GreyImage): PixelBox => {
  const margin = (bottom - top) * 0.42
  return {
    left: Math.max(0, Math.floor(left - 2)),
    top: Math.max(0, Math.floor(top - margin)),
    right: Math.min(width, Math.ceil(right + 2)),
    bottom: Math.min(height, Math.ceil(bottom + margin))
  }
}

const darkestOf = ({ data, width }: GreyImage, { bottom, left, right, top }: PixelBox): number => {
  const levels: Array<number> = []
  for (let y = Math.max(0, Math.floor(top)); y < bottom; y++)
    for (let x = Math.max(0, Math.floor(left)); x < right; x++) levels.push(data[y * width + x] ?? 255)
  return Uint8Array.from(levels).sort()[Math.floor(levels.length * 0.03)] ?? 255
}

/** Parts of ink that touch, by a flood over the area. */
const labelled = ({ data, width }: GreyImage, area: PixelBox, threshold: number): Labelled => {
  const across = area.right - area.left
  const down = area.bottom - area.top
  const labels = new Uint16Array(across * down)
  const components: Array<Component> = []
  const isInk = (x: number, y: number) => (data[(area.top + y) * width + area.left + x] ?? 255) < threshold
  const stack: Array<number> = []
  for (let start = 0; start < labels.length; start++) {
    if (labels[start] !== 0 || !isInk(start % across, Math.floor(start / across))) continue
    const label = components.length + 1
    if (label > 400) break
    const box = { left: across, top: down, right: 0, bottom: 0 }
    labels[start] = label
    stack.push(start)
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % across, Math.floor(at / across)]
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x + 1)
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y + 1)
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const [nx, ny] = [x + dx, y + dy]
          if (nx < 0 || ny < 0 || nx >= across || ny >= down) continue
          const next = ny * across + nx
          if (labels[next] !== 0 || !isInk(nx, ny)) continue
          labels[next] = label
          stack.push(next)
        }
    }
    components.push({ ...box, label })
  }
  return { area, labels, components }
}

/** Parts that stand above one another are one letter: a dot, an accent. Lines above and below the word are left out. */
const lettersAmong = ({ area, components }: Labelled, word: PixelBox): ReadonlyArray<ReadonlyArray<Component>> => {
  const [top, bottom] = [word.top - area.top, word.bottom - area.top]
  const own = components
    .filter((one) => {
      const middle = (one.top + one.bottom) / 2
      return (
        middle > top - (bottom - top) * 0.3 && middle < bottom + (bottom - top) * 0.3 && (one.right - one.left) * (one.bottom - one.top) > 3
      )
    })
    .sort((a, b) => a.left - b.left)
  const letters: Array<Array<Component>> = []
  for (const component of own) {
    const last = letters.at(-1)
    const right = Math.max(...(last ?? []).map((one) => one.right))
    const left = Math.min(...(last ?? []).map((one) => one.left))
    const shared = Math.min(right, component.right) - component.left
    const narrow = Math.min(right - left, component.right - component.left)
    if (last !== undefined && shared > 0.6 * narrow) last.push(component)
    else letters.push([component])
  }
  return letters
}

/** Where the lowest row of ink ends, between the rows of pixels. */
const lowerEdge = (rows: Float32Array): number => {
  for (let y = rows.length - 1; y > 0; y--) {
    const [above, here] = [rows[y - 1] ?? 0, rows[y] ?? 0]
    if (here >= 0.5) return y + 1
    if (above >= 0.5) return y + (above === here ? 0 : (above - 0.5) / (above - here))
  }
  return 0
}

interface Ink {
  readonly value: (x: number, y: number) => number
  readonly box: PixelBox
}

const inkOf = ({ data, width }: GreyImage, { area, labels }: Labelled, parts: ReadonlyArray<Component>, dark: number): Ink => {
  const own = new Set(parts.map(({ label }) => label))
  const across = area.right - area.left
  const down = area.bottom - area.top
  const box = {
    left: Math.max(0, Math.min(...parts.map(({ left }) => left)) - 1),
    top: Math.max(0, Math.min(...parts.map(({ top }) => top)) - 1),
    right: Math.min(across, Math.max(...parts.map(({ right }) => right)) + 1),
    bottom: Math.min(down, Math.max(...parts.map(({ bottom }) => bottom)) + 1)
  }
  const value = (x: number, y: number): number => {
    if (x < box.left || y < box.top || x >= box.right || y >= box.bottom) return 0
    const label = labels[y * across + x] ?? 0
    if (label !== 0 && !own.has(label)) return 0
    const level = data[(area.top + y) * width + area.left + x] ?? paperLevel
    return Math.min(1, Math.max(0, (paperLevel - level) / (paperLevel - dark)))
  }
  return { value, box }
}

const patchOf = ({ value }: Ink, moments: Pick<Glyph, "x" | "y" | "spreadX" | "spreadY">): Float32Array => {
  const patch = new Float32Array(patchSide * patchSide)
  let sum = 0
  for (let row = 0; row < patchSide; row++)
    for (let column = 0; column < patchSide; column++) {
      const x = moments.x + ((column + 0.5) / patchSide - 0.5) * 2 * patchReach * Math.max(0.8, moments.spreadX)
      const y = moments.y + ((row + 0.5) / patchSide - 0.5) * 2 * patchReach * Math.max(0.8, moments.spreadY)
      const [left, top] = [Math.floor(x), Math.floor(y)]
      const [fx, fy] = [x - left, y - top]
      const level =
        (value(left, top) * (1 - fx) + value(left + 1, top) * fx) * (1 - fy) +
        (value(left, top + 1) * (1 - fx) + value(left + 1, top + 1) * fx) * fy
      patch[row * patchSide + column] = level
      sum += level
    }
  const mean = sum / patch.length
  let square = 0
  for (const level of patch) square += (level - mean) ** 2
  const length = Math.sqrt(square) || 1
  return patch.map((level) => (level - mean) / length)
}

const glyphOf = (ink: Ink, letter: string, area: PixelBox): Glyph | null => {
  const { box, value } = ink
  const rows = new Float32Array(box.bottom - box.top)
  let mass = 0
  let [sumX, sumY, squareX, squareY] = [0, 0, 0, 0]
  for (let y = box.top; y < box.bottom; y++)
    for (let x = box.left; x < box.right; x++) {
      const level = value(x, y)
      mass += level
      sumX += level * x
      sumY += level * y
      squareX += level * x * x
      squareY += level * y * y
      rows[y - box.top] = Math.max(rows[y - box.top] ?? 0, level)
    }
  if (mass < 3) return null
  const [x, y] = [sumX / mass, sumY / mass]
  const moments = {
    x,
    y,
    spreadX: Math.sqrt(Math.max(0.01, squareX / mass - x * x)),
    spreadY: Math.sqrt(Math.max(0.01, squareY / mass - y * y))
  }
  return {
    letter,
    bottom: area.top + box.top + lowerEdge(rows),
    ...moments,
    x: area.left + x,
    y: area.top + y,
    mass,
    patch: patchOf(ink, moments)
  }
}

/** Shares of the way from paper to ink at which letters are tried to be told apart: thicker ink joins neighbours. */
const attempts = [0.5, 0.62, 0.38, 0.75]

/** The letters of a word, each with the sign that was read for it, where as many stand apart as were read; and where its parts end below. */
export const glyphsOf = (
  image: GreyImage,
  word: ReadWord
): { readonly assigned: ReadonlyArray<Glyph>; readonly bottoms: ReadonlyArray<number> } => {
  const signs = [...word.text]
  const area = areaAround(word, image)
  const size = (area.right - area.left) * (area.bottom - area.top)
  const dark = darkestOf(image, word)
  if (signs.length > mostLetters || size > mostArea || size <= 0 || paperLevel - dark < leastContrast) return { assigned: [], bottoms: [] }
  let bottoms: ReadonlyArray<number> = []
  for (const share of attempts) {
    const found = labelled(image, area, paperLevel - (paperLevel - dark) * share)
    const letters = lettersAmong(found, word)
    const glyphs = letters.map((parts, index) => glyphOf(inkOf(image, found, parts, dark), signs[index] ?? "", area))
    if (letters.length === signs.length) return { assigned: glyphs.filter((glyph) => glyph !== null), bottoms: [] }
    if (bottoms.length === 0) bottoms = glyphs.flatMap((glyph) => (glyph === null ? [] : [glyph.bottom]))
  }
  return { assigned: [], bottoms }
}
