import { describe, expect, test } from "bun:test"
import { isPostageMark } from "@vouchkit/core/verification/proof-of-address/extract/addresses/envelope"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { printedPage } from "../../../support/printed-page.ts"

const read = (page: string, declared_country: string, source: "ocr" | "text_layer" = "text_layer") =>
  readProofOfAddress({ lines: printedPage(page), page_count: 1, source }, { declared_type: null, declared_country, today: "2026-11-23" })

describe("a line of titles stands above a name, whether the given name is known or not", () => {
  const blocks: ReadonlyArray<readonly [country: string, title: string, name: string, street: string, place: string]> = [
    ["PT", "Ex.ma Sra. D.", "Odília Quaresma", "Rua do Forno 8", "7000-512 Évora"],
    ["BR", "Ilmo(a). Sr(a).", "Jandira Quental", "Rua das Acácias 120", "80240-000 Curitiba"],
    ["ES", "Sr./Sra.", "Oihana Goñi", "Calle Mayor 14", "31001 Pamplona"],
    ["NL", "De heer/mevrouw", "Wubbo Kloosterhuis", "Brink 22", "9301 JK Roden"],
    ["FR", "M. ou Mme", "Quitterie Lhomme", "8 rue des Tanneurs", "64000 Pau"],
    ["AT", "Herrn/Frau", "Notburga Zwerger", "Salzgasse 5", "6060 Hall in Tirol"]
  ]
  for (const [country, title, name, street, place] of blocks) {
    test(title, () => {
      const found = read(`#  Meridiana Energia\n\n   ${title}\n   ${name}\n   ${street}\n   ${place}\n\n   IBAN ****4471`, country)
      expect(found).toMatchObject({ holder_names: [name], extracted_address: [street, place] })
    })
  }
})

const windows: ReadonlyArray<readonly [country: string, head: string, mark: string, found: readonly [string, ReadonlyArray<string>]]> = [
  ["SE", "Bostadsbolaget Tallbacken, Storgatan 4, 852 30 Sundsvall", "", ["Ylva Sandström", ["Bergsgatan 11", "852 36 Sundsvall"]]],
  ["AT", "Wohnwelt Auhof, Ringweg 3, 4020 Linz", "Österreichische Post AG", ["Notburga Zwerger", ["Salzgasse 5", "6060 Hall in Tirol"]]],
  ["DE", "Hausverwaltung Lindenhof, Am Markt 2, 18055 Rostock", "Entgelt bezahlt", ["Hauke Petersen", ["Deichweg 9", "25813 Husum"]]],
  ["CH", "Gemeindewerke Suhrental, Dorfplatz 1, 5034 Suhr", "P.P. CH-5034 Suhr", ["Urs Wyttenbach", ["Mühleweg 7", "5040 Schöftland"]]],
  ["BE", "Woonhaven Dijleland, Kaai 6, 3000 Leuven", "PB-PP | B-07411", ["Wout Verlinden", ["Kerkstraat 40", "3010 Kessel-Lo"]]],
  [
    "CH",
    "Service des impôts, rue du Lac 4, 1400 Yverdon, Tél. 024 555 21 10",
    "P.P. 1400 Yverdon",
    ["Solange Pittet", ["Chemin du Clos 3", "1407 Donneloye"]]
  ]
]

describe("the sender's line and the postage in the window of an envelope are no part of the recipient", () => {
  for (const [country, head, mark, [name, address]] of windows) {
    for (const source of ["text_layer", "ocr"] as const) {
      test(`${head}, ${source}`, () => {
        const page = `\n\n   ${head}\n${mark === "" ? "" : `   ${mark}\n`}   ${name}\n   ${address.join("\n   ")}\n\n   IBAN ****4471`
        expect(read(page, country, source)).toMatchObject({ holder_names: [name], extracted_address: address })
      })
    }
  }
})

test("a name like the letterhead's, misread in one sign, is no holder", () => {
  const page = `#  Bostadsbolaget Tallbacken

   Bostadsbolaget Tal1backen
   Storgatan 4
   852 30 Sundsvall

                                                            Ylva Sandström
                                                            Bergsgatan 11
                                                            852 36 Sundsvall`
  expect(read(page, "SE", "ocr")).toMatchObject({
    holder_names: ["Ylva Sandström"],
    extracted_address: ["Bergsgatan 11", "852 36 Sundsvall"]
  })
})

test("an address in one line under its label stays the customer's above the block of the landlord", () => {
  const page = `#  Rent account

   Tenant: Sipho Nkosi
   Premises: 12 Rose Street, Durbanville 7550
   Pelican Lettings (Pty) Ltd
   4 Main Road
   Wynberg 7800`
  expect(read(page, "ZA").extracted_address.join(" ")).toContain("Rose Street")
})

describe("a block is whole", () => {
  test("up to the title that stands alone above the name", () => {
    const found = read("   P&T Cabletel\n   Madame\n   Solange Pittet\n   3, rue du Clos\n   L-7535 Mersch\n\n   Facture", "LU")
    expect(found).toMatchObject({ holder_names: ["Solange Pittet"], extracted_address: ["3, rue du Clos", "L-7535 Mersch"] })
  })

  test("with a house, a stair and a door that look like a day", () => {
    const found = read("   Notburga Zwerger\n   Salzgasse 5/2/14\n   1100 Wien\n\n   Rechnung vom 4.11.2026", "AT")
    expect(found).toMatchObject({ holder_names: ["Notburga Zwerger"], extracted_address: ["Salzgasse 5/2/14", "1100 Wien"] })
  })

  test("with the town that stands beside its postcode in a cell of its own", () => {
    const found = read(
      "#  Luz do Cerrado S.A.\n\n   JANDIRA QUENTAL\n   RUA DAS ACÁCIAS 120\n   ANÁPOLIS/GO   CEP: 75110-010\n\n   Fatura",
      "BR"
    )
    expect(found).toMatchObject({
      holder_names: ["JANDIRA QUENTAL"],
      extracted_address: ["RUA DAS ACÁCIAS 120", "ANÁPOLIS/GO CEP: 75110-010"]
    })
  })

  test("and a heading beside a postcode is no town", () => {
    const found = read("#  Luz do Cerrado S.A.\n\n   RUA DAS ACÁCIAS 120\n   Endereço   75110-010\n\n   Fatura", "BR")
    expect(found.extracted_address.join(" ")).not.toContain("Endereço")
  })
})

test("the name above a box is that of the place of supply", () => {
  const found = read(
    "#  Overberg Municipality\n\n   MEV A COETZEE\n   PO BOX 114\n   CALEDON\n   7230\n\n   Physical address: 14 Protea Street, Caledon 7230\n   Tax invoice: water",
    "ZA"
  )
  expect(found).toMatchObject({ holder_names: ["A COETZEE"], extracted_address: ["14 Protea Street", "Caledon 7230"] })
})

test("a mark of the postage is no issuer", () => {
  for (const mark of ["A-Post", "P.P.", "Port betaald", "Taxe perçue"])
    expect(
      read(`   ${mark}\n   Urs Wyttenbach\n   Mühleweg 7\n   5040 Schöftland\n\n   Rechnung für Wasser, Rechnungsnummer 114`, "CH").issuer
    ).not.toBe(mark)
})

test("initials are no mark of the postage", () => {
  for (const name of ["P P Sukumaran", "P. P. Sukumaran", "Sreejith P.P.", "A Post"]) expect(isPostageMark(name)).toBe(false)
  for (const mark of ["P.P.", "PP", "P.P. 5034 Suhr", "P.P. CH-5034 Suhr", "CH-5034 Suhr P.P.", "B-Post", "A-PRIORITY"])
    expect(isPostageMark(mark)).toBe(true)
})

test("the block below the label of a contact or a landlord is not the customer's", () => {
  for (const [country, label] of [
    ["NL", "Contactpersoon"],
    ["DE", "Ihr Ansprechpartner"],
    ["GB", "Landlord:"]
  ] as const) {
    const found = read(
      `   ${label}                      Ref 114
   Wubbo Kloosterhuis
   Markt 1
   9301 AA Roden

                                       Oluwaseun Bankole
                                       Brink 22
                                       9301 JK Roden`,
      country
    )
    expect(found.holder_names).not.toContain("Wubbo Kloosterhuis")
  }
})

describe("two holders, one below the other", () => {
  test("are both read where no given name is known", () => {
    const found = read(
      "#  Murrumba Bank\n\n   K WANGARATTA\n   THUY LINH PHAM\n   UNIT 4\n   88 BARKLY STREET\n   FOOTSCRAY VIC 3011\n\n   Home loan statement",
      "AU"
    )
    expect(found).toMatchObject({
      holder_names: ["K WANGARATTA", "THUY LINH PHAM"],
      extracted_address: ["UNIT 4", "88 BARKLY STREET", "FOOTSCRAY VIC 3011"]
    })
  })

  test("and the name of a house or a village above the street is none", () => {
    for (const line of ["Rose Cottage", "Kestrel House"]) {
      const found = read(
        `#  Severnside Energy\n\n   Oluwaseun Bankole\n   ${line}\n   9 Mill Lane\n   Derby\n   DE24 8NB\n\n   Electricity bill`,
        "GB"
      )
      expect(found).toMatchObject({ holder_names: ["Oluwaseun Bankole"], extracted_address: [line, "9 Mill Lane", "Derby", "DE24 8NB"] })
    }
  })
})
