import { describe, expect, test } from "bun:test"
import { writtenDates } from "@vouchkit/core/verification/proof-of-address/extract/dates/written-dates"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { printedPage } from "../../../support/printed-page.ts"

const days = (text: string) =>
  writtenDates(text).flatMap((one) => (one.kind === "day" ? [`${one.year}-${one.month}-${one.day} ${text.slice(one.start, one.end)}`] : []))

describe("a day in words is read", () => {
  test.each([
    ["En Soria, a nueve de mayo de 2026", "2026-5-9 nueve de mayo de 2026"],
    ["a treinta y uno de diciembre de dos mil veinticinco", "2025-12-31 treinta y uno de diciembre de dos mil veinticinco"],
    ["a los 3 días del mes de junio del año 2026", "2026-6-3 3 días del mes de junio del año 2026"],
    ["Aveiro, vinte e seis de agosto de dois mil e vinte e seis", "2026-8-26 vinte e seis de agosto de dois mil e vinte e seis"],
    ["primeiro de março de 2026", "2026-3-1 primeiro de março de 2026"],
    ["Treviso, ventotto ottobre duemilaventisei", "2026-10-28 ventotto ottobre duemilaventisei"],
    ["lì due settembre 2026", "2026-9-2 due settembre 2026"]
  ])("%s", (text, day) => expect(days(text)).toEqual([day]))
})

describe("other words are no day", () => {
  test.each([
    "Payment due November 2026",
    "dos de cada tres vecinos de 2026",
    "treinta y dos de mayo de 2026",
    "treinta y uno de abril de 2026",
    "uno de los meses de mayo"
  ])("%s", (text) => expect(days(text)).toEqual([]))
})

test("a certificate is of the day that it says in words", () => {
  const found = readProofOfAddress(
    {
      lines: printedPage(`#  Ayuntamiento de Soria

   CERTIFICADO DE EMPADRONAMIENTO

   Nombre y apellidos: Oihana Goñi Etxeberria
   Domicilio: Calle del Collado 14, 42002 Soria

   En Soria, a diecisiete de noviembre de dos mil veintiséis`),
      page_count: 1,
      source: "text_layer"
    },
    { declared_type: null, declared_country: "ES", today: "2026-11-23" }
  )
  expect(found).toMatchObject({ issue_date: "2026-11-17", holder_names: ["Oihana Goñi Etxeberria"] })
})
