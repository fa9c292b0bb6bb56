import { defaultIdentityPolicy, type IdentityDocumentPolicy } from "../../../../packages/core/src/verification/identity-documents/policy.ts"
import { examineIdentity, type IdentityEvidence } from "../../../../packages/core/src/verification/identity-documents/examine.ts"
import type { SubmittedDocument } from "../../../../packages/core/src/verification/identity-documents/examined-picture.ts"
import type { DocumentPicture, MrzFormat, MrzReading } from "../../../../packages/core/src/verification/identity-documents/reading.ts"
import type { TextLine } from "../../../../packages/core/src/verification/document-reading.ts"

export const today = "2026-06-01"

/** Check digit of ICAO 9303-3, written again from the standard so that it does not share a mistake with the code under test. */
export const digitOf = (text: string): string => {
  const weights = [7, 3, 1]
  const total = [...text].reduce((sum, character, place) => {
    const value = character === "<" ? 0 : /\d/.test(character) ? Number(character) : (character.codePointAt(0) ?? 0) - 55
    return sum + value * (weights[place % 3] ?? 0)
  }, 0)
  return String(total % 10)
}

const filled = (text: string, length: number): string =>
  text
    .replace(/[^A-Z0-9]/g, "<")
    .padEnd(length, "<")
    .slice(0, length)

export interface Holder {
  readonly code: string
  readonly state: string
  readonly nationality: string
  readonly surname: string
  readonly given: string
  readonly number: string
  /** YYMMDD. */
  readonly birth: string
  readonly sex: string
  readonly expiry: string
  readonly optional: string
}

export const holder: Holder = {
  code: "P",
  state: "FRA",
  nationality: "FRA",
  surname: "MOREAU",
  given: "CAMILLE ANNE",
  number: "14CV28561",
  birth: "900713",
  sex: "F",
  expiry: "310211",
  optional: ""
}

const names = ({ given, surname }: Holder): string => `${surname.replaceAll(" ", "<")}<<${given.replaceAll(" ", "<")}`

export const passportLines = (of: Partial<Holder> = {}): ReadonlyArray<string> => {
  const one = { ...holder, ...of }
  const number = filled(one.number, 9) + digitOf(filled(one.number, 9))
  const birth = one.birth + digitOf(one.birth)
  const expiry = one.expiry + digitOf(one.expiry)
  const optional = filled(one.optional, 14)
  const personal = optional + (one.optional === "" ? "<" : digitOf(optional))
  return [
    filled(one.code, 2) + filled(one.state, 3) + filled(names(one), 39),
    number + filled(one.nationality, 3) + birth + one.sex + expiry + personal + digitOf(number + birth + expiry + personal)
  ]
}

export const cardLines = (of: Partial<Holder> = {}): ReadonlyArray<string> => {
  const one = { ...holder, code: "ID", ...of }
  const number = filled(one.number, 9) + digitOf(filled(one.number, 9))
  const birth = one.birth + digitOf(one.birth)
  const expiry = one.expiry + digitOf(one.expiry)
  const optional = filled(one.optional, 15)
  return [
    filled(one.code, 2) + filled(one.state, 3) + number + optional,
    `${birth}${one.sex}${expiry}${filled(one.nationality, 3)}${"<".repeat(11)}${digitOf(`${number}${optional}${birth}${expiry}${"<".repeat(11)}`)}`,
    filled(names(one), 30)
  ]
}

export const zone = (lines: ReadonlyArray<string>, of: Partial<MrzReading> = {}): MrzReading => {
  const format: MrzFormat = lines.length === 3 ? "TD1" : lines[0]?.startsWith("V") ? "MRVA" : "TD3"
  return { format, lines, repair: null, confidence: 0.93, ambiguous: false, ...of }
}

export const printed = (rows: ReadonlyArray<string>, confidence = 0.9): ReadonlyArray<TextLine> =>
  rows.map((text, row) => ({
    text,
    page: 1,
    left: 0.3,
    top: 0.05 + row * 0.045,
    width: Math.min(0.65, text.length * 0.012),
    height: 0.03,
    confidence
  }))

export const picture = (of: Partial<DocumentPicture> = {}): DocumentPicture => ({
  page: 1,
  turned: 0,
  quality: { focus: 0.8, brightness: 0.7, glare: 0.95, resolution: 0.8, fully_visible: true, overall: 0.8 },
  mrz: null,
  barcodes: [],
  lines: [],
  portrait: null,
  screen_capture: 0.1,
  printed_copy: 0.1,
  perceptual_hash: null,
  ...of
})

export const document = (
  pictures: ReadonlyArray<DocumentPicture>,
  of: Partial<SubmittedDocument> & {
    readonly flags?: ReadonlyArray<"edited_software" | "modified_after_signing" | "overlay_text" | "screenshot">
  } = {}
): SubmittedDocument => ({
  document_id: of.document_id ?? "doc_1",
  declared: { type: null, country: null, side: null, ...of.declared },
  content: of.content ?? {
    status: "read",
    reading: {
      page_count: pictures.length,
      pictures,
      forensics: { producer: null, creator: null, created_at: null, modified_at: null, revisions: 1, signed: false, flags: of.flags ?? [] }
    }
  }
})

export const passportPrint = (
  of: { readonly number?: string; readonly surname?: string; readonly birth?: string; readonly expiry?: string } = {}
) => [
  "PASSEPORT   RÉPUBLIQUE FRANÇAISE   PASSPORT",
  "Type    Code du pays    Passeport n° / Passport No",
  `P    FRA    ${of.number ?? "14CV28561"}`,
  "Nom / Surname",
  of.surname ?? "MOREAU",
  "Prénoms / Given names",
  "Camille, Anne",
  "Nationalité / Nationality",
  "Française",
  "Date de naissance / Date of birth",
  of.birth ?? "13 07 1990",
  "Sexe / Sex    Lieu de naissance / Place of birth",
  "F    LYON",
  "Date de délivrance / Date of issue    Date d'expiration / Date of expiry",
  `12 02 2021    ${of.expiry ?? "11 02 2031"}`
]

/** A clean passport: its zone and print agree. */
export const passport = (of: Partial<DocumentPicture> = {}): SubmittedDocument =>
  document([picture({ mrz: zone(passportLines()), lines: printed(passportPrint()), ...of })])

/** The usual policy of those who let a document pass whose sources agree. */
export const lenientPolicy: IdentityDocumentPolicy = { ...defaultIdentityPolicy, required_assurance: "consistency" }

export const evidence = (documents: ReadonlyArray<SubmittedDocument>, of: Partial<IdentityEvidence> = {}): IdentityEvidence => ({
  documents,
  policy: lenientPolicy,
  today,
  chip: null,
  ...of
})

export const examine = (documents: ReadonlyArray<SubmittedDocument>, of: Partial<IdentityEvidence> = {}) =>
  examineIdentity(evidence(documents, of))

export interface Card {
  readonly issuer: string
  readonly version: number
  readonly type: "DL" | "ID" | "EN"
  readonly elements: Readonly<Record<string, string>>
}

export const californian: Card = {
  issuer: "636014",
  version: 8,
  type: "DL",
  elements: {
    DAQ: "D7719034",
    DCS: "OKAFOR",
    DDE: "N",
    DAC: "RUTH",
    DDF: "N",
    DAD: "IVY",
    DDG: "N",
    DCA: "C",
    DCB: "NONE",
    DCD: "NONE",
    DBD: "03152022",
    DBB: "07041988",
    DBA: "07042030",
    DBC: "2",
    DAU: "068 IN",
    DAY: "BRO",
    DAG: "88 LARKSPUR LN",
    DAI: "FRESNO",
    DAJ: "CA",
    DAK: "937210000  ",
    DCF: "03/15/202258893/AAFD/30",
    DCG: "USA"
  }
}

/** Payload of a PDF417 symbol by the AAMVA standard: header, one designator, one subfile. */
export const aamvaPayload = ({ elements, issuer, type, version }: Card): Uint8Array => {
  const body = `${type}${Object.entries(elements)
    .map(([id, value]) => `${id}${value}`)
    .join("\n")}\r`
  const numbers = `${issuer}${String(version).padStart(2, "0")}${version > 1 ? "00" : ""}01`
  const offset = 9 + numbers.length + 1 + 10
  const text = `@\n\u001e\rANSI ${numbers}${type}${String(offset).padStart(4, "0")}${String(body.length).padStart(4, "0")}${body}`
  return new TextEncoder().encode(text)
}

export const codes = (verdict: { readonly reasons: ReadonlyArray<{ readonly code: string }> }): ReadonlyArray<string> =>
  verdict.reasons.map(({ code }) => code)
