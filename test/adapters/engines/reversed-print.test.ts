import { expect, test } from "bun:test"
import { textureOf, sharpened } from "@vouchkit/adapters/engines/image/sharpen"
import { darkOnLight } from "@vouchkit/adapters/engines/image/reversed-print"
import sharp from "sharp"

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const blank = () => ({ data: new Uint8Array(600 * 400).fill(250), width: 600, height: 400 })
type Picture = ReturnType<typeof blank>

const paint = (image: Picture, { height, left, top, width }: Box, level: number): Picture => {
  for (let y = top; y < top + height; y++) image.data.fill(level, y * image.width + left, y * image.width + left + width)
  return image
}

const levelAt = (image: { readonly data: Uint8Array; readonly width: number }, x: number, y: number) => image.data[y * image.width + x]

test("light print in a dark bar becomes dark print on white, and what stands around it stays", () => {
  const page = paint(
    paint(paint(blank(), { left: 40, top: 80, width: 320, height: 40 }, 60), { left: 60, top: 92, width: 6, height: 16 }, 250),
    { left: 60, top: 200, width: 6, height: 16 },
    20
  )
  const turned = darkOnLight(page)
  expect(levelAt(turned, 63, 100)).toBeLessThan(20)
  expect(levelAt(turned, 200, 100)).toBe(255)
  expect(levelAt(turned, 63, 208)).toBe(20)
  expect(levelAt(turned, 300, 300)).toBe(250)
})

test("thick letters and rules stay dark", () => {
  const page = paint(paint(blank(), { left: 40, top: 80, width: 24, height: 60 }, 20), { left: 40, top: 200, width: 400, height: 6 }, 20)
  expect(darkOnLight(page).data).toEqual(page.data)
})

test("light print in a panel that runs into the edge of the picture becomes dark, however large the panel is", () => {
  const page = paint(paint(blank(), { left: 0, top: 0, width: 400, height: 400 }, 90), { left: 120, top: 160, width: 8, height: 40 }, 245)
  const turned = darkOnLight(page)
  expect(levelAt(turned, 124, 180)).toBeLessThan(20)
  expect(levelAt(turned, 300, 300)).toBe(255)
  expect(levelAt(turned, 500, 200)).toBe(250)
})

test("dark print on a coloured panel stays dark, and the weave of a table becomes paper", () => {
  const page = paint(paint(blank(), { left: 40, top: 40, width: 300, height: 200 }, 150), { left: 120, top: 100, width: 6, height: 40 }, 10)
  for (let y = 300; y < 380; y++) for (let x = 0; x < 600; x++) page.data[y * 600 + x] = 70 + ((x >> 2) % 2) * 24
  const turned = darkOnLight(page)
  expect(levelAt(turned, 123, 120)).toBeLessThan(60)
  expect(levelAt(turned, 260, 200)).toBe(255)
  expect(levelAt(turned, 304, 340)).toBe(255)
})

/** Stripes of print, drawn sharply or through a lens out of focus. */
const stripes = async (blur: number): Promise<Picture> => {
  const page = blank()
  for (let at = 0; at < 20; at++) paint(page, { left: 40 + at * 24, top: 60, width: 5, height: 200 }, 20)
  if (blur === 0) return page
  const soft = sharp(page.data, { raw: { width: page.width, height: page.height, channels: 1 } }).blur(blur)
  return { ...page, data: new Uint8Array(await soft.toColourspace("b-w").raw().toBuffer()) }
}

test("sharp print stays as it is, blurred print becomes steeper", async () => {
  const sharpPrint = await stripes(0)
  expect((await sharpened(sharpPrint)).data).toEqual(sharpPrint.data)
  const blurred = await stripes(2.5)
  expect(textureOf(await sharpened(blurred)).edge).toBeGreaterThan(textureOf(blurred).edge * 1.3)
})

test("an empty page stays empty", async () => {
  expect((await sharpened(darkOnLight(blank()))).data).toEqual(blank().data)
})
