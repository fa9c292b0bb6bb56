import { afterAll, describe, expect, test } from "bun:test"
import { decodePage, greySharp, toGrey } from "@vouchkit/adapters/engines/image/decode"
import { stopLegacyEngine } from "@vouchkit/adapters/engines/mrz/legacy-recognizer"
import { findMrz } from "@vouchkit/adapters/engines/mrz/read-mrz"
import { renderMrz } from "@vouchkit/adapters/engines/mrz/render"
import type { GreyImage } from "@vouchkit/adapters/engines/pdf/render"
import { parseMrz } from "@vouchkit/core/verification/identity-documents/mrz/parse"
import sharp from "sharp"

const readMrz = async (picture: Parameters<typeof findMrz>[0]) => (await findMrz(picture))?.reading ?? null

const timeout = 300_000
afterAll(stopLegacyEngine)

const zones = {
  TD1: ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"],
  TD2: ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"],
  TD3: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"],
  MRVA: ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"],
  MRVB: ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX4009078F9612109<<<<<<<<"],
  FR_ID: ["IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "9409923102854CORINNE<<<<<<<6512068F4"]
} as const

const blank = (width: number, height: number, level = 255): GreyImage => ({
  data: new Uint8Array(width * height).fill(level),
  width,
  height
})

/** A page of a passport: the zone at its lower edge, a dark portrait above, grey paper, and what a camera does to it. */
const photograph = async (
  lines: ReadonlyArray<string>,
  {
    blur = 0.3,
    pitch = 18,
    quality = 95,
    shade = 1,
    tilt = 0
  }: { blur?: number; pitch?: number; quality?: number; shade?: number; tilt?: number } = {}
): Promise<GreyImage> => {
  const zone = await renderMrz(lines, pitch)
  const [width, height] = [zone.width, Math.round(zone.width * 0.7)]
  const data = new Uint8Array(width * height).fill(225)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const row = y - (height - zone.height)
      const printed = row >= 0 ? (zone.data[row * width + x] ?? 255) : 255
      const portrait = x > width * 0.06 && x < width * 0.3 && y > height * 0.1 && y < height * 0.5 ? 0.4 : 1
      const light = shade + (1 - shade) * (x / width)
      data[y * width + x] = (30 + (printed / 255) * 195) * portrait * light
    }
  const turned = await toGrey(greySharp({ data, width, height }).rotate(tilt, { background: "#b0b0b0" }).blur(blur))
  return toGrey(sharp(await greySharp(turned).jpeg({ quality }).toBuffer()))
}

describe("a zone in a clean picture", () => {
  test.each(Object.entries(zones))("of %s is read to the letter", async (format, lines) => {
    const reading = await readMrz(await photograph(lines))
    expect(reading).toMatchObject({ format, lines, repair: null, ambiguous: false })
    expect(reading?.confidence).toBeGreaterThan(0.5)
  })

  test.each([9, 60])("is read at %d pixels a character", async (pitch) => {
    expect(await readMrz(await renderMrz(zones.TD3, pitch))).toMatchObject({ lines: zones.TD3, repair: null })
  })

  test.each([90, 180, 270])(
    "is found when the picture is turned by %d degrees, and the turn that makes it upright is told",
    async (degrees) => {
      const turned = await toGrey(greySharp(await photograph(zones.TD1)).rotate(degrees))
      const found = await findMrz(turned)
      expect(found?.reading.lines).toEqual([...zones.TD1])
      expect(found?.turned).toBe(360 - degrees)
    }
  )
})

/** A page that rises from the spine of its booklet: characters come closer together towards one side, and its lines bow. */
const risen = ({ data, height, width }: GreyImage, closer: number, bow: number): GreyImage => {
  const bent = new Uint8Array(width * height).fill(176)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const share = x / width
      const from = [share * (1 + closer * share * share), y / height - bow * (share - 0.4) ** 2] as const
      const [sourceX, sourceY] = [Math.round((from[0] / (1 + closer)) * width), Math.round(from[1] * height)]
      if (sourceX < width && sourceY >= 0 && sourceY < height) bent[y * width + x] = data[sourceY * width + sourceX] ?? 176
    }
  return { data: bent, width, height }
}

describe("a zone on a page of a booklet that does not lie flat", () => {
  const below = async (lines: ReadonlyArray<string>) =>
    toGrey(greySharp(await photograph(lines)).extend({ bottom: 120, background: "#b0b0b0" }))

  test.each(Object.entries(zones))("of %s is read to the letter", async (format, lines) => {
    for (const [closer, bow] of [
      [0.05, 0.05],
      [0.12, 0.12],
      [0.12, -0.12]
    ] as const)
      expect(await readMrz(risen(await below(lines), closer, bow))).toMatchObject({ format, lines, ambiguous: false })
  })
})

describe("a zone in a poor picture", () => {
  test.each([
    ["askew by 5 degrees", { tilt: 5 }],
    ["askew the other way, half in shadow", { tilt: -3, shade: 0.4 }],
    ["blurred and strongly compressed", { blur: 1.4, quality: 40 }],
    ["blurred, askew, in shadow and compressed", { blur: 1.1, tilt: 3, shade: 0.5, quality: 50 }]
  ])("%s is read to the letter", async (_, conditions) => {
    expect((await readMrz(await photograph(zones.TD3, conditions)))?.lines).toEqual([...zones.TD3])
  })

  test(
    "too blurred to tell characters apart is not read as another document number",
    async () => {
      for (const blur of [4, 6, 9]) {
        const reading = await readMrz(await photograph(zones.TD3, { blur }))
        const parsed = reading === null || reading.ambiguous ? null : parseMrz(reading.lines, "2026-11-20")
        const number = parsed === null || "refused" in parsed || !parsed.check_digits[0]?.valid ? null : parsed.document_number
        expect([null, "L898902C3"]).toContain(number)
      }
    },
    timeout
  )
})

test(
  "a document number that was changed in print is given out as printed: its check digit is for the rules to judge",
  async () => {
    const forged = [zones.TD3[0], zones.TD3[1].replace("L898902C3", "L898402C3")]
    const reading = await readMrz(await photograph(forged))
    expect(reading).toMatchObject({ lines: forged, repair: null })
    const parsed = parseMrz(reading?.lines ?? [], "2026-11-20")
    expect("check_digits" in parsed && parsed.check_digits[0]).toMatchObject({ field: "document_number", valid: false })
  },
  timeout
)

describe("a picture without a zone", () => {
  test(
    "holds none, whatever its size",
    async () => {
      for (const [width, height] of [
        [1, 1],
        [200, 3],
        [900, 600]
      ] as const)
        expect(await findMrz(blank(width, height))).toBeNull()
    },
    timeout
  )

  test(
    "of noise holds none",
    async () => {
      let state = 1
      const data = Uint8Array.from({ length: 900 * 600 }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0
        return state >>> 24
      })
      expect(await findMrz({ data, width: 900, height: 600 })).toBeNull()
    },
    timeout
  )

  test(
    "of other text in the same letters holds none",
    async () => {
      const text = ["THIS PAGE IS RESERVED FOR OFFICIAL NOTES 123", "NO ENTRY MAY BE MADE HERE BY THE HOLDER 4567"]
      expect(await findMrz(await photograph(text))).toBeNull()
    },
    timeout
  )
})

describe("the renderer", () => {
  test("draws every place at its pitch, dark on white, and blank where the face has no character", async () => {
    const { data, height, width } = await renderMrz(["A<?0"], 20)
    expect([width, height]).toEqual([160, 100])
    const darkest = [0, 1, 2, 3].map((place) => {
      let level = 255
      for (let y = 0; y < height; y++)
        for (let x = 40 + place * 20; x < 60 + place * 20; x++) level = Math.min(level, data[y * width + x] ?? 255)
      return level
    })
    expect(darkest.map((level) => level < 60)).toEqual([true, true, false, true])
    expect(data[0]).toBe(255)
  })

  test("bounds what it is asked for", async () => {
    const { height, width } = await renderMrz(
      Array.from({ length: 500 }, () => "<".repeat(5000)),
      0.01
    )
    expect(width).toBeLessThanOrEqual(220)
    expect(height).toBeLessThanOrEqual(60)
  })

  test("gives pictures that go through a file", async () => {
    const png = await greySharp(await renderMrz(zones.TD2, 16))
      .png()
      .toBuffer()
    expect((await readMrz((await decodePage(png)).grey))?.lines).toEqual([...zones.TD2])
  })
})
