import { writtenWords } from "../text/written-words.ts"
import { isKnownGivenName } from "../given-names/given-names.ts"
import { type NameToken, nameTokens } from "../printed/tokens.ts"
import { icaoSpellings } from "../transliteration/icao-spellings.ts"
import { maySpellHangul } from "../scripts/hangul-spellings.ts"
import { leavesLatin } from "../scripts/script-classes.ts"
import { consonants, romanizationKey } from "../sound/romanization-key.ts"

/** Several words as the one that the other side may write. */
const merged = (run: ReadonlyArray<NameToken>): NameToken => ({
  native: run.map((token) => token.native).join(""),
  marked: run.map((token) => token.marked).join(""),
  spellings: [...new Set([0, 1, 2].map((form) => run.map((token) => token.spellings[form] ?? token.spellings[0] ?? "").join("")))],
  misread: [],
  outlines: [],
  initial: false,
  particle: false,
  foreign: run.some((token) => token.foreign),
  vowelless: run.some((token) => token.vowelless),
  capitals: false
})

/** True when two words are one word in some spelling, or agree in every consonant where one script leaves vowels out. */
const sameWord = (a: NameToken, b: NameToken): boolean =>
  a.native === b.native ||
  (a.vowelless !== b.vowelless &&
    a.spellings.some((one) => b.spellings.some((other) => consonants(one).length >= 4 && consonants(one) === consonants(other)))) ||
  a.spellings.some((one) =>
    b.spellings.some((other) => one === other || (one.length >= 5 && other.length >= 5 && romanizationKey(one) === romanizationKey(other)))
  )

/** One word of a name with what a machine readable zone may print for it. */
export interface Word {
  readonly token: NameToken
  /** Lower case, by the tables of ICAO 9303; empty where it has none for the script. */
  readonly icao: ReadonlyArray<string>
  /** Stands at the end of a name that was cut off. */
  readonly cut: boolean
  /** Made of several words that the other side writes as one. */
  readonly joined: boolean
  /** Stood beside its neighbour with a hyphen. */
  readonly hyphenated: boolean
}

/** The words of a text in which the original letters are still known, so that the tables of ICAO apply; `tokens` come from the same text. */
export const wordsOf = (text: string, tokens: ReadonlyArray<NameToken>, cut: boolean): ReadonlyArray<Word> => {
  const pieces = writtenWords(text)
  const spelled = new Map<string, ReadonlyArray<string>>()
  for (const piece of pieces) {
    const [only, second] = nameTokens(piece)
    if (only !== undefined && second === undefined) spelled.set(only.native, icaoSpellings(piece))
  }
  const hyphens = new Set(
    [...text.matchAll(/([\p{L}\p{M}]{1,64})[-‐‑]([\p{L}\p{M}]{1,64})/gu)]
      .flatMap(([, before = "", after = ""]) => [before, after])
      .flatMap((piece) => nameTokens(piece).map(({ native }) => native))
  )
  return tokens.map((token, at) => ({
    token,
    icao: spelled.get(token.native) ?? [],
    cut: cut && at === tokens.length - 1,
    joined: false,
    hyphenated: hyphens.has(token.native)
  }))
}

/**
 * Remembers what was found of two words for as long as they live: every way to divide a name compares the same words again, and names of many
 * words would take seconds. A result depends on nothing but the words.
 */
export const remembered = <Found>(find: (a: Word, b: Word) => Found): ((a: Word, b: Word) => Found) => {
  const known = new WeakMap<Word, WeakMap<Word, { readonly found: Found }>>()
  return (a, b) => {
    const row = known.get(a) ?? new WeakMap<Word, { readonly found: Found }>()
    known.set(a, row)
    const seen = row.get(b) ?? { found: find(a, b) }
    row.set(b, seen)
    return seen.found
  }
}

const runs = new WeakMap<Word, Map<string, Word>>()

/** Neighbouring words as the one that the other side may write. */
export const mergedWords = (run: ReadonlyArray<Word>): Word => {
  const [first] = run
  if (first === undefined) return mergedAgain(run)
  const of = runs.get(first) ?? new Map<string, Word>()
  runs.set(first, of)
  const key = run.map(({ cut, token }) => `${token.native} ${token.spellings.join(" ")} ${cut}`).join("/")
  const made = of.get(key) ?? mergedAgain(run)
  of.set(key, made)
  return made
}

const mergedAgain = (run: ReadonlyArray<Word>): Word => {
  const token = merged(run.map((word) => word.token))
  const most = Math.max(...run.map(({ icao }) => icao.length))
  const forms = run.every(({ icao }) => icao.length > 0) ? Array.from({ length: most }, (_, form) => form) : []
  return {
    token,
    icao: forms.map((form) => run.map(({ icao }) => icao[Math.min(form, icao.length - 1)] ?? "").join("")),
    cut: run.at(-1)?.cut ?? false,
    joined: true,
    hyphenated: false
  }
}

export const plain = ({ token }: Word): string => token.spellings[0] ?? ""

/** A zone prints a word by the tables, so that one side has to be in national letters and the other in those of the zone. */
export const spelledByIcao = (a: Word, b: Word): boolean =>
  (!b.token.foreign && a.icao.includes(plain(b))) ||
  (!a.token.foreign && b.icao.includes(plain(a))) ||
  (a.token.foreign && b.token.foreign && a.icao.some((one) => b.icao.includes(one)))

/** Servant of the Merciful in the spellings of its article: Abd al-Rahman, Abdurrahman, Abdelrahman. Null for any other name. */
const servant = /^abd(?:[aeou][lrsznd]?)?(?:al|el)?([a-z]{3,})$/
/** As it is put into Latin letters from a script that leaves its vowels out. */
const vowellessServant = /^a?bdl([a-z]{3,})$/
const servantOf = (word: string, keyOf: (rest: string) => string): string | null => {
  const rest = (servant.exec(word) ?? vowellessServant.exec(word))?.[1]
  return rest === undefined ? null : keyOf(rest)
}

/** By their consonants where one of them is written without vowels. */
export const isSameServant = (a: Word, b: Word): boolean => {
  const keyOf = a.token.vowelless === b.token.vowelless ? romanizationKey : consonants
  const own = a.token.spellings.map((spelling) => servantOf(spelling, keyOf)).filter((key) => key !== null && key !== "")
  return own.length > 0 && b.token.spellings.some((spelling) => own.includes(servantOf(spelling, keyOf) ?? ""))
}

/** True where one word is in Hangul, and the Latin letters of the other may spell it. */
export const mayBeHangul = remembered(
  (a, b) =>
    a.token.foreign !== b.token.foreign &&
    (a.token.foreign ? maySpellHangul(a.token.native, plain(b)) : maySpellHangul(b.token.native, plain(a)))
)

/** True for two words that are one in some spelling. */
export const isSameWord = remembered(
  (a, b) => sameWord(a.token, b.token) || spelledByIcao(a, b) || isSameServant(a, b) || mayBeHangul(a, b)
)

/** True for a word that is a given name in wide use. */
export const isGivenWord = ({ token }: Word): boolean => token.spellings.some(isKnownGivenName)

/** True for a word in another script than Latin. */
export const isForeign = ({ token }: Word): boolean => leavesLatin(token.native)
