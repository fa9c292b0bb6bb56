import arabic from "i18n-iso-countries/langs/ar.json"
import chinese from "i18n-iso-countries/langs/zh.json"
import czech from "i18n-iso-countries/langs/cs.json"
import danish from "i18n-iso-countries/langs/da.json"
import dutch from "i18n-iso-countries/langs/nl.json"
import english from "i18n-iso-countries/langs/en.json"
import finnish from "i18n-iso-countries/langs/fi.json"
import french from "i18n-iso-countries/langs/fr.json"
import german from "i18n-iso-countries/langs/de.json"
import greek from "i18n-iso-countries/langs/el.json"
import hungarian from "i18n-iso-countries/langs/hu.json"
import italian from "i18n-iso-countries/langs/it.json"
import japanese from "i18n-iso-countries/langs/ja.json"
import korean from "i18n-iso-countries/langs/ko.json"
import norwegian from "i18n-iso-countries/langs/nb.json"
import polish from "i18n-iso-countries/langs/pl.json"
import portuguese from "i18n-iso-countries/langs/pt.json"
import romanian from "i18n-iso-countries/langs/ro.json"
import russian from "i18n-iso-countries/langs/ru.json"
import spanish from "i18n-iso-countries/langs/es.json"
import swedish from "i18n-iso-countries/langs/sv.json"
import turkish from "i18n-iso-countries/langs/tr.json"
import ukrainian from "i18n-iso-countries/langs/uk.json"
import { once } from "../../../../kernel/schema/once.ts"
import { normalizedLetters } from "../../../names/text/normalized.ts"

const languages: ReadonlyArray<{ readonly countries: Readonly<Record<string, string | ReadonlyArray<string>>> }> = [
  english,
  german,
  french,
  spanish,
  italian,
  portuguese,
  dutch,
  polish,
  swedish,
  norwegian,
  danish,
  finnish,
  czech,
  greek,
  hungarian,
  romanian,
  turkish,
  russian,
  ukrainian,
  arabic,
  chinese,
  japanese,
  korean
]

const everyday: Readonly<Record<string, string>> = {
  uk: "GB",
  "u k": "GB",
  gb: "GB",
  gbr: "GB",
  "great britain": "GB",
  "united kingdom": "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  cymru: "GB",
  "northern ireland": "GB",
  usa: "US",
  "u s a": "US",
  "united states": "US",
  "united states of america": "US",
  uae: "AE",
  "u a e": "AE",
  "republic of ireland": "IE",
  eire: "IE",
  holland: "NL",
  "the netherlands": "NL",
  "czech republic": "CZ",
  czechia: "CZ",
  "ceska republika": "CZ",
  "south korea": "KR",
  korea: "KR",
  "republic of korea": "KR",
  russia: "RU",
  vietnam: "VN",
  "viet nam": "VN",
  turkey: "TR",
  turkiye: "TR",
  "hong kong": "HK",
  macau: "MO",
  taiwan: "TW",
  "ivory coast": "CI",
  "cape verde": "CV",
  bharat: "IN",
  brd: "DE",
  hellas: "GR",
  ellada: "GR",
  "republic of south africa": "ZA",
  rsa: "ZA",
  ksa: "SA",
  "estados unidos": "US",
  eua: "US",
  eeuu: "US",
  "etats unis": "US",
  "vereinigtes konigreich": "GB",
  "royaume uni": "GB",
  "reino unido": "GB",
  swaziland: "SZ",
  burma: "MM",
  "new zealand": "NZ",
  nz: "NZ",
  aotearoa: "NZ",
  brasil: "BR",
  suisse: "CH",
  svizzera: "CH",
  schweiz: "CH"
}

// Names that are as often a region, a city or a word as a country: only a whole line of them counts, and only without other evidence.
const ambiguous: ReadonlySet<string> = new Set(["georgia", "jersey", "jordan", "chad", "guinea", "mali", "niger", "man"])

const key = (text: string): string =>
  normalizedLetters(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

const byName = once((): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const { countries } of languages) {
    for (const [code, list] of Object.entries(countries)) {
      for (const name of typeof list === "string" ? [list] : list) if (!names.has(key(name))) names.set(key(name), code)
    }
  }
  for (const [name, code] of Object.entries(everyday)) names.set(name, code)
  return names
})

/** ISO 3166-1 alpha-2 code of a country named by a whole text in one of the usual languages, or null. */
export const countryNamed = (text: string): string | null => (text.length > 80 ? null : (byName().get(key(text)) ?? null))

/** True for a country name that is also a usual name of a region (Georgia in the United States). */
export const isAmbiguousCountryName = (text: string): boolean => ambiguous.has(key(text))

// Territories with a code of their own whose addresses are also written with the state they belong to.
const territories: Readonly<Record<string, string>> = {
  PR: "US",
  GU: "US",
  VI: "US",
  AS: "US",
  MP: "US",
  UM: "US",
  GG: "GB",
  JE: "GB",
  IM: "GB",
  GI: "GB",
  AX: "FI",
  GP: "FR",
  MQ: "FR",
  GF: "FR",
  RE: "FR",
  YT: "FR",
  PM: "FR",
  NC: "FR",
  PF: "FR",
  BL: "FR",
  MF: "FR",
  WF: "FR",
  HK: "CN",
  MO: "CN",
  SJ: "NO",
  FO: "DK",
  GL: "DK",
  AW: "NL",
  CW: "NL",
  SX: "NL",
  BQ: "NL",
  CX: "AU",
  CC: "AU",
  NF: "AU"
}

/** True when two country codes cannot both be right for one address; a territory and its state can. */
export const countriesConflict = (a: string, b: string): boolean => {
  const one = a.toUpperCase()
  const other = b.toUpperCase()
  return one !== other && territories[one] !== other && territories[other] !== one
}
