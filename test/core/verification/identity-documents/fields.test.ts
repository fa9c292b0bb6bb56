import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { compareValues } from "../../../../packages/core/src/verification/identity-documents/compare-values.ts"
import { compareFields, mergeFields, mostComparisons } from "../../../../packages/core/src/verification/identity-documents/fields.ts"
import {
  fieldSources,
  identityFieldNames,
  standings,
  type SourceValue
} from "../../../../packages/core/src/verification/identity-documents/field-value.ts"

const value = (of: Partial<SourceValue>): SourceValue => ({
  field: "document_number",
  source: "mrz",
  value: "14CV28561",
  confidence: 0.95,
  standing: "verified",
  document_id: "doc_1",
  truncated: false,
  ...of
})
const seen = (of: Partial<SourceValue>) => value({ source: "visual", standing: "read", confidence: 0.9, ...of })
const compared = (field: SourceValue["field"], one: string, other: string, truncated = false) =>
  compareValues(value({ field, value: one, truncated }), seen({ field, value: other }))

describe("two values of a field", () => {
  test("agree as numbers when only signs or an addition of the print differ, and are near by look-alikes or one slip", () => {
    expect(compared("document_number", "AB123456", "ab 123-456")).toBe("agree")
    expect(compared("document_number", "MORGA753116SM9IJ", "MORGA753116SM9IJ 35")).toBe("agree")
    expect(compared("document_number", "O0I1B8S5", "00118855")).toBe("near")
    expect(compared("document_number", "14CV28561", "14CV28567")).toBe("near")
    expect(compared("document_number", "14CV28561", "14CV28999")).toBe("differ")
    expect(compared("document_number", "12345", "12346")).toBe("differ")
  })

  test("agree as names over accents, transliteration, order and second names, and where the zone had no room", () => {
    expect(compared("surname", "MUELLER", "Müller")).toBe("agree")
    expect(compared("surname", "KOVAC", "KOVAČ")).toBe("agree")
    expect(compared("surname", "O CONNOR", "O'CONNOR")).toBe("agree")
    expect(compared("given_names", "ANNA MARIA", "MARIA ANNA")).toBe("agree")
    expect(compared("given_names", "CAMILLE", "CAMILLE ANNE")).toBe("agree")
    expect(compared("given_names", "BARTHOLOM", "Bartholomäus Xaver", true)).toBe("agree")
    expect(compared("given_names", "BARTHOLOM", "Zacharias Xaver", true)).toBe("differ")
    expect(compared("surname", "MOREAU", "LEFEBVRE")).toBe("differ")
  })

  test("cannot be set side by side where a script leaves out what the other writes", () => {
    expect(compared("surname", "ALRASHID", "الرشيد")).not.toBe("differ")
    expect(compared("surname", "ZHANG", "王")).not.toBe("differ")
  })

  test("agree as dates in all parts that both know", () => {
    expect(compared("date_of_birth", "1990-07", "1990-07-13")).toBe("agree")
    expect(compared("date_of_birth", "1990-07-13", "1990-07-18")).toBe("near")
    expect(compared("date_of_birth", "1990-07-13", "1961-02-04")).toBe("differ")
  })
})

describe("a merged field", () => {
  test("is what is verified, with what others say beside it", () => {
    const [field] = mergeFields([seen({ value: "14 CV 28561" }), value({})])
    expect(field).toEqual({
      field: "document_number",
      value: "14CV28561",
      source: "mrz",
      confidence: 0.95,
      standing: "verified",
      repaired: false,
      certain: true,
      document_id: "doc_1",
      evidence: { document_id: "doc_1", page: null, box: null },
      also: [
        {
          source: "visual",
          value: "14 CV 28561",
          standing: "read",
          agreement: "agree",
          confidence: 0.9,
          evidence: { document_id: "doc_1", page: null, box: null }
        }
      ]
    })
  })

  test("is not certain on one reading alone, and is when another source agrees", () => {
    expect(mergeFields([seen({})])[0]?.certain).toBe(false)
    expect(
      mergeFields([seen({ field: "surname", value: "MOREAU" }), value({ field: "surname", value: "MOREAU", standing: "read" })])[0]?.certain
    ).toBe(true)
  })

  test("is marked where it was repaired, and certain only with the print behind it", () => {
    const alone = mergeFields([value({ standing: "repaired", confidence: 0.75 })])[0]
    expect([alone?.repaired, alone?.certain]).toEqual([true, false])
    const confirmed = mergeFields([value({ standing: "repaired", confidence: 0.75 }), seen({})])[0]
    expect([confirmed?.repaired, confirmed?.certain]).toEqual([true, true])
  })

  test("is never certain on an ambiguous or unconfirmed reading, not even beside one that agrees", () => {
    for (const standing of ["ambiguous", "unconfirmed"] as const) {
      expect(mergeFields([value({ standing, confidence: 0.4 })])[0]?.certain).toBe(false)
      expect(mergeFields([value({ standing, confidence: 0.4 }), seen({})])[0]?.certain).toBe(false)
    }
  })

  test("is not certain where a well-read source contradicts it", () => {
    expect(mergeFields([value({}), seen({ value: "99ZZ00000" })])[0]?.certain).toBe(false)
    expect(mergeFields([value({}), seen({ value: "99ZZ00000", confidence: 0.2 })])[0]?.certain).toBe(true)
  })

  test("takes the print where the zone had to cut a name", () => {
    const [field] = mergeFields([
      value({ field: "given_names", value: "BARTHOLOM", standing: "read", truncated: true }),
      seen({ field: "given_names", value: "Bartholomäus" })
    ])
    expect([field?.value, field?.source]).toEqual(["Bartholomäus", "visual"])
  })

  test("of the full name is made of its parts, as sure as the less sure", () => {
    const full = mergeFields([
      value({ field: "surname", value: "MOREAU", standing: "read" }),
      value({ field: "given_names", value: "CAMILLE", standing: "read", confidence: 0.6 })
    ]).find(({ field }) => field === "full_name")
    expect([full?.value, full?.confidence, full?.certain]).toEqual(["CAMILLE MOREAU", 0.6, false])
  })
})

const anyValue: fc.Arbitrary<SourceValue> = fc.record({
  field: fc.constantFrom(...identityFieldNames),
  source: fc.constantFrom(...fieldSources),
  value: fc.oneof(fc.string({ minLength: 1, maxLength: 40 }), fc.constantFrom("14CV28561", "MOREAU", "1990-07-13", "F", "FR")),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  standing: fc.constantFrom(...standings),
  document_id: fc.constantFrom("doc_1", "doc_2", null),
  truncated: fc.boolean()
})

describe("whatever sources say", () => {
  test("no field has a value that no source gave, and none is certain without a sound one", () => {
    fc.assert(
      fc.property(fc.array(anyValue, { maxLength: 20 }), (values) =>
        mergeFields(values).every((field) => {
          const own = values.filter((one) => one.field === field.field)
          if (field.field === "full_name" && own.length === 0) return !field.certain || values.some((one) => one.field === "surname")
          const given = own.some((one) => one.value === field.value && one.source === field.source && one.standing === field.standing)
          const sound = own.some(({ standing }) => standing === "verified" || standing === "read" || standing === "repaired")
          return given && (!field.certain || (sound && field.standing !== "ambiguous" && field.standing !== "unconfirmed"))
        })
      )
    )
  })

  test("comparisons are bounded and the same from both sides", () => {
    fc.assert(
      fc.property(fc.array(anyValue, { maxLength: 60 }), anyValue, anyValue, (values, one, other) => {
        const same = { ...other, field: one.field }
        return (
          compareFields(values).length <= mostComparisons &&
          compareValues(one, same) === compareValues(same, one) &&
          compareValues(one, one) === "agree"
        )
      })
    )
  })
})

test("a vowel more at the end of a name is no agreement, in either order, and a letter that was misread inside is", () => {
  const names = (one: string, other: string) =>
    compareValues(seen({ field: "given_names", value: one }), seen({ field: "given_names", value: other }))
  for (const [one, other] of [
    ["CHRISTIAN", "CHRISTIANE"],
    ["RAHIM", "Rahima"],
    ["ANNA STANISLAW", "ANNA STANISLAWA"]
  ] as const) {
    expect([names(one, other), names(other, one)]).toEqual(["near", "near"])
  }
  expect([names("CHRISTIANE", "CHRISTIAME"), names("ISABEL CLAIRE", "ISABEL"), names("ANDRÉ", "ANDRE")]).toEqual([
    "agree",
    "agree",
    "agree"
  ])
})
