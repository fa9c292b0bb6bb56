import { describe, expect, test } from "bun:test"
import { checkDigitOf } from "@vouchkit/core/verification/identity-documents/mrz/check-digits"
import { type MrzFields, parseMrz } from "@vouchkit/core/verification/identity-documents/mrz/parse"
import fc from "fast-check"

const berthier = ["IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "9409923102854CORINNE<<<<<<<6512068F4"]
const today = "2026-11-20"

const fieldsOf = (...lines: ReadonlyArray<string>): MrzFields => {
  const parsed = parseMrz(lines, today)
  if ("refused" in parsed) throw new Error(`refused: ${parsed.refused}`)
  return parsed
}

const td3 = ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"] as const
const td1 = ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"] as const
const td2 = ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"] as const
const mrva = ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"] as const
const mrvb = ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX4009078F9612109<<<<<<<<"] as const

describe("the specimens of ICAO 9303", () => {
  const holder = { surname: "ERIKSSON", given_names: "ANNA MARIA", names_truncated: false, issuing_state: "UTO", sex: "F" } as const
  const valid = { checksums_valid: true, irregular: [] } as const

  test.each([
    ["TD3", td3, "P", "UTO", "L898902C3", "1974-08-12", "2012-04-15", ["ZE184226B"], "ZE184226B"],
    ["TD1", td1, "I", "UTO", "D23145890", "1974-08-12", "2012-04-15", ["", ""], null],
    ["TD2", td2, "I", "UTO", "D23145890", "1974-08-12", "2012-04-15", [""], null],
    ["MRVA", mrva, "V", "XXX", "L8988901C", "1940-09-07", "1996-12-10", ["6ZE184226B"], null],
    ["MRVB", mrvb, "V", "XXX", "L8988901C", "1940-09-07", "1996-12-10", [""], null]
  ] as const)("%s is read field by field", (format, lines, code, nationality, number, birth, expiry, optional, personal) => {
    const fields = fieldsOf(...lines)
    expect(fields).toMatchObject({
      format,
      document_code: code,
      nationality,
      document_number: number,
      personal_number: personal,
      ...holder,
      ...valid
    })
    expect([fields.birth_date.date, fields.expiry_date.date]).toEqual([birth, expiry])
    expect(fields.optional_data).toEqual(optional)
  })

  test("each check digit says what it covers, what stands there and what should", () => {
    expect(fieldsOf(td3[0], td3[1].replace("C36UTO", "C35UTO")).check_digits).toEqual([
      { field: "document_number", expected: "6", read: "5", valid: false },
      { field: "birth_date", expected: "2", read: "2", valid: true },
      { field: "expiry_date", expected: "9", read: "9", valid: true },
      { field: "personal_number", expected: "1", read: "1", valid: true },
      { field: "composite", expected: "3", read: "0", valid: false }
    ])
    expect(fieldsOf(...mrvb).check_digits.map(({ field }) => field)).toEqual(["document_number", "birth_date", "expiry_date"])
  })

  test("an empty personal number may have a filler for its check digit, a passport number may not have a wrong one", () => {
    const empty = "L898902C36UTO7408122F1204159<<<<<<<<<<<<<<"
    const composite = checkDigitOf("L898902C36" + "7408122" + "1204159<<<<<<<<<<<<<<<")
    for (const digit of ["<", "0"]) expect(fieldsOf(td3[0], `${empty}${digit}${composite}`).checksums_valid).toBe(true)
    expect(fieldsOf(td3[0], `${empty}1${composite}`).checksums_valid).toBe(false)
  })
})

describe("document numbers longer than nine places", () => {
  test("go on in the optional data of a TD1, with their check digit behind", () => {
    const fields = fieldsOf("I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<")
    expect(fields).toMatchObject({ document_number: "D23145890734", checksums_valid: true, optional_data: ["", ""] })
    expect(fields.check_digits[0]).toEqual({ field: "document_number", expected: "9", read: "9", valid: true })
  })

  test("go on in the optional data of a TD2, and leave what stands behind them", () => {
    const number = "ABC123456789"
    const line = `ABC123456<UTO7408122F1204159789${checkDigitOf(number)}<XY`
    const composite = checkDigitOf(`ABC123456<${"7408122"}1204159789${checkDigitOf(number)}<XY`)
    expect(fieldsOf(td2[0], line + composite)).toMatchObject({ document_number: number, optional_data: ["XY"], checksums_valid: true })
  })

  test("are also accepted where the issuer counts the filler between as a place", () => {
    const digit = checkDigitOf("592123456<78901")
    expect(digit).not.toBe(checkDigitOf("59212345678901"))
    const first = `IDBEL592123456<78901${digit}<<<<<<<<<`
    const fields = fieldsOf(first, td1[1], td1[2])
    expect(fields.document_number).toBe("59212345678901")
    expect(fields.check_digits[0]?.valid).toBe(true)
  })

  test("are not seen in a short number, whose fillers stand before the check digit", () => {
    expect(fieldsOf("I<UTOD2314589<<A9<<<<<<<<<<<<<", td1[1], td1[2])).toMatchObject({
      document_number: "D2314589",
      optional_data: ["A9", ""]
    })
  })

  test("are not seen in a passport or visa", () => {
    expect(fieldsOf(td3[0], "L898902C3<UTO7408122F1204159ZE184226B<<<<<10").document_number).toBe("L898902C3")
  })
})

describe("fields", () => {
  const withNames = (names: string): MrzFields => fieldsOf(`P<D<<${names.padEnd(39, "<")}`, td3[1])

  test("keep the issuer as printed, without fillers: D is Germany", () => {
    const fields = fieldsOf("P<D<<MUELLER<<ERIKA<<<<<<<<<<<<<<<<<<<<<<<<<", "C01X00T478D<<6408125F2702283<<<<<<<<<<<<<<<4")
    expect(fields).toMatchObject({ issuing_state: "D", nationality: "D", checksums_valid: true, irregular: [] })
  })

  test("tell surname and given names apart, and a name that may have been cut", () => {
    expect(withNames("VAN<DER<MEER<<JAN<PIET")).toMatchObject({ surname: "VAN DER MEER", given_names: "JAN PIET", names_truncated: false })
    expect(withNames("ARKFREITH")).toMatchObject({ surname: "ARKFREITH", given_names: "" })
    expect(withNames("NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K")).toMatchObject({
      given_names: "CHAYAPA DEJTHAMRONG K",
      names_truncated: true
    })
    expect(withNames("SMITH<<JOHN<<PAUL")).toMatchObject({ surname: "SMITH", given_names: "JOHN PAUL" })
    expect(withNames("<<ANNA")).toMatchObject({ surname: "", given_names: "ANNA", irregular: [] })
    expect(withNames("SM1TH<<JOHN").irregular).toEqual(["names"])
  })

  test("know M, F, and both signs for unspecified; anything else is no sex", () => {
    const sexOf = (character: string) => fieldsOf(td3[0], td3[1].replace("2F1", `2${character}1`)).sex
    expect(["M", "F", "X", "<", "K"].map(sexOf)).toEqual(["M", "F", "X", "X", null])
  })

  const withDates = (birth: string, expiry: string): MrzFields =>
    fieldsOf(td3[0], `L898902C36UTO${birth}${checkDigitOf(birth)}F${expiry}${checkDigitOf(expiry)}<<<<<<<<<<<<<<<0`)

  test("take the latest birth that is not in the future", () => {
    const birthOf = (printed: string) => withDates(printed, "300101").birth_date.date
    expect(["261120", "261121", "000229", "690806"].map(birthOf)).toEqual(["2026-11-20", "1926-11-21", "2000-02-29", "1969-08-06"])
  })

  test("leave out the parts of a birth that are not known", () => {
    const { birth_date, irregular } = withDates("74<<<<", "300101")
    expect(birth_date).toEqual({ printed: "74<<<<", year: 1974, month: null, day: null, date: null, regular: true })
    expect(irregular).toEqual([])
    expect(withDates("<<<<<<", "300101")).toMatchObject({ birth_date: { year: null, date: null, regular: true }, irregular: [] })
    expect(withDates("2612<<", "300101").birth_date.year).toBe(1926)
  })

  test("take an expiry near today, in the past as well, and never before the birth", () => {
    const expiryOf = (birth: string, expiry: string) => withDates(birth, expiry).expiry_date.date
    expect(expiryOf("690806", "940623")).toBe("1994-06-23")
    expect(expiryOf("690806", "360623")).toBe("2036-06-23")
    expect(expiryOf("050806", "990101")).toBe("2099-01-01")
  })

  test("call a day that no calendar has irregular, and give no date for it", () => {
    expect(withDates("740230", "301301")).toMatchObject({
      birth_date: { date: null },
      expiry_date: { date: null },
      irregular: ["birth_date", "expiry_date"]
    })
    expect(withDates("7408I2", "300101").irregular).toEqual(["birth_date"])
  })
})

describe("text from outside", () => {
  const expected = fieldsOf(...td3)

  test.each([
    ["lower case", td3.map((line) => line.toLowerCase())],
    ["white space around", td3.map((line) => `  ${line}\t`)],
    ["CRLF in one entry", [td3.join("\r\n")]],
    ["empty lines between", ["", td3[0], " ", td3[1], ""]],
    ["all in one line", [td3.join("")]],
    ["spaces that mean nothing", [td3[0].replace("UTO", " UTO "), td3[1]]],
    ["spaces for fillers", td3.map((line) => line.replaceAll("<", " "))],
    ["quotation marks for fillers", td3.map((line) => line.replaceAll("<<", "«"))]
  ])("is understood with %s", (_, lines) => {
    expect(parseMrz(lines, today)).toEqual(expected)
  })

  test("is refused with a reason when it is no zone", () => {
    const refusal = (...lines: ReadonlyArray<string>) => {
      const parsed = parseMrz(lines, today)
      return "refused" in parsed ? parsed.refused : null
    }
    expect(refusal()).toBe("empty")
    expect(refusal(" ", "\n")).toBe("empty")
    expect(refusal("A".repeat(401))).toBe("too_long")
    expect(refusal(td3[0].replace("<", "*"), td3[1])).toBe("foreign_character")
    expect(refusal(td3[0])).toBe("unknown_format")
    expect(refusal(td3[0].slice(1), td3[1])).toBe("unknown_format")
    expect(refusal(td1[0], td1[1])).toBe("unknown_format")
    expect(refusal(td3[0], td2[1])).toBe("unknown_format")
    expect(refusal("AAA001D<<", "FACHE305142128097<<800126<<<<<", "FAVRE<<ANTOINE<<<<<<<<<<<<<<<<")).toBe("national_format")
  })

  test("never makes the reader fail, and every zone that is read has the length of its format", () => {
    const piece = fc.string({ unit: fc.constantFrom(..."ABZ019< \n«x"), maxLength: 50 })
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 60 })), { maxLength: 5 }), (lines) => {
        const parsed = parseMrz(lines, today)
        if (!("refused" in parsed)) expect([30, 36, 44]).toContain(parsed.lines[0]?.length ?? 0)
      })
    )
  })
})

describe("the French identity card of 1995 to 2021", () => {
  const read = (...lines: ReadonlyArray<string>) => {
    const parsed = parseMrz(lines, today)
    if ("refused" in parsed) throw new Error(parsed.refused)
    return parsed
  }

  test("is read by its own layout into the fields of other zones", () => {
    const { birth_date, check_digits, expiry_date, irregular, issue_date, ...fields } = read(...berthier)
    expect(fields).toMatchObject({
      format: "FR_ID",
      document_code: "ID",
      issuing_state: "FRA",
      nationality: "FRA",
      surname: "BERTHIER",
      given_names: "CORINNE",
      document_number: "940992310285",
      sex: "F",
      personal_number: null,
      checksums_valid: true
    })
    expect(check_digits.map(({ field }) => field)).toEqual(["document_number", "birth_date", "composite"])
    expect([birth_date.date, expiry_date.date, irregular]).toEqual(["1965-12-06", null, []])
    expect([issue_date?.year, issue_date?.month, issue_date?.day]).toEqual([1994, 9, null])
  })

  test("has department and office beside the surname, and the letters of Corsica in its number", () => {
    const number = "19052A012345"
    const second = `${number}${checkDigitOf(number)}MARIE<<JEANNE<800101${checkDigitOf("800101")}F`
    const first = "IDFRACASANOVA<<<<<<<<<<<<<<<<<2A0001"
    const card = read(first, second + checkDigitOf(first + second))
    expect(card).toMatchObject({ document_number: number, given_names: "MARIE JEANNE", optional_data: ["2A0001"], checksums_valid: true })
    expect(card.irregular).toEqual([])
  })

  test("fails each of its check digits for each single digit that was changed under it", () => {
    const [first = "", second = ""] = berthier
    for (const at of [0, 7, 12, 28, 33, 35]) {
      const other = String((Number(second.charAt(at)) + 1) % 10)
      expect(read(first, second.slice(0, at) + other + second.slice(at + 1)).checksums_valid).toBe(false)
    }
    expect(read(first.replace("BERTHIER", "BERTHIES"), second).check_digits.filter(({ valid }) => !valid)).toMatchObject([
      { field: "composite" }
    ])
  })

  test("is told from cards of the same size that follow ICAO 9303", () => {
    expect(read("I<FRABERTHIER<<CORINNE<<<<<<<<<<<<<<", "D231458907FRA7408122F1204159<<<<<<<6").format).toBe("TD2")
    expect(read("IDFRABERTHIER<<CORINNE<<<<<<<<<<<<<<", "D231458907FRA7408122F1204159<<<<<<<6").format).toBe("TD2")
  })
})
