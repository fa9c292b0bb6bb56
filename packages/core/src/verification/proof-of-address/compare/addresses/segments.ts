import { countryNamed, isAmbiguousCountryName } from "./country-names.ts"
import { namesStreet } from "./abbreviations.ts"
import { hasNoPostalCodes } from "./postal-codes.ts"
import { isRegion } from "./regions.ts"

const maximumLines = 20
const maximumLineLength = 500
const maximumSegments = 40

const label =
  /^\s*(?:(?:service |supply |billing |mailing |postal |home |residential |correspondence |permanent |current |property )?address|adresse|anschrift|direcci[oó]n|domicilio|indirizzo|endere[cç]o|adres|osoite|адрес|διεύθυνση)\s*[:：]\s*/iu
/** What announces a postal code, where the code itself was parted from it. */
const codeWord = /^(?:cep|c\.?\s?p\.?|plz|pin(?:\s?code)?|zip(?:\s?code)?|post\s?code|eircode)[\s.:]*$/iu
/** The printed lines of an address parted at commas, dashes and brackets, at most 40 parts of 20 lines of 500 characters. */
export const segmentsOf = (lines: ReadonlyArray<string>): Array<string> =>
  lines
    .slice(0, maximumLines)
    .map((line) =>
      line
        .slice(0, maximumLineLength)
        .normalize("NFC")
        .replace(/[\p{Cc}\p{Cf}]/gu, " ")
        .replace(/[０-９]/gu, (digit) => digit.normalize("NFKC"))
        .replace(label, "")
        .replace(/(?<!\p{L})(bogot[aá])\s*,?\s+d\.?\s?c\.?(?!\p{L})/giu, "$1")
        .replace(/\bS(?:'pore|pore)?\s?\((\d{6})\)/gu, "Singapore $1")
    )
    .flatMap((line) =>
      line
        .replace(/[([]([A-Z]{2,3})[)\]]/gu, " $1 ")
        .replace(/[([\])]/gu, ", ")
        .split(/\s*[,;·|،、]\s*|(?<!\d)\s+[-–—]\s+|(?<=\d)\s+[-–—]\s+(?!\d{1,4}(?!\d))/u)
    )
    .map((segment) => segment.replace(/\s+/gu, " ").replace(/^[\s.:–-]+|[\s:–-]+$/gu, ""))
    .filter((segment) => /[\p{L}\p{N}]/u.test(segment) && !codeWord.test(segment))
    .slice(0, maximumSegments)

/** An address while it is being read: what is not yet understood, and what already is. */
export interface AddressDraft {
  readonly segments: Array<string>
  /** Behind the place and not understood. */
  readonly leftover: Array<string>
  country: string | null
  postalCode: string | null
  city: string | null
  region: string | null
}

/** States that are one city: their name is the place when no other is printed. */
export const cityStates: Readonly<Record<string, string>> = {
  SG: "Singapore",
  MC: "Monaco",
  GI: "Gibraltar",
  HK: "Hong Kong",
  MO: "Macau",
  VA: "Vatican City"
}

/** "18001 Granada" is a town of Spain: a country without postal codes has none, and a given country that differs knows better. */
const isTown = (code: string, rest: string, given: string | null): boolean =>
  /\d\s*$/u.test(rest) && (hasNoPostalCodes(code) || (given !== null && given !== code && /^[\d\s-]+$/u.test(rest)))

/** Takes a country's name off the end: a last line of its own, or the last words of a line that also has the postal code. */
export const takeCountry = (draft: AddressDraft, given: string | null): void => {
  const last = draft.segments.at(-1)
  if (last === undefined) return
  const whole = countryNamed(last)
  const isState = given !== null && isRegion(last, given)
  if (whole !== null && draft.segments.length > 1 && !isState && !(isAmbiguousCountryName(last) && given !== null && given !== whole)) {
    draft.segments.pop()
    draft.country = whole
    return
  }
  const words = last.split(" ")
  for (let count = Math.min(5, words.length - 1); count >= 1; count--) {
    const name = words.slice(-count).join(" ")
    const rest = words.slice(0, -count).join(" ")
    const code = countryNamed(name)
    if (
      code === null ||
      isAmbiguousCountryName(name) ||
      isTown(code, rest, given) ||
      !/\d/.test(rest) ||
      /(?:^|\s)(?:de|of|du|del|da|do|la|new)$/iu.test(rest) ||
      namesStreet(rest)
    )
      continue
    if (name.length < 3 && name !== name.toUpperCase()) continue
    if (given !== null && isRegion(name, given)) continue
    draft.segments[draft.segments.length - 1] = rest
    draft.country = code
    return
  }
}

const markedCity = /^(?:г|гор|город|місто)\.?\s*(?=\p{Lu}\p{Ll})/u
const markedRegion = /(?:^|\s)(?:обл|область|край|республика|респ)\.?(?:\s|$)/iu

/** Russian and Ukrainian addresses mark the place and the region with a word, wherever they stand. */
export const takeMarkedPlaces = (draft: AddressDraft): void => {
  const city = draft.segments.findIndex((segment) => markedCity.test(segment))
  if (city >= 0) draft.city = draft.segments.splice(city, 1)[0]?.replace(markedCity, "") ?? null
  const region = draft.segments.findIndex((segment) => markedRegion.test(segment))
  if (region >= 0) draft.region = draft.segments.splice(region, 1)[0] ?? null
}
