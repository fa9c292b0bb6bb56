import english from "i18n-iso-countries/langs/en.json" with { type: "json" }
import { isCountryCode } from "../../../kernel/foundation/country.ts"
import { once } from "../../../kernel/schema/once.ts"
import { normalizedText } from "../../../verification/names/text/normalized.ts"

/** A country, or what its citizens are called, as the tables know it. */
export const normalizedCountry = (text: string): string =>
  normalizedText(text)
    .replace(/&/g, " and ")
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/\bthe\b/g, " ")
    .replace(/\s+/g, " ")
    .trim()

/** Spellings of the public lists beside those of the standard; the source is the list that prints them. */
const spellings: Readonly<Record<string, ReadonlyArray<string>>> = {
  AE: ["U.A.E."],
  BA: ["Bosnia", "Bosnia-Herzegovina"],
  BN: ["Brunei"],
  BO: ["Bolivia", "Bolivia (Plurinational State of)"],
  CD: ["Congo, Democratic Republic of the", "Congo (Democratic Republic)", "Congo Kinshasa", "DR Congo", "DRC", "Zaire"],
  CG: ["Congo, Republic of the", "Congo Brazzaville", "Congo (Republic)"],
  CI: ["Cote d Ivoire"],
  CV: ["Cabo Verde", "Cape Verde"],
  CZ: ["Czech Rep"],
  FM: ["Micronesia"],
  GB: ["England", "Scotland", "Wales", "Northern Ireland", "United Kingdom of Great Britain and Northern Ireland"],
  GM: ["Gambia"],
  HK: ["Hong Kong", "Hong Kong SAR", "China (Hong Kong)"],
  IR: ["Iran (Islamic Republic of)", "Iran, Islamic Republic of"],
  KN: ["St Kitts and Nevis", "St. Kitts & Nevis"],
  KP: [
    "Korea, North",
    "North Korea",
    "Korea (North)",
    "DPRK",
    "Korea, Democratic People's Republic of",
    "Democratic People's Republic of Korea",
    "North Korea (Democratic People's Republic of Korea)"
  ],
  KR: ["Korea, South", "Korea (South)"],
  LA: ["Laos", "Lao"],
  LY: ["Libyan Arab Jamahiriya", "Great Socialist People's Libyan Arab Jamahiriya"],
  LC: ["St Lucia"],
  MD: ["Moldova"],
  MK: ["Macedonia", "North Macedonia, The Republic of", "The former Yugoslav Republic of Macedonia"],
  MM: ["Burma", "Myanmar", "Burma (Myanmar)", "Myanmar (Burma)"],
  MO: ["Macau", "Macao"],
  PS: [
    "Palestinian",
    "Palestinian Territories",
    "Occupied Palestinian Territories",
    "West Bank",
    "Gaza",
    "Region: Gaza",
    "Palestinian Territory, Occupied",
    "The Occupied Palestinian Territories"
  ],
  RU: ["Russia"],
  SY: ["Syria", "Syrian Arab Republic"],
  SZ: ["Swaziland", "Eswatini"],
  TL: ["East Timor", "Timor-Leste"],
  TR: ["Türkiye", "Turkiye"],
  TW: ["Taiwan, China", "Republic of China"],
  TZ: ["Tanzania"],
  VA: ["Vatican", "Vatican City", "Holy See"],
  VC: ["St Vincent", "Saint Vincent and the Grenadines", "St. Vincent & the Grenadines"],
  VE: ["Venezuela", "Venezuela (Bolivarian Republic of)"],
  VG: ["British Virgin Islands", "Virgin Islands, British"],
  VI: ["US Virgin Islands"],
  VN: ["Vietnam", "Viet Nam"],
  XK: ["Kosovo"]
}

const codes = once(
  (): ReadonlyMap<string, string> =>
    new Map([
      ...Object.entries(english.countries).flatMap(
        ([code, names]): ReadonlyArray<readonly [string, string]> =>
          // Congo alone is either of two countries.
          (typeof names === "string" ? [names] : names).filter((name) => name !== "Congo").map((name) => [normalizedCountry(name), code])
      ),
      ...Object.entries(spellings).flatMap(([code, names]) =>
        names.map((name): readonly [string, string] => [normalizedCountry(name), code])
      )
    ])
)

/** How the whole name of a state begins: the Kingdom of, the Federal Democratic Republic of. */
const styled = /^(?:[a-z]+ (?:s )?){0,4}(?:republic|kingdom|states?|union|commonwealth|principality|sultanate|duchy|federation) of (.+)$/

/** The country of a normalized name, short or whole. */
const named = (name: string): string | null => codes().get(name) ?? codes().get(styled.exec(name)?.[1] ?? "") ?? null

/** A list names the same few hundred countries over and over, and normalizing a name costs more than all the rest of an entry. */
const remembered = new Map<string, string | null>()
const mostRemembered = 2_000

/** What the lists print for no country at all. */
const nowhere = new Set(["", "00", "unknown", "undetermined", "stateless", "none", "n a", "na", "not available", "zz"])
const longestName = 200

/** Whether the text says that the country is not known. */
export const isNoCountry = (text: string): boolean => text.length > longestName || nowhere.has(normalizedCountry(text))

/**
 * ISO 3166-1 alpha-2 code of a country by its code or by a name that a public list prints for it; null when the text names none. States
 * that are no more (Soviet Union, Yugoslavia) have no code: they name no country that someone can be compared by today.
 */
export const countryCodeOf = (text: string): string | null => {
  if (text.length > longestName) return null
  const trimmed = text.trim()
  if (trimmed === "") return null
  if (trimmed.length === 2 && isCountryCode(trimmed.toUpperCase())) return trimmed.toUpperCase()
  const known = remembered.get(trimmed)
  if (known !== undefined) return known
  const found = named(normalizedCountry(trimmed))
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(trimmed, found)
  return found
}

/**
 * The country that ends an address or a place, such as `Culiacan, Sinaloa, Mexico`. Two letters are read as a code only where the list is
 * known to end its lines with codes: elsewhere `CA` may well be California.
 */
export const countryAtEnd = (text: string, options: { readonly codes: boolean } = { codes: false }): string | null => {
  const parts = text.split(",").map((part) => part.trim().replace(/\.$/, ""))
  const last = parts.at(-1) ?? ""
  // `Korea, North` is one name over two parts.
  const pair = parts.length >= 2 ? countryCodeOf(parts.slice(-2).join(", ")) : null
  if (pair !== null) return pair
  return last.length <= 2 && !options.codes ? null : countryCodeOf(last)
}
