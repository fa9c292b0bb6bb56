import { longPattern } from "../long-pattern.ts"
import { countryPhrases } from "./phrases.ts"
import { furtherCountryPhrases } from "./phrases-further.ts"
import { neighbourPhrases } from "./phrases-neighbours.ts"
import { addressSigns, companySigns, companyWords, moneyCodes, moneySigns, rupeeCountries, rupees } from "./printed-signs.ts"
import { bankingCountries, callingCodes, furtherCountries, languageCountries } from "./signs.ts"
import { countryNamed, isAmbiguousCountryName } from "../../compare/addresses/country-names.ts"
import { phraseFinder } from "../phrase-finder.ts"
import { postcodeOf } from "../addresses/printed-postcode.ts"
import type { PrintedText, Segment } from "../printed-text.ts"

interface Clue {
  readonly countries: ReadonlyArray<string>
  readonly weight: number
}

const findClues = phraseFinder(
  [...countryPhrases, ...furtherCountryPhrases, ...neighbourPhrases].map(([weight, countries, phrases]): readonly [string, Clue] => [
    phrases,
    { weight, countries: countries.split(" ") }
  ])
)

const languageVotes = new Map(
  Object.entries(languageCountries).map(([language, list]) => [
    language,
    list.split(" ").map((entry) => ({ country: entry.slice(0, 2), weight: Number(entry.slice(3)) }))
  ])
)

/** What a language says of each country. The declared one counts as the likeliest of those that print their bills in it. */
const votesOfLanguage = (language: string, declared: string | null) => {
  const votes = languageVotes.get(language) ?? []
  const likeliest = Math.max(0, ...votes.map(({ weight }) => weight))
  const speaks =
    votes.some(({ country }) => country === declared) || (furtherCountries[language]?.split(" ").includes(declared ?? "") ?? false)
  if (declared === null || !speaks) return votes
  return [...votes.filter(({ country }) => country !== declared), { country: declared, weight: likeliest }]
}

/** A declared country decides between equals; it never outvotes what is printed. */
const declaredWeight = 1.5
const lowestVotes = 1.2
/** The same kind of clue again adds less and less. */
const repetition = 0.5

class Votes {
  readonly totals = new Map<string, number>()
  readonly seen = new Map<string, number>()

  add(country: string, weight: number, clue: string): void {
    const key = `${country} ${clue}`
    const times = this.seen.get(key) ?? 0
    this.seen.set(key, times + 1)
    if (times < 4) this.totals.set(country, (this.totals.get(country) ?? 0) + weight * repetition ** times)
  }
}

const domain = /(?:www\.|@|https?:\/\/)[\w.-]{1,80}\.([a-z]{2})\b(?![\w.])|\b[a-z0-9-]{2,40}\.(?:co|com|org|gov|net)\.([a-z]{2})\b/gi
const usOfficial = /\b[\w-]{2,40}\.gov\b(?!\.)/i
const genericDomains = new Set(["eu", "me", "tv", "io", "ai", "cc", "ly", "fm", "to", "so", "gg"])

const banking = /\b([A-Z]{2})\d{2}(?: ?[A-Z0-9]{4}){3}/g
const taxNumber = longPattern("giu")`
    \b(?:ust|vat|mwst|tva|btw|iva|nif|uid|moms|dph|dič|ddv|pdv|pvm|pvn|kmkr|afm|rn)[\p{L}. \-:/#]{0,24}\b(ATU|CHE|
    [A-Z]{2})[ -]?[\dA-Z][\dA-Z .]{6,14}`
/** A number that begins with two zeros is one of a telephone where a gap follows its country. */
const international = /(?:\+\s?\(?|\b00\s?\(?(?=[1-9]\d{0,2}[ ()/.-]))([1-9]\d{0,2}(?:[ -]?\d{1,2})?)/g

const countryOfCall = (digits: string): string | null => {
  const bare = digits.replace(/\D/g, "")
  return callingCodes[bare.slice(0, 3)] ?? callingCodes[bare.slice(0, 2)] ?? null
}

const capitals = /\b[A-Z]{3}\b/g
const moneyWeight = 3

const votesOfText = (votes: Votes, text: string): void => {
  for (const match of text.matchAll(domain)) {
    const ending = (match[1] ?? match[2] ?? "").toUpperCase()
    if (!genericDomains.has(ending.toLowerCase()) && ending !== "CO") votes.add(ending === "UK" ? "GB" : ending, 3, "domain")
  }
  if (usOfficial.test(text)) votes.add("US", 3, "domain")
  for (const [, country = ""] of text.matchAll(banking)) if (bankingCountries.has(country)) votes.add(country, 3, "account")
  for (const [, prefix = ""] of text.matchAll(taxNumber)) {
    const country = prefix.toUpperCase() === "EL" ? "GR" : prefix.toUpperCase().slice(0, 2)
    // "VAT NO 4500193497" is a number of a tax, and of Norway only where its own letters stand beside it.
    if (country === "NO" && !/\bmva\b|\borg/i.test(text)) continue
    if (bankingCountries.has(country)) votes.add(country, 4, "tax number")
  }
  for (const [, digits = ""] of text.matchAll(international)) {
    const country = countryOfCall(digits)
    if (country !== null) votes.add(country, 2.5, "telephone")
  }
  for (const [pattern, country, weight] of moneySigns) if (pattern.test(text)) votes.add(country, weight, "money")
  for (const [code] of text.matchAll(capitals)) {
    const country = moneyCodes[code]
    if (country !== undefined) votes.add(country, moneyWeight, "money")
  }
  if (rupees.test(text)) for (const [country, weight] of rupeeCountries) votes.add(country, weight, "money")
  if (companyWords.test(text))
    for (const [pattern, country, weight] of companySigns) if (pattern.test(text)) votes.add(country, weight, "company")
  if (!/\d|-/.test(text)) return
  for (const [pattern, country, weight] of addressSigns) if (pattern.test(text)) votes.add(country, weight, "address")
}

const votesOfSegment = (votes: Votes, segment: Segment): void => {
  for (const { value, start, end } of findClues(segment.skeleton, false)) {
    const short = end - start <= 3
    // Two and three letters mean something only as an abbreviation: in capitals.
    const printed = segment.text.slice(start, end)
    if (short && printed !== printed.toUpperCase() && (value.weight > 2 || printed === printed.toLowerCase())) continue
    // "NIS" is the new shekel, and "Niš" a town of Serbia.
    if (printed === "NIS") continue
    // "AS" is the form of companies in Norway, and "A/S" that in Denmark.
    const countries = printed === "AS" ? value.countries.map((country) => (country === "DK" ? "NO" : country)) : value.countries
    for (const country of countries) votes.add(country, value.weight, `phrase ${printed.toLowerCase()}`)
  }
  const named = isAmbiguousCountryName(segment.text) ? null : countryNamed(segment.text.replace(/[.,]$/, ""))
  if (named !== null) votes.add(named, 3, "name")
  else {
    const last = segment.text.split(",").at(-1)?.trim() ?? ""
    const closing = last.length > 3 && last !== segment.text && !isAmbiguousCountryName(last) ? countryNamed(last.replace(/\.$/, "")) : null
    if (closing !== null) votes.add(closing, 2, "name")
  }
  const postcode = postcodeOf(segment)
  // "204-4712-201" is a number of a customer, whatever part of it has the shape of a postcode.
  if (postcode !== null && !/[\d./-]$/.test(segment.text.slice(0, postcode.index))) {
    const { countries, weight } = postcode.shape
    for (const country of countries) votes.add(country, countries.length > 1 ? weight : weight * 1.3, "postcode")
  }
  votesOfText(votes, segment.text)
}

/** The country whose authority or market issued the document (ISO 3166-1 alpha-2), by what is printed; null when nothing tells. */
export const issuingCountry = (
  text: PrintedText,
  { language, declared }: { readonly language: string | null; readonly declared: string | null }
): string | null => {
  const votes = new Votes()
  for (const segment of text.segments) votesOfSegment(votes, segment)
  for (const { country, weight } of votesOfLanguage(language ?? "", declared?.toUpperCase() ?? null)) votes.add(country, weight, "language")
  if (declared !== null) votes.add(declared.toUpperCase(), declaredWeight, "declared")
  let best: { readonly country: string; readonly total: number } | null = null
  for (const [country, total] of votes.totals) if (total >= lowestVotes && total > (best?.total ?? 0)) best = { country, total }
  return best?.country ?? null
}
