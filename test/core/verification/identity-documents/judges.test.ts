import { describe, expect, test } from "bun:test"
import { conclusionOf } from "@vouchkit/core/verification/conclusion"
import { Schema } from "effect"
import {
  AgeDetails,
  AuthenticityDetails,
  DuplicateDetails,
  IdentityExtractionDetails
} from "../../../../packages/core/src/verification/identity-documents/details.ts"
import type { SubmittedDocument } from "../../../../packages/core/src/verification/identity-documents/examined-picture.ts"
import { judgeAge } from "../../../../packages/core/src/verification/identity-documents/judges/age.ts"
import { judgeAuthenticity } from "../../../../packages/core/src/verification/identity-documents/judges/authenticity.ts"
import { judgeDuplicate } from "../../../../packages/core/src/verification/identity-documents/judges/duplicate.ts"
import { judgeExtraction } from "../../../../packages/core/src/verification/identity-documents/judges/extraction.ts"
import {
  aamvaPayload,
  californian,
  cardLines,
  codes,
  document,
  examine,
  passport,
  passportLines,
  passportPrint,
  picture,
  printed,
  today,
  zone
} from "./documents.ts"
import { authenticity, cardBack, cardFront, extraction, licenceBack, licenceFront, told } from "./judged-documents.ts"

describe("a clean document passes both checks", () => {
  const clean: ReadonlyArray<readonly [string, ReadonlyArray<SubmittedDocument>]> = [
    ["a passport", [passport()]],
    ["a passport of which only the zone was read", [passport({ lines: [] })]],
    ["both sides of a card", [cardFront, cardBack]],
    [
      "both sides of a card in one file",
      [
        document([
          picture({ lines: [], portrait: { left: 0.1, top: 0.1, width: 0.2, height: 0.3, confidence: 0.9 } }),
          picture({ mrz: zone(cardLines()) })
        ])
      ]
    ],
    ["both sides of an American licence", [licenceFront(), licenceBack()]]
  ]
  for (const [name, documents] of clean) {
    test(name, () => {
      expect([codes(extraction(documents)), codes(authenticity(documents))]).toEqual([[], []])
      expect([extraction(documents).outcome, authenticity(documents).outcome]).toEqual(["passed", "passed"])
      expect(extraction(documents).score).toBeGreaterThanOrEqual(0.7)
    })
  }
})

describe("the zone", () => {
  const [first = "", second = ""] = passportLines()
  const wrong = [first, `${second.slice(0, 9)}${(Number(second.charAt(9)) + 1) % 10}${second.slice(10)}`]

  test("with a wrong check digit fails when it was read well, and asks a person when it was not", () => {
    expect(told(authenticity([passport({ mrz: zone(wrong) })]))).toEqual(["failed", ["mrz_invalid"], ["mrz_invalid"]])
    expect(codes(authenticity([passport({ mrz: zone(wrong, { confidence: 0.5 }) })]))).toEqual(["mrz_doubtful"])
  })

  test("that was misread from a blurred picture is asked for again with it, and declines nobody", () => {
    const garbled = zone([first.replace("<", "9"), second], { confidence: 0.3 })
    const sharp = passport({ mrz: garbled })
    const { quality } = picture({})
    const blurred = document([picture({ mrz: garbled, quality: { ...quality, focus: 0.1, overall: 0.1 } })])
    const leads = (one: SubmittedDocument) => conclusionOf(authenticity([one]), { resubmission_count: 0, max_resubmissions: 3 })
    expect(leads(sharp).status).toBe("in_review")
    expect(leads(blurred)).toMatchObject({ status: "resubmission_required", reason_codes: ["document_unreadable", "mrz_invalid"] })
  })

  test("that was repaired asks a person, unless the print says the same", () => {
    const repair = { line: 1, column: 3, read: "O", taken: "V" }
    expect(codes(authenticity([passport({ mrz: zone(passportLines(), { repair }), lines: [] })]))).toEqual(["mrz_repaired"])
    expect(codes(extraction([passport({ mrz: zone(passportLines(), { repair }), lines: [] })]))).toEqual(["mrz_repaired"])
    expect(authenticity([passport({ mrz: zone(passportLines(), { repair }) })]).outcome).toBe("passed")
  })

  test("that is ambiguous asks a person, whatever the print says", () => {
    const mrz = zone(passportLines(), { ambiguous: true })
    expect(codes(authenticity([passport({ mrz })]))).toContain("mrz_ambiguous")
    expect([authenticity([passport({ mrz })]).outcome, extraction([passport({ mrz })]).outcome]).toEqual(["review", "review"])
  })

  test("with a state that nobody knows asks a person", () => {
    expect(codes(authenticity([passport({ mrz: zone(passportLines({ state: "QQQ", nationality: "FRA" })) })]))).toContain("mrz_irregular")
  })

  test("that a passport must carry is missed", () => {
    expect(codes(extraction([passport({ mrz: null })]))).toEqual(["mrz_missing"])
  })
})

describe("zone and print", () => {
  test("that differ by one character, well read, ask a person", () => {
    for (const of of [{ number: "14CV28567" }, { birth: "13 07 1980" }, { expiry: "11 02 2034" }]) {
      expect(told(authenticity([passport({ lines: printed(passportPrint(of), 0.95) })]))).toEqual([
        "review",
        ["document_data_inconsistent"],
        ["document_data_inconsistent"]
      ])
    }
  })

  test("that differ by one character, badly read, are left to the zone", () => {
    expect(codes(authenticity([passport({ lines: printed(passportPrint({ number: "14CV28567" }), 0.6) })]))).toEqual([])
  })

  test("with another surname ask a person", () => {
    expect(codes(authenticity([passport({ lines: printed(passportPrint({ surname: "LEFEBVRE" })) })]))).toEqual([
      "document_data_inconsistent"
    ])
  })
})

describe("a barcode", () => {
  test("that differs from the print is a mismatch", () => {
    expect(codes(authenticity([licenceFront(["OKAFOR", "LINDQVIST"]), licenceBack()]))).toEqual(["barcode_mismatch"])
    expect(codes(authenticity([licenceFront(["07/04/1988", "11/23/1999"]), licenceBack()]))).toEqual(["barcode_mismatch"])
  })
  test("that contradicts the zone fails, since machines misread neither", () => {
    const spread = picture({ mrz: zone(passportLines()), barcodes: [{ format: "PDF417", bytes: aamvaPayload(californian) }] })
    expect(codes(authenticity([document([spread])]))).toContain("machine_data_contradict")
  })
  test("of an issuer that has no number asks a person", () => {
    expect(codes(authenticity([licenceFront(), licenceBack({ issuer: "636099" })]))).toContain("barcode_issuer_unknown")
  })
  test("that a licence must carry is missed on its back", () => {
    const back = document([picture()], { document_id: "doc_back", declared: { type: "drivers_license", country: "US", side: "back" } })
    expect(codes(extraction([licenceFront(), back]))).toEqual(["barcode_missing"])
  })
})

describe("what is submitted", () => {
  test("has to show every side that the type and country need", () => {
    expect(told(authenticity([cardBack]))).toEqual(["failed", ["document_side_missing"], ["document_side_missing"]])
    expect(codes(extraction([licenceBack()]))).toEqual(["document_side_missing"])
    expect(codes(extraction([licenceFront()]))).toEqual(["document_side_missing"])
    expect(extraction([cardBack], { front_only: ["national_id"] }).outcome).toBe("failed")
    expect(extraction([cardFront, cardBack]).details.missing_sides).toEqual([])
    expect(codes(extraction([passport()], { both_sides: ["passport"] }))).toEqual(["document_side_missing"])
  })

  test("has to be readable, and says why it is not", () => {
    const unread = document([], { content: { status: "unreadable", code: "encrypted" } })
    expect(codes(extraction([unread]))).toEqual(["document_unreadable", "document_encrypted"])
    expect(told(authenticity([]))).toEqual(["failed", ["document_unreadable"], ["document_unreadable"]])
    expect(codes(authenticity([document([picture()])]))).toEqual(["document_unreadable"])
    expect(extraction([passport(), { ...unread, document_id: "doc_2" }]).outcome).toBe("failed")
  })

  test("is asked for again when it is blurred, cut off or under glare", () => {
    const quality = picture().quality
    expect(told(authenticity([passport({ quality: { ...quality, focus: 0.05 } })]))).toEqual([
      "failed",
      ["document_low_quality"],
      ["document_unreadable"]
    ])
    expect(told(authenticity([passport({ quality: { ...quality, glare: 0.1 } })]))).toEqual([
      "failed",
      ["document_glare"],
      ["document_glare"]
    ])
    expect(told(authenticity([passport({ quality: { ...quality, fully_visible: false } })]))).toEqual([
      "failed",
      ["document_cropped"],
      ["document_cropped"]
    ])
    const unknown = { focus: null, brightness: null, glare: null, resolution: null, fully_visible: null, overall: null }
    expect(authenticity([passport({ quality: unknown })]).outcome).toBe("passed")
  })

  test("is not a passport without a number or a date of birth", () => {
    const rows = passportPrint().filter((row) => !row.includes("1990") && !row.includes("birth"))
    expect(codes(extraction([passport({ mrz: null, lines: printed(rows) })]))).toContain("document_data_missing")
  })

  test("rests on a person's eyes where nothing in it can be verified", () => {
    const licence = document([
      picture({
        lines: printed([
          "FÜHRERSCHEIN    BUNDESREPUBLIK DEUTSCHLAND",
          "1. WERNICKE",
          "2. JONAS",
          "3. 12.08.84 KASSEL",
          "4a. 01.01.2013",
          "4b. 31.12.2027",
          "5. B072KKE2I55"
        ])
      })
    ])
    expect(extraction([licence]).outcome).toBe("passed")
    expect(told(authenticity([licence]))).toEqual(["review", ["nothing_verified"], ["authenticity_not_assured"]])
    expect(authenticity([licence], { weights: { nothing_verified: "info" } }).outcome).toBe("passed")
  })
})

describe("details", () => {
  test("are what their schemas describe", () => {
    for (const documents of [[passport()], [cardFront, cardBack], [licenceFront(), licenceBack()], []]) {
      const examined = examine(documents)
      expect(Schema.is(IdentityExtractionDetails)(judgeExtraction(examined).details)).toBe(true)
      expect(Schema.is(AuthenticityDetails)(judgeAuthenticity(examined).details)).toBe(true)
      expect(Schema.is(AgeDetails)(judgeAge(examined.fields, examined.policy, today).details)).toBe(true)
    }
    const duplicate = judgeDuplicate({ fingerprint: null, pictures: [], earlier: [], policy: { weights: {} } })
    expect(Schema.is(DuplicateDetails)(duplicate.details)).toBe(true)
  })

  test("hold personal data only where they are marked: the lines of the zone in mrz.lines, values in fields, and nothing in authenticity", () => {
    const documents = [passport()]
    const { fields, mrz, ...rest } = extraction(documents).details
    const secrets = ["MOREAU", "CAMILLE", "Camille", "14CV28561", "1990-07-13", "900713", "LYON"]
    const leaks = (value: unknown): ReadonlyArray<string> => secrets.filter((secret) => JSON.stringify(value).includes(secret))
    expect(leaks(rest)).toEqual([])
    expect(leaks({ ...mrz, lines: [] })).toEqual([])
    expect(leaks(fields.map((field) => ({ ...field, value: "", also: field.also.map((other) => ({ ...other, value: "" })) })))).toEqual([])
    expect(JSON.stringify(fields)).not.toContain("P<FRA")
    expect(leaks(authenticity(documents))).toEqual([])
    expect(mrz?.lines).toEqual([...passportLines()])
  })
})
