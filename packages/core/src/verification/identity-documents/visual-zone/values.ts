import { countryNamed } from "../../proof-of-address/compare/addresses/country-names.ts"
import { resolved } from "../../proof-of-address/extract/dates/day-order.ts"
import { monthNamed } from "../../proof-of-address/extract/dates/month-names.ts"
import type { DayOrder } from "../../proof-of-address/extract/dates/written-day.ts"
import { writtenDates } from "../../proof-of-address/extract/dates/written-dates.ts"
import { issuerOf, issuerValue } from "../countries.ts"

const longest = 300

/** Two names of one month, as passports of two languages print them (12 AUG/AOÛT 1974), become one. */
const withOneMonth = (text: string): string =>
  text.replace(/(\p{L}{2,12})\.? ?\/ ?(\p{L}{2,12})\.?/gu, (whole, one: string, other: string) => {
    if (monthNamed(one) !== null) return one
    return monthNamed(other) === null ? whole : other
  })

/** Every whole day printed in a text, as YYYY-MM-DD; `month_first` decides for dates that can be read both ways. */
export const daysIn = (text: string, order: DayOrder): ReadonlyArray<string> =>
  writtenDates(withOneMonth(text.slice(0, longest))).flatMap((written) => {
    const day = written.kind === "day" ? resolved(written, order) : null
    return day === null ? [] : [day]
  })

/** A date of birth lies in the past: a year of two digits that leads into the future belongs to the century before. */
export const asBirthDate = (day: string, today: string): string =>
  day > today ? `${String(Number(day.slice(0, 4)) - 100).padStart(4, "0")}${day.slice(4)}` : day

const edges = /^[\s:.,;/|*_()\-–—=~'"«»<>]+|[\s:,;/|*_()\-–—=~"«»<>]+$/gu

/** A printed text without the marks that stand around it. */
export const trimmed = (text: string): string => text.slice(0, longest).replace(edges, "").replace(/\s+/gu, " ")

/** The name in a text: letters, hyphens and apostrophes, at most 70 characters; null for anything with digits in it. */
export const nameIn = (text: string): string | null => {
  const name = trimmed(text.replace(/\(\s?\d{1,2}\s?\)/gu, " "))
  const letters = name.match(/\p{L}/gu)?.length ?? 0
  if (letters < 1 || name.length > 70 || /\p{N}/u.test(name)) return null
  return /^[\p{L}\p{M}][\p{L}\p{M} .,'’`´-]*$/u.test(name) && letters * 2 > name.length ? name : null
}

const withDigit = /\d/u
const dateLike = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/u

/**
 * A document or personal number in a text: words of capitals and digits with at least one digit among them, joined while they go on, at
 * least four characters in all; dates and ordinary words are none. Upper case, blanks kept single.
 */
export const numberIn = (text: string): string | null => {
  const whole = text.slice(0, longest)
  const days = writtenDates(whole).filter(({ kind }) => kind === "day")
  const dateless = days.reduceRight((rest, { end, start }) => `${rest.slice(0, start)} \u00b7 ${rest.slice(end)}`, whole)
  return days.length === 0 ? longestNumber(whole) : longestNumber(dateless)
}

/** Passports print type and state in the row of the number: "P FRA 14CV28561". */
const withoutState = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const at = words.length > 1 && /^P[A-Z]?$/u.test(words[0] ?? "") ? 1 : 0
  const state = words[at] ?? ""
  return words.length > at + 1 && /^[A-Z]{3}$/u.test(state) && issuerOf(state) !== null ? words.slice(at + 1) : words
}

const longestNumber = (text: string): string | null => {
  const words = text.toUpperCase().split(/\s+/u)
  let best: string | null = null
  let run: Array<string> = []
  const close = (): void => {
    while (run.length > 0 && !withDigit.test(run[0] ?? "") && (run[0] ?? "").length > 3) run.shift()
    while (run.length > 0 && !withDigit.test(run.at(-1) ?? "") && (run.at(-1) ?? "").length > 3) run.pop()
    const joined = withoutState(run).join(" ")
    const size = joined.replace(/[^\p{L}\p{N}]/gu, "").length
    if (withDigit.test(joined) && size >= 4 && size <= 24 && (best === null || joined.length > best.length)) best = joined
    run = []
  }
  for (const word of words) {
    const plain = word.replace(/^[:.,;#()*°º№-]+|[:.,;()*]+$/gu, "")
    const possible = /^[\p{L}\p{N}][\p{L}\p{N}./-]{0,23}$/u.test(plain) && !dateLike.test(plain)
    const fits = possible && (withDigit.test(plain) || plain.length <= 3)
    if (fits) run.push(plain)
    else close()
  }
  close()
  return best
}

const sexes: ReadonlyArray<readonly ["M" | "F" | "X", RegExp]> = [
  [
    "F",
    /^(?:F|W|K|Ж|FEM|FEMALE|FEMININ|FEMENINO|FEMININO|FEMMINILE|FEMMINA|WEIBLICH|VROUW|V|KOBIETA|MUJER|NŐ|ΘΗΛΥ|KADIN|ЖЕН|ЖЕНСКИЙ|أنثى|女|여|NỮ|PEREMPUAN)$/u
  ],
  [
    "M",
    /^(?:M|H|М|MALE|MASC|MASCULIN|MASCULINO|MASCHILE|MASCHIO|MÄNNLICH|MAN|MĘŻCZYZNA|HOMBRE|FÉRFI|ΑΡΡΕΝ|ERKEK|МУЖ|МУЖСКОЙ|ذكر|男|남|NAM|LAKI-LAKI|LELAKI)$/u
  ],
  ["X", /^(?:X|D|DIVERS|NON-BINARY|UNSPECIFIED)$/u]
]

/** The sex that one of the first three words of a text names (M/F, F/W, Sexe F), or null. */
export const sexIn = (text: string): "M" | "F" | "X" | null => {
  const words = text
    .slice(0, 60)
    .toUpperCase()
    .split(/[\s/|:.,()]+/u)
    .filter((word) => word !== "")
    .slice(0, 3)
  for (const word of words) {
    const found = sexes.find(([, pattern]) => pattern.test(word))
    if (found !== undefined) return found[0]
  }
  return null
}

/** Adjectives that stand for nationality; names of countries are known elsewhere. */
const adjectives: Readonly<Record<string, string>> = {
  DEUTSCH: "DE",
  GERMAN: "DE",
  "BRITISH CITIZEN": "GB",
  BRITISH: "GB",
  FRANÇAISE: "FR",
  FRANCAISE: "FR",
  FRENCH: "FR",
  ITALIANA: "IT",
  ITALIAN: "IT",
  ESPAÑOLA: "ES",
  ESPANOLA: "ES",
  SPANISH: "ES",
  PORTUGUESA: "PT",
  NEDERLANDSE: "NL",
  DUTCH: "NL",
  BELG: "BE",
  BELGE: "BE",
  BELGIAN: "BE",
  ÖSTERREICH: "AT",
  AUSTRIAN: "AT",
  POLSKIE: "PL",
  POLISH: "PL",
  MAGYAR: "HU",
  HUNGARIAN: "HU",
  ROMÂNĂ: "RO",
  ROMANIAN: "RO",
  SVENSK: "SE",
  SWEDISH: "SE",
  DANSK: "DK",
  DANISH: "DK",
  NORSK: "NO",
  NORWEGIAN: "NO",
  SUOMI: "FI",
  FINNISH: "FI",
  IRISH: "IE",
  ÉIREANNACH: "IE",
  HRVATSKO: "HR",
  CROATIAN: "HR",
  SLOVENSKO: "SI",
  ΕΛΛΗΝΙΚΗ: "GR",
  HELLENIC: "GR",
  GREEK: "GR",
  TÜRK: "TR",
  TURKISH: "TR",
  INDIAN: "IN",
  CHINESE: "CN",
  JAPANESE: "JP",
  AMERICAN: "US",
  CANADIAN: "CA",
  CANADIENNE: "CA",
  AUSTRALIAN: "AU",
  BRASILEIRA: "BR",
  BRASILEIRO: "BR",
  BRAZILIAN: "BR",
  MEXICANA: "MX",
  MEXICAN: "MX",
  ARGENTINA: "AR",
  COLOMBIANA: "CO",
  PERUANA: "PE",
  CHILENA: "CL",
  UKRAINIAN: "UA",
  RUSSIAN: "RU",
  NIGERIAN: "NG",
  KENYAN: "KE",
  "SOUTH AFRICAN": "ZA",
  PAKISTANI: "PK",
  BANGLADESHI: "BD",
  FILIPINO: "PH",
  INDONESIAN: "ID",
  MALAYSIAN: "MY",
  WARGANEGARA: "MY",
  SINGAPOREAN: "SG",
  "SINGAPORE CITIZEN": "SG",
  EMIRATI: "AE",
  EGYPTIAN: "EG",
  MOROCCAN: "MA",
  MAROCAINE: "MA",
  SWISS: "CH",
  SCHWEIZ: "CH",
  CZECH: "CZ",
  SLOVAK: "SK",
  BULGARIAN: "BG",
  LATVIAN: "LV",
  LITHUANIAN: "LT"
}

/** The nationality that a text as a whole names: a code of ICAO 9303, a country, or an adjective. */
export const nationalityIn = (text: string): string | null => {
  const whole = trimmed(text).toUpperCase()
  if (whole === "" || whole.length > 60) return null
  for (const part of [whole, ...whole.split(/\s?\/\s?|\s\(/u)]) {
    if (/^[A-Z]{3}$|^D$/u.test(part) && issuerOf(part) !== null) return issuerValue(part)
    const named = Object.hasOwn(adjectives, part) ? adjectives[part] : countryNamed(part)
    if (named !== undefined && named !== null) return named
  }
  return null
}
