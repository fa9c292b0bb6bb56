import { describe, expect, test } from "bun:test"
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
