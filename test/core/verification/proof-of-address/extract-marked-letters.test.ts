import { describe, expect, test } from "bun:test"
import { phraseFinder } from "@vouchkit/core/verification/proof-of-address/extract/phrase-finder"
import { skeletonOf } from "@vouchkit/core/verification/proof-of-address/extract/skeleton"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { printedPage } from "../../../support/printed-page.ts"

const find = phraseFinder([
  ["datum vystavení|wystawiono|dzień płatności|førfaldsdato|næste aflæsning|período", "label"],
  ["año|lås|öre|ngày|δήμος αθηναίων", "short"]
])
const found = (text: string, tolerant = true) => find(skeletonOf(text), tolerant).map(({ value }) => value)

describe("a letter with a mark is recognized as any other", () => {
  test.each(["Datum vystavenf", "dziei ptatnofci", "dzien ptatnosci", "Fprfaldsdato", "neste aflasning", "Per6odo", "perfodo"])(
    "%s",
    (text) => expect(found(text)).toEqual(["label"])
  )

  test("once, where it is spelled as it is printed", () => {
    expect(found("Datum vystavení")).toEqual(["label"])
    expect(found("næste aflæsning")).toEqual(["label"])
  })

  test("not in a text layer", () => expect(found("dzien ptatnosci", false)).toEqual([]))

  test.each(["Datom vystavonf", "apo", "lis", "are", "ngoy", "Fprfaldsdatoen", "peride", "δέμες αθηναίων"])("other words: %s", (text) =>
    expect(found(text)).toEqual([])
  )
})

test("a bill whose labels lost their marks keeps its day", () => {
  const lines = printedPage(`#  Dunamenti Vizmu Zrt.

   Halmos Boglarka
   Ersek utca 14
   2030 Erd

   Vizdij szamla
   Kidllftds ddtuma     2026.11.05.
   Fizetesi hatarido     2026.11.19.`)
  const read = readProofOfAddress(
    { lines, page_count: 1, source: "ocr" },
    { declared_type: null, declared_country: "HU", today: "2026-11-23" }
  )
  expect(read.issue_date).toBe("2026-11-05")
})

test("a name whose ć was recognized as a cent sign is that name, and a price stays one", () => {
  const lines = printedPage(`#  Jadranska Opskrba d.o.o.

   Jadranka Vukovi¢ Peri¢
   Ulica kralja Zvonimira 28
   31000 Osijek

   Datum izdavanja     5.11.2026.     Naknada 12¢`)
  const read = readProofOfAddress(
    { lines, page_count: 1, source: "ocr" },
    { declared_type: null, declared_country: "HR", today: "2026-11-23" }
  )
  expect(read.holder_names).toEqual(["Jadranka Vukovic Peric"])
})

test("a Spanish letter that lost its marks names its person and the parts of the address", () => {
  const lines = printedPage(`#  Seguros Cibao Unido, S.A.
   Av. 27 de Febrero No. 44, Santiago de los Caballeros

   Santiago, 8 de septiembre de 2026

   Sefior
   Ramén Antonio Almonte
   Carretera Los Guandules Km 4
   Paraje La Ceiba, Seccién Jamao
   Moca, Provincia Espaillat

   Asunto: Renovacién recién hecha de su péliza`)
  const read = readProofOfAddress(
    { lines, page_count: 1, source: "ocr" },
    { declared_type: null, declared_country: "DO", today: "2026-11-23" }
  )
  expect(read.holder_names).toEqual(["Ramén Antonio Almonte"])
  expect(read.extracted_address).toEqual(["Carretera Los Guandules Km 4", "Paraje La Ceiba, Sección Jamao", "Moca, Provincia Espaillat"])
})
