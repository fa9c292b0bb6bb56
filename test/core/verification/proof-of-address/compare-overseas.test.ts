import { describe, expect, test } from "bun:test"
import { compareAddresses } from "@vouchkit/core/verification/proof-of-address/compare/addresses/address"
import { compareHouseNumbers } from "@vouchkit/core/verification/proof-of-address/compare/addresses/house-numbers"
import { parsePostalAddress } from "@vouchkit/core/verification/proof-of-address/compare/addresses/postal-address"

const compared = (country: string, found: string, reference: string) =>
  compareAddresses(parsePostalAddress(found.split("|"), country), parsePostalAddress(reference.split("|"), country))

const pass = 0.85

describe("one address in the ways that a country prints it", () => {
  test.each([
    ["CO", "CRA 52 C NO. 9 - 31 AP 203|CALI - VALLE DEL CAUCA", "Carrera 52C # 9-31 Apto 203|760020 Cali"],
    ["CO", "CALLE 127 B BIS N° 19A 24|BOGOTÁ D.C.", "Calle 127B Bis # 19A-24|110121 Bogotá"],
    ["CO", "Av 3 Norte # 40-18, Cúcuta Norte de Santander", "Avenida 3 Norte # 40-18|540001 Cúcuta"],
    ["CL", "PEDRO DE VALDIVIA 1855 DEPTO 61|TEMUCO", "Pedro de Valdivia 1855, Depto 61|4780000 Temuco"],
    ["CL", "Pedro de Valdivia 1855, Depto 61, Temuco", "Pedro de Valdivia 1855, Depto 61|478 0000 Temuco"],
    ["NG", "18 ALLEN AVENUE|IKEJA, LAGOS STATE", "18 Allen Avenue|100281 Ikeja"],
    ["NG", "PLOT 9 GANA STREET|ABUJA, FCT", "Plot 9, Gana Street|904101 Abuja"],
    ["SG", "APT BLK 77|TAMPINES STREET 81 #05-210|SINGAPORE 520077", "Blk 77 Tampines Street 81 #05-210|520077 Singapore"],
    ["KE", "HSE NO 9, MOI AVENUE|MOMBASA 80100", "9 Moi Avenue|80100 Mombasa"]
  ])("%s: %s", (country, found, reference) => expect(compared(country, found, reference).score).toBeGreaterThanOrEqual(pass))
})

describe("another address is none of them", () => {
  test.each([
    ["CO", "CALLE 127 # 19-24|BOGOTÁ", "Calle 127 # 19-26|110121 Bogotá"],
    ["CO", "CALLE 127 # 19-24|BOGOTÁ", "Calle 127 # 17-24|110121 Bogotá"],
    ["CO", "CALLE 127 # 19-24|BOGOTÁ", "Carrera 127 # 19-24|110121 Bogotá"],
    ["CL", "PEDRO DE VALDIVIA 1855|TEMUCO", "Pedro de Valdivia 1865|4780000 Temuco"],
    ["SG", "BLK 78|TAMPINES STREET 81 #05-210|SINGAPORE 520078", "Blk 77 Tampines Street 81 #05-210|520077 Singapore"],
    ["SG", "BLK 77|TAMPINES STREET 82 #05-210|SINGAPORE 521077", "Blk 77 Tampines Street 81 #05-210|520077 Singapore"]
  ])("%s: %s is not %s", (country, found, reference) => {
    const { doubtful, score } = compared(country, found, reference)
    expect(doubtful || (score ?? 0) < pass).toBe(true)
  })

  test("two numbers joined by a hyphen are one house in Colombia and a range elsewhere", () => {
    expect(compareHouseNumbers("13-42", "13-44", "CO")).toBe(0)
    expect(compareHouseNumbers("13-42", "13-42", "CO")).toBe(1)
    expect(compareHouseNumbers("12-16", "12-14", "DE")).toBe(1)
  })
})
