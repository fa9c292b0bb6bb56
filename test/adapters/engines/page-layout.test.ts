import { expect, test } from "bun:test"
import { aLicence, drawnCard } from "../../support/identity-cards.ts"
import { aUtilityBill } from "../../support/bills.ts"
import { cornersAt, photographOf, taken } from "../../support/photographs.ts"
import { readIdentityPictures } from "@vouchkit/adapters/engines/identity/read-identity"
import { readingOf } from "../../support/reading.ts"

test("each line of a PDF names the font that it is set in, and each page its proportion", async () => {
  const { layout, lines } = await readingOf((await aUtilityBill()).bytes)
  const fontOf = (text: string) => layout?.fonts[lines.findIndex((line) => line.text === text)]
  expect(layout?.fonts.length).toBe(lines.length)
  expect(["Northwind Energy Ltd", "Bristol", "Date of issue", "2 March 2026"].map(fontOf)).toEqual([
    "Helvetica-Bold",
    "Helvetica",
    "Helvetica-Bold",
    "Helvetica"
  ])
  expect(layout?.proportions).toEqual([expect.closeTo(595.28 / 841.89, 4)])
})

test("a document whose outline is known has a proportion", async () => {
  const card = await drawnCard(aLicence(), 14)
  const corners = cornersAt([1000, 750], 1300, card.width / card.height, { turned: 2, keystone: 0.02 })
  const bytes = await taken(photographOf({ width: 2000, height: 1500 }, "wood", [{ card, corners, rounding: 0.025 }], 3), {
    blur: 0.8,
    grain: 5,
    jpeg_quality: 80
  })
  const read = await readIdentityPictures({ bytes, mime_type: "image/jpeg", country: null })
  if ("code" in read) throw new Error(read.code)
  expect(Math.abs((read.identity.pictures[0]?.proportion ?? 0) - 85.6 / 53.98)).toBeLessThan(0.06)
}, 300_000)
