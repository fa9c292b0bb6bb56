import { describe, expect, test } from "bun:test"
import { comparePostalCodes } from "@vouchkit/core/verification/proof-of-address/compare/addresses/postal-codes"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { printedPage } from "../../../support/printed-page.ts"

const read = (page: string, declared_country: string, source: "ocr" | "text_layer" = "ocr") =>
  readProofOfAddress({ lines: printedPage(page), page_count: 1, source }, { declared_type: null, declared_country, today: "2026-11-23" })

describe("postcodes of Argentina, old and new, in brackets and without", () => {
  const lines: ReadonlyArray<readonly [line: string, code: string]> = [
    ["(M5500GFA) Mendoza", "M5500GFA"],
    ["(B7600) Mar del Plata", "B7600"],
    ["B1900TTA La Plata", "B1900TTA"],
    ["C.P. 4000 San Miguel de Tucumán", "4000"],
    ["(4400) Salta", "4400"],
    ["3000 Santa Fe", "3000"]
  ]
  for (const [line, code] of lines) {
    test(line, () => {
      const { address, holder_names } = read(
        `#  Aguas del Cuyo S.A.
   CUIT 30-70111222-9

   LUCERO JULIETA
   BELGRANO 845
   ${line}

   Factura de agua
   Fecha de emisión: 04/11/2026
   Total a pagar     $ 8.417,50`,
        "AR"
      )
      expect(holder_names).toEqual(["LUCERO JULIETA"])
      expect(address).toMatchObject({ house_number: "845", postal_code: code, city: line.replace(/^\S+\d\S*\s|^C\.P\. \d+ /, "") })
    })
  }

  test("the old code is a part of the new one", () => {
    expect(comparePostalCodes("C1425DKA", "1425", "AR")).toBe(0.6)
    expect(comparePostalCodes("C1425", "1425", "AR")).toBe(0.6)
    expect(comparePostalCodes("C1425DKA", "C1425DKB", "AR")).toBe(0)
    expect(comparePostalCodes("C1425DKA", "1426", "AR")).toBe(0)
  })
})

test("a year in brackets is no postcode", () => {
  expect(
    read("#  Aguas del Cuyo S.A.\n\n   Factura de agua\n   BELGRANO 845\n   (2026) Resumen", "AR").address?.postal_code ?? null
  ).toBeNull()
})

const set = (line: string, place: readonly [left: number, top: number], height = 0.012) => ({
  text: line,
  page: 1,
  left: place[0],
  top: place[1],
  width: line.length * 0.009,
  height,
  confidence: 0.95
})

test.each(["8005", "6001"])("a postcode of figures alone reaches up to its town in wide type: %s", (code) => {
  const lines = [
    set("Overberg Municipality", [0.08, 0.04], 0.02),
    set("SIPHO NKOSI", [0.08, 0.16], 0.009),
    set("12 ROSE STREET", [0.08, 0.174], 0.009),
    set("WELGEMOED", [0.08, 0.188], 0.009),
    set(code, [0.08, 0.2105], 0.009),
    set("Tax invoice: electricity and water", [0.08, 0.3]),
    set("Invoice date 05/11/2026", [0.08, 0.33])
  ]
  const { address, holder_names } = readProofOfAddress(
    { lines, page_count: 1, source: "text_layer" },
    { declared_type: null, declared_country: "ZA", today: "2026-11-23" }
  )
  expect(holder_names).toEqual(["SIPHO NKOSI"])
  expect(address).toMatchObject({ house_number: "12", city: "WELGEMOED", postal_code: code })
})
