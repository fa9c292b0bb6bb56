import { expect, test } from "bun:test"
import { decodeColour } from "@vouchkit/adapters/engines/image/decode"
import { findOutlines } from "@vouchkit/adapters/engines/identity/outline"
import { hullOf, isConvex, quadAround, uprightOrder } from "@vouchkit/adapters/engines/identity/quad"
import { straightened } from "@vouchkit/adapters/engines/identity/warp"
import type { ColourImage } from "@vouchkit/adapters/engines/pdf/render"
import fc from "fast-check"
import { aLicence, aPassport, drawnCard } from "../../support/identity-cards.ts"
import { type Background, type Corners, cornersAt, photographOf, taken } from "../../support/photographs.ts"

const licence = await drawnCard(aLicence(), 9)
const passport = await drawnCard(aPassport(), 7)
const size = { width: 1200, height: 900 }

const aspect = (card: ColourImage) => card.width / card.height
const seen = async (scene: ColourImage) => decodeColour(await taken(scene, { blur: 1, grain: 5, jpeg_quality: 75 }), 2000)

/** Pixels by which the worst corner is off, whichever corner the outline begins with. */
const farthest = (found: ReadonlyArray<{ readonly x: number; readonly y: number }>, drawn: Corners): number =>
  Math.min(
    ...[0, 1, 2, 3].map((shift) =>
      Math.max(
        ...found.map(({ x, y }, index) =>
          Math.hypot(x - (drawn[(index + shift) % 4]?.[0] ?? 0), y - (drawn[(index + shift) % 4]?.[1] ?? 0))
        )
      )
    )
  )

test.each([
  ["plain", 0.01],
  ["light", 0.01],
  ["gradient", 0.01],
  ["wood", 0.01],
  ["cloth", 0.035]
] as const)(
  "a tilted card in perspective is found on a background of %s, its corners within %f of its width",
  async (background: Background, share) => {
    const corners = cornersAt([610, 440], 760, aspect(licence), { turned: 11, keystone: 0.08 })
    const found = await findOutlines(await seen(photographOf(size, background, [{ card: licence, corners, rounding: 0.037 }])))
    expect(found.length).toBe(1)
    expect(found[0]?.cut).toBe(false)
    expect(farthest(found[0]?.corners ?? [], corners)).toBeLessThan(760 * share)
  }
)

test("a document that runs out of the picture is found and said to be cut", async () => {
  const corners = cornersAt([860, 450], 900, aspect(licence), { turned: 2 })
  const found = await findOutlines(await seen(photographOf(size, "plain", [{ card: licence, corners }])))
  expect(found.map(({ cut }) => cut)).toEqual([true])
})

test("both sides of a card in one picture are two documents, the upper one first", async () => {
  const scene = photographOf({ width: 900, height: 1200 }, "light", [
    { card: licence, corners: cornersAt([450, 900], 560, aspect(licence), { turned: -3 }), rounding: 0.037 },
    { card: licence, corners: cornersAt([440, 300], 560, aspect(licence)), rounding: 0.037 }
  ])
  const found = await findOutlines(await seen(scene))
  expect(found.length).toBe(2)
  expect(found[0]?.corners[0].y).toBeLessThan(found[1]?.corners[0].y ?? 0)
})

test.each([
  ["a licence", licence],
  ["a passport", passport]
] as const)("%s that fills its picture has no outline, and none of its fields is taken for one", async (_, card) => {
  expect(await findOutlines(await seen(card))).toEqual([])
})

test("a picture of nothing has no outline", async () => {
  for (const background of ["plain", "gradient", "wood", "cloth"] as const)
    expect(await findOutlines(await seen(photographOf({ width: 600, height: 400 }, background, [])))).toEqual([])
  expect(await findOutlines({ data: new Uint8Array(3), width: 1, height: 1 })).toEqual([])
})

test("a straightened document looks like the document and has its proportions", async () => {
  const corners = cornersAt([600, 450], 900, aspect(passport), { turned: -8, keystone: 0.12 })
  const flat = straightened(photographOf(size, "plain", [{ card: passport, corners }]), [
    { x: corners[0][0], y: corners[0][1] },
    { x: corners[1][0], y: corners[1][1] },
    { x: corners[2][0], y: corners[2][1] },
    { x: corners[3][0], y: corners[3][1] }
  ])
  expect(flat.width / flat.height).toBeCloseTo(125 / 88, 2)
  let difference = 0
  for (let y = 20; y < flat.height - 20; y += 7)
    for (let x = 20; x < flat.width - 20; x += 7) {
      const [u, v] = [Math.floor(((x + 0.5) * passport.width) / flat.width), Math.floor(((y + 0.5) * passport.height) / flat.height)]
      difference += Math.abs((flat.data[(y * flat.width + x) * 3] ?? 0) - (passport.data[(v * passport.width + u) * 3] ?? 0))
    }
  expect(difference / ((flat.width / 7) * (flat.height / 7))).toBeLessThan(8)
})

const coordinate = fc.integer({ min: -500, max: 500 })
const points = fc.array(fc.record({ x: coordinate, y: coordinate }), { maxLength: 60 })

test("a figure around points is convex and holds its own order, or there is none", () => {
  fc.assert(
    fc.property(points, (given) => {
      const quad = quadAround(hullOf(given))
      if (quad === null) return
      expect(uprightOrder(quad)).toEqual(quad)
      for (const { x, y } of quad) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true)
    })
  )
})

test("a rotated rectangle is found again from its own points", () => {
  fc.assert(
    fc.property(fc.double({ min: -44, max: 44, noNaN: true }), fc.integer({ min: 40, max: 300 }), (turned, width) => {
      const corners = cornersAt([0, 0], width, 1.5, { turned })
      const edge = corners.flatMap((from, index) => {
        const to = corners[(index + 1) % 4] ?? from
        return Array.from({ length: 20 }, (_, step) => ({
          x: from[0] + ((to[0] - from[0]) * step) / 20,
          y: from[1] + ((to[1] - from[1]) * step) / 20
        }))
      })
      const quad = quadAround(hullOf(edge))
      expect(quad === null ? Number.POSITIVE_INFINITY : farthest(quad, corners)).toBeLessThan(0.5)
      expect(quad !== null && isConvex(quad)).toBe(true)
    })
  )
})
