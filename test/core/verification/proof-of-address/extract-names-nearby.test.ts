import { describe, expect, test } from "bun:test"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { printedPage } from "../../../support/printed-page.ts"

const read = (page: string, declared_country: string, source: "ocr" | "text_layer" = "text_layer") =>
  readProofOfAddress({ lines: printedPage(page), page_count: 1, source }, { declared_type: null, declared_country, today: "2026-11-23" })

const labelled: ReadonlyArray<readonly [country: string, name: string, label: string, address: ReadonlyArray<string>]> = [
  ["GB", "Oluwaseun Bankole", "Supply address", ["9 Kestrel Close", "Derby", "DE24 3NB"]],
  ["CL", "Rayén Huenchumil", "Dirección de suministro", ["Los Aromos 455", "4780000 Temuco"]],
  ["DE", "Wiebke Tjarks", "Lieferstelle", ["Deichweg 9", "25813 Husum"]],
  ["IT", "Pierfausto Zanin", "Indirizzo di fornitura", ["Via dei Mille 12", "31100 Treviso TV"]],
  ["PH", "Rodel Macaraeg", "Service Address", ["14 Mabini Street", "Baguio City 2600"]]
]

describe("the name above the label of the place of supply is the holder", () => {
  for (const [country, name, label, address] of labelled) {
    test(`${label}, ${country}`, () => {
      const found = read(
        `#  Meridiana Energia

   ${name}

   ${label}
   ${address.join("\n   ")}

   Meter   118 4402`,
        country
      )
      expect(found).toMatchObject({ holder_names: [name], extracted_address: address })
    })
  }

  test("a title, a label, an organization or a line of another column above it is none", () => {
    for (const line of [
      "Electricity bill",
      "Your reference",
      "Derwent Property Holdings",
      "                              Oluwaseun Bankole"
    ])
      expect(
        read(`#  Severnside Energy\n\n   ${line}\n\n   Supply address\n   9 Kestrel Close\n   Derby\n   DE24 3NB`, "GB").holder_names
      ).toEqual([])
  })
})

describe("the name under a caption for the customer is the holder", () => {
  for (const [country, caption] of [
    ["DK", "KUNDEOPLYSNINGER"],
    ["MX", "DATOS DEL CLIENTE"],
    ["NL", "Uw gegevens"],
    ["US", "CUSTOMER INFORMATION"]
  ] as const) {
    test(caption, () => {
      const found = read(
        `#  Meridiana Energia\n\n   ${caption}             BILLING\n   Rayén Huenchumil             Page 1\n\n   Meter   118 4402`,
        country
      )
      expect(found.holder_names).toEqual(["Rayén Huenchumil"])
    })
  }
})

const twice = (code: string, again: string) => `#  Calder Water plc

   Oluwaseun Bankole
   Flat 2
   9 Kestrel Close
   DERBY
   ${code}

   Water bill
   Date of this bill     6 November 2026
   Property served: Flat 2, 9 Kestrel Close, Derby ${again}`

describe("an address that is printed twice", () => {
  test("is the recipient's block where the other print had to be repaired", () => {
    const found = read(twice("DE24 8NB", "DE24 SNB"), "GB", "ocr")
    expect(found).toMatchObject({ holder_names: ["Oluwaseun Bankole"], address: { postal_code: "DE24 8NB" } })
  })

  test("is the other print where the recipient's code had to be repaired", () => {
    const found = read(twice("DE24 SNB", "DE24 8NB"), "GB", "ocr")
    expect(found).toMatchObject({ holder_names: ["Oluwaseun Bankole"], address: { postal_code: "DE24 8NB" } })
  })

  test("has its name above the street where the recipient's code could not be read", () => {
    const found = read(twice("DEZ244 8N", "DE24 8NB"), "GB", "ocr")
    expect(found).toMatchObject({ holder_names: ["Oluwaseun Bankole"], address: { postal_code: "DE24 8NB" } })
  })

  test("is not that of a neighbour", () => {
    for (const property of ["Flat 3, 9 Kestrel Close, Derby DE24 8NB", "Flat 2, 11 Kestrel Close, Derby DE24 8NB"]) {
      const found = read(
        `#  Calder Water plc\n\n   Property served: ${property}\n\n   Water bill\n\n\n\n\n\n\n\n   Landlord\n   Oluwaseun Bankole\n   Flat 2\n   9 Kestrel Close\n   DERBY\n   DE24 8NB`,
        "GB",
        "ocr"
      )
      expect(found.holder_names).toEqual([])
    }
  })
})
