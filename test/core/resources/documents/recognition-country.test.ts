import { recognitionCountry } from "@vouchkit/core/resources/documents/recognition-country"
import { expect, test } from "bun:test"

const own = { issuing_country: "GR" }
const undeclared = { issuing_country: null }
const session = (expected: object, locale: string | null = "de-AT") => ({ expected, contact: { locale } })

test("a bill is read in the languages of the country that was declared, before all others", () => {
  expect(recognitionCountry(own, session({ country: "FR" }), [{ issuing_country: "IT" }])).toBe("GR")
})

test("else the country of the address, then the one expected, then that of the identity document, then that of the locale", () => {
  const identity = [undeclared, { issuing_country: "IT" }]
  expect(recognitionCountry(undeclared, session({ country: "FR", address: { city: "Gent", country: "BE" } }), identity)).toBe("BE")
  expect(recognitionCountry(undeclared, session({ country: "FR", address: "Rue 1, Lyon" }), identity)).toBe("FR")
  expect(recognitionCountry(undeclared, session({}), identity)).toBe("IT")
  expect(recognitionCountry(undeclared, session({}), [undeclared])).toBe("AT")
  expect(recognitionCountry(undeclared, session({}, "zh-Hant-TW"), [])).toBe("TW")
})

test("an address in one text names its country by its last words or its postcode, and no other does", () => {
  const of = (address: string) => recognitionCountry(undeclared, session({ country: "FR", address }), [])
  expect(of("Annenstraße 31\n8020 Graz\nÖsterreich")).toBe("AT")
  expect(of("27 Harcourt Terrace, Bristol BS6 5QD")).toBe("GB")
  expect(of("Annenstraße 31, 8020 Graz")).toBe("FR")
})

test("a language alone names no country, and a document that stands alone has none", () => {
  expect(recognitionCountry(undeclared, session({}, "de"), [])).toBeNull()
  expect(recognitionCountry(undeclared, session({}, null), [])).toBeNull()
  expect(recognitionCountry(undeclared, undefined, [])).toBeNull()
})
