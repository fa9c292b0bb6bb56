import type { ColourImage } from "../../src/engines/pdf/render.ts"

export type Position = readonly [number, number]
export type Vertex = readonly [number, number, number]

/** Numbers of chance from a seed (mulberry32), so that a run of the bench can be repeated. */
export const chance = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (least: number, most: number) => least + (most - least) * next(),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  }
}
export type Chance = ReturnType<typeof chance>

export const copyOf = ({ data, height, width }: ColourImage): ColourImage => ({ data: new Uint8Array(data), height, width })

/** One channel of a picture between its pixels, its edge continued. */
export const sample = ({ data, height, width }: ColourImage, x: number, y: number, channel: number): number => {
  const u = Math.min(Math.max(0, x), width - 1.001)
  const v = Math.min(Math.max(0, y), height - 1.001)
  const left = Math.floor(u)
  const top = Math.floor(v)
  const at = (top * width + left) * 3 + channel
  const below = at + width * 3
  const above = (data[at] ?? 0) * (1 - u + left) + (data[at + 3] ?? 0) * (u - left)
  return above * (1 - v + top) + ((data[below] ?? 0) * (1 - u + left) + (data[below + 3] ?? 0) * (u - left)) * (v - top)
}

/** What is painted: triangles of one picture, moved to other places, the nearest in front. */
export interface Surface {
  readonly texture: ColourImage
  readonly triangles: ReadonlyArray<readonly [number, number, number]>
  readonly from: ReadonlyArray<Position>
  readonly to: ReadonlyArray<Vertex>
  /** Light and cover of each vertex; full where left out. */
  readonly light?: ReadonlyArray<number>
  readonly cover?: ReadonlyArray<number>
}

/** Paints triangle by triangle with a depth buffer; a smaller z is nearer. */
export const paint = (target: ColourImage, { cover, from, light, texture, to, triangles }: Surface) => {
  const depth = new Float32Array(target.width * target.height).fill(Number.POSITIVE_INFINITY)
  for (const [a, b, c] of triangles) {
    const [p, q, r] = [to[a], to[b], to[c]]
    const [s, t, u] = [from[a], from[b], from[c]]
    if (!p || !q || !r || !s || !t || !u) continue
    const area = (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1])
    if (Math.abs(area) < 1e-6) continue
    const most = (one: number, other: number, third: number) => Math.ceil(Math.max(one, other, third))
    const least = (one: number, other: number, third: number) => Math.floor(Math.min(one, other, third))
    for (let y = Math.max(0, least(p[1], q[1], r[1])); y <= Math.min(target.height - 1, most(p[1], q[1], r[1])); y++)
      for (let x = Math.max(0, least(p[0], q[0], r[0])); x <= Math.min(target.width - 1, most(p[0], q[0], r[0])); x++) {
        const second = ((x - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (y - p[1])) / area
        const third = ((q[0] - p[0]) * (y - p[1]) - (x - p[0]) * (q[1] - p[1])) / area
        const first = 1 - second - third
        if (first < -0.001 || second < -0.001 || third < -0.001) continue
        const z = first * p[2] + second * q[2] + third * r[2]
        const pixel = y * target.width + x
        if (z >= (depth[pixel] ?? 0)) continue
        depth[pixel] = z
        const mixed = (values: ReadonlyArray<number> | undefined) =>
          values === undefined ? 1 : first * (values[a] ?? 1) + second * (values[b] ?? 1) + third * (values[c] ?? 1)
        const [gain, share] = [mixed(light), mixed(cover)]
        const [sourceX, sourceY] = [first * s[0] + second * t[0] + third * u[0], first * s[1] + second * t[1] + third * u[1]]
        for (let channel = 0; channel < 3; channel++) {
          const at = pixel * 3 + channel
          const painted = Math.min(255, sample(texture, sourceX, sourceY, channel) * gain)
          target.data[at] = painted * share + (target.data[at] ?? 0) * (1 - share)
        }
      }
  }
}

/** Fills a polygon with one grey level. */
export const fill = (target: ColourImage, corners: ReadonlyArray<Position>, level: number) => {
  const ys = corners.map(([, y]) => y)
  for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= Math.min(target.height - 1, Math.ceil(Math.max(...ys))); y++) {
    const crossings = corners.flatMap(([x0, y0], index) => {
      const [x1, y1] = corners[(index + 1) % corners.length] ?? [x0, y0]
      return y0 <= y === y1 <= y ? [] : [x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)]
    })
    crossings.sort((one, other) => one - other)
    for (let pair = 0; pair + 1 < crossings.length; pair += 2)
      for (let x = Math.max(0, Math.round(crossings[pair] ?? 0)); x < Math.min(target.width, crossings[pair + 1] ?? 0); x++)
        target.data.fill(level, (y * target.width + x) * 3, (y * target.width + x) * 3 + 3)
  }
}

/** A picture made pixel by pixel: `place` says where in the source each of its pixels comes from, null for the pixel that is there. */
export const remap = (source: ColourImage, target: ColourImage, place: (x: number, y: number) => Position | null): ColourImage => {
  const made = copyOf(target)
  for (let y = 0; y < made.height; y++)
    for (let x = 0; x < made.width; x++) {
      const from = place(x, y)
      if (from === null) continue
      for (let channel = 0; channel < 3; channel++)
        made.data[(y * made.width + x) * 3 + channel] = sample(source, from[0], from[1], channel)
    }
  return made
}

const deviations = (() => {
  const random = chance(1)
  return Float32Array.from({ length: 65_536 }, () => random.normal())
})()

/** The noise of a sensor, of this standard deviation, drawn again for each frame. */
export const withNoise = (image: ColourImage, deviation: number, random: Chance): ColourImage => {
  const noisy = copyOf(image)
  let state = Math.floor(random.next() * 2 ** 32)
  for (let at = 0; at < noisy.data.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    noisy.data[at] = Math.min(255, Math.max(0, (noisy.data[at] ?? 0) + deviation * (deviations[state >>> 16] ?? 0)))
  }
  return noisy
}

/** A hand that does not hold still: a shift, a zoom and a lean of the whole picture. */
export const shaken = (image: ColourImage, amount: number, random: Chance): ColourImage => {
  if (amount === 0) return image
  const angle = amount * random.between(-0.04, 0.04)
  const zoom = 1 + amount * random.between(0, 0.06)
  const [dx, dy] = [amount * random.between(-14, 14), amount * random.between(-14, 14)]
  const [centreX, centreY] = [image.width / 2, image.height / 2]
  const [cosine, sine] = [Math.cos(angle) / zoom, Math.sin(angle) / zoom]
  return remap(image, image, (x, y) => {
    const [u, v] = [x - centreX - dx, y - centreY - dy]
    return [centreX + cosine * u - sine * v, centreY + sine * u + cosine * v]
  })
}
