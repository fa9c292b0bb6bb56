import { legalFormStarts } from "../../../names/companies/legal-forms.ts"
import { businessWords } from "../../../names/companies/organization-words.ts"
import { filiation, organizationParticles, watchlistParticles } from "../../../names/words/particles.ts"
import { kinship, slavicPatronymic } from "../../../names/words/fathers-names.ts"
import { numberOf } from "../../../names/words/numbers.ts"
import { ranksOrNames, titlesInScripts, watchlistTitles } from "../../../names/words/titles.ts"

/** What the tables say of a word in a person's name. */
interface PersonFacts {
  readonly title: boolean
  /** A title that is a name as well where one stands before it. */
  readonly rankOrName: boolean
  readonly particle: boolean
  readonly kinship: boolean
  /** The word behind it is a father's name. */
  readonly filiation: boolean
  readonly patronymic: boolean
  /** May be two words of Arabic written as one. */
  readonly mayBeTwo: boolean
  /** Begins like a servant's name, of which the next word may be the rest. */
  readonly servant: boolean
}

/** What they say of it in an organization's name. */
interface OrganizationFacts {
  /** A spelling of a legal form begins with it. */
  readonly legalStart: boolean
  readonly business: boolean
  readonly link: boolean
  /** Announces a number, and says nothing more than it does. */
  readonly numberSign: boolean
  readonly number: string | null
}

export interface WordFacts {
  readonly person: PersonFacts
  readonly organization: OrganizationFacts
}

const plainPerson: PersonFacts = {
  title: false,
  rankOrName: false,
  particle: false,
  kinship: false,
  filiation: false,
  patronymic: false,
  mayBeTwo: false,
  servant: false
}

const plainOrganization: OrganizationFacts = { legalStart: false, business: false, link: false, numberSign: false, number: null }

const plain: WordFacts = { person: plainPerson, organization: plainOrganization }

/** What no word lacks that is two words of Arabic written as one. */
const mayBeJoined = /^ab[dou]|[dl]d[iey]/u

const personFacts = (key: string, latin: string): PersonFacts => {
  const title = watchlistTitles.has(latin) || titlesInScripts.has(latin) || (key !== latin && titlesInScripts.has(key))
  const particle = watchlistParticles.has(latin)
  const isKinship = kinship.has(latin)
  const patronymic = slavicPatronymic.test(latin)
  const mayBeTwo = mayBeJoined.test(latin)
  // Words of filiation are particles, and servants' names begin like those that may be two.
  if (!title && !particle && !isKinship && !patronymic && !mayBeTwo) return plainPerson
  return {
    title,
    rankOrName: title && ranksOrNames.has(key),
    particle,
    kinship: isKinship,
    filiation: filiation.has(latin),
    patronymic,
    mayBeTwo,
    servant: latin.startsWith("abd")
  }
}

const numberSigns: ReadonlySet<string> = new Set(["no", "nr", "num", "number", "numero"])

const organizationFacts = (latin: string): OrganizationFacts => {
  const legalStart = legalFormStarts.has(latin)
  const business = businessWords.has(latin)
  const link = organizationParticles.has(latin)
  const numberSign = numberSigns.has(latin)
  const number = numberOf(latin)
  return legalStart || business || link || numberSign || number !== null
    ? { legalStart, business, link, numberSign, number }
    : plainOrganization
}

/** The facts of a word by its key and its plain Latin spelling; most words have none of them. */
export const factsOf = (key: string, latin: string): WordFacts => {
  const person = personFacts(key, latin)
  const organization = organizationFacts(latin)
  return person === plainPerson && organization === plainOrganization ? plain : { person, organization }
}

/** Whether nothing is known of the word in a person's name. */
export const isPlainInPerson = ({ person }: WordFacts): boolean => person === plainPerson
