import type { GreyImage } from "../pdf/render.ts"

/** In pixels of a picture of 1,400 on its longer side: specks are smaller, and letters or words that touch are not larger. */
const smallestMark = 4
const thinnest = 2
const thickest = 48
const longest = 220

/** Print has a core this dark; the weave of a cloth or the grain of wood around a page is paler. Pale print counts where nothing else is there. */
const darkCore = 120
const fewestDark = 150

interface Extent {
  readonly width: number
  readonly height: number
}

const looksLikeLetters = ({ height, width }: Extent, count: number): boolean => {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return long >= smallestMark && short >= thinnest && short <= thickest && long <= longest && count >= smallestMark
}

export interface Mark {
  readonly extent: Extent
  /** How many places of `places` it takes. */
  readonly count: number
  /** Level of its darkest pixel. */
  readonly core: number
  /** How often a row of pixels enters it from the left: a letter is entered about as often as it is high, or twice as often. */
  readonly edges: number
}

/** The ink that hangs together with one pixel, taken off `open` and put into `places` from its start. */
const markAt = (start: number, open: Uint8Array, { data, width }: GreyImage, threshold: number, places: Int32Array): Mark => {
  let count = 1
  let edges = 0
  places[0] = start
  open[start] = 0
  let core = 255
  let [left, right, top, bottom] = [start % width, start % width, start, start]
  for (let next = 0; next < count; next++) {
    const at = places[next] ?? start
    const x = at % width
    core = Math.min(core, data[at] ?? 255)
    if (x === 0 || (data[at - 1] ?? 255) >= threshold) edges += 1
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, at)
    bottom = Math.max(bottom, at)
    for (let dy = -width; dy <= width; dy += width)
      for (let dx = x > 0 ? -1 : 0; dx <= (x + 1 < width ? 1 : 0); dx++)
        if (open[at + dy + dx] === 1) {
          open[at + dy + dx] = 0
          places[count++] = at + dy + dx
        }
  }
  return { extent: { width: right - left + 1, height: Math.floor(bottom / width) - Math.floor(top / width) + 1 }, count, core, edges }
}

/** Gives every piece of ink that hangs together to `take`. The places of its pixels are the first ones of `places`, until the next piece. */
export const eachMark = (image: GreyImage, threshold: number, take: (mark: Mark, places: Int32Array) => void): void => {
  const { data } = image
  const open = new Uint8Array(data.length)
  for (let at = 0; at < data.length; at++) open[at] = (data[at] ?? 255) < threshold ? 1 : 0
  const places = new Int32Array(data.length)
  for (let start = 0; start < open.length; start++) if (open[start] === 1) take(markAt(start, open, image, threshold, places), places)
}

/**
 * A picture with nothing but marks of the size of letters and words, black on white: panels, rules, pictures and the table around a page tell
 * nothing of the way that its text runs.
 */
export const lettersAlone = (image: GreyImage, threshold: number): GreyImage => {
  const { data, height, width } = image
  const dark = new Uint8Array(data.length).fill(255)
  const all = new Uint8Array(data.length).fill(255)
  let darkMarks = 0
  eachMark(image, threshold, ({ core, count, extent }, places) => {
    if (!looksLikeLetters(extent, count)) return
    if (core < darkCore) darkMarks += 1
    for (let index = 0; index < count; index++) {
      const at = places[index] ?? 0
      all[at] = 0
      if (core < darkCore) dark[at] = 0
    }
  })
  return { data: darkMarks >= fewestDark ? dark : all, width, height }
}
