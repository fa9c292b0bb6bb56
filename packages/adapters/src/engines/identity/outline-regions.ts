import { median } from "@vouchkit/core/verification/median"
import type { EdgeField } from "./edges.ts"
import { areaOf, hullOf, type Point, type Quad, quadAround } from "./quad.ts"

/** Changes per pixel at which the background ends; each gives its own proposals, because light and grain differ from picture to picture. */
const thresholds = [3.5, 6, 10, 16, 26] as const
/** Pixels by which parts of a document are joined: print on a pale card can be all that differs from the background. */
const joins = [0, 5] as const
/**
 * A pixel of the border further than this from the border's usual colour is part of something that runs into the frame. The wide notion
 * allows for uneven light, the narrow one for a card much like its background.
 */
const backgroundSpreads = [70, 22] as const
/** Regions smaller than this share of the picture are no documents. */
const leastShare = 0.03

const borderPixels = ({ height, width }: EdgeField): ReadonlyArray<number> => {
  const inset = 2
  const pixels: Array<number> = []
  for (let x = inset; x < width - inset; x++) pixels.push(inset * width + x, (height - 1 - inset) * width + x)
  for (let y = inset; y < height - inset; y++) pixels.push(y * width + inset, y * width + width - 1 - inset)
  return pixels
}

/** Where the background is looked for first: on the border of the frame, where it has the border's usual colour. */
const seedsOf = (field: EdgeField, within: number): ReadonlyArray<number> => {
  const border = borderPixels(field)
  const { data } = field.colours
  const level = (pixel: number, channel: number) => data[pixel * 3 + channel] ?? 0
  const usual = [0, 1, 2].map((channel) => median(border.map((pixel) => level(pixel, channel))) ?? 0)
  return border.filter((pixel) => usual.every((value, channel) => Math.abs(level(pixel, channel) - value) < within))
}

/** A mask with a closed frame of one pixel, so that nothing that walks on it has to look for the border. */
const framed = (width: number, height: number, isClosed: (pixel: number) => boolean): Uint8Array => {
  const stride = width + 2
  const closed = new Uint8Array(stride * (height + 2)).fill(1)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) closed[(y + 1) * stride + x + 1] = isClosed(y * width + x) ? 1 : 0
  return closed
}

/** Closes every open pixel that touches one of the queue, and so on from those. Returns where the queue ends then. */
const flood = (closed: Uint8Array, stride: number, queue: Int32Array, length: number): number => {
  let end = length
  for (let start = 0; start < end; start++) {
    const pixel = queue[start] ?? 0
    if (closed[pixel - 1] === 0) {
      closed[pixel - 1] = 1
      queue[end++] = pixel - 1
    }
    if (closed[pixel + 1] === 0) {
      closed[pixel + 1] = 1
      queue[end++] = pixel + 1
    }
    if (closed[pixel - stride] === 0) {
      closed[pixel - stride] = 1
      queue[end++] = pixel - stride
    }
    if (closed[pixel + stride] === 0) {
      closed[pixel + stride] = 1
      queue[end++] = pixel + stride
    }
  }
  return end
}

/** Marks the background: what can be reached from the seeds without crossing an edge. */
const backgroundOf = ({ height, strength, width }: EdgeField, seeds: ReadonlyArray<number>, threshold: number): Uint8Array => {
  const stride = width + 2
  const closed = framed(width, height, (pixel) => (strength[pixel] ?? 0) >= threshold)
  const queue = new Int32Array(width * height)
  let seeded = 0
  for (const seed of seeds) {
    const pixel = (Math.floor(seed / width) + 1) * stride + (seed % width) + 1
    if (closed[pixel] !== 0) continue
    closed[pixel] = 1
    queue[seeded++] = pixel
  }
  const end = flood(closed, stride, queue, seeded)
  const background = new Uint8Array(width * height)
  for (let index = 0; index < end; index++) {
    const pixel = queue[index] ?? 0
    const row = Math.floor(pixel / stride)
    background[(row - 1) * width + pixel - row * stride - 1] = 1
  }
  return background
}

type Grow = 0 | 1

interface Spreading {
  readonly width: number
  readonly steps: number
  readonly kind: Grow
}

/** Spreads one kind of pixel down its columns, or up. All columns go at once, since the pixels of a row lie together. */
const spreadDown = (from: Uint8Array, into: Uint8Array, { backwards, kind, steps, width }: Spreading & { readonly backwards: boolean }) => {
  const left = new Uint8Array(width)
  const height = from.length / width
  for (let row = 0; row < height; row++) {
    const start = (backwards ? height - 1 - row : row) * width
    for (let column = 0; column < width; column++) {
      if (from[start + column] === kind) left[column] = steps
      else if ((left[column] ?? 0) > 0) {
        into[start + column] = kind
        left[column] = (left[column] ?? 0) - 1
      }
    }
  }
}

const spreadAcross = (from: Uint8Array, into: Uint8Array, { kind, steps, width }: Spreading) => {
  for (let start = 0; start < from.length; start += width) {
    let left = 0
    for (let at = start; at < start + width; at++) {
      if (from[at] === kind) left = steps
      else if (left-- > 0) into[at] = kind
    }
    left = 0
    for (let at = start + width - 1; at >= start; at--) {
      if (from[at] === kind) left = steps
      else if (left-- > 0) into[at] = kind
    }
  }
}

/** Spreads one kind of pixel by some steps along rows and then along columns. */
const spread = (mask: Uint8Array, width: number, steps: number, kind: Grow): Uint8Array => {
  const rows = mask.slice()
  spreadAcross(mask, rows, { kind, steps, width })
  const columns = rows.slice()
  spreadDown(rows, columns, { kind, steps, width, backwards: false })
  spreadDown(rows, columns, { kind, steps, width, backwards: true })
  return columns
}

interface Region {
  readonly outline: ReadonlyArray<Point>
  readonly size: number
}

/** The leftmost and rightmost pixel of each row among the pixels of one region of a framed mask. */
const endsOfRows = (pixels: Int32Array, width: number, height: number): ReadonlyArray<Point> => {
  const lefts = new Int32Array(height).fill(width)
  const rights = new Int32Array(height).fill(-1)
  for (let index = 0; index < pixels.length; index++) {
    const pixel = pixels[index] ?? 0
    const row = Math.floor(pixel / (width + 2))
    const x = pixel - row * (width + 2) - 1
    if (x < (lefts[row - 1] ?? 0)) lefts[row - 1] = x
    if (x > (rights[row - 1] ?? 0)) rights[row - 1] = x
  }
  return [...lefts].flatMap((left, y) => {
    const right = rights[y] ?? -1
    return right < left
      ? []
      : [
          { x: left, y },
          { x: right, y }
        ]
  })
}

/** Every connected region that is large enough. */
const regionsOf = (background: Uint8Array, width: number): ReadonlyArray<Region> => {
  const height = background.length / width
  const closed = framed(width, height, (pixel) => background[pixel] !== 0)
  const queue = new Int32Array(background.length)
  const regions: Array<Region> = []
  for (let first = closed.indexOf(0); first >= 0; first = closed.indexOf(0, first + 1)) {
    closed[first] = 1
    queue[0] = first
    const end = flood(closed, width + 2, queue, 1)
    if (end >= background.length * leastShare) regions.push({ outline: endsOfRows(queue.subarray(0, end), width, height), size: end })
  }
  return regions
}

interface Proposal {
  readonly corners: Quad
  /** Share of the figure that differs from the background, 0 to 1. */
  readonly filled: number
}

/** Figures around everything that stands out from the background, at several notions of what an edge is. */
export const proposedByRegions = (field: EdgeField): ReadonlyArray<Proposal> =>
  backgroundSpreads.flatMap((within) => {
    const seeds = seedsOf(field, within)
    return thresholds.flatMap((threshold) => {
      const background = backgroundOf(field, seeds, threshold)
      return joins.flatMap((steps) => {
        const joined = steps === 0 ? background : spread(spread(background, field.width, steps, 0), field.width, steps, 1)
        return regionsOf(joined, field.width).flatMap(({ outline, size }) => {
          const corners = quadAround(hullOf(outline))
          return corners === null ? [] : [{ corners, filled: Math.min(1, size / Math.max(1, areaOf(corners))) }]
        })
      })
    })
  })
