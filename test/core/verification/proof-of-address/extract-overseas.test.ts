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

describe("a certificate in sentences", () => {
  test("of Colombia names a street without a comma and a day in words and figures", () => {
    const found = read(
      `   Certificado de residencia
   Alcaldía Municipal de Salento
   Que la señora YULIETH CARDONA ARIAS, identificada con cédula de ciudadanía,
   reside en la CARRERA 6 # 4-18 APTO 201, Salento, Quindío.
   Se expide a los nueve (9) días del mes de noviembre de 2026.`,
      "CO"
    )
    expect(found).toMatchObject({
      holder_names: ["YULIETH CARDONA ARIAS"],
      issue_date: "2026-11-09",
      issuer: "Alcaldía Municipal de Salento"
    })
    expect(found.address).toMatchObject({ street: "CARRERA 6", house_number: "4-18", unit: "201", city: "Salento" })
  })

  test("of Belgium parts the verb from its participle, and a town with a hyphen is whole", () => {
    const found = read(
      `   Attest van woonplaats
   Gemeente Heist-Berg
   VERCAMMEN Joke, geboren te Lier op 14/06/1988,
   ingeschreven is op het adres Molenweg 7 bus 2, 2220 Heist-Berg.
   Afgeleverd op 4 november 2026`,
      "BE"
    )
    expect(found.extracted_address).toEqual(["Molenweg 7 bus 2", "2220 Heist-Berg"])
  })
})

describe("Norway and Denmark", () => {
  test("are told apart by the words that only one of them has", () => {
    const page = (words: string) => `#  Nordlys Forsikring

   ${words}
   Ingrid Solberg
   Storgata 12
   5003 Bergen

   Fakturadato 04.11.2026`
    expect(read(page("Forsikringstaker"), "NO").issuing_country).toBe("NO")
    expect(read(page("Forsikringstager"), "DK").issuing_country).toBe("DK")
  })

  test("are told apart by what is declared where nothing printed does", () => {
    const page = `#  Nordlys Energi

   Ingrid Solberg
   Storgata 12
   5003 Bergen

   Fakturadato 04.11.2026
   Kundenr 4471`
    expect(read(page, "NO").issuing_country).toBe("NO")
    expect(read(page, "DK").issuing_country).toBe("DK")
  })
})

describe("Mexico", () => {
  test("a number behind the name of a street is the house, and the state stands beside the postcode", () => {
    const found = read(
      `#  Agua del Bajío S.A. de C.V.

   CITLALI OROZCO VEGA
   AV INSURGENTES NO 455 INT 2
   COL SAN MIGUEL
   CELAYA
   GUANAJUATO      CP 38000

   Recibo de agua`,
      "MX"
    )
    expect(found).toMatchObject({
      holder_names: ["CITLALI OROZCO VEGA"],
      address: { house_number: "455", unit: "2", postal_code: "38000" }
    })
  })
})

describe("the declared country", () => {
  test("counts as the likeliest of those that print in its language", () => {
    const page = `   Usinas del Litoral
   Factura de electricidad


   WALDEMAR ETCHEVERRY
   18 DE JULIO 1140 APTO 302
   SALTO

   Fecha de emisión 05/11/2026`
    expect(read(page, "UY")).toMatchObject({
      issuing_country: "UY",
      holder_names: ["WALDEMAR ETCHEVERRY"],
      extracted_address: ["18 DE JULIO 1140 APTO 302", "SALTO"],
      issue_date: "2026-11-05"
    })
  })

  test("does not outvote what is printed", () => {
    const page = `   Gas Natural del Miño S.L.U.
   Teléfono +34 986 447 118
   Factura de gas`
    expect(read(page, "UY").issuing_country).toBe("ES")
  })

  test("Irish supply points bear the same number as British ones", () => {
    const page = `#  Nore Energy DAC

   Grainne Tuohy
   Apartment 4
   The Maltings
   Kilkenny
   R95 X1Y2

   MPRN 10 001 447 120`
    expect(read(page, "IE")).toMatchObject({ issuing_country: "IE", holder_names: ["Grainne Tuohy"] })
  })
})

test("the number of a company above a recipient is no part of the address", () => {
  const page = `#  Gulf Water Corporation
   ABN 44 118 220 447
   LACHLAN WHITBY
   Unit 7
   55 Esplanade
   SEMAPHORE SA 5019`
  expect(read(page, "AU")).toMatchObject({
    holder_names: ["LACHLAN WHITBY"],
    extracted_address: ["Unit 7", "55 Esplanade", "SEMAPHORE SA 5019"]
  })
})

test("a form of address with both its endings is the label of a name", () => {
  const page = `   Aguas del Combeima

   Señor(a): LUZ DARY OSPINA
   Dirección: CL 14 # 6-22
   Municipio: IBAGUÉ`
  expect(read(page, "CO").holder_names).toEqual(["LUZ DARY OSPINA"])
})

describe("Chile", () => {
  test("a region behind the commune is no place", () => {
    const found = read(
      `#  AFP Cordillera

   Nombre    : TAMARA ILLANES PARDO
   Dirección : AV COLON 330 DP 12
   Comuna    : TALCA
   Región    : MAULE`,
      "CL"
    )
    expect(found.address).toMatchObject({ house_number: "330", unit: "12", city: "TALCA" })
  })

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

test("the name above a box holds for an address under a label of its own", () => {
  const found = read(
    "#  Savanna Bank Ltd\n\n   KIPTOO ROTICH\n   P.O. BOX 4471 - 20100\n   NAKURU\n\n   Residential address: 212 Moi Avenue, Nakuru\n\n   Bank statement",
    "KE"
  )
  expect(found).toMatchObject({ holder_names: ["KIPTOO ROTICH"], address: { house_number: "212", street: "Moi Avenue", city: "Nakuru" } })
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
