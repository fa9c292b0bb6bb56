import { expect, test } from "bun:test"
import { colourSharp, toGrey } from "@vouchkit/adapters/engines/image/decode"
import { focusOf } from "@vouchkit/adapters/engines/identity/focus"
import { glareOf, type PrintedPlaces } from "@vouchkit/adapters/engines/identity/glare"
import { documentQuality, type JudgedDocument } from "@vouchkit/adapters/engines/identity/quality"
import { defaultIdentityPolicy } from "@vouchkit/core/verification/identity-documents/policy"
import type { ColourImage, GreyImage } from "@vouchkit/adapters/engines/pdf/render"
import { aLicence, aPassport, drawnCard } from "../../support/identity-cards.ts"
import { withLamp } from "../../support/lamps.ts"
import { withGlare } from "../../support/photographs.ts"

const scale = 12
const licence = await drawnCard(aLicence(), scale)
const grey = (image: ColourImage): Promise<GreyImage> => toGrey(colourSharp(image))
const blurred = (image: ColourImage, sigma: number): Promise<GreyImage> => toGrey(colourSharp(image).blur(sigma))
const judged = (picture: GreyImage, overrides: Partial<JudgedDocument> = {}): JudgedDocument => ({
  picture,
  outlined: true,
  cut: false,
  mrz: null,
  lines: [],
  ...overrides
})
const nothing = { printed: [], fields: [] }
const line = (left: number, top: number, width: number, height: number, text = "ANNA MARIA") => ({
  text,
  page: 1,
  left,
  top,
  width,
  height,
  confidence: 0.9
})

test("focus falls as blur grows, from sharp to unusable", async () => {
  const values: Array<number> = []
  for (const sigma of [0.3, 1.5, 3, 5, 9]) values.push((await focusOf(await blurred(licence, sigma), scale)) ?? -1)
  expect(values).toEqual([...values].sort((a, b) => b - a))
  expect(values[0]).toBeGreaterThan(0.9)
  expect(values[3]).toBeLessThan(defaultIdentityPolicy.quality.focus)
  expect(values[4]).toBe(0)
})

test("focus tells the same of a large picture and of a small one", async () => {
  const large = await drawnCard(aLicence(), 24)
  const [small, big] = [await focusOf(await blurred(licence, 2.4), 12), await focusOf(await blurred(large, 4.8), 24)]
  expect(Math.abs((small ?? 0) - (big ?? 1))).toBeLessThan(0.1)
})

test("focus does not depend on contrast, and grain is not taken for sharpness", async () => {
  const sharp = await focusOf(await grey(licence), scale)
  const pale = await focusOf(await toGrey(colourSharp(licence).linear(0.55, 90)), scale)
  expect(Math.abs((sharp ?? 0) - (pale ?? 1))).toBeLessThan(0.1)
  const soft = await blurred(licence, 5)
  const grainy = { ...soft, data: soft.data.map((level, index) => level + ((index * 7919) % 13) - 6) }
  expect(await focusOf(grainy, scale)).toBeLessThan(0.5)
})

test("focus of paper without print cannot be told", async () => {
  expect(await focusOf({ data: new Uint8Array(400 * 300).fill(200), width: 400, height: 300 }, scale)).toBeNull()
})

test("a document without glare has none, print white or dark alike", async () => {
  expect(await glareOf(await grey(licence), nothing)).toBe(1)
  const light = await drawnCard(aPassport({ tint: [0.72, 0.8, 0.75] }), 8)
  expect(await glareOf(await grey(light), nothing)).toBe(1)
})

test("glare over print weighs more than over an empty part, and more of it more", async () => {
  const spot = (radius: number) => grey(withGlare(licence, [0.55, 0.5], radius))
  const over = [line(0.36, 0.4, 0.5, 0.2)]
  const [small, large] = [await glareOf(await spot(0.05), nothing), await glareOf(await spot(0.14), nothing)]
  expect(small).toBeLessThan(1)
  expect(large).toBeLessThan(small ?? 0)
  expect(await glareOf(await spot(0.14), { printed: over, fields: [] })).toBeLessThan(defaultIdentityPolicy.quality.glare)
  expect(await glareOf(await spot(0.05), { printed: [line(0.05, 0.9, 0.2, 0.05)], fields: [] })).toBe(small)
})

test("light that hides a field is too much, however small: where lines were read, between them, and where a zone has to be", async () => {
  const at = async (x: number, y: number, places: Pick<PrintedPlaces, "fields">) =>
    glareOf(await grey(withLamp(licence, "bulb", { x, y }, { pixelsPerMillimetre: scale, seed: 2 })), { printed: [], ...places })
  const date = line(0.36, 0.44, 0.24, 0.05)
  const least = defaultIdentityPolicy.quality.glare
  // The date stands at 26 to 47 by 24 to 27 millimetres of the card.
  expect(await at(36, 25, { fields: [date] })).toBeLessThan(least)
  const around = [line(0.36, 0.33, 0.24, 0.05), line(0.36, 0.6, 0.24, 0.05)]
  expect(await at(36, 25, { fields: around })).toBeLessThan(least)
  expect(await at(72, 44, { fields: [date, ...around] })).toBeGreaterThanOrEqual(least)
})

test("glare on paper as white as light cannot be told", async () => {
  const white = await drawnCard(aLicence({ tint: [1, 1, 1], portrait: false }), 8)
  expect(await glareOf(await grey(white), nothing)).toBeNull()
})

test("brightness falls in the dark, and print that is washed out is not bright", async () => {
  const bright = async (factor: number, base: number) =>
    (await documentQuality(judged(await toGrey(colourSharp(licence).linear(factor, base))))).brightness
  expect(await bright(1, 0)).toBe(1)
  expect(await bright(0.5, 0)).toBeLessThan(0.7)
  expect(await bright(0.28, 0)).toBeLessThan(defaultIdentityPolicy.quality.brightness)
  expect(await bright(0.06, 235)).toBeLessThan(defaultIdentityPolicy.quality.brightness)
})

test("resolution is of the document and not of the picture", async () => {
  const at = async (millimetre: number) => (await documentQuality(judged(await grey(await drawnCard(aLicence(), millimetre))))).resolution
  expect(await at(12.2)).toBe(1)
  expect(await at(6)).toBeCloseTo(0.5, 1)
  expect(await at(3.5)).toBeLessThan(defaultIdentityPolicy.quality.resolution)
})

test("without an outline and a zone the resolution is unknown, and the zone's own pitch tells it where it was read as text", async () => {
  const picture = await grey(licence)
  expect((await documentQuality(judged(picture, { outlined: false }))).resolution).toBeNull()
  const zone = line(0, 0.8, (30 * 2.54 * 6) / picture.width, 0.04, "I<UTOD231458907<<<<<<<<<<<<<<<")
  expect((await documentQuality(judged(picture, { outlined: false, lines: [zone] }))).resolution).toBeCloseTo(0.5, 2)
})

test("a document is fully visible by its outline, not when cut or when its text runs out, and else unknown", async () => {
  const picture = await grey(licence)
  const visible = async (overrides: Partial<JudgedDocument>) => (await documentQuality(judged(picture, overrides))).fully_visible
  expect(await visible({})).toBe(true)
  expect(await visible({ cut: true })).toBe(false)
  const running = [line(0, 0.2, 0.4, 0.05), line(0, 0.3, 0.4, 0.05), line(0, 0.4, 0.4, 0.05)]
  expect(await visible({ outlined: false, lines: running })).toBe(false)
  expect(await visible({ outlined: false })).toBeNull()
  expect((await documentQuality(judged(picture, { cut: true }))).overall).toBeLessThanOrEqual(0.5)
})
