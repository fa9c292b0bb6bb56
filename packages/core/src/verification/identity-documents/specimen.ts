import { phraseFinder } from "../proof-of-address/extract/phrase-finder.ts"
import { issuerOf } from "./countries.ts"
import type { IdentityExamination } from "./examine.ts"

/** What shows that a document is a specimen. */
export const specimenSigns = ["issuer", "word", "number", "name"] as const
type SpecimenSign = (typeof specimenSigns)[number]

/** The most words a line may have beside the mark: a word that streets and people are called by too has to stand almost alone. */
const findWords = phraseFinder([
  ["specimen|spécimen|espécimen|facsimile|fac simile|wzór|vzor|vzorec|örnektir|δείγμα|образец|зразок|样本|見本|견본", 4],
  ["muster|sample|minta|mostra|exemple|esempio", 2]
])

/** Numbers of published specimens: ICAO 9303, and the samples that issuers show of their cards. */
const numbers: ReadonlySet<string> = new Set(
  `L898902C L898902C3 L898902C36 D23145890 D231458907 D23145890734 C01X0006H C01X00T47 C01XYCCG9 T22000129 T220001293 L01X00T47 L01X00T471
  LZ6311T475 SPECI2014 SPECI20142 SPECI20212 CAA000000 99999999R 925665416 X4RTBPFW4 B072RRE2I55 MORGA753116SM9IJ MORGA657054SM9IJ I1234568
  I1234562 D1234562 XX0000000 AA0000000 000000000 123456789 0000000000`.split(/\s+/u)
)

const names: ReadonlyArray<readonly [surname: string, given: RegExp]> = [
  ["MUSTERMANN", /^(?:ERIKA|MAX|ERIKA PAULA ANNA|LEON)\b/u],
  ["ERIKSSON", /^ANNA MARIA$/u],
  ["SPECIMEN", /./u]
]

/** Signs that the document was never issued to anyone, each at most once. */
export const specimenSignsOf = ({ fields, mrz, pictures }: IdentityExamination): ReadonlyArray<SpecimenSign> => {
  const value = (name: string): string => fields.find(({ field }) => field === name)?.value.toUpperCase() ?? ""
  const number = value("document_number").replace(/[^A-Z0-9]/gu, "")
  const holder = new Set([value("surname"), value("given_names"), value("full_name")])
  const worded = pictures.some(({ zone }) =>
    zone.text.segments.some(
      ({ skeleton, text }) =>
        findWords(skeleton, false).some(({ value: most }) => text.split(/\s+/u).length <= most) && !holder.has(text.trim().toUpperCase())
    )
  )
  const issuer = mrz === null ? null : issuerOf(mrz.fields.issuing_state)
  const named = names.some(([surname, given]) => value("surname") === surname && given.test(value("given_names")))
  return [
    ...(issuer?.kind === "specimen" ? (["issuer"] as const) : []),
    ...(worded ? (["word"] as const) : []),
    ...(numbers.has(number) || /^(.)\1{6,}$/u.test(number) ? (["number"] as const) : []),
    ...(named ? (["name"] as const) : [])
  ]
}

/** A word or the issuer of specimens says it outright; a number or a name that someone may really have says it together with the other. */
export const isSpecimen = (signs: ReadonlyArray<SpecimenSign>): boolean =>
  signs.includes("issuer") || signs.includes("word") || (signs.includes("number") && signs.includes("name"))
