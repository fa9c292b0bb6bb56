import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { readAamva } from "../../../../packages/core/src/verification/identity-documents/aamva/read-aamva.ts"
import { aamvaPayload, californian } from "./documents.ts"

const read = (elements: Readonly<Record<string, string>>, version = 8) =>
  readAamva(aamvaPayload({ ...californian, version, elements: { DAQ: "K4410", DCS: "ADEYEMI", ...elements } }))

describe("commas in a PDF417 payload", () => {
  test("several middle names, which the standard divides by commas, are divided by blanks", () => {
    expect(read({ DAC: "NOAH", DAD: "ISAAC,OLU" })).toMatchObject({
      first_name: "NOAH",
      middle_name: "ISAAC OLU",
      given_names: "NOAH ISAAC OLU"
    })
  })

  test("several given names are divided by blanks, in one element or in two", () => {
    expect(read({ DAC: "ANNE,LISE", DAD: "M" })).toMatchObject({ first_name: "ANNE LISE", given_names: "ANNE LISE M" })
    expect(read({ DCT: "ANNE,LISE,M" }, 3)).toMatchObject({ first_name: "ANNE", middle_name: "LISE M", given_names: "ANNE LISE M" })
  })

  test("a comma that closes a name or a street is no part of it", () => {
    expect(read({ DCS: "ADEYEMI, ", DAC: "NOAH,", DAG: "12 ELM ST,", DAI: "GUELPH,", DAJ: "ON" })).toMatchObject({
      surname: "ADEYEMI",
      given_names: "NOAH",
      address: ["12 ELM ST", "GUELPH ON"]
    })
  })

  test("a comma alone is no name, and the older element counts instead", () => {
    expect(read({ DCS: ",", DAB: "ADEYEMI", DAC: ",", DCT: "NOAH" })).toMatchObject({ surname: "ADEYEMI", first_name: "NOAH" })
  })

  test("a comma inside a surname or a street stays", () => {
    expect(read({ DCS: "ADEYEMI,JR", DAG: "12 ELM ST, UNIT 4" })).toMatchObject({
      surname: "ADEYEMI,JR",
      address: ["12 ELM ST, UNIT 4"]
    })
  })

  test("given names are the same whichever of blanks and commas divide them", () => {
    const word = fc.stringMatching(/^[B-M]{2,8}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), fc.constantFrom(",", " ", ", ", " ,"), (names, divider) => {
        expect(read({ DAC: "NOAH", DAD: names.join(divider) })?.middle_name).toBe(names.join(" "))
      })
    )
  })
})
