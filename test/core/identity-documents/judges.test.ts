import { describe, expect, test } from "bun:test"
import { Schema } from "effect"
import {
  AgeDetails,
  AuthenticityDetails,
  DuplicateDetails,
  IdentityExtractionDetails
} from "../../../packages/core/src/identity-documents/details.ts"
import type { SubmittedDocument } from "../../../packages/core/src/identity-documents/examined-picture.ts"
import type { IdentityField } from "../../../packages/core/src/identity-documents/fields.ts"
import { judgeAge } from "../../../packages/core/src/identity-documents/judge-age.ts"
import { judgeAuthenticity } from "../../../packages/core/src/identity-documents/judge-authenticity.ts"
import { type DuplicateEvidence, judgeDuplicate } from "../../../packages/core/src/identity-documents/judge-duplicate.ts"
import { judgeExtraction } from "../../../packages/core/src/identity-documents/judge-extraction.ts"
import { defaultIdentityPolicy, type IdentityDocumentPolicy } from "../../../packages/core/src/identity-documents/policy.ts"
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

type Policy = Partial<IdentityDocumentPolicy>
const withPolicy = (policy: Policy = {}) => ({ policy: { ...defaultIdentityPolicy, ...policy } })
const extraction = (documents: ReadonlyArray<SubmittedDocument>, policy?: Policy) => judgeExtraction(examine(documents, withPolicy(policy)))
const authenticity = (documents: ReadonlyArray<SubmittedDocument>, policy?: Policy) =>
  judgeAuthenticity(examine(documents, withPolicy(policy)))
const told = (verdict: ReturnType<typeof authenticity>) => [verdict.outcome, codes(verdict), verdict.session_reasons]

const licenceFront = (...changed: ReadonlyArray<readonly [string, string]>) => {
  const rows = [
    "California DRIVER LICENSE",
    "DL D7719034",
    "EXP 07/04/2030",
    "LN OKAFOR",
    "FN RUTH IVY",
    "DOB 07/04/1988",
    "SEX F   HAIR BRN",
    "ISS 03/15/2022"
  ]
  return document([picture({ lines: printed(rows.map((row) => changed.reduce((text, [from, to]) => text.replace(from, to), row))) })], {
    document_id: "doc_front"
  })
}
const licenceBack = (of: Partial<typeof californian> = {}) =>
  document([picture({ barcodes: [{ format: "PDF417", bytes: aamvaPayload({ ...californian, ...of }) }] })], { document_id: "doc_back" })
const cardFront = document(
  [
    picture({
      lines: printed([
        "CARTE NATIONALE D'IDENTITÉ   RÉPUBLIQUE FRANÇAISE",
        "NOM / Surname",
        "MOREAU",
        "Prénoms / Given names",
        "Camille, Anne",
        "DATE DE NAISS. / Date of birth",
        "13 07 1990"
      ])
    })
  ],
  { document_id: "doc_front" }
)
const cardBack = document([picture({ mrz: zone(cardLines()) })], { document_id: "doc_back" })

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
    expect(told(authenticity([licence]))).toEqual(["review", ["nothing_verified"], []])
    expect(authenticity([licence], { weights: { nothing_verified: "info" } }).outcome).toBe("passed")
  })
})

describe("acceptance", () => {
  test("is by type and by country", () => {
    expect(told(authenticity([passport()], { accepted_types: ["national_id"] }))).toEqual([
      "failed",
      ["document_type_not_accepted"],
      ["document_type_not_accepted"]
    ])
    expect(codes(authenticity([passport()], { review_only_types: ["passport"] }))).toEqual(["document_type_review_only"])
    expect(told(authenticity([passport()], { accepted_countries: ["DE"] }))).toEqual([
      "failed",
      ["document_country_not_supported"],
      ["document_country_not_supported"]
    ])
    expect(codes(authenticity([passport()], { denied_countries: ["FR"] }))).toEqual(["document_country_not_supported"])
    expect(authenticity([passport()], { accepted_countries: ["FR"], denied_countries: ["DE"] }).outcome).toBe("passed")
    const united = passport({ mrz: zone(passportLines({ state: "UNO" })), lines: [] })
    expect(codes(authenticity([united], { accepted_countries: ["FR"] }))).toContain("document_country_not_supported")
    expect(authenticity([united]).outcome).toBe("passed")
  })

  test("tells when a document is not what was declared", () => {
    const declared = (type: "passport" | "visa", country: string) => ({ ...passport(), declared: { type, country, side: null } })
    expect(codes(authenticity([declared("visa", "DE")]))).toEqual(["document_type_differs", "document_country_differs"])
    expect(codes(authenticity([declared("passport", "FR")]))).toEqual([])
  })

  test("ends on the day after the expiry, and grace leads to a person", () => {
    const expiring = (date: string) => passport({ mrz: zone(passportLines({ expiry: date })), lines: [] })
    expect(authenticity([expiring("260601")]).outcome).toBe("passed")
    expect(told(authenticity([expiring("260531")]))).toEqual(["failed", ["document_expired"], ["document_expired"]])
    expect(codes(authenticity([expiring("260531")], { expiry_grace_days: 1 }))).toEqual(["document_expired_in_grace"])
    expect(codes(authenticity([expiring("260530")], { expiry_grace_days: 1 }))).toEqual(["document_expired"])
  })
})

describe("a specimen", () => {
  test("is told by its issuer, a word, a published number or name", () => {
    const utopian = zone(["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"])
    expect(authenticity([passport({ mrz: utopian, lines: [] })]).details.specimen_signs).toEqual(["issuer", "number", "name"])
    expect(told(authenticity([passport({ lines: printed([...passportPrint(), "SPECIMEN"]) })]))).toEqual([
      "failed",
      ["document_specimen"],
      ["document_specimen"]
    ])
    expect(
      authenticity([passport({ mrz: zone(passportLines({ surname: "MUSTERMANN", given: "ERIKA" })), lines: [] })]).details.specimen_signs
    ).toEqual(["name"])
    expect(
      authenticity([passport({ lines: printed([...passportPrint(), "MUSTER"]) })], { weights: { document_specimen: "info" } }).outcome
    ).toBe("passed")
  })
  test("is only suspected by a number or a name that somebody may really have", () => {
    const numbered = passport({ mrz: zone(passportLines({ number: "925665416" })), lines: [] })
    expect(told(authenticity([numbered]))).toEqual(["review", ["specimen_suspected"], ["document_specimen"]])
  })
  test("is not told by the name of a street", () => {
    expect(authenticity([passport({ lines: printed([...passportPrint(), "14 SAMPLE STREET, MINTA"]) })]).outcome).toBe("passed")
  })
  test("is not somebody whose surname is the word", () => {
    const named = passport({ mrz: zone(passportLines({ surname: "SAMPLE" })), lines: printed(passportPrint({ surname: "SAMPLE" })) })
    expect(authenticity([named]).details.specimen_signs).toEqual([])
  })
})

describe("signs of a copy or a change", () => {
  test("are held against the document as the policy weighs them", () => {
    expect(codes(authenticity([passport({ screen_capture: 0.8 })]))).toEqual(["document_screen_capture"])
    expect(codes(authenticity([passport({ printed_copy: 0.7 })]))).toEqual(["document_printed_copy"])
    expect(codes(authenticity([passport({ printed_copy: 0.69, screen_capture: null })]))).toEqual([])
    const flagged = (flag: "edited_software" | "modified_after_signing" | "overlay_text" | "screenshot") => {
      const one = passport()
      const reading = one.content.status === "read" ? one.content.reading : undefined
      return document(reading?.pictures ?? [], { flags: [flag] })
    }
    expect(told(authenticity([flagged("modified_after_signing")]))).toEqual(["failed", ["modified_after_signing"], ["document_tampered"]])
    expect(told(authenticity([flagged("overlay_text")]))).toEqual(["failed", ["overlay_text"], ["document_tampered"]])
    expect(told(authenticity([flagged("edited_software")]))).toEqual(["review", ["edited_software"], ["document_tampered"]])
    expect(codes(authenticity([flagged("screenshot")]))).toEqual(["document_screen_capture"])
  })
})

describe("age", () => {
  const born = (value: string, of: Partial<IdentityField> = {}): ReadonlyArray<IdentityField> => [
    {
      field: "date_of_birth",
      value,
      source: "mrz",
      confidence: 0.95,
      standing: "verified",
      repaired: false,
      certain: true,
      document_id: null,
      also: [],
      ...of
    }
  ]
  const judge = (fields: ReadonlyArray<IdentityField>, minimum_age: number | null = 18) =>
    judgeAge(fields, { minimum_age, weights: {} }, today)

  test("is reached on the birthday", () => {
    expect([judge(born("2008-06-01")).outcome, judge(born("2008-06-02")).outcome]).toEqual(["passed", "failed"])
    expect([judge(born("2008-06-01")).details.age, judge(born("2008-06-02")).details.age]).toEqual([18, 17])
    expect(judge(born("2008-06-02")).session_reasons).toEqual(["age_below_minimum"])
  })
  test("of somebody born on 29 February is reached on 1 March of a common year", () => {
    const on = (day: string) => judgeAge(born("2008-02-29"), { minimum_age: 18, weights: {} }, day).outcome
    expect([on("2026-02-28"), on("2026-03-01")]).toEqual(["failed", "passed"])
  })
  test("is judged by the parts of the date that are known, where these suffice", () => {
    expect([judge(born("1990")).outcome, judge(born("2008-06")).outcome, judge(born("2008")).outcome, judge(born("2012")).outcome]).toEqual(
      ["passed", "review", "review", "failed"]
    )
  })
  test("is unknown without a date, and on a doubtful one", () => {
    expect([
      judge([]).outcome,
      judge(born("1990-01-01", { certain: false, standing: "ambiguous", confidence: 0.4 })).outcome,
      judge(born("2090-01-01")).outcome
    ]).toEqual(["review", "review", "review"])
    expect(judge(born("1990-01-01", { certain: false, standing: "read", confidence: 0.8, source: "visual" })).outcome).toBe("passed")
  })
  test("is nobody's business where no minimum is set", () => {
    expect(judge(born("2020-01-01"), null).outcome).toBe("not_applicable")
  })
})

describe("duplicates", () => {
  const zero = "0".repeat(64)
  const near = `${"0".repeat(54)}${"f".repeat(10)}`
  const base: DuplicateEvidence = {
    fingerprint: "dfp_a",
    pictures: [{ document_id: "doc_1", side: "front", perceptual_hash: zero }],
    earlier: [],
    policy: { weights: {} }
  }
  const earlier = { session_id: "ses_1", same_person: false, fingerprint: null, perceptual_hash: null }

  test("are documents that somebody else used, by number or by picture", () => {
    expect(codes(judgeDuplicate({ ...base, earlier: [{ ...earlier, fingerprint: "dfp_a" }] }))).toEqual(["duplicate_document"])
    expect(codes(judgeDuplicate({ ...base, earlier: [{ ...earlier, perceptual_hash: zero }] }))).toEqual(["duplicate_document"])
    expect(codes(judgeDuplicate({ ...base, earlier: [{ ...earlier, perceptual_hash: zero, fingerprint: "dfp_b" }] }))).toEqual([
      "duplicate_document"
    ])
    expect(codes(judgeDuplicate({ ...base, earlier: [{ ...earlier, perceptual_hash: near }] }))).toEqual(["similar_picture"])
  })
  test("are not cards that merely look alike, nor one's own document used again", () => {
    expect(codes(judgeDuplicate({ ...base, earlier: [{ ...earlier, perceptual_hash: near, fingerprint: "dfp_b" }] }))).toEqual([])
    const again = judgeDuplicate({ ...base, earlier: [{ ...earlier, same_person: true, fingerprint: "dfp_a" }] })
    expect([again.outcome, again.details.matches.length]).toEqual(["passed", 1])
  })
  test("of one session are both sides by the same picture", () => {
    const twice = [...base.pictures, { document_id: "doc_2", side: "back" as const, perceptual_hash: zero }]
    expect(codes(judgeDuplicate({ ...base, pictures: twice }))).toEqual(["same_picture_twice"])
  })
  test("cannot be looked for with nothing in hand", () => {
    expect(judgeDuplicate({ ...base, fingerprint: null, pictures: [] }).outcome).toBe("not_applicable")
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
