import { legalForms } from "../../names/companies/legal-forms.ts"
import { mostValues } from "./hash-pairs.ts"
import { formsOfAll, type WordForms } from "./normalize/forms.ts"
import { endsPlainly } from "./normalize/legal-words.ts"
import { normalizeWritten, personRole, withCapitals, writtenOf } from "./normalize/name.ts"
import { ofPersons, trait } from "./normalize/word-traits.ts"
import { nameLimits, WordBook, type Written } from "./normalize/written.ts"
import { roles } from "./weights.ts"
import type { ListRecord, NameKind, RecordType } from "../record.ts"

export const kinds: ReadonlyArray<NameKind> = ["primary", "alias", "former", "maiden", "weak"]

const [asName, asFamily, asParticle, asBusiness, asInitial] = (["name", "family", "particle", "business", "initial"] as const).map((role) =>
  roles.indexOf(role)
) as [number, number, number, number, number]

const unnumbered = -1

/** Traits of words that have a role of their own in a person's name, or in an organization's, and change no other word. */
const rolesOfPersons = trait.single | trait.particle | trait.kinship | trait.filiation | trait.patronymic
const rolesOfOrganizations = trait.link | trait.business
/** Traits of words for which the words of the name are not those that stand in it. */
const changesOfPersons = (ofPersons & ~(rolesOfPersons | trait.rankOrName | trait.servant)) | trait.servantRest | trait.signs
const changesOfOrganizations = trait.single | trait.number | trait.shipTitle | trait.signs
const inMixedCapitals = trait.capitals | trait.small
const noWords: ReadonlyArray<Written> = []

/**
 * What is read of the names of the records, in the order of these. Names whose words are what they seem but for their roles are read in one loop over all,
 * which the runtime compiles once, where a function for each name would be compiled again as soon as it had been called often; `normalizeWritten` says the
 * same of these names, and reads all others.
 */
export class NameRows {
  /** Where the words of each name begin, and where those of the last one end. */
  readonly starts: Uint32Array
  readonly words: Array<number> = []
  readonly roles: Array<number> = []
  readonly kinds: Uint8Array
  readonly records: Uint32Array
  readonly texts: Array<string> = []
  readonly legal: Array<string> = []
  readonly forms: ReadonlyArray<WordForms>
  readonly numbers = new Map<string, number>()

  constructor(all: ReadonlyArray<ListRecord>) {
    const size = all.reduce((sum, { names }) => sum + names.length, 0)
    if (size > mostValues) throw new RangeError(`An index holds at most ${mostValues} names`)
    this.starts = new Uint32Array(size + 1)
    this.kinds = new Uint8Array(size)
    this.records = new Uint32Array(size)
    this.#read(all)
    this.forms = formsOfAll([...this.numbers.keys()])
  }

  #read(all: ReadonlyArray<ListRecord>): void {
    const book = new WordBook()
    const ends = new Ends()
    /** Numbers of the words of the book, by their places in it. */
    const byPlace: Array<number> = []
    for (let record = 0; record < all.length; record++) {
      const { names, type } = all[record] ?? { names: [], type: "unknown" }
      const person = type === "person"
      const changes = person ? changesOfPersons : changesOfOrganizations
      for (let at = 0; at < names.length; at++) {
        const name = names[at]
        if (name === undefined) continue
        const plain = person ? name.parts === null && !name.full.includes(",") : type !== "unknown"
        const words = plain ? book.split(name.full, "name") : noWords
        let traits = 0
        let longForms = 0
        let before = 0
        for (let place = 0; place < words.length; place++) {
          const known = words[place]?.traits ?? 0
          if ((before & trait.legalStart) !== 0) longForms |= known & trait.legalRest
          traits |= known
          before = known
        }
        const asItStands = words.length <= nameLimits.words && (traits & (changes | trait.named)) === trait.named
        let legal = ""
        if (!asItStands || !(person || (longForms === 0 && ends.arePlain(words))))
          this.#readCloser(plain ? (person ? withCapitals(words) : words) : writtenOf(name.full, name.parts, type, book), type)
        else {
          const known = (traits & (person ? rolesOfPersons : rolesOfOrganizations)) !== 0
          const families = person && (traits & inMixedCapitals) === inMixedCapitals
          for (let place = 0; place < words.length; place++) {
            const word = words[place]
            if (word === undefined) continue
            if (!person && (word.traits & trait.legalForm) !== 0) {
              legal = withForm(legal, word)
              continue
            }
            let role = families && word.capitals ? asFamily : asName
            if (known) role = person ? roles.indexOf(personRole(word, roles[role] ?? "name", place, words)) : roleInOrganization(word)
            let number = byPlace[word.place] ?? unnumbered
            // Initials and particles are known by their Latin letters.
            if ((role === asInitial || role === asParticle) && word.key !== word.latin) number = this.#numberOf(word.latin)
            else if (number === unnumbered) {
              number = this.#numberOf(word.key)
              while (byPlace.length <= word.place) byPlace.push(unnumbered)
              if (word.place >= 0) byPlace[word.place] = number
            }
            this.words.push(number)
            this.roles.push(role)
          }
          this.legal.push(legal)
        }
        this.starts[this.texts.length + 1] = this.words.length
        this.kinds[this.texts.length] = kinds.indexOf(name.kind)
        this.records[this.texts.length] = record
        this.texts.push(name.full)
      }
    }
  }

  #readCloser(written: ReadonlyArray<Written>, type: RecordType): void {
    const { legal, words } = normalizeWritten(written, type)
    for (let place = 0; place < words.length; place++) {
      const word = words[place]
      if (word === undefined) continue
      this.words.push(this.#numberOf(word.key))
      this.roles.push(roles.indexOf(word.role))
    }
    this.legal.push(legal.length === 0 ? "" : legal.join(" "))
  }

  #numberOf(key: string): number {
    const known = this.numbers.get(key)
    if (known !== undefined) return known
    const number = this.numbers.size
    this.numbers.set(key, number)
    return number
  }
}

/** Identifiers of legal forms with that of one more, none twice. */
const withForm = (identifiers: string, { latin }: Written): string => {
  const form = legalForms.get(latin) ?? ""
  return identifiers === "" ? form : identifiers.split(" ").includes(form) ? identifiers : `${identifiers} ${form}`
}

const roleInOrganization = ({ traits }: Written): number =>
  (traits & trait.link) !== 0 ? asParticle : (traits & trait.business) !== 0 ? asBusiness : asName

/** Words in which names of organizations end, asked once of each whether a legal form is misspelt there, or written as one with it. */
class Ends {
  readonly #plain = new Set<Written>()

  arePlain(words: ReadonlyArray<Written>): boolean {
    let last = words[words.length - 1]
    if (last !== undefined && (last.traits & trait.legalForm) !== 0) last = words[words.length - 2]
    if (last === undefined || (last.traits & trait.legalForm) !== 0 || this.#plain.has(last)) return true
    if (!endsPlainly(last)) return false
    this.#plain.add(last)
    return true
  }
}
