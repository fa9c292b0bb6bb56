import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { printedZone } from "../../../../packages/core/src/verification/identity-documents/visual-zone/printed-zone.ts"
import { printedAt, readVisualZone } from "../../../../packages/core/src/verification/identity-documents/visual-zone/read-visual-zone.ts"
import { nameIn, nationalityIn, numberIn, sexIn } from "../../../../packages/core/src/verification/identity-documents/visual-zone/values.ts"
import { passportLines, passportPrint, printed, today } from "./documents.ts"

const read = (rows: ReadonlyArray<string>, country: string | null = null): Record<string, string> =>
  Object.fromEntries(readVisualZone(printedZone(printed(rows)), { country, today }).map(({ field, value }) => [field, value]))

describe("the visual zone", () => {
  test("of a passport gives what its labels announce, below them and in their order", () => {
    expect(read(passportPrint())).toEqual({
      document_number: "14CV28561",
      surname: "MOREAU",
      given_names: "Camille Anne",
      nationality: "FR",
      date_of_birth: "1990-07-13",
      sex: "F",
      place_of_birth: "LYON",
      issue_date: "2021-02-12",
      expiry_date: "2031-02-11"
    })
  })

  test("of a German card is read under its labels in three languages", () => {
    const fields = read([
      "PERSONALAUSWEIS",
      "Name/Surname/Nom",
      "WERNICKE",
      "Vornamen/Given names/Prénoms",
      "JONAS TOBIAS",
      "Geburtstag/Date of birth/Date de naissance   Staatsangehörigkeit/Nationality",
      "12.08.1983    DEUTSCH",
      "Geburtsort/Place of birth/Lieu de naissance",
      "KASSEL",
      "Gültig bis/Date of expiry/Date d'expiration",
      "01.08.2031"
    ])
    expect(fields).toEqual({
      surname: "WERNICKE",
      given_names: "JONAS TOBIAS",
      date_of_birth: "1983-08-12",
      nationality: "DE",
      place_of_birth: "KASSEL",
      expiry_date: "2031-08-01"
    })
  })

  test("of a Spanish card keeps the number of the card and that of the person apart", () => {
    const fields = read([
      "DOCUMENTO NACIONAL DE IDENTIDAD",
      "APELLIDOS",
      "ROBLEDO IZQUIERDO",
      "NOMBRE",
      "NURIA",
      "FECHA DE NACIMIENTO",
      "01 02 1980",
      "NÚM SOPORTE   VALIDEZ",
      "BKD284711   01 06 2031",
      "DNI 48291734K"
    ])
    expect([fields.surname, fields.given_names, fields.document_number, fields.personal_number]).toEqual([
      "ROBLEDO IZQUIERDO",
      "NURIA",
      "BKD284711",
      "48291734K"
    ])
    expect([fields.date_of_birth, fields.expiry_date]).toEqual(["1980-02-01", "2031-06-01"])
  })

  test("of a Brazilian licence has the whole name under Nome", () => {
    const fields = read([
      "CARTEIRA NACIONAL DE HABILITAÇÃO",
      "NOME",
      "TOMÁS NASCIMENTO REIS",
      "CPF    DATA NASCIMENTO",
      "123.456.789-09    01/02/1980"
    ])
    expect([fields.full_name, fields.personal_number, fields.date_of_birth]).toEqual([
      "TOMÁS NASCIMENTO REIS",
      "123.456.789-09",
      "1980-02-01"
    ])
  })

  test("of a European licence is read by the numbers of its fields", () => {
    const fields = read([
      "FÜHRERSCHEIN    BUNDESREPUBLIK DEUTSCHLAND",
      "1. WERNICKE",
      "2. JONAS",
      "3. 12.08.64 KASSEL",
      "4a. 01.01.2013    4c. LRA Musterstadt",
      "4b. 31.12.2027",
      "5. B072KKE2I55",
      "8. LINDENWEG 4, 34117 KASSEL"
    ])
    expect(fields).toEqual({
      surname: "WERNICKE",
      given_names: "JONAS",
      date_of_birth: "1964-08-12",
      place_of_birth: "KASSEL",
      issue_date: "2013-01-01",
      expiry_date: "2027-12-31",
      document_number: "B072KKE2I55",
      address: "LINDENWEG 4, 34117 KASSEL"
    })
  })

  test("of an American licence has the month before the day, by its country", () => {
    const rows = ["DL D7719034", "EXP 07/04/2030", "LN OKAFOR", "FN RUTH IVY", "DOB 07/04/1988", "SEX F   HAIR BRN", "ISS 03/11/2022"]
    expect([read(rows, "US").date_of_birth, read(rows, "US").issue_date, read(rows, "US").sex]).toEqual(["1988-07-04", "2022-03-11", "F"])
    expect(read(rows, "GB").date_of_birth).toBe("1988-04-07")
  })

  test("is not read from the machine readable zone, which must not confirm itself", () => {
    const zone = printedZone(printed([...passportLines(), "Surname", "KOVAČ"]))
    expect(printedAt(zone, { field: "document_number", value: "14CV28561", country: null })).toBeNull()
    expect(printedAt(zone, { field: "surname", value: "MOREAU", country: null })).toBeNull()
    expect(printedAt(zone, { field: "surname", value: "KOVAC", country: null })?.confidence).toBeGreaterThan(0.8)
  })

  test("is as sure of a value as the recognition was of its line", () => {
    const sure = (confidence: number) =>
      readVisualZone(printedZone(printed(["Surname: OKAFOR"], confidence)), { country: null, today }).find(
        ({ field }) => field === "surname"
      )?.confidence ?? 0
    expect(sure(0.9)).toBeGreaterThan(sure(0.5))
    expect(sure(0.5)).toBeLessThanOrEqual(0.5)
  })

  test("has no birth in the future: a year of two digits belongs to the century before", () => {
    expect(read(["Date of birth", "14.02.41"]).date_of_birth).toBe("1941-02-14")
  })

  test("never throws and keeps its values within bounds, whatever was recognised", () => {
    const line = fc.oneof(
      fc.string({ maxLength: 120, unit: "binary" }),
      fc.constantFrom(
        "Surname / Nom",
        "Date of birth",
        "1. ",
        "4a. 01.01.2020 4b. 31.12.2030",
        "Sex   Nationality   Date of birth",
        "5. X",
        "M  FRA  01 01 1990"
      )
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (rows) =>
        readVisualZone(printedZone(printed(rows)), { country: "FR", today }).every(
          ({ confidence, value }) => value.length > 0 && value.length <= 700 && confidence >= 0 && confidence <= 1
        )
      ),
      { numRuns: 60 }
    )
  })
})

describe("a printed value", () => {
  test("is a name only without digits", () => {
    expect(["MÜLLER-LÜDENSCHEIDT", "O'Brien", "D’Angelo (2)", "12 AUG", "", "—", "A".repeat(80)].map(nameIn)).toEqual([
      "MÜLLER-LÜDENSCHEIDT",
      "O'Brien",
      "D’Angelo",
      null,
      null,
      null,
      null
    ])
  })
  test("is a number only with a digit, and no date", () => {
    expect(["AB 123456", "L898902C3", "12.08.1983", "X4RTBPFW4 11 02 2030", "BERLIN", "P FRA 14CV28561", "12"].map(numberIn)).toEqual([
      "AB 123456",
      "L898902C3",
      null,
      "X4RTBPFW4",
      null,
      "14CV28561",
      null
    ])
  })
  test("names a sex or a nationality in the usual words", () => {
    expect(["F", "M / M", "weiblich", "Sexe F", "KÖLN"].map(sexIn)).toEqual(["F", "M", "F", "F", null])
    expect(["BRITISH CITIZEN", "DEUTSCH", "D", "FRA", "Française/French", "UTOPIAN", "SUN"].map(nationalityIn)).toEqual([
      "GB",
      "DE",
      "DE",
      "FR",
      "FR",
      null,
      "SUN"
    ])
  })
})
