import { type MrzNames, namesOf } from "./names.ts"

/**
 * The internal passport of the Russian Federation: a zone of a passport (TD3) that opens with `PNRUS` and has no expiry date. Its names stand
 * letter for letter for the Cyrillic ones, digits included, and its number goes on in the optional data, as the ministry of internal affairs
 * prescribes for these passports.
 */
interface RussianPassport extends MrzNames {
  /** Ten digits, the four of the series first; null where the optional data does not begin with the digit that continues it. */
  readonly document_number: string | null
  /** What is left of the optional data: date of issue (YYMMDD) and the six digits of the issuing office. */
  readonly optional_data: string
}

export const russianPassportOpening = "PNRUS"

/** What may stand in the names; 0, 1 and 5 stand for no letter. */
export const russianNameCharacter = /^[A-Z2346789<]$/

const alphabet = {
  latin: "ABVGDE2JZIQKLMNOPRSTUFHC34WXY9678",
  cyrillic: "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
} as const

const letters: ReadonlyMap<string, string> = new Map(
  [...alphabet.latin].map((code, index) => [code, alphabet.cyrillic.charAt(index)] as const)
)

const cyrillic = (text: string): string => [...text].map((character) => letters.get(character) ?? character).join("")

/** Reads the three fields in which these passports have rules of their own. */
export const russianPassport = (names: string, number: string, optional: string): RussianPassport => {
  const { given_names, names_truncated, surname } = namesOf(names)
  const continues = /^\d{9}$/.test(number) && /^\d/.test(optional)
  return {
    surname: cyrillic(surname),
    given_names: cyrillic(given_names),
    names_truncated,
    document_number: continues ? number.slice(0, 3) + optional.charAt(0) + number.slice(3) : null,
    optional_data: continues ? optional.slice(1) : optional
  }
}
