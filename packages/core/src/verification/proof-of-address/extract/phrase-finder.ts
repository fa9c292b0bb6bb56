import { type Skeleton, skeletonOf } from "./skeleton.ts"

/** A phrase that was found, with its place in the original text (`end` is exclusive). */
export interface Found<Value> {
  readonly value: Value
  readonly start: number
  readonly end: number
}

/** Letters stand in it as their codes, which are looked up faster than signs. */
interface Node<Value> {
  readonly next: Map<number, Node<Value>>
  readonly ends: Array<{ readonly value: Value; readonly open: boolean }>
  /** The letters of the longest phrase that goes through here. */
  longest: number
  /** The ways on from here that are long enough to be forgiven a letter, the one that was added last first; made at the first look. */
  forgiven: ReadonlyArray<readonly [code: number, Node<Value>]> | null
}

const emptyNode = <Value>(): Node<Value> => ({ next: new Map(), ends: [], longest: 0, forgiven: null })

const insert = <Value>(root: Node<Value>, letters: string, end: { readonly value: Value; readonly open: boolean }) => {
  let node = root
  for (let position = 0; position < letters.length; position++) {
    const code = letters.charCodeAt(position)
    const known = node.next.get(code)
    const next = known ?? emptyNode<Value>()
    if (known === undefined) node.next.set(code, next)
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
  if (ends.length === 0) return
  const atWordEnd = position >= letters.length || starts[position] === true
  for (const end of ends) if (end.open || atWordEnd) into.push({ value: end.value, from, to: position })
}

/** Phrases that go on behind a wrongly read letter: no second one is forgiven, so that there is one way on from each letter. */
const afterWrong = <Value>(child: Node<Value>, walking: Walk<Value>, begin: number) => {
  const { letters } = walking.skeleton
  let position = begin
  for (let node: Node<Value> | undefined = child; node !== undefined; node = node.next.get(letters.charCodeAt(position++))) {
    if (position - walking.from >= shortestForgiving) met(node, walking, position)
    if (position >= letters.length) return
  }
}

/** Whoever asks takes the first of several matches of one place, so their order is kept. */
const forgivenFrom = <Value>(node: Node<Value>) => {
  node.forgiven ??= [...node.next].filter(([, { longest }]) => longest >= shortestForgiving).reverse()
  return node.forgiven
}

const walk = <Value>(root: Node<Value>, walking: Walk<Value>, tolerant: boolean) => {
  const { from, skeleton } = walking
  const { letters } = skeleton
  let position = from
  for (let node: Node<Value> | undefined = root; node !== undefined; position += 1) {
    met(node, walking, position)
    if (position >= letters.length) return
    const code = letters.charCodeAt(position)
    const next: Node<Value> | undefined = node.next.get(code)
    if (tolerant && position > from && node.longest >= shortestForgiving) {
      for (const [other, child] of forgivenFrom(node)) if (other !== code) afterWrong(child, walking, position + 1)
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
  for (const code of [letters.charCodeAt(position), anyLetter.charCodeAt(0)]) {
    const next = node.next.get(code)
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
    const kept = tolerant ? forgiving : exact
    const known = kept.get(skeleton)
    if (known !== undefined) return known
    const found = search(skeleton, tolerant)
    kept.set(skeleton, found)
    return found
  }
}
