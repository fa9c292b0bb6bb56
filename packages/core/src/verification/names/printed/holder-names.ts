import { invisible } from "../text/written-words.ts"
import { isKnownGivenName } from "../given-names/given-names.ts"
import { generationOf, maximumTextLength, type NameToken, nameTokens } from "./tokens.ts"
import { legalFormsInsideNames, organizationWords } from "../companies/organization-words.ts"
import { joiners, quietJoiners } from "../words/joiners.ts"
import { degrees, doubtfulTitles, spouseTitles, titles, titlesInsideNames, titlesOfEach, titlesOrFamilies } from "../words/titles.ts"
import { latin } from "../transliteration/latin-spellings.ts"
import { leavesOutVowels } from "../scripts/script-classes.ts"

/** A person named on a document. */
interface HolderPerson {
  readonly tokens: ReadonlyArray<NameToken>
  /** "1" for senior, "2" for junior, and so on; null without a mark. */
  readonly generation: string | null
  /** Announced as husband or wife of another holder, without a given name of their own ("Mr & Mrs J Smith"). */
  readonly spouse: boolean
}

interface Holders {
  readonly persons: ReadonlyArray<HolderPerson>
  readonly organization: boolean
}

const maximumPersons = 4

interface Part {
  readonly words: ReadonlyArray<string>
  readonly spouseTitle: boolean
  readonly titled: boolean
  readonly generation: string | null
}

// A title is known by its letters: of a script without vowels (عمر, which is Omar) the consonants alone would be Mr.
const key = (word: string): string => (leavesOutVowels(word) ? word : latin(word).replace(/[^a-z0-9]/g, ""))

/** "JONES/JOHN MR", as travel and some bank systems print one person. */
const ticketForm = /^\s*(\p{Lu}+)\/(\p{Lu}+(?: (?:MR|MRS|MS|MISS|DR))?)\s*$/u

const labels =
  /^\s*(?:(?:account |policy |customer |card ?|contract )?(?:holder|name|owner|customer|tenant|client|attn|for the attention of|titular|titulaire|kontoinhaber|intestatario|nombre|nom)(?:\(s\))?(?: name)?s?)\s*[:：]\s*/iu

// What follows is another person or another name of the same one: son of, care of, trading as, also known as.
const asides =
  /\s(?:[swd]\s?\/\s?o|c\s?\/\s?o|t\s?\/\s?a|a\s?\/?\s?k\s?\/?\s?a|f\s?\/\s?k\s?\/\s?a|aka|trading as|care of|son of|daughter of|wife of)\b.*$/iu
const birthName = /\b(?:née|nee|né|geb\.?|geboren|born|formerly|roz\.|ur\.|o\.s\.)(?=\s)/giu

/** A name with titles, degrees and generation marks taken off; titles that may be names stay when too little would be left. */
const stripped = (words: ReadonlyArray<string>): Part => {
  let rest = words.filter((word) => key(word) !== "" || /\p{L}/u.test(word))
  let generation: string | null = null
  let spouseTitle = false
  let titled = false
  while (rest.length > 0) {
    const [first = ""] = rest
    const name = key(first)
    if (!titles.has(name)) break
    if (doubtfulTitles.has(name) && (rest.length < 3 || (name.length === 1 && !/\./.test(first)))) break
    // "Mdm Tan Mei Ling" has her title, and Tan is her family.
    if (titled && titlesOrFamilies.has(name)) break
    spouseTitle ||= spouseTitles.has(name)
    titled = true
    rest = rest.slice(1)
  }
  const kept: Array<string> = []
  rest.forEach((word, at) => {
    const mark = at > 0 ? generationOf(word) : null
    if (mark !== null && at >= 1 && rest.length > 1) {
      generation = mark
      return
    }
    if (at >= 2 && degrees.has(key(word)) && (/\./.test(word) || word === word.toUpperCase() || word.length > 2)) return
    kept.push(word)
  })
  const body = kept.filter((word, at) => !(at > 0 && kept.length > 2 && titlesInsideNames.has(key(word))))
  return { words: body, spouseTitle, titled, generation }
}

const words = (text: string): ReadonlyArray<string> => text.split(/[\s,]+/u).filter((word) => word !== "")

const joinsAt = (list: ReadonlyArray<string>, at: number): boolean => {
  const word = list[at] ?? ""
  if (word === "&" || word === "+" || word === ";" || word === "/") return true
  if (at === 0 || at === list.length - 1) return false
  const normalized = key(word)
  if (joiners.has(normalized)) return true
  if (!quietJoiners.has(normalized) && !quietJoiners.has(word)) return false
  const nextIsTitle = titles.has(key(list[at + 1] ?? "")) && !/^[a-z]$/.test(key(list[at + 1] ?? ""))
  return nextIsTitle || (normalized.length > 1 && word === word.toLowerCase())
}

const parted = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const list = words(text.replace(/([&+;/])/g, " $1 ").replace(/\band\s*\/\s*or\b/gi, "&"))
  const parts: Array<Array<string>> = [[]]
  list.forEach((word, at) => {
    if (joinsAt(list, at)) parts.push([])
    else parts.at(-1)?.push(word)
  })
  return parts.filter((part) => part.length > 0).slice(0, maximumPersons)
}

const isInitial = (word: string): boolean => /^(?:\p{L}\.?){1,3}$/u.test(word) && (word.includes(".") || /^\p{L}$/u.test(word))
const isGiven = (word: string): boolean => isInitial(word) || word.split("-").every((piece) => isKnownGivenName(key(piece)))

/** The words of a name that are its family name, by the rule that leading (or trailing) given names and initials are not. */
const familyWords = (list: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (list.length < 2) return list
  let leading = 1
  while (leading < list.length - 1 && isGiven(list[leading] ?? "")) leading++
  const familyFirst = !isGiven(list[0] ?? "") && isGiven(list.at(-1) ?? "")
  return familyFirst ? list.slice(0, 1) : list.slice(leading)
}

/** Whose partners are not named: Brown & Co, Brown & Sons. */
const unnamedPartners = /[\p{L}.]\s*[&+]\s*(?:co|cie|sons?|bros|brothers|partners|associates|söhne|fils|hijos|figli)\b\.?/iu

const isOrganization = (text: string): boolean => {
  if (unnamedPartners.test(text)) return true
  const list = words(text.replace(/[.&]/g, "")).map(key)
  return list.some(
    (word, at) => organizationWords.has(word) && (word.length > 3 || at === list.length - 1 || legalFormsInsideNames.has(word))
  )
}

const person = (part: Part, list: ReadonlyArray<string>, spouse: boolean): HolderPerson => ({
  tokens: nameTokens(list.join(" ")),
  generation: part.generation,
  spouse
})

/** Whether a comma list names two people ("John Smith, Mary Smith") instead of a family name first ("Smith, John"). */
const commaPeople = (text: string): ReadonlyArray<string> | null => {
  const pieces = text
    .split(",")
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "")
  if (pieces.length < 2 || pieces.length > maximumPersons) return null
  const bodies = pieces.map((piece) => stripped(words(piece)).words)
  const last = bodies.map((body) => key(body.at(-1) ?? ""))
  const sharesFamily = bodies.every((body) => body.length >= 2) && last.every((word) => word === last[0])
  const allTitled = pieces.every((piece) => titlesOfEach.has(key(piece.split(/\s/)[0] ?? "")))
  return sharesFamily || allTitled ? pieces : null
}

const isTitleAlone = (list: ReadonlyArray<string>): boolean => {
  const [word = ""] = list
  return list.length === 1 && titles.has(key(word)) && !isKnownGivenName(key(word)) && (key(word).length > 1 || word.includes("."))
}

/** A name that is known to be one person's: nothing in it joins a second holder. Null when no word can be compared. */
export const readSingleName = (text: string): HolderPerson | null => {
  const part = stripped(
    words(
      text
        .slice(0, maximumTextLength)
        .normalize("NFC")
        .replace(/[\p{Cc}\p{Cf}&+;/]/gu, " ")
    )
  )
  const found = person(part, part.words, false)
  return found.tokens.length === 0 ? null : found
}

/** The people that one printed name stands for: "Mr J and Mrs M Smith" is two, "Smith, John" one, a company none of its own. */
export const readHolder = (printed: string): Holders => {
  const text = printed
    .slice(0, maximumTextLength)
    .normalize("NFC")
    .replace(invisible, " ")
    .replace(labels, "")
    .replace(/\([^)]{0,200}\)/gu, " ")
  if (/^\s*(?:c\s?\/\s?o|care of|estate of|the (?:late|executors|estate|occupier))\b/iu.test(text)) {
    return { persons: [person(stripped([]), words(text), false)], organization: true }
  }
  // "Muthu s/o Ramasamy" has no family name but his father's; "Ananya Krishnan d/o Krishnan Nair" has one.
  const patronymic = /^\s*(?:\p{L}{1,4}\.?\s+)?\p{L}+\s+(?:[sd]\s?\/\s?o|a\s?\/\s?[lp])\s+/iu.test(text)
  const whole = patronymic ? text.replace(/\s(?:[sd]\s?\/\s?o|a\s?\/\s?[lp])\s/iu, " ") : text
  const own = ` ${whole.replace(ticketForm, "$1, $2")}`.replace(asides, "").replace(birthName, " ")
  const organization = isOrganization(own)
  const people = commaPeople(own)
  const lists = people === null ? parted(own) : people.map(words)
  const parts = lists.map((list) => (lists.length > 1 && isTitleAlone(list) ? { ...stripped([]), titled: true } : stripped(list)))
  const named = parts.filter((part) => part.words.length > 0)
  const full = [...named].reverse().find((part) => part.words.length > 1) ?? named.at(-1)
  if (full === undefined) return { persons: [], organization }
  const family = familyWords(full.words)
  const announced = parts.some((part, at) => part.words.length === 0 && part.titled && at !== parts.indexOf(full))
  const persons = named.map((part) => {
    const incomplete = part !== full && (part.words.length === 1 || part.words.every(isInitial))
    return person(part, incomplete && full.words.length > 1 ? [...part.words, ...family] : part.words, false)
  })
  return { persons: announced ? [...persons, person(full, family, true)] : persons, organization }
}
