import { readHolder, readSingleName } from "../printed/holder-names.ts"
import { nameToken, nameTokens } from "../printed/tokens.ts"
import { doubtfulTitles, titlesOrFamilies } from "../words/titles.ts"
import { latin } from "../transliteration/latin-spellings.ts"
import type { NameExplanation } from "./explanations.ts"
import { type Word, wordsOf } from "./word.ts"
import { isSyllabic } from "../scripts/script-classes.ts"

/** One way to divide a name into surname and given names. */
export interface NameReading {
  readonly surname: ReadonlyArray<Word>
  readonly given: ReadonlyArray<Word>
  /** The source said which words are the surname. */
  readonly divided: boolean
  /** Written in signs of which no table tells how this name is said: only the same signs can be compared with it. */
  readonly unsaid: boolean
  readonly explanations: ReadonlyArray<NameExplanation>
}

export interface PersonName {
  readonly readings: ReadonlyArray<NameReading>
  /** "1" for senior, "2" for junior, and so on; null without a mark. */
  readonly generation: string | null
  /** A company, an estate or a "care of" line, which is no person. */
  readonly organization: boolean
  /** Named after "care of": the person may be the one who passes the letter on. */
  readonly careOf: boolean
}

/** What one source says of a person's name. Everything is optional; texts are read up to 500 UTF-16 units. */
export interface NameStatement {
  readonly surname?: string | null
  readonly given_names?: string | null
  /** The whole name where the parts are not distinguished; `SURNAME<<GIVEN<NAMES` and `Surname, Given` part it. */
  readonly full_name?: string | null
  /** The name in the script of its country. */
  readonly native_name?: string | null
  /** Codes of countries that say how Han signs are read. */
  readonly nationality?: string | null
  readonly country?: string | null
  /** The name was cut off at the end of the name field of a machine readable zone. */
  readonly truncated?: boolean
  /** The Latin name was made from another script, so that single letters may differ. */
  readonly transliterated?: boolean
  /** `full_name` may name several people, one of whom is meant: the lines of a bill. */
  readonly holders?: boolean
}

const longestName = 500

interface ReadText {
  readonly words: ReadonlyArray<Word>
  readonly generation: string | null
}

/** Surnames of more words than this are not looked for where no one divided the name. */
const longestSurname = 4
const nothing: ReadText = { words: [], generation: null }

const bounded = (text: string | null | undefined): string => (text ?? "").slice(0, longestName).toWellFormed().normalize("NFC")

const readText = (text: string, cut: boolean): ReadText => {
  const spaced = text.replace(/<+/g, " ")
  const person = readSingleName(spaced)
  // A surname that is also a title (Miss, Sayin) is all there is of the name, and a field of its own says that Na is one.
  const tokens =
    person?.tokens ?? (/^\s*na\s*$/iu.test(spaced) ? [nameToken(spaced)].filter((token) => token !== null) : nameTokens(spaced))
  return tokens.length === 0 ? nothing : { words: wordsOf(spaced, tokens, cut), generation: person?.generation ?? null }
}

/** A word that is a title in one country is a surname in another (Tan, Don): with it the name is read once more. */
const withDoubtfulTitle = (text: string, read: ReadText, cut: boolean): ReadonlyArray<ReadText> => {
  const [first = ""] = text.trim().split(/\s+/u)
  if (!doubtfulTitles.has(latin(first).replace(/[^a-z]/g, ""))) return [read]
  const tokens = nameTokens(text)
  return tokens.length > read.words.length ? [read, { words: wordsOf(text, tokens, cut), generation: read.generation }] : [read]
}

/** The surname at birth that a document prints behind the present one: `Schmidt geb. Müller`. */
const birthName = /^(.{1,200}?)[\s,(]+(?:née|NÉE|nee|né|geb\.?|GEB\.?|geborene?|born|roz\.|z domu|nacida)\s+([^\s()].{0,200})$/u

const guess = (surname: ReadonlyArray<Word>, given: ReadonlyArray<Word>): NameReading => ({
  surname,
  given,
  divided: false,
  unsaid: false,
  explanations: []
})

const divide = (words: ReadonlyArray<Word>): ReadonlyArray<NameReading> => {
  if (words.length <= 1) return [guess(words, [])]
  const most = Math.min(longestSurname, words.length - 1)
  const lengths = Array.from({ length: most }, (_, at) => at + 1)
  const first = lengths.map((length) => guess(words.slice(0, length), words.slice(length)))
  // Chinese and Korean signs are written surname first, of one sign or, rarely, of two.
  if (words.every(({ token }) => isSyllabic(token.native))) return first.slice(0, 2)
  return [...lengths.map((length) => guess(words.slice(-length), words.slice(0, -length))), ...first]
}

const inFields = (surname: string, given: string, cut: boolean): PersonName => {
  const birth = birthName.exec(surname)
  const surnames = birth === null ? [surname] : [birth[1] ?? "", birth[2] ?? ""]
  const givenRead = readText(given, cut)
  const read = surnames.map((text) => readText(text, cut))
  const readings = read.map(
    ({ words }, at): NameReading => ({
      surname: words.length === 0 ? givenRead.words : words,
      given: words.length === 0 ? [] : givenRead.words,
      divided: true,
      unsaid: false,
      explanations: at === 0 ? [] : ["married_name_possible"]
    })
  )
  const generation = givenRead.generation ?? read[0]?.generation ?? null
  // One field with several words may hold the whole name.
  const whole = readings[0]
  const undivided = whole !== undefined && whole.given.length === 0 && whole.surname.length > 1 ? divide(whole.surname) : []
  return {
    readings: [...readings, ...undivided].filter((reading) => reading.surname.length > 0),
    generation,
    organization: false,
    careOf: false
  }
}

const whole = (text: string, cut: boolean): PersonName => {
  const fields = text.indexOf("<<")
  if (fields > 0 && /[^<\s]/.test(text.slice(fields))) return inFields(text.slice(0, fields), text.slice(fields), cut)
  const comma = text.indexOf(",")
  if (comma > 0) {
    const [before, after] = [text.slice(0, comma), text.slice(comma + 1)]
    if (nameTokens(before).length > 0 && readText(after, cut).words.length > 0) return inFields(before, after, cut)
  }
  const birth = birthName.exec(text)
  const read = readText(birth?.[1] ?? text, cut)
  const readings = withDoubtfulTitle(text, read, cut).flatMap(({ words }) => divide(words))
  const born = birth === null ? nothing : readText(birth[2] ?? "", false)
  const atBirth = divide(read.words)
    .filter(({ surname }) => born.words.length > 0 && surname.length === 1)
    .map((reading): NameReading => ({ ...reading, surname: born.words, explanations: ["married_name_possible"] }))
  return {
    readings: [...readings, ...atBirth].filter((reading) => reading.surname.length > 0),
    generation: read.generation,
    organization: false,
    careOf: false
  }
}

/** Scripts that no table reads well enough to tell one name from another. */
const unreadScripts =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Ethiopic}\p{Script=Sinhala}]/u
/** Where Han signs are not said as in Mandarin: Japanese, Cantonese, Hokkien, or an older romanization. */
const otherReadings: ReadonlySet<string> = new Set([
  "JP",
  "JPN",
  "HK",
  "HKG",
  "MO",
  "MAC",
  "TW",
  "TWN",
  "SG",
  "SGP",
  "MY",
  "MYS",
  "KR",
  "KOR",
  "PRK"
])

const isUnsaid = ({ given, surname }: NameReading, facts: NameStatement): boolean => {
  const text = [...surname, ...given].map(({ token }) => token.native).join("")
  const elsewhere = [facts.nationality, facts.country].some((code) => otherReadings.has(code?.toUpperCase() ?? ""))
  return unreadScripts.test(text) || (/\p{Script=Han}/u.test(text) && (elsewhere || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)))
}

/** A person whom a document is addressed to. */
interface ReadHolder {
  readonly name: PersonName
  /** Announced as husband or wife of another one, without a given name of their own. */
  readonly spouse: boolean
}

/** M. is Monsieur and Marieke. */
const initialOrTitle = /^\s*\p{L}\.?\s/u
/** "Tan Mei Ling" is someone of the family Tan as well as a Tan called Mei Ling; with its dot a word is a title. */
const titleOrFamily = (line: string): boolean => titlesOrFamilies.has(latin(/^\s*(\p{L}+)\s/u.exec(line)?.[1] ?? ""))
const careOf = /^\s*(?:c\s?\/\s?o|care of)\b[\s.:]*/iu

const readPersons = (line: string): ReadonlyArray<ReadHolder> => {
  const { organization, persons } = readHolder(line)
  const [only, second] = persons
  const birth = second === undefined ? birthName.exec(line) : null
  if (birth !== null && only !== undefined && !organization) {
    const name = whole(line, false)
    return [{ name: { ...name, generation: only.generation }, spouse: false }]
  }
  return persons
    .filter(({ tokens }) => tokens.length > 0)
    .map(({ generation, spouse, tokens }) => {
      const read = { words: wordsOf(line, tokens, false), generation }
      const ways =
        second === undefined && (initialOrTitle.test(line) || titleOrFamily(line)) ? withDoubtfulTitle(line, read, false) : [read]
      const readings = ways.flatMap(({ words }) => divide(words)).map((reading) => ({ ...reading, unsaid: isUnsaid(reading, {}) }))
      return { name: { readings, generation, organization, careOf: false }, spouse }
    })
}

/** The people that one printed name stands for; a line break parts them as `&` does. */
export const readHolders = (text: string): ReadonlyArray<ReadHolder> => {
  const line = text.replace(/[\r\n]+/g, " ; ")
  const named = line.replace(careOf, "")
  return readPersons(named).map(({ name, spouse }) => ({ name: { ...name, careOf: named !== line }, spouse }))
}

/** The people of a bill as one name, each of them a way to read it. */
const holders = (text: string): PersonName => {
  const named = readHolders(text).filter(({ spouse }) => !spouse)
  return {
    readings: named.flatMap(({ name }) => name.readings),
    generation: named.find(({ name }) => name.generation !== null)?.name.generation ?? null,
    organization: named.some(({ name }) => name.organization),
    careOf: named.some(({ name }) => name.careOf)
  }
}

const zoneLengths: ReadonlySet<number> = new Set([30, 31, 39])

/** A name that fills the name field of a zone (ICAO 9303 parts 4 to 6: 39, 31 and 30 characters) to its end may have been cut off there. */
const fillsZone = (surname: string, given: string, full: string): boolean => {
  const field = full === "" ? `${surname}<<${given}` : full
  return zoneLengths.has(field.length) && /^[A-Z][A-Z <]*<<[A-Z <]*[A-Z]$/.test(field)
}

const readAgain = (facts: NameStatement): PersonName => {
  const [surname, given, full, native] = [facts.surname, facts.given_names, facts.full_name, facts.native_name].map(bounded)
  const inTwo = (surname ?? "").trim() !== "" || (given ?? "").trim() !== ""
  const cut = facts.truncated === true || fillsZone(surname ?? "", given ?? "", inTwo ? "" : (full ?? ""))
  const undivided = facts.holders === true ? holders(full ?? "") : whole(full ?? "", cut)
  const own = inTwo ? inFields(surname ?? "", given ?? "", cut) : undivided
  const inScript = whole(native ?? "", false)
  const readings = [...own.readings, ...inScript.readings].map((reading) => ({ ...reading, unsaid: isUnsaid(reading, facts) }))
  return { ...own, readings, generation: own.generation ?? inScript.generation }
}

const namesRead = new WeakMap<NameStatement, PersonName>()

/** The ways to read the name of one source; without readings where it has none. A source meets several others and is read once. */
export const readName = (facts: NameStatement): PersonName => {
  const name = namesRead.get(facts) ?? readAgain(facts)
  namesRead.set(facts, name)
  return name
}
