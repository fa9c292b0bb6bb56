import type { MrzFormat } from "../reading.ts"
import { checkDigits, continuedNumber, type MrzCheckDigit } from "./check-digits.ts"
import { birthDateOf, expiryDateOf, issueDateOf, type MrzDate } from "./dates.ts"
import { layoutOf, type MrzLayout, textAt } from "./layouts.ts"
import { type MrzRefusal, zoneLines } from "./lines.ts"
import { type MrzNames, namesApart, namesOf } from "./names.ts"
import { printedIssue } from "./french-card.ts"
import { isNationalZone } from "./national.ts"
import { russianNameCharacter, russianPassport, russianPassportOpening } from "./russian-passport.ts"

/** A field that holds something its rules do not allow. */
type MrzIrregularity =
  | "document_code"
  | "issuing_state"
  | "names"
  | "document_number"
  | "nationality"
  | "birth_date"
  | "sex"
  | "expiry_date"

/**
 * What a zone says. Codes and numbers are without fillers at their end; nothing is transliterated or corrected. The names and the number of
 * the Russian internal passport alone are read by its code (`russianPassport`): its names are Cyrillic, and no others are printed on it.
 */
export interface MrzFields extends MrzNames {
  readonly format: MrzFormat
  readonly lines: ReadonlyArray<string>
  /** One or two letters: `P`, `PD`, `ID`, `I`, `V`; `C1` and `C2` on residents' cards of the United States. */
  readonly document_code: string
  /** As printed, so `D` for Germany and `UTO` for specimens: three letters of ICAO 9303-3 section 5, or fewer. */
  readonly issuing_state: string
  readonly nationality: string
  /** Complete, with what continues in the optional data of TD1 and TD2. A filler inside, which stands for a hyphen or space, stays `<`. */
  readonly document_number: string
  readonly birth_date: MrzDate
  /** `X` for the filler, which means unspecified, and for the letter; null where the character is none of M, F, X and the filler. */
  readonly sex: "M" | "F" | "X" | null
  /** All parts left out where the format has no place for it. */
  readonly expiry_date: MrzDate
  /** Year and month alone; null where the format has no place for it. */
  readonly issue_date: MrzDate | null
  /** In the order of the zone, without what continues the document number; inner fillers stay. Empty texts where nothing is printed. */
  readonly optional_data: ReadonlyArray<string>
  /** The optional data of a passport (TD3); null where it is empty or no number of the holder, and in other formats, whose issuers use it freely. */
  readonly personal_number: string | null
  readonly check_digits: ReadonlyArray<MrzCheckDigit>
  readonly checksums_valid: boolean
  readonly irregular: ReadonlyArray<MrzIrregularity>
}

interface MrzRefused {
  readonly refused: MrzRefusal
}

const withoutEnd = (text: string): string => {
  let end = text.length
  while (end > 0 && text.charAt(end - 1) === "<") end--
  return text.slice(0, end)
}

const sexes: Readonly<Record<string, "M" | "F" | "X">> = { M: "M", F: "F", X: "X", "<": "X" }

/** Document codes by ICAO 9303: parts 4 to 7 name the first letter, the second is the issuer's. */
const codes = {
  // `RP` stands on residence permits of several states, which the standard has under A, C and I alone.
  TD1: /^(?:[ACI][A-Z<]|RP)$/,
  TD2: /^[ACI][A-Z<]$/,
  TD3: /^P[A-Z<]$/,
  MRVA: /^V[A-Z<]$/,
  MRVB: /^V[A-Z<]$/,
  FR_ID: /^ID$/
} satisfies Record<MrzFormat, RegExp>

/** Second characters that are no letters: the residents' cards of the United States have C1, and C2 for commuters. */
const isCode = (format: MrzFormat, code: string, issuing: string): boolean =>
  codes[format].test(code) || (format === "TD1" && issuing === "USA" && /^C[12]$/.test(code))

/** A code of one to three letters with fillers behind. */
const isState = (text: string): boolean => /^[A-Z]{1,3}<{0,2}$/.test(text)

const expiryAt = ({ expiry_date }: MrzLayout, lines: ReadonlyArray<string>): string =>
  expiry_date === null ? "<<<<<<" : textAt(lines, expiry_date)

const namesIn = ({ given_names, names }: MrzLayout, lines: ReadonlyArray<string>): MrzNames =>
  given_names === null ? namesOf(textAt(lines, names)) : namesApart(textAt(lines, names), textAt(lines, given_names))

/** The passports of Russia for use at home never expire; others that open like them are read as any passport. */
const russianOf = (layout: MrzLayout, lines: ReadonlyArray<string>): ReturnType<typeof russianPassport> | null => {
  const [optional] = layout.optional_data
  if (layout.format !== "TD3" || optional === undefined || !(lines[0] ?? "").startsWith(russianPassportOpening)) return null
  const names = textAt(lines, layout.names)
  const regular = [...names].every((character) => russianNameCharacter.test(character))
  if (!regular || /[^<]/.test(expiryAt(layout, lines))) return null
  return russianPassport(names, textAt(lines, layout.document_number), textAt(lines, optional))
}

const namePlaces = ({ given_names, names }: MrzLayout, lines: ReadonlyArray<string>): string =>
  textAt(lines, names) + (given_names === null ? "" : textAt(lines, given_names))

const fieldsOf = (layout: MrzLayout, lines: ReadonlyArray<string>, today: string): MrzFields => {
  const continued = continuedNumber(layout, lines)
  const russian = russianOf(layout, lines)
  const remaining = russian?.optional_data ?? continued?.rest
  const optional = layout.optional_data.map((part, index) => (index === 0 ? remaining : undefined) ?? textAt(lines, part))
  const number = russian?.document_number ?? continued?.number ?? withoutEnd(textAt(lines, layout.document_number))
  const code = textAt(lines, layout.document_code)
  const [issuing, nationality] = [textAt(lines, layout.issuing_state), textAt(lines, layout.nationality)]
  const names: MrzNames = russian ?? namesIn(layout, lines)
  const birth_date = birthDateOf(textAt(lines, layout.birth_date), today)
  const expiry_date = expiryDateOf(expiryAt(layout, lines), today, birth_date)
  const issue_date = layout.format === "FR_ID" ? issueDateOf(printedIssue(number), today) : null
  const sex = sexes[textAt(lines, layout.sex)] ?? null
  const check_digits = checkDigits(layout, lines)
  const personal = layout.format === "TD3" && russian === null ? withoutEnd(optional[0] ?? "") : ""
  const broken = {
    document_code: !isCode(layout.format, code, issuing),
    issuing_state: !isState(issuing),
    names: names.surname + names.given_names === "" || (russian === null && /\d/.test(namePlaces(layout, lines))),
    document_number: number === "" || number.startsWith("<") || issue_date?.regular === false,
    nationality: !isState(nationality),
    birth_date: !birth_date.regular,
    sex: sex === null,
    expiry_date: !expiry_date.regular
  } satisfies Record<MrzIrregularity, boolean>
  const irregularities = [
    "document_code",
    "issuing_state",
    "names",
    "document_number",
    "nationality",
    "birth_date",
    "sex",
    "expiry_date"
  ] as const satisfies ReadonlyArray<MrzIrregularity>
  return {
    format: layout.format,
    lines,
    surname: names.surname,
    given_names: names.given_names,
    names_truncated: names.names_truncated,
    document_code: withoutEnd(code),
    issuing_state: withoutEnd(issuing),
    nationality: withoutEnd(nationality),
    document_number: number,
    birth_date,
    sex,
    expiry_date,
    issue_date,
    optional_data: optional.map(withoutEnd),
    personal_number: personal === "" ? null : personal,
    check_digits,
    checksums_valid: check_digits.every(({ valid }) => valid),
    irregular: irregularities.filter((field) => broken[field])
  }
}

/**
 * Reads the lines of a machine readable zone (ICAO 9303 parts 4 to 7, and the French identity card of 1995 to 2021), with the tolerance that `zoneLines` describes. Check digits are
 * reported, never enforced, and an issuer that no list knows is as good as any; what is no zone of the standard is refused. `today` is `YYYY-MM-DD`.
 */
export const parseMrz = (entries: ReadonlyArray<string>, today: string): MrzFields | MrzRefused => {
  const lines = zoneLines(entries)
  if (typeof lines === "string") return { refused: lines }
  if (isNationalZone(lines)) return { refused: "national_format" }
  const layout = layoutOf(lines)
  return layout === null ? { refused: "unknown_format" } : fieldsOf(layout, lines, today)
}
