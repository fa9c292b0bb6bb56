import { describe, expect, test } from "bun:test"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { printedPage } from "../../../support/printed-page.ts"

const read = (page: string, declared_country: string) =>
  readProofOfAddress(
    { lines: printedPage(page), page_count: 1, source: "text_layer" },
    { declared_type: null, declared_country, today: "2026-11-23" }
  )

describe("an address without a postal code below a name", () => {
  test("of Peru stands in one line", () => {
    const page = `#  Luz del Misti S.A.
   RUC 20411778210          Recibo de electricidad
   Of. principal: Jr. Moquegua 114, Arequipa

   MILAGROS HUAMANI CCORI
   CALLE BOLIVAR 318, CAYMA
   Ruta 18-220-04

   Fecha de emisión   06/11/2026`
    expect(read(page, "PE")).toMatchObject({
      holder_names: ["MILAGROS HUAMANI CCORI"],
      extracted_address: ["CALLE BOLIVAR 318", "CAYMA"]
    })
  })

  test("of Ghana stands in two lines", () => {
    const page = `#  Volta Grid Company Limited
   Electricity bill
   TIN C0004471820


   KWABENA OSEI ASANTE
   24 RING ROAD EAST
   ACCRA

   Bill date   6 November 2026`
    expect(read(page, "GH")).toMatchObject({
      holder_names: ["KWABENA OSEI ASANTE"],
      extracted_address: ["24 RING ROAD EAST", "ACCRA"]
    })
  })

  test("is not the one of the office below the issuer", () => {
    const page = `#  Aguas del Altiplano S.A.
   JR. TARAPACA 220, PUNO
   Recibo de agua

   Fecha de emisión   06/11/2026`
    expect(read(page, "PE")).toMatchObject({ holder_names: [], extracted_address: [] })
  })
})

describe("an address without a postal code that is someone else's is not the customer's", () => {
  const others: ReadonlyArray<readonly [country: string, page: string]> = [
    ["PE", "   Recibo de alquiler\n\n\n   Arrendador\n   MILAGROS HUAMANI CCORI\n   CALLE BOLIVAR 318, CAYMA"],
    ["BO", "   Contrato de alquiler\n\n\n   Arrendador:\n   MARCELO QUISPE TICONA\n   AV ARCE 2140\n   LA PAZ"],
    ["PE", "   Recibo de luz\n\n\n   Su oficina      MILAGROS HUAMANI CCORI\n                   CALLE BOLIVAR 318, CAYMA"],
    ["GH", "   Electricity bill\n\n\n   Your branch\n   KWABENA OSEI ASANTE\n   24 RING ROAD EAST\n   ACCRA"],
    ["GH", "   Tenancy receipt\n\n\n   Landlord\n   Kwabena Osei\n   24 Ring Road East\n   Accra"],
    ["KE", "   Water bill\n\n\n   Account manager\n   Brian Otieno\n   24 Oginga Odinga Street\n   Kisumu"],
    ["CL", "   Boleta\n\n\n   Emisor:\n   FELIPE CARRASCO SOTO\n   AVENIDA LIBERTAD 812, VIÑA DEL MAR"],
    ["IE", "   Letter\n\n\n   Letting agent\n   Aoife Brennan\n   14 Oakfield Road\n   Dublin"]
  ]
  for (const [country, page] of others) {
    test(page.replace(/\s+/g, " "), () => {
      expect(read(page, country).extracted_address).toEqual([])
    })
  }
})

describe("a certificate names its person on a line of its own", () => {
  test("below the words that lead to the name", () => {
    const page = `#  Commune de Givry-le-Lac
   Attestation de résidence
   Le maire certifie que
   THIBAUDEAU Solène
   demeure 14 rue des Carmes, 71640 Givry-le-Lac, depuis le 3 mars 2021.
   Fait à Givry-le-Lac, le 9 novembre 2026`
    expect(read(page, "FR")).toMatchObject({ holder_names: ["THIBAUDEAU Solène"], issue_date: "2026-11-09" })
  })

  test("above the day of birth", () => {
    const page = `#  Comune di Montescuro
   Certificato di residenza
   RAVAIOLI ILARIA
   nata/o a Faenza (RA) il 02/08/1991
   risulta residente in questo comune, con abitazione in VIA DEI MILLE 9,
   48018 MONTESCURO, dal 04/05/2020.
   Montescuro, lì 09/11/2026`
    expect(read(page, "IT")).toMatchObject({
      holder_names: ["RAVAIOLI ILARIA"],
      extracted_address: ["VIA DEI MILLE 9", "48018 MONTESCURO"],
      issue_date: "2026-11-09"
    })
  })
})
