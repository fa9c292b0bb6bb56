import { describe, expect, test } from "bun:test"
import { reasonFacts } from "@vouchkit/core/kernel/foundation/reason-codes"
import { identityReasons } from "@vouchkit/core/verification/identity-documents/reasons"
import { codes, document, passport, passportLines, passportPrint, printed, zone } from "./documents.ts"
import { authenticity, told } from "./judged-documents.ts"

describe("acceptance", () => {
  test("is by type and by country", () => {
    expect(told(authenticity([passport()], { accepted_types: ["national_id"] }))).toEqual([
      "failed",
      ["document_type_not_accepted"],
      ["document_type_not_accepted"]
    ])
    expect(told(authenticity([passport()], { review_only_types: ["passport"] }))).toEqual([
      "review",
      ["document_type_review_only"],
      ["document_type_review"]
    ])
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
    const both = ["document_type_differs", "document_country_differs"]
    expect(told(authenticity([declared("visa", "DE")]))).toEqual(["review", both, both])
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

test("a finding that sessions have a code for is told of the session by that code, and no two that mean otherwise share one", () => {
  for (const [code, { session }] of Object.entries(identityReasons)) {
    if (Object.hasOwn(reasonFacts, code)) expect([code, session as string]).toEqual([code, code])
  }
  const told = Object.entries(identityReasons).flatMap(([code, { session }]) => (session === "document_type_not_accepted" ? [code] : []))
  expect(told).toEqual(["document_type_not_accepted"])
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
