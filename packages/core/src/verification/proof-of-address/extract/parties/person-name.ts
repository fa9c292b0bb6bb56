import { isKnownGivenName } from "../../../names/given-names/given-names.ts"
import { countryNamed } from "../../compare/addresses/country-names.ts"
import { organizationWords } from "../../../names/companies/organization-words.ts"
import { pinyin } from "../../../names/syllables/chinese.ts"
import { divisionsOf } from "../../../names/syllables/inventory.ts"
import { joiners, quietJoiners } from "../../../names/words/joiners.ts"
import { particles } from "../../../names/words/particles.ts"
import { doubtfulTitles, recipientTitles, titles, titlesOrFamilies } from "../../../names/words/titles.ts"
import { normalizedWords } from "../../../names/text/normalized.ts"
import { formsAboveNames, withoutForms } from "./letter-forms.ts"

const longestName = 70

/** Words that stand in addresses, titles and labels but in no one's name. */
const neverNames = new Set(
  `col colonia colonie barrio bairro urb fracc bill statement invoice account number customer name address date total amount due
  payment period page council tax electricity gas water energy bank insurance mobile broadband summary charges service services
  department office limited agreement tenancy lease certificate letter notice document reference your our dear the of for with from
  to is are please thank welcome supply meter reading rechnung kontoauszug datum kunde kundennummer konto betrag seite strom
  rechnungsnummer bescheid stadt stadtwerke finanzamt amt gemeinde sparkasse facture releve compte client numero montant avis
  banque mairie assurance factura extracto cuenta cliente importe fecha banco ayuntamiento nomina fatura extrato conta numero
  camara municipal bolletta fattura conto comune banca cliente factuur rekening klant gemeente bedrag polis faktura rachunek klient
  kwota urzad wyciag street road avenue lane drive close court house gardens terrace crescent building floor flat apartment apt
  unit suite room box strasse str weg platz allee rue boulevard impasse chemin place calle avenida plaza paseo via viale piazza
  corso rua travessa praca straat laan plein ulica aleja osiedle city county town kingdom states republic england scotland wales
  original copy duplicate mortgage credit card current savings private confidential personal premium electoral register residence
  company power online website telephone phone email tariff plan contract policy summary overview details information important
  message customer support government ministry agency authority university hospital school residential cover north south utility
  home important billing`.split(/\s+/)
)

const clean = (word: string) => normalizedWords(word).replace(/[^\p{L}]/gu, "")

const words = (text: string) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word))

/** "Exmo.(a)", "Sr/a" and "o/a": endings for a woman beside those for a man. */
const otherEnding = /\(\p{L}{1,4}\)|\/-?\p{Ll}{1,3}(?!\p{L})/gu
const betweenTitles = new Set("und et and y e i ou oder or o de la p".split(" "))
const mostTitles = 5

/** True for a line of titles only, such as "Herrn" above a German name and "Exmo.(a) Sr.(a)" above a Portuguese one. */
export const isTitleLine = (text: string): boolean => {
  const list = words(text.replace(otherEnding, "").replace(/[/,]/g, " ")).map(clean)
  return (
    list.length > 0 &&
    list.length <= mostTitles &&
    list.some((word) => recipientTitles.has(word) || formsAboveNames.has(word)) &&
    list.every((word) => recipientTitles.has(word) || formsAboveNames.has(word) || betweenTitles.has(word))
  )
}

/** Last words of houses' names: "Rose Cottage" is no one's name, however many Roses there are. */
const houses = new Set(
  "cottage villa farm manor lodge barn bungalow mansions heights towers grange vicarage rectory residency enclave".split(" ")
)

/** Words of a name that may be written small. */
const smallWords: ReadonlySet<string> = new Set([
  ...particles,
  ...joiners,
  ...quietJoiners,
  ..."of dela delos delas anak ng al ap so do wo ng lu uz bat ha ka ni nic ua oglu ogly kizi kyzy qizi".split(" ")
])

/** "Rajendran a/l Subramaniam": a father's name behind a stroke. */
const ofParent = /(?<=\s)([acdsw])\s?\/\s?([lop])(?=[\s.])/giu

/** "I Gusti", "I Made": the article of a Balinese name is no "and". */
const balinese = /^i\s+(?:gusti|gst|made|wayan|ketut|nyoman|putu|komang|gede|dewa|nengah|kadek|ngurah|gde|wyn)(?!\p{L})/iu
const leadingJoint = /^(?:&|and\/or|und\/oder|en\/of|et\/ou|e\/o|y\/o|eller|\+|and|or|und|oder|et|ou|och|og|oraz|y|e|i|en)\s+(?=\p{L})/iu
/** "Y Thuân": the article of a man's name of the Ede, where Spanish prints its "y" small. */
const ede = /^Y\s+\p{Lu}[\p{L}'’]*\p{Ll}/u
const keptArticle = (joint: string, ...[at, line]: ReadonlyArray<unknown>): string =>
  at === 0 && typeof line === "string" && (balinese.test(line) || ede.test(line)) ? joint : ""
const trailingJoint = /\s+(?:&|and\/or|und\/oder|en\/of|et\/ou|e\/o|y\/o|eller|\+|and|or|und|oder|et|ou|och|og|oraz|y|e|i|en)$/iu

/** "Distrito / Sección / Hoja": several heads of a table in one cell. */
export const isSlashed = (text: string): boolean => /\p{L}\s*\/\s*\p{L}[^/]*\/\s*\p{L}/u.test(text) && !/\d/.test(text)

/** "Luz del Misti S.A.": a legal form with its dots behind two words, although one of them is a given name too. */
const legalForm =
  /\p{L}{2}\S*\s+\S*\p{L}{2}\S*\s+(?:S\. ?A\.?(?: ?[A-Z]\.){0,3}|S\. ?L\.(?: ?U\.)?|S\. ?[Rr]\. ?[Ll]\.|S\. ?[Pp]\. ?A\.|C\. ?A\.|B\. ?V\.|N\. ?V\.|Ltda\.?)$/u

/** "Co. Kerry" and "Contae Chiarraí" are counties of Ireland, although Kerry is a given name too. */
const county = /^(?:co\.|county|contae)\s/i

/** How much a line looks like the name of one or more persons: 0 not at all, 1 by its form, 2 with a known given name, 3 with a title. */
export const nameLikeness = (text: string): 0 | 1 | 2 | 3 => {
  const printed = text.trim().replace(leadingJoint, keptArticle).replace(trailingJoint, "").replace(ofParent, "$1$2")
  const line = withoutForms(printed)
  if (line.length < 3 || line.length > longestName || /[0-9@:;<>*=£$€%]|www\./.test(line) || /[?!]$/.test(line)) return 0
  if (isSlashed(line) || county.test(line)) return 0
  const list = words(line.replace(/[(),/]/g, " "))
  const cleaned = list.map(clean)
  if (cleaned.some((word) => neverNames.has(word) || (word.length > 2 && organizationWords.has(word) && word !== "cv"))) return 0
  if (countryNamed(line) !== null || houses.has(cleaned.at(-1) ?? "")) return 0
  if (/^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana} ・　]{2,16}(?:様|先生|女士|小姐|님|殿)?$/u.test(line))
    return /様|先生|女士|小姐|님|殿/.test(line) ? 3 : 1
  // A single letter is a title ("M Dupont Jean", "D. Ruiz") with its dot or before two more words; else it is an initial.
  const letterOnly = (cleaned[0]?.length ?? 0) === 1 && !/^\p{L}\./u.test(list[0] ?? "") && list.length < 3
  const titled = list.length >= 2 && titles.has(cleaned[0] ?? "") && !letterOnly && !isKnownGivenName(cleaned[0] ?? "")
  const bare = list.filter((_, position) => !titles.has(cleaned[position] ?? "") || isKnownGivenName(cleaned[position] ?? ""))
  if (bare.length > 10 || bare.length === 0 || (list.length < 2 && !titled)) return 0
  const shaped = bare.every((word) => {
    const first = word.replace(/^[^\p{L}]+/u, "").charAt(0)
    return smallWords.has(clean(word)) || first !== first.toLowerCase() || first === first.toUpperCase()
  })
  if (!shaped) return 0
  if (titled || line.length < printed.length) return 3
  if (bare.length > 7 && !/&|,|\band\b|\bund\b/i.test(line)) return 0
  return cleaned.some((word) => word.length > 1 && isKnownGivenName(word)) && !legalForm.test(line) ? 2 : 1
}

/** A title that is also a name ("Tan", "Mag") is one only with its dot. */
const isTitle = (printed: string): boolean => {
  const word = clean(printed)
  if ((recipientTitles.has(word) && word.length > 2) || word === "dna") return true
  return titles.has(word) && (!doubtfulTitles.has(word) || recipientTitles.has(word) || word.length === 1 || printed.endsWith("."))
}

const joint = /\s*(?:&|\+|;|\s(?:and\/or|und\/oder|en\/of|et\/ou|e\/o|y\/o|and|und|et|och|og|oraz|ja|ve|or|ou|oder)\s)\s*/iu
const jointLatin = /\s(?:y|e|i|en)\s/u

/** True when two lines name people together: "S M Papadopoulos and" above "D Papadopoulos", "Wei Chen" above "or Grace Chen". */
export const joinsNames = (upper: string, lower: string): boolean =>
  (trailingJoint.test(upper.trim()) || leadingJoint.test(lower.trim())) && nameLikeness(upper) > 0 && nameLikeness(lower) > 0

/** True for two names one below the other that share a family name: "SINGH HARPREET KAUR" above "SINGH BALDEV". */
export const isOfFamily = (upper: string, lower: string): boolean => {
  if (nameLikeness(upper) === 0 || nameLikeness(lower) === 0) return false
  const own = words(lower).map(clean)
  return words(upper).some((word) => clean(word).length > 2 && own.includes(clean(word)))
}

/** "PAN ZHI HAO": a title of Poland that is a family of China, before syllables of its language. */
const isChineseFamily = ([family = "", ...given]: ReadonlyArray<string>): boolean =>
  titlesOrFamilies.has(clean(family)) && given.length > 0 && given.every((word) => divisionsOf(clean(word), pinyin).length > 0)

const withoutTitles = (name: string): string => {
  let list = name
    .replace(/^[^\p{L}]+/u, "")
    .replace(/^(?:sz\.?\s?p\.?|szanown[ya]\s+pani?)\s+(?=\p{L})/iu, "")
    .replace(leadingJoint, keptArticle)
    .replace(trailingJoint, "")
    .trim()
    .split(/\s+/)
  while (
    list.length > 1 &&
    isTitle(list[0] ?? "") &&
    !isChineseFamily(list) &&
    !isKnownGivenName(clean(list[0] ?? "")) &&
    (list.length > 2 || clean(list[0] ?? "").length > 1)
  ) {
    // An initial that is also a title ("M Dupont") is a title only with two words after it, or with its dot.
    if (clean(list[0] ?? "").length === 1 && !(list.length > 2 && !/^\p{L}\.?$/u.test(list[1] ?? ""))) break
    list = list.slice(1)
  }
  return list.join(" ").replace(/[,;:.\s]+$/u, "")
}

const inOrder = (name: string): string => {
  const [family, given, ...more] = name.split(/\s*,\s*/)
  if (family === undefined || given === undefined || more.length > 0 || given === "" || /^(?:jr|sr|ii|iii|esq|phd|md)\.?$/i.test(given))
    return name
  return `${given} ${family}`
}

/** The persons that a printed name stands for, without titles; a couple under one name ("Mr & Mrs J Smith") stays as it is printed. */
export const personsNamed = (printed: string): ReadonlyArray<string> => {
  const line = printed
    .replace(/\s+/g, " ")
    .replace(/\((?:.{0,40})\)/g, " ")
    // "S/O", "D/O" and "W/O" lead to the name of a father or a husband.
    .replace(/\s[sdw]\s?\/\s?o\.?\s.*$/i, "")
    .replace(/(?:様|殿|님|女士|先生|小姐)$/u, "")
    .trim()
    .slice(0, longestName * 2)
  // The French tax office writes "M. OU MME" before a couple's one name.
  const couples = line.replace(/^(?:m|mr|monsieur)\.?\s+(?:ou|et)\s+(?:mme|madame)\.?\s+/iu, "").replace(/^de\s+(?=heer\b|dhr\b)/iu, "")
  const parts = withoutForms(couples)
    .split(joint)
    .flatMap((part) => (words(part).length >= 4 ? part.split(jointLatin) : [part]))
  const bodies = parts.map((part) => withoutTitles(part))
  const couple =
    parts.length > 1 && bodies.some((body) => words(body).length === 0 || (words(body).length === 1 && recipientTitles.has(clean(body))))
  if (couple) return [line]
  const family = bodies.at(-1)?.split(" ").at(-1) ?? ""
  const whole = bodies.map((body) => (parts.length > 1 && words(body).length === 1 && body !== bodies.at(-1) ? `${body} ${family}` : body))
  return whole
    .map(inOrder)
    .map((name) => name.trim())
    .filter((name) => words(name).length > 0)
}
