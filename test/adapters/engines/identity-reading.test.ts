import { expect, test } from "bun:test"
import { readIdentityPictures } from "@vouchkit/adapters/engines/identity/read-identity"
import { imageFacts } from "@vouchkit/adapters/engines/image/decode"
import type { DocumentPicture, IdentityReading } from "@vouchkit/core/verification/identity-documents/reading"
import sharp from "sharp"
import { aLicence, aPassport, copiedToPdf, drawnCard } from "../../support/identity-cards.ts"
import { cornersAt, photographOf, sharpOf, taken } from "../../support/photographs.ts"
import { hashDistance } from "../../support/reading.ts"

const timeout = 300_000
const passport = await drawnCard(aPassport(), 11)
const licence = await drawnCard(aLicence(), 13)
const card = await drawnCard(
  aLicence({
    title: "IDENTITY CARD UTOPIA",
    portrait: false,
    fields: [["Document No", "D23145890"]],
    mrz: ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"]
  }),
  13
)

const readingOf = async (bytes: Uint8Array, mime_type = "image/jpeg"): Promise<IdentityReading> => {
  const result = await readIdentityPictures({ bytes, mime_type, country: null })
  if ("code" in result) throw new Error(`not read: ${result.code}`)
  return result.identity
}
const onlyPicture = async (bytes: Uint8Array): Promise<DocumentPicture> => {
  const { pictures } = await readingOf(bytes)
  expect(pictures.length).toBe(1)
  const [picture] = pictures
  if (picture === undefined) throw new Error("no picture")
  return picture
}
const photograph = (turned: number, camera = {}) =>
  taken(
    photographOf({ width: 1600, height: 1200 }, "wood", [
      { card: passport, corners: cornersAt([800, 600], 1250, passport.width / passport.height, { turned, keystone: 0.06 }), rounding: 0.02 }
    ]),
    { blur: 0.7, grain: 4, ...camera }
  )
const wordsOf = (picture: DocumentPicture | undefined) => (picture?.lines ?? []).map(({ text }) => text).join("\n")

test(
  "a passport photographed on a table is cut out, turned upright, read and judged",
  async () => {
    const picture = await onlyPicture(await photograph(-5))
    expect(picture.mrz?.format).toBe("TD3")
    expect(picture.mrz?.lines[1]).toBe("L898902C36UTO7408122F1204159ZE184226B<<<<<10")
    expect(picture.turned).toBe(5)
    for (const word of ["PASSPORT", "ERIKSSON", "ANNA MARIA", "UTOPIAN", "L898902C3"]) expect(wordsOf(picture)).toContain(word)
    expect(picture.quality.fully_visible).toBe(true)
    expect(picture.quality.overall).toBeGreaterThan(0.6)
    expect(picture.screen_capture).toBe(0)
    expect(picture.printed_copy).toBe(0)
    expect(picture.portrait).toBeNull()
    for (const { height, left, top, width } of picture.lines) {
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
      expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(1.001)
    }
  },
  timeout
)

test(
  "the same passport upside down reads the same, and has the hash of the upright one",
  async () => {
    const upright = await onlyPicture(await photograph(3))
    const reversed = await onlyPicture(await photograph(183))
    expect(reversed.turned).toBe(177)
    expect(reversed.mrz?.lines).toEqual(upright.mrz?.lines)
    expect(hashDistance(upright.perceptual_hash, reversed.perceptual_hash)).toBeLessThanOrEqual(0.1)
  },
  timeout
)

test(
  "a licence without a zone is turned upright by its text, and looks different from a passport",
  async () => {
    const scene = photographOf({ width: 1200, height: 1600 }, "plain", [
      { card: licence, corners: cornersAt([600, 800], 1100, licence.width / licence.height, { turned: 92 }), rounding: 0.037 }
    ])
    const picture = await onlyPicture(await taken(scene, { blur: 0.7, grain: 4 }))
    expect(picture.turned).toBe(268)
    expect(picture.mrz).toBeNull()
    expect(wordsOf(picture)).toContain("ERI74812AM9")
    expect(hashDistance(picture.perceptual_hash, (await onlyPicture(await photograph(3))).perceptual_hash)).toBeGreaterThan(0.22)
  },
  timeout
)

test(
  "front and back on one page of a PDF are two pictures of that page, at the resolution of the page",
  async () => {
    const pdf = await copiedToPdf([
      [
        { card: licence, millimetres: 85.6 },
        { card, millimetres: 85.6 }
      ]
    ])
    const { page_count, pictures } = await readingOf(pdf, "application/pdf")
    expect([page_count, pictures.length]).toEqual([1, 2])
    expect(pictures.map(({ page }) => page)).toEqual([1, 1])
    expect(wordsOf(pictures[0])).toContain("DRIVING LICENCE")
    expect(pictures[1]?.mrz?.format).toBe("TD1")
    for (const { quality } of pictures) expect(quality.resolution).toBeGreaterThan(0.9)
  },
  timeout
)

test(
  "a document that fills its picture is read where it is, and EXIF tells the way up first",
  async () => {
    const bytes = new Uint8Array(await sharpOf(passport).rotate(90).withMetadata({ orientation: 8 }).jpeg({ quality: 85 }).toBuffer())
    const picture = await onlyPicture(bytes)
    expect(picture.turned).toBe(0)
    expect(picture.mrz?.format).toBe("TD3")
  },
  timeout
)

test(
  "what the face engine gets is the upright document",
  async () => {
    const result = await readIdentityPictures({ bytes: await photograph(184), mime_type: "image/jpeg", country: null })
    const [upright] = "code" in result ? [] : result.uprights
    if (upright === undefined) throw new Error("not read")
    const { height = 1, width = 0 } = (await imageFacts(upright)) ?? {}
    expect(width / height).toBeCloseTo(125 / 88, 1)
    // The portrait is on the left and its jacket blue; the right half has none.
    const blueness = async (left: number) => {
      const [x, y, side] = [left * width, 0.55 * height, 0.12 * width].map(Math.round) as [number, number, number]
      const part = await sharp(upright)
        .extract({ left: x, top: y, width: side, height: Math.round(0.12 * height) })
        .png()
        .toBuffer()
      const [red, , blue] = (await sharp(part).stats()).channels
      return (blue?.mean ?? 0) - (red?.mean ?? 0)
    }
    expect(await blueness(0.13)).toBeGreaterThan(10)
    expect(await blueness(0.75)).toBeLessThan(0)
  },
  timeout
)
