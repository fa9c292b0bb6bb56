import { legalFormRests, legalForms, legalFormStarts } from "../../../names/companies/legal-forms.ts"
import { businessWords } from "../../../names/companies/organization-words.ts"
import { filiation, organizationParticles, watchlistParticles } from "../../../names/words/particles.ts"
import { kinship, slavicPatronymic } from "../../../names/words/fathers-names.ts"
import { numberOf, numberWords } from "../../../names/words/numbers.ts"
import { ranksOrNames, titlesInScripts, vesselTitles, watchlistTitles } from "../../../names/words/titles.ts"

/**
 * What is known of a word by itself, as bits, so that a name is asked once for those of all its words. Most words have none, and most stages of reading a
 * name have nothing to do then.
 */
export const trait = {
  /** One letter or sign. */
  single: 1 << 0,
  /** Two capitals that are initials. */
  initials: 1 << 1,
  title: 1 << 2,
  /** A title that is a name as well where one stands before it. */
  rankOrName: 1 << 3,
  particle: 1 << 4,
  kinship: 1 << 5,
  /** The word behind it is a father's name. */
  filiation: 1 << 6,
  patronymic: 1 << 7,
  /** Two words of Arabic written as one. */
  two: 1 << 8,
  /** Begins a servant's name, of which the next word may be the rest. */
  servant: 1 << 9,
  /** A spelling of a legal form begins with it. */
  legalStart: 1 << 10,
  business: 1 << 11,
  link: 1 << 12,
  /** Announces a number, and says nothing more than it does. */
  numberSign: 1 << 13,
  number: 1 << 14,
  /** The rest of a servant's name, behind the word that begins it. */
  servantRest: 1 << 15,
  /** In capitals, and in other letters than these: more than one each. */
  capitals: 1 << 16,
  small: 1 << 17,
  signs: 1 << 18,
  /** Says by itself who bears the name: no single letter, particle or legal form. */
  named: 1 << 19,
  /** A spelling of a legal form by itself. */
  legalForm: 1 << 20,
  /** Stands in a spelling of a legal form behind its first word. */
  legalRest: 1 << 21,
  shipTitle: 1 << 22
} as const

/** Traits that say something of a word in a person's name, and in an organization's. */
export const ofPersons = trait.legalStart - 1
export const ofOrganizations = trait.business | trait.link | trait.numberSign | trait.number

const numberSigns: ReadonlySet<string> = new Set(["no", "nr", "num", "number", "numero"])

const byLatin = new Map<string, number>()
for (const [words, bits] of [
  [watchlistTitles, trait.title],
  [titlesInScripts, trait.title],
  [watchlistParticles, trait.particle],
  [kinship, trait.kinship],
  [filiation, trait.filiation],
  [legalFormStarts.keys(), trait.legalStart],
  [legalForms.keys(), trait.legalForm],
  [legalFormRests, trait.legalRest],
  [vesselTitles, trait.shipTitle],
  [businessWords, trait.business],
  [organizationParticles, trait.link],
  [numberSigns, trait.numberSign],
  [numberWords, trait.number],
  [["alah", "allah", "lah", "llah", "ullah"], trait.servantRest]
] as const)
  for (const word of words) byLatin.set(word, (byLatin.get(word) ?? 0) | bits)

/** Latin words that are two in Arabic, apart from the article between them: Badruddin is Badr al-Din, Aboulkheir is Abu al-Khair. */
const joinedByArticle: ReadonlyArray<readonly [RegExp, (rest: ReadonlyArray<string>) => ReadonlyArray<string>]> = [
  // Behind the l of the article the word begins at once; r, s and other letters of the sun stand twice or, in Turkic spellings, once.
  [/^abd(?:[ueaoi]?l|[ueaoi]([rsnztd])(?=\1)|[ueaoi](?=[rsz][aeiou]))-?(?![lh]*ah?i?$)([a-z]{3,})$/u, ([, rest = ""]) => ["abdul", rest]],
  [/^(.{2,}?)(?:[aeiouy]dd(?:in|ine|een|ien|yn)|[aeu]ld(?:in|een)|eldine)$/u, ([stem = ""]) => [stem, "din"]],
  [/^ab[ou]u?l(?=[^aeiouyl])([a-z]{4,})$/u, ([rest = ""]) => ["abu", rest]]
]

/** Slavic family names that begin like a servant's name are one word: Abdulov, Abdeev, Abdulin. */
const slavicFamily = /(?:[oe]v|[oe]va|[oe]ff|enko|uk)$|^abd[a-z]{0,4}ina?$/u

/** What no word lacks that is two words of Arabic written as one. */
const mayBeJoined = /^ab[dou]|[dl]d[iey]/u

/** The words of a Latin word that is two in Arabic; null for any other. */
export const wordsInArabic = (latin: string): ReadonlyArray<string> | null => {
  if (!mayBeJoined.test(latin) || slavicFamily.test(latin)) return null
  for (const [pattern, parts] of joinedByArticle) {
    const found = pattern.exec(latin)
    if (found !== null) return parts(found.slice(1))
  }
  return null
}

/** The traits of a word by its key and its plain Latin spelling. */
export const traitsOf = (key: string, latin: string): number => {
  let traits = byLatin.get(latin) ?? 0
  if (latin.length === 1) traits |= trait.single
  if (slavicPatronymic.test(latin)) traits |= trait.patronymic
  if (mayBeJoined.test(latin)) traits |= joinedTraits(key, latin)
  if (latin.charCodeAt(0) <= 57 && numberOf(latin) !== null) traits |= trait.number
  return key === latin && latin.charCodeAt(0) < 128 ? traits : traits | traitsInScripts(key, traits)
}

const joinedTraits = (key: string, latin: string): number =>
  (/^abd[aeou]?l?$/u.test(latin) ? trait.servant : 0) | (key === latin && wordsInArabic(latin) !== null ? trait.two : 0)

const traitsInScripts = (key: string, traits: number): number => {
  const title = titlesInScripts.has(key) ? trait.title : 0
  return title | (((traits | title) & trait.title) !== 0 && ranksOrNames.has(key) ? trait.rankOrName : 0)
}
