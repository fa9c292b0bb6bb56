import { describe, expect, test } from "bun:test"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { printedPage } from "../../../support/printed-page.ts"

const read = (page: string, declared_country: string) =>
  readProofOfAddress(
    { lines: printedPage(page), page_count: 1, source: "text_layer" },
    { declared_type: null, declared_country, today: "2026-11-23" }
  )

const pages: ReadonlyArray<readonly [country: string, page: string, address: ReadonlyArray<string>]> = [
  [
    "PT",
    `#  Junta de Freguesia de Arroios

   ATESTADO DE RESIDÊNCIA

   Nome completo                 Documento
   Odília Quaresma               1184*2

   Morada                        Freguesia / Secção / Lote
   Rua do Forno 8                Arroios / 4 / 12

   Código postal       Localidade       Data de registo       Motivo
   1150-163            Lisboa           02/09/2019            Mudança`,
    ["Rua do Forno 8", "1150-163 Lisboa"]
  ],
  [
    "IT",
    `#  Comune di Treviso

   CERTIFICATO DI RESIDENZA

   Cognome e nome                Data di nascita
   ZANIN PIERFAUSTO              14/06/1988

   Indirizzo                     Foglio / Sezione / Scheda
   VIA DEI MILLE 12              7 / 114 / 8

   CAP                 Comune           Iscritto dal          Provenienza
   31100               TREVISO          02/09/2019            Altro comune`,
    ["VIA DEI MILLE 12", "31100 TREVISO"]
  ],
  [
    "ES",
    `#  Ayuntamiento de Pamplona

   CERTIFICADO DE EMPADRONAMIENTO

   Apellidos y nombre:           GOÑI ETXEBERRIA, OIHANA

   Domicilio                     Calle Mayor 14
   Código postal                 31001
   Municipio                     PAMPLONA`,
    ["Calle Mayor 14", "31001 PAMPLONA"]
  ]
]

describe("the heads of a table and the values below them are paired by their columns", () => {
  for (const [country, page, address] of pages) test(country, () => expect(read(page, country).extracted_address).toEqual(address))

  test("no head is a holder", () => {
    const names = pages.map(([country, page]) => read(page, country).holder_names)
    expect(names).toEqual([["Odília Quaresma"], ["ZANIN PIERFAUSTO"], ["OIHANA GOÑI ETXEBERRIA"]])
  })
})
