import { describe, expect, test } from "bun:test"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { printedPage } from "../../../support/printed-page.ts"

const read = (page: string, declared_country: string) =>
  readProofOfAddress(
    { lines: printedPage(page), page_count: 1, source: "text_layer" },
    { declared_type: null, declared_country, today: "2026-11-23" }
  )

describe("Colombia", () => {
  test("the municipality stands in a field of its own, and the house behind its crossing", () => {
    const found = read(
      `#  Aguas del Quindío S.A. E.S.P.
   NIT 800.052.640-9

   Nombre del usuario: YULIETH CARDONA
   Dirección del predio: CL 21 NO. 14-52 APTO 301
   Municipio: ARMENIA - QUINDÍO

   Fecha de expedición: 06/NOV/2026
   Factura de servicios públicos`,
      "CO"
    )
    expect(found).toMatchObject({ holder_names: ["YULIETH CARDONA"], issue_date: "2026-11-06" })
    expect(found.address).toMatchObject({ street: "CL 21", house_number: "14-52", unit: "301", city: "ARMENIA", region: "QUINDÍO" })
  })
})

describe("Chile", () => {
  test("the commune is the place, and not the city around it", () => {
    const found = read(
      `#  Luz Austral S.A.

   Señor(a):
   HUENCHUMIL RAYÉN
   Dirección: PEDRO DE VALDIVIA 1855 DEPTO 61     Fecha emisión: 05 NOV 2026
   Comuna: ÑUÑOA
   Ciudad: SANTIAGO

   Boleta de electricidad`,
      "CL"
    )
    expect(found.address).toMatchObject({ street: "PEDRO DE VALDIVIA", house_number: "1855", unit: "61", city: "ÑUÑOA" })
  })
})

describe("Kenya", () => {
  test("a box with its postcode stands between the street and the town", () => {
    const found = read(
      `#  Rift Valley Water Services

   Mercy Chebet
   9 Moi Avenue
   P.O. Box 4471 - 20100
   Nakuru

   Water bill
   Bill date: 4th November 2026`,
      "KE"
    )
    expect(found).toMatchObject({ holder_names: ["Mercy Chebet"] })
    expect(found.address).toMatchObject({ street: "Moi Avenue", house_number: "9", postal_code: "20100", city: "Nakuru" })
  })
})

describe("Nigeria", () => {
  test("a postcode of six figures stands before or behind the town", () => {
    for (const town of ["200261 Ibadan", "Ibadan 200261"])
      expect(
        read(`#  Harmattan Bank Plc\n\n   Ngozi Balogun\n   18 Allen Avenue\n   ${town}\n\n   Statement of account`, "NG")
      ).toMatchObject({
        holder_names: ["Ngozi Balogun"],
        extracted_address: ["18 Allen Avenue", town]
      })
  })
})

describe("India", () => {
  test("an address beside its label goes on in the line below, and a father is no holder", () => {
    const found = read(
      `#  Deccan Power Distribution Co. Ltd.

   Name      RAGHUNATH SHENOY S/O VENKATARAMAN
   Address   H NO 4-118/2, 3RD CROSS, JAYANAGAR
             MYSURU 570014
   Bill Date 04-11-2026`,
      "IN"
    )
    expect(found).toMatchObject({ holder_names: ["RAGHUNATH SHENOY"], address: { postal_code: "570014", city: "MYSURU" } })
  })
})

describe("captions and authorities", () => {
  test("a caption above an unknown name is no part of it", () => {
    const found = read("#  Prairie Gas Co.\n\n   Service For\n   LATISHA BOONE\n   88 N MAPLE AVE APT 3\n   SALINA, KS 67401", "US")
    expect(found).toMatchObject({ holder_names: ["LATISHA BOONE"], extracted_address: ["88 N MAPLE AVE APT 3", "SALINA, KS 67401"] })
  })

  test("a municipality above its own address is no recipient, and a label no issuer", () => {
    const found = read(
      `   Amtliche Meldebestätigung
   Marktgemeinde Auhof, Hauptplatz 1, 4020 Linz

   Familienname        Zwerger
   Vorname             Notburga
   Unterkunft          Salzgasse 5/2, 6060 Hall in Tirol
   Auhof, am 4. November 2026`,
      "AT"
    )
    expect(found).toMatchObject({ holder_names: ["Notburga Zwerger"], extracted_address: ["Salzgasse 5/2", "6060 Hall in Tirol"] })
    expect(found.issuer).not.toBe("Familienname")
  })
})
