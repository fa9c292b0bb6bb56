import { expect, test } from "bun:test"
import { captureSigns } from "@vouchkit/adapters/engines/identity/capture-signs"
import { tileSide } from "@vouchkit/adapters/engines/identity/waves/fourier"
import type { Outline } from "@vouchkit/adapters/engines/identity/outline"
import { isFramed } from "@vouchkit/adapters/engines/identity/screen-frame"
import { sharedPattern, spectrumOf } from "@vouchkit/adapters/engines/identity/waves/spectrum"
import { decodeColour } from "@vouchkit/adapters/engines/image/decode"
import type { ColourImage } from "@vouchkit/adapters/engines/pdf/render"
import { withGuilloche } from "../../support/guilloche.ts"
import { aPassport, drawnCard } from "../../support/identity-cards.ts"
import { cornersAt, halftone, onScreen, photographOf, taken } from "../../support/photographs.ts"

const timeout = 300_000
const passport = await drawnCard(aPassport(), 10)
const corners = cornersAt([800, 600], 1000, passport.width / passport.height, { turned: 3 })
const point = ([x, y]: readonly [number, number]) => ({ x, y })
const outline: Outline = { corners: [point(corners[0]), point(corners[1]), point(corners[2]), point(corners[3])], cut: false, support: 1 }

const scene = (card: ColourImage) => photographOf({ width: 1600, height: 1200 }, "wood", [{ card, corners }])
const signsOf = async (pictured: ColourImage) => {
  const image = await decodeColour(await taken(pictured, { blur: 0.8, grain: 4, jpeg_quality: 78 }), 3400)
  return { lying: captureSigns(image, outline, [outline]), filling: captureSigns(image, null, []) }
}

test(
  "a photograph of a document on a table shows no sign of a screen or a print",
  async () => {
    const { filling, lying } = await signsOf(scene(passport))
    expect(lying).toEqual({ screen_capture: 0, printed_copy: 0 })
    expect(filling.screen_capture).toBeLessThan(0.2)
  },
  timeout
)

test(
  "a grid over document and surroundings is the sign of a screen, and not of a print",
  async () => {
    const { filling, lying } = await signsOf(onScreen(scene(passport), 4.6, 5, 0.2))
    expect(lying.screen_capture).toBeGreaterThan(0.8)
    expect(lying.printed_copy).toBeLessThan(0.2)
    // Where nothing surrounds the document, a square grid upright with it is still no print's.
    expect(filling.screen_capture).toBeGreaterThan(0.7)
  },
  timeout
)

test(
  "dots on the document alone are the sign of a print, and not of a screen",
  async () => {
    const { lying } = await signsOf(scene(halftone(passport, 7, 35)))
    expect(lying.printed_copy).toBeGreaterThan(0.7)
    expect(lying.screen_capture).toBeLessThan(0.3)
  },
  timeout
)

test(
  "a grey document in a coloured picture is likely a copy, a wholly grey picture only perhaps",
  async () => {
    const grey = (image: ColourImage): ColourImage => ({
      ...image,
      data: image.data.map((_, index) => {
        const at = index - (index % 3)
        return ((image.data[at] ?? 0) + (image.data[at + 1] ?? 0) + (image.data[at + 2] ?? 0)) / 3
      })
    })
    const copied = (await signsOf(scene(grey(passport)))).lying.printed_copy
    const bleached = (await signsOf(grey(scene(passport)))).lying.printed_copy
    expect(copied).toBeGreaterThanOrEqual(0.8)
    expect(bleached).toBeGreaterThan(0)
    expect(bleached).toBeLessThan(0.5)
  },
  timeout
)

/** A grid over everything whose period grows from one side of the picture to the other, as perspective makes it. */
const bentGrid = (image: ColourImage, period: number, growth: number, depth: number): ColourImage => {
  const { height, width } = image
  const data = Uint8ClampedArray.from(image.data, (level, index) => {
    const pixel = Math.floor(index / 3)
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const place = (x + 0.18 * y) / (period * (1 + (growth * x) / (2 * width)))
    return level * (1 - depth * (0.5 + 0.5 * Math.sin(2 * Math.PI * place)))
  })
  return { data: new Uint8Array(data.buffer), width, height }
}

test(
  "a faint grid that perspective bends is the sign of a screen where it goes on beside the document, and of none where it ends with it",
  async () => {
    const { lying } = await signsOf(bentGrid(scene(passport), 4.6, 0.1, 0.07))
    expect(lying.screen_capture).toBeGreaterThanOrEqual(0.75)
    expect(lying.printed_copy).toBe(0)
    const printed = await signsOf(scene(bentGrid(passport, 4.6, 0.1, 0.14)))
    expect(printed.lying.screen_capture).toBeLessThan(0.7)
  },
  timeout
)

test(
  "fine lines of a document on a woven cloth are no sign of a screen",
  async () => {
    for (const kind of ["lines", "mesh"] as const) {
      const lined = photographOf({ width: 1600, height: 1200 }, "cloth", [{ card: withGuilloche(passport, kind, 10, 3), corners }])
      expect((await signsOf(lined)).lying.screen_capture).toBeLessThan(0.7)
    }
  },
  timeout
)

/** A square grid over everything, turned, as the pixels of a screen make it. */
const squareGrid = (image: ColourImage, period: number, degrees: number, depth: number): ColourImage => {
  const { height, width } = image
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const data = Uint8ClampedArray.from(image.data, (level, index) => {
    const pixel = Math.floor(index / 3)
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const [across, down] = [(x * c + y * s) / period, (y * c - x * s) / period]
    return level * (1 - depth * (1 + 0.5 * Math.sin(2 * Math.PI * across) + 0.5 * Math.sin(2 * Math.PI * down)))
  })
  return { data: new Uint8Array(data.buffer), width, height }
}

test(
  "a square grid in the document alone is the sign of a screen where it stands upright with the document, and of none where it stands aslant",
  async () => {
    const upright = (await signsOf(scene(squareGrid(passport, 3.1, 2, 0.12)))).lying
    expect(upright.screen_capture).toBeGreaterThanOrEqual(0.75)
    const aslant = (await signsOf(scene(squareGrid(passport, 3.1, 45, 0.12)))).lying
    expect(aslant.screen_capture).toBeLessThan(0.7)
  },
  timeout
)

/** A document in a band of glass, which is as wide on all sides or not, on a lighter table. */
const inGlass = (margins: readonly [top: number, right: number, bottom: number, left: number]): ColourImage => {
  const [top, right, bottom, left] = margins
  const [width, height] = [passport.width + left + right, passport.height + top + bottom]
  const data = new Uint8Array(width * height * 3).fill(26)
  for (let y = 0; y < passport.height; y++)
    data.set(passport.data.subarray(y * passport.width * 3, (y + 1) * passport.width * 3), ((y + top) * width + left) * 3)
  return { data, width, height }
}

test(
  "a dark frame as wide on opposite sides is the sign of a screen, a dark mat that the document lies on anywhere is none",
  async () => {
    const framed = async (margins: readonly [number, number, number, number]) => {
      const glass = inGlass(margins)
      const share = 1000 / passport.width
      const around = cornersAt([800, 600], glass.width * share, glass.width / glass.height, { turned: 3 })
      const pictured = photographOf({ width: 1600, height: 1200 }, "wood", [{ card: glass, corners: around }])
      const image = await decodeColour(await taken(pictured, { blur: 0.8, grain: 4, jpeg_quality: 78 }), 3400)
      const [dx, dy] = [(margins[3] - margins[1]) / 2, (margins[0] - margins[2]) / 2]
      const [c, s] = [Math.cos(Math.PI / 60), Math.sin(Math.PI / 60)]
      const shown = cornersAt([800 + share * (dx * c - dy * s), 600 + share * (dy * c + dx * s)], 1000, passport.width / passport.height, {
        turned: 3
      })
      return isFramed(image, [point(shown[0]), point(shown[1]), point(shown[2]), point(shown[3])])
    }
    expect(await framed([60, 60, 60, 60])).toBe(true)
    expect(await framed([60, 60, 110, 60])).toBe(true)
    expect(await framed([40, 130, 110, 60])).toBe(false)
    expect(await framed([0, 60, 60, 60])).toBe(false)
  },
  timeout
)

test("a document too small for the comparison says nothing", () => {
  const small = { data: new Uint8Array(200 * 120 * 3).fill(120), width: 200, height: 120 }
  expect(captureSigns(small, null, []).screen_capture).toBeNull()
})

const waves = (width: number, cycles: readonly [number, number], level: number): ColourImage => {
  const data = new Uint8Array(width * tileSide * 3)
  for (let y = 0; y < tileSide; y++)
    for (let x = 0; x < width; x++) {
      const value = 128 + level * Math.sin((2 * Math.PI * (x * cycles[0] + y * cycles[1])) / tileSide) + ((x * 7 + y * 13) % 11)
      data.fill(value, (y * width + x) * 3, (y * width + x) * 3 + 3)
    }
  return { data, width, height: tileSide }
}

test("the spectrum of a wave has its power where the wave is", () => {
  const spectrum = spectrumOf(waves(tileSide, [37, 21], 40), { left: 0, top: 0 })
  const at = (u: number, v: number) => spectrum[v * tileSide + u] ?? 0
  expect(at(37, 21)).toBeGreaterThan(at(50, 21) + 5)
  expect(at(37, 21)).toBeCloseTo(at(tileSide - 37, tileSide - 21), 3)
})

test("a pattern that tiles share stands out, one that each has for itself does not", () => {
  const tiles = (cycles: ReadonlyArray<readonly [number, number]>) =>
    cycles.map((one) => spectrumOf(waves(tileSide, one, 12), { left: 0, top: 0 }))
  const same = sharedPattern(
    tiles([
      [37, 21],
      [37, 21],
      [37, 21]
    ])
  )
  const different = sharedPattern(
    tiles([
      [37, 21],
      [60, 33],
      [25, 70]
    ])
  )
  expect(same).toBeGreaterThan(different + 3)
})
