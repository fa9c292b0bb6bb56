import { describe, expect, test } from "bun:test"
import { classifyDocument, sideShown } from "../../../../packages/core/src/verification/identity-documents/classify.ts"
import { examinedPictures } from "../../../../packages/core/src/verification/identity-documents/examined-picture.ts"
import type { DocumentPicture } from "../../../../packages/core/src/verification/identity-documents/reading.ts"
import { aamvaPayload, californian, cardLines, document, passportLines, picture, printed, today, zone } from "./documents.ts"

const classify = (...pictures: ReadonlyArray<Partial<DocumentPicture>>) =>
  classifyDocument(examinedPictures([document(pictures.map(picture))], today))
const rows = (...lines: ReadonlyArray<string>) => ({ lines: printed(lines) })

describe("a document is classified", () => {
  test("by the code of its machine readable zone", () => {
    const types = [
      [passportLines(), "passport"],
      [passportLines({ code: "PD" }), "passport"],
      [passportLines({ code: "PR", nationality: "XXB" }), "travel_document"],
      [passportLines({ nationality: "XXA" }), "travel_document"],
      [passportLines({ code: "V" }), "visa"],
      [cardLines(), "national_id"],
      [cardLines({ code: "AR", nationality: "UKR" }), "residence_permit"],
      [cardLines({ code: "C1", state: "USA", nationality: "MEX" }), "residence_permit"],
      [cardLines({ code: "AC" }), "other"]
    ] as const
    for (const [lines, type] of types) {
      const found = classify({ mrz: zone(lines) })
      expect([lines[0]?.slice(0, 5), found.type, found.confidence > 0.6]).toEqual([lines[0]?.slice(0, 5), type, true])
    }
  })

  test("with doubt where a card of a state is in the hands of a foreigner", () => {
    const found = classify({ mrz: zone(cardLines({ nationality: "UKR" })) })
    expect([found.type, found.alternatives.map(({ type }) => type), found.confidence < 0.6]).toEqual([
      "national_id",
      ["residence_permit"],
      true
    ])
    expect(classify({ mrz: zone(cardLines({ nationality: "UKR" })) }, rows("TITRE DE SÉJOUR")).type).toBe("residence_permit")
  })

  test("by its barcode, with country and state", () => {
    const found = classify({ barcodes: [{ format: "PDF417", bytes: aamvaPayload(californian) }] })
    expect([found.type, found.country, found.region]).toEqual(["drivers_license", "US", "CA"])
    expect(classify({ barcodes: [{ format: "PDF417", bytes: aamvaPayload({ ...californian, type: "ID" }) }] }).type).toBe("national_id")
  })

  test("by its title in many languages, with the country that the print names", () => {
    const titled = [
      ["REISEPASS   BUNDESREPUBLIK DEUTSCHLAND", "passport", "DE"],
      ["PERMIS DE CONDUIRE   RÉPUBLIQUE FRANÇAISE", "drivers_license", "FR"],
      ["DOWÓD OSOBISTY   RZECZPOSPOLITA POLSKA", "national_id", "PL"],
      ["ВОДИТЕЛЬСКОЕ УДОСТОВЕРЕНИЕ   РОССИЙСКАЯ ФЕДЕРАЦИЯ", "drivers_license", "RU"],
      ["中华人民共和国   居民身份证", "national_id", "CN"],
      ["PERMESSO DI SOGGIORNO   REPUBBLICA ITALIANA", "residence_permit", "IT"],
      ["Republic of Kenya   IDENTITY CARD", "national_id", "KE"],
      ["TEXAS DRIVER LICENSE", "drivers_license", "US"],
      ["INCOME TAX DEPARTMENT   GOVT. OF INDIA", "tax_card", "IN"]
    ] as const
    for (const [title, type, country] of titled) {
      const found = classify(rows(title))
      expect([title, found.type, found.country]).toEqual([title, type, country])
    }
  })

  test("by the numbered fields of a driving licence without any title", () => {
    expect(classify(rows("1. WERNICKE", "2. JONAS", "3. 12.08.64 KASSEL", "4a. 01.01.2013", "4b. 31.12.2027", "5. B072KKE2I55")).type).toBe(
      "drivers_license"
    )
  })

  test("as nothing when nothing is said, and never by the label of a number", () => {
    const blank = { type: null, confidence: 0, alternatives: [], country: null, country_confidence: 0, issuer: null, region: null }
    expect(classify(rows("lorem ipsum"))).toEqual(blank)
    expect(classify(rows("Passport No", "X1234567")).type).toBeNull()
    expect(classify()).toEqual(blank)
  })

  test("as issued by nobody's country where an organization issued it", () => {
    const found = classify({ mrz: zone(passportLines({ state: "UNO", nationality: "KEN" })) })
    expect([found.country, found.issuer]).toEqual([null, "UNO"])
  })
})

describe("the side of a picture", () => {
  const side = (of: Partial<DocumentPicture>, declared: "front" | "back" | null = null) => {
    const [one] = examinedPictures([document([picture(of)], { declared: { type: null, country: null, side: declared } })], today)
    return one === undefined ? undefined : sideShown(one)
  }
  const portrait = { left: 0.1, top: 0.1, width: 0.2, height: 0.3, confidence: 0.9 }

  test("is told by portrait, zone, barcode and labels", () => {
    expect(side({ mrz: zone(passportLines()) })).toBe("front")
    expect(side({ mrz: zone(cardLines()) })).toBe("back")
    expect(side({ mrz: zone(cardLines()), portrait })).toBe("spread")
    // The small copy of a portrait that some backs carry.
    expect(side({ mrz: zone(cardLines()), portrait: { ...portrait, width: 0.08 } })).toBe("back")
    expect(side({ barcodes: [{ format: "PDF417", bytes: aamvaPayload(californian) }] })).toBe("back")
    expect(side({ portrait })).toBe("front")
    expect(side(rows("Surname", "OKAFOR", "Date of birth", "04.07.1988"))).toBe("front")
    expect(side({})).toBeNull()
  })

  test("is the declared one where one was declared", () => {
    expect(side({ mrz: zone(cardLines()) }, "front")).toBe("front")
  })
})
