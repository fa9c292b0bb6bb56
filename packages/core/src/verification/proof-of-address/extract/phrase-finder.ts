import { digitShapes } from "../../names/text/misread.ts"
import { normalizedWords } from "../../names/text/normalized.ts"

/** The letters and digits of a text without case, accents or spacing: "B1LLING  PERIOD", "Billingperiod" and "Billing period" agree. */
export interface Skeleton {
  readonly letters: string
  /** For every letter: where it stood in the text it was made from. */
  readonly at: ReadonlyArray<number>
  /** For every letter: whether a word begins with it. */
  readonly starts: ReadonlyArray<boolean>
}

/** A phrase that was found, with its place in the original text (`end` is exclusive). */
export interface Found<Value> {
  readonly value: Value
  readonly start: number
  readonly end: number
}

/** Digits that text recognition prints for a letter inside a word of a page. */
const mistaken = new Set("0158")

const letter = /^\p{L}$/u
/** Scripts that are written without spaces: every character may begin or end a word. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]$/u

const kindOf = (character: string): "letter" | "digit" | "other" => {
  if (character >= "0" && character <= "9") return "digit"
  if ((character >= "a" && character <= "z") || (character >= "A" && character <= "Z")) return "letter"
  return character >= "\u0080" && letter.test(character) ? "letter" : "other"
}

/** Letters beyond the plain ones come again and again, and each costs a decomposition. A text has few that differ. */
const plainForms = new Map<string, string>()
const mostPlainForms = 4_000
const plainOf = (character: string): string => {
  const known = plainForms.get(character)
  if (known !== undefined) return known
  const plain = normalizedWords(character)
  if (plainForms.size < mostPlainForms) plainForms.set(character, plain)
  return plain
}

/** Text recognition prints a single digit inside a word for a letter of the same shape; runs of digits are left alone. */
const readAs = (text: string, index: number): string => {
  const character = text.charAt(index)
  const before = index === 0 ? "other" : kindOf(text.charAt(index - 1))
  const after = index + 1 >= text.length ? "other" : kindOf(text.charAt(index + 1))
  if (character === "|") return before === "letter" || after === "letter" ? "l" : character
  const lookalike = mistaken.has(character) ? digitShapes[character]?.[0] : undefined
  if (lookalike === undefined || before === "digit" || after === "digit") return character
  return before === "letter" || after === "letter" ? lookalike : character
}

/** Reduces a text to what survives printing and text recognition: one shape for i, l and 1, for o and 0, for rn and m. */
export const skeletonOf = (text: string): Skeleton => {
  const letters: Array<string> = []
  const at: Array<number> = []
  const starts: Array<boolean> = []
  let previous: "letter" | "digit" | "other" = "other"
  let previousLower = false
  for (let index = 0; index < text.length; index++) {
    const character = readAs(text, index)
    const kind = kindOf(character)
    if (kind === "other") {
      if (character < "\u0080" || !/^\p{M}$/u.test(character)) previous = "other"
      continue
    }
    const lower = character.toLowerCase()
    const begins = kind !== previous || (character >= "\u0e00" && unspaced.test(character)) || (previousLower && character !== lower)
    previous = kind
    previousLower = character === lower && character !== character.toUpperCase()
    const plain = character < "\u0080" ? lower : plainOf(character)
    for (let part = 0; part < plain.length; part++) {
      const shape = plain.charAt(part) === "i" ? "l" : plain.charAt(part)
      const begin = begins && part === 0
      const last = letters.length - 1
      if (!begin && shape === "n" && letters[last] === "r") letters[last] = "m"
      else if (!begin && shape === "v" && letters[last] === "v") letters[last] = "w"
      else {
        letters.push(shape)
        at.push(index)
        starts.push(begin)
      }
    }
  }
  return { letters: letters.join(""), at, starts }
}

interface Node<Value> {
  readonly next: Map<string, Node<Value>>
  readonly ends: Array<{ readonly value: Value; readonly open: boolean }>
  /** The letters of the longest phrase that goes through here. */
  longest: number
}

const emptyNode = <Value>(): Node<Value> => ({ next: new Map(), ends: [], longest: 0 })

const insert = <Value>(root: Node<Value>, letters: string, end: { readonly value: Value; readonly open: boolean }) => {
  let node = root
  for (const shape of letters) {
    const known = node.next.get(shape)
    const next = known ?? emptyNode<Value>()
    if (known === undefined) node.next.set(shape, next)
    next.longest = Math.max(next.longest, letters.length)
    node = next
  }
  node.ends.push(end)
}

/** Shortest phrase, in letters, in which one wrongly read letter is forgiven. */
const shortestForgiving = 9
/** Most phrases told of one line. */
const mostMatches = 200

interface Match<Value> {
  readonly value: Value
  readonly from: number
  readonly to: number
}

interface Walk<Value> {
  readonly skeleton: Skeleton
  readonly from: number
  readonly into: Array<Match<Value>>
}

const met = <Value>({ ends }: Node<Value>, { from, into, skeleton: { letters, starts } }: Walk<Value>, position: number) => {
  const atWordEnd = position >= letters.length || starts[position] === true
  for (const end of ends) if (end.open || atWordEnd) into.push({ value: end.value, from, to: position })
}

/** Phrases that go on behind a wrongly read letter: no second one is forgiven, so that there is one way on from each letter. */
const afterWrong = <Value>(child: Node<Value>, walking: Walk<Value>, begin: number) => {
  const { letters } = walking.skeleton
  let position = begin
  for (let node: Node<Value> | undefined = child; node !== undefined; node = node.next.get(letters.charAt(position++))) {
    if (position - walking.from >= shortestForgiving) met(node, walking, position)
    if (position >= letters.length) return
  }
}

const walk = <Value>(root: Node<Value>, walking: Walk<Value>, tolerant: boolean) => {
  const { from, skeleton } = walking
  const { letters } = skeleton
  let position = from
  for (let node: Node<Value> | undefined = root; node !== undefined; position += 1) {
    met(node, walking, position)
    if (position >= letters.length) return
    const shape = letters.charAt(position)
    const next: Node<Value> | undefined = node.next.get(shape)
    if (tolerant && position > from && node.longest >= shortestForgiving) {
      // Whoever asks takes the first of several matches of one place, so their order is kept: the phrase that was added last comes first.
      for (const [other, child] of [...node.next].reverse()) {
        if (other !== shape && child.longest >= shortestForgiving) afterWrong(child, walking, position + 1)
      }
    }
    node = next
  }
}

/** Stands in a phrase for a letter with a mark. It is a letter of no phrase. */
const anyLetter = "ʔ"
const marked = /[\u0080-\u{10ffff}]/u
const latin = /^\p{Script=Latin}+$/u
/** Letters without a mark that a phrase has at least, so that the others may be any. */
const fewestPlain = 5

/**
 * A phrase in which every letter with a mark may be any: an engine that has no data of a language reads "päiväys" as "péivdys". Null for a phrase
 * without such letters, or with too few others.
 */
const withAnyLetters = (spelled: string): string | null => {
  if (!marked.test(spelled)) return null
  const shapes = [...spelled].map((sign) => (marked.test(sign) && latin.test(sign) ? anyLetter : sign)).join("")
  const { letters } = skeletonOf(shapes)
  const plain = letters.replaceAll(anyLetter, "")
  return plain === letters || plain.length < fewestPlain || marked.test(plain) ? null : letters
}

const walkAny = <Value>(node: Node<Value>, walking: Walk<Value>, position: number) => {
  met(node, walking, position)
  const { letters } = walking.skeleton
  if (position >= letters.length) return
  for (const shape of [letters.charAt(position), anyLetter]) {
    const next = node.next.get(shape)
    if (next !== undefined) walkAny(next, walking, position + 1)
  }
}

/** Of nested matches only the longest says what was printed: "due date" is not a "date". */
const outermost = <Value>(matches: ReadonlyArray<Match<Value>>): ReadonlyArray<Match<Value>> => {
  const sorted = [...matches].sort((one, other) => one.from - other.from || other.to - one.to)
  const kept: Array<Match<Value>> = []
  for (const match of sorted) {
    const last = kept[kept.length - 1]
    const nested = last !== undefined && match.to <= last.to && match.to - match.from < last.to - last.from
    if (!nested) kept.push(match)
  }
  return kept
}

/** Finds many phrases in one pass; `tolerant` forgives one wrongly read letter in a long phrase. */
type PhraseFinder<Value> = (skeleton: Skeleton, tolerant: boolean) => ReadonlyArray<Found<Value>>

type Entries<Value> = Iterable<readonly [phrases: string, value: Value]>

interface Tries<Value> {
  readonly wholeWords: Node<Value>
  readonly anywhere: Node<Value>
}

const plainWords = /^[a-z ]+$/

/** The letters of the skeleton of a phrase: of plain words, which most phrases are, without looking at every sign. */
const lettersOfPhrase = (spelled: string): string =>
  plainWords.test(spelled)
    ? spelled.replace(/i/g, "l").replace(/rn/g, "m").replace(/vv/g, "w").replace(/ /g, "")
    : skeletonOf(spelled).letters

const formsOf = (spelled: string): ReadonlySet<string> => {
  const transcribed = spelled.replace(/ä/g, "ae").replace(/ö/g, "oe").replace(/ü/g, "ue")
  return new Set(transcribed === spelled ? [lettersOfPhrase(spelled)] : [lettersOfPhrase(spelled), lettersOfPhrase(transcribed)])
}

const triesOf = <Value>(entries: Entries<Value>): Tries<Value> => {
  const wholeWords = emptyNode<Value>()
  const anywhere = emptyNode<Value>()
  for (const [phrases, value] of entries) {
    for (const phrase of phrases.split("|")) {
      const spelled = phrase.trim()
      const root = spelled.startsWith("*") ? anywhere : wholeWords
      const end = { value, open: spelled.endsWith("*") }
      for (const form of formsOf(spelled)) if (form !== "") insert(root, form, end)
    }
  }
  return { wholeWords, anywhere }
}

/** The phrases whose letters with marks may be any: only pages that an engine read ask for them. */
const anyLettersOf = <Value>(entries: Entries<Value>): Node<Value> => {
  const anyLetters = emptyNode<Value>()
  for (const [phrases, value] of entries) {
    for (const phrase of phrases.split("|")) {
      const spelled = phrase.trim()
      const any = spelled.startsWith("*") ? null : withAnyLetters(spelled)
      if (any !== null) insert(anyLetters, any, { value, open: spelled.endsWith("*") })
    }
  }
  return anyLetters
}

/**
 * Builds a finder from phrases separated by `|`. A phrase matches whole words; a star at its end lets the last word go on, and one at its
 * start lets the first word begin earlier (compounds such as "Stromrechnung"). The phrases are taken apart at the first search, since every
 * process that loads the core would otherwise spend a third of its start on phrases that it may never look for.
 */
export const phraseFinder = <Value>(entries: Entries<Value>): PhraseFinder<Value> => {
  let built: Tries<Value> | undefined
  let anyLetters: Node<Value> | undefined
  const search = (skeleton: Skeleton, tolerant: boolean): ReadonlyArray<Found<Value>> => {
    built ??= triesOf(entries)
    const { anywhere, wholeWords } = built
    if (tolerant) anyLetters ??= anyLettersOf(entries)
    const matches: Array<Match<Value>> = []
    for (let from = 0; from < skeleton.letters.length && matches.length < mostMatches; from++) {
      const walking = { skeleton, from, into: matches }
      if (skeleton.starts[from] === true) walk(wholeWords, walking, tolerant)
      if (anywhere.next.size > 0) walk(anywhere, walking, false)
      if (anyLetters !== undefined && tolerant && skeleton.starts[from] === true) {
        const known = matches.length
        walkAny(anyLetters, walking, from)
        // What is printed as it is spelled was found above.
        const again = matches.splice(known).filter(({ from: begin, to }) => !matches.some((one) => one.from === begin && one.to === to))
        matches.push(...again)
      }
    }
    return outermost(matches).map(({ value, from, to }) => ({
      value,
      start: skeleton.at[from] ?? 0,
      end: (skeleton.at[to - 1] ?? 0) + 1
    }))
  }
  // A line is asked about by several rules; what was found in it stays with it for as long as it lives.
  const exact = new WeakMap<Skeleton, ReadonlyArray<Found<Value>>>()
  const forgiving = new WeakMap<Skeleton, ReadonlyArray<Found<Value>>>()
  return (skeleton, tolerant) => {
    const known = tolerant ? forgiving : exact
    const found = known.get(skeleton) ?? search(skeleton, tolerant)
    known.set(skeleton, found)
    return found
  }
}
