import { isAbjad, type WordScript } from "../../../names/scripts/letters.ts"
import { readWord } from "../../../names/scripts/reading.ts"
import { commonNames, veryCommonNames } from "../../../names/given-names/frequent-names.ts"
import { hashOf } from "../hash-pairs.ts"
import { numeralOf } from "../../../names/words/numbers.ts"
import { compoundNames } from "../../../names/given-names/compound-names.ts"
import { variantGroups } from "../../../names/given-names/variants.ts"
import { framesOf } from "../../../names/sound/respelling.ts"
import { latinSyllableKeys, syllableKeys } from "../../../names/syllables/keys.ts"
import { japaneseKeys } from "./japanese-keys.ts"
import { signKeys } from "./signs.ts"
import { joinedSkeleton, skeletonOf, soundOf, soundsOf } from "../../../names/sound/sound.ts"

/** Scripts as far as they are compared by different rules. */
type FormScript = "latin" | "abjad" | "han" | "hangul" | "other"

/** Everything about one word that comparing it needs, computed once per word of a list and once per word of a query. */
export interface WordForms {
  readonly key: string
  /** Whole Latin spellings; those of an abjad come from the dictionary of names and may be none. */
  readonly spellings: ReadonlyArray<string>
  readonly sounds: ReadonlyArray<string>
  /** Sounds of an abjad word: consonants and long vowels in the readings that the letters allow. */
  readonly outlines: ReadonlyArray<string>
  readonly skeletons: ReadonlyArray<string>
  /**
   * Hashes of the frames of the spellings, by which a word respelt by another habit is known, or of a word in signs by which one with a sign
   * more or less is; none for short words and for words that were joined.
   */
  readonly frames: ReadonlyArray<number>
  /** Numbers of the groups of equal names. */
  readonly variants: ReadonlyArray<number>
  /** Hashes of what a word of Chinese, Korean or Burmese syllables may stand for, whatever system it is romanized by; none for any other word. */
  readonly syllables: ReadonlyArray<number>
  /** Hashes of what the word may be in a Japanese name. */
  readonly japanese: ReadonlyArray<number>
  readonly script: FormScript
  /** A name that many bear, in its usual spelling: a word near it that is another such name is not a slip. */
  readonly known: boolean
  /** A word of digits is equal or it is another. */
  readonly number: boolean
  /** Digits of a word that is, or may be read as, a number; null for any other. */
  readonly numeral: string | null
}

/** What a word sounds like: all that its neighbours need of it to be written as one with it. */
type SoundForms = Pick<WordForms, "spellings" | "sounds" | "outlines" | "skeletons" | "syllables">

const distinct = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> => (items.length < 2 ? items : [...new Set(items)])

const nothing: ReadonlyArray<never> = []

const skeletonsOf = (sounds: ReadonlyArray<string>, outlines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const skeletons: Array<string> = []
  for (const sound of outlines.length === 0 ? sounds : [...sounds, ...outlines]) {
    const skeleton = skeletonOf(sound)
    if (skeleton !== "" && !skeletons.includes(skeleton)) skeletons.push(skeleton)
  }
  return skeletons
}

// Long names come in more spellings than a table has.
const longestKnown = 8

/** All words of the tables of names, with whether they are usual: nearly all words of lists are looked up once, and are in none of them. */
const inTables: ReadonlyMap<string, boolean> = new Map([
  ...[...compoundNames.keys()].map((name) => [name, false] as const),
  ...[...variantGroups.keys(), ...commonNames, ...veryCommonNames].map((name) => [name, name.length <= longestKnown] as const)
])

const shortestStem = 4
const letterI = 105

/** What a family name in -i is made of, as Ahmadi of Ahmad: another name than its stem, and in as many spellings. Null for any other word. */
const stemOf = (spelling: string): string | null => {
  if (spelling.length <= shortestStem || spelling.charCodeAt(spelling.length - 1) !== letterI) return null
  const stem = spelling.slice(0, -1)
  return inTables.get(stem) === true ? stem : null
}

const isKnown = (spelling: string): boolean => inTables.get(spelling) === true || compoundNames.has(spelling) || stemOf(spelling) !== null

/** Groups of family names are numbered after those of their stems, and names of two parts after all of them. */
const derivedGroups = 100_000
const compoundGroups = 200_000

const variantsOf = (spellings: ReadonlyArray<string>): ReadonlyArray<number> => {
  let found: ReadonlyArray<number> = nothing
  for (const spelling of spellings) {
    const groups = variantGroups.get(spelling)
    if (groups !== undefined) found = distinct([...found, ...groups])
    const stem = stemOf(spelling)
    if (stem !== null) found = distinct([...found, ...(variantGroups.get(stem) ?? nothing).map((group) => derivedGroups + group)])
  }
  for (const spelling of spellings) {
    const parts = compoundNames.get(spelling)
    if (parts !== undefined) found = distinct([...found, compoundGroups + parts])
  }
  return found
}

const formScriptOf = (script: WordScript): FormScript =>
  isAbjad(script) ? "abjad" : script === "latin" || script === "han" || script === "hangul" ? script : "other"

const framesIn = (key: string, spellings: ReadonlyArray<string>, script: FormScript): ReadonlyArray<string> => {
  if (script === "abjad") return nothing
  if (script === "han" || script === "hangul") return signKeys(key, script)
  return spellings.length === 1 ? framesOf(spellings[0] ?? "") : spellings.flatMap(framesOf)
}

const boundedSpellings = (all: ReadonlyArray<string>): ReadonlyArray<string> => {
  const only = all.length === 1 ? (all[0] ?? "") : ""
  if (only !== "" && only.length <= longestSpelling) return all
  return distinct(all.filter((spelling) => spelling !== "").map((spelling) => spelling.slice(0, longestSpelling)))
}

const isDigits = (key: string): boolean => /^\d+$/u.test(key)

/** A word of plain Latin letters, as nearly all words of lists are: it is its own spelling. */
const plainLatin = /^[a-z]{1,40}$/u

const skeletonsOfOne = (sound: string): ReadonlyArray<string> => {
  const skeleton = skeletonOf(sound)
  return skeleton === "" ? nothing : [skeleton]
}

/**
 * The forms of normalized words. Lists have tens of thousands of these, so that what the compiler of the runtime makes of this matters: it compiles one loop
 * over all words once, and a function for each word again as soon as it has been called often. The functions that it calls are plain on purpose.
 */
export const formsOfAll = (keys: ReadonlyArray<string>): ReadonlyArray<WordForms> => {
  const all: Array<WordForms> = []
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? ""
    if (!plainLatin.test(key)) {
      all.push(readForms(key))
      continue
    }
    const spellings = [key]
    const sounds = soundsOf(key)
    const named = inTables.has(key) || stemOf(key) !== null
    all.push({
      key,
      spellings,
      sounds,
      outlines: nothing,
      skeletons: sounds.length === 1 ? skeletonsOfOne(sounds[0] ?? "") : skeletonsOf(sounds, nothing),
      frames: hashesOf(framesOf(key)),
      variants: named ? variantsOf(spellings) : nothing,
      syllables: hashesOf(latinSyllableKeys(key)),
      japanese: japaneseKeys(key, "latin", spellings),
      script: "latin",
      known: named && isKnown(key),
      number: false,
      numeral: key.length === 2 ? numeralOf(key) : null
    })
  }
  return all
}

/** The forms of a normalized word. */
export const formsOf = (key: string): WordForms => formsOfAll([key])[0] ?? readForms(key)

const hashesOf = (texts: ReadonlyArray<string>): ReadonlyArray<number> => {
  if (texts.length === 0) return nothing
  const hashes: Array<number> = []
  for (let at = 0; at < texts.length; at++) {
    const hash = hashOf(texts[at] ?? "")
    if (!hashes.includes(hash)) hashes.push(hash)
  }
  return hashes
}

const readForms = (key: string): WordForms => {
  const { script, sounds: read, spellings: all } = readWord(key)
  const spellings = boundedSpellings(all)
  const sounds = distinct(spellings.length === 1 ? soundsOf(spellings[0] ?? "") : spellings.flatMap(soundsOf))
  const outlines = read
  const formScript = formScriptOf(script)
  return {
    key,
    spellings,
    sounds,
    outlines,
    skeletons: skeletonsOf(sounds, outlines),
    frames: hashesOf(framesIn(key, spellings, formScript)),
    variants: variantsOf(spellings),
    // The marks of McCune-Reischauer and of Wade-Giles are left out by most who print them.
    syllables: hashesOf(syllableKeys(formScript === "latin" ? (spellings[0] ?? "") : key, formScript)),
    japanese: japaneseKeys(key, script, spellings),
    script: formScript,
    known: spellings.some(isKnown),
    number: isDigits(key),
    numeral: numeralOf(key)
  }
}

const mostCombined = 4
export const longestSpelling = 40

const combine = (first: ReadonlyArray<string>, second: ReadonlyArray<string>): ReadonlyArray<string> => {
  const combined: Array<string> = []
  for (const start of first)
    for (const end of second) if (combined.length < mostCombined) combined.push((start + end).slice(0, longestSpelling))
  return combined
}

/** Shortest skeleton by which a word is found to be two neighbours written as one; with a shorter one the spelling has to be the same. */
export const shortestJoin = 3

const syllableKey = (hash: number): string => `~${hash}`

const keyOfSkeleton = (skeleton: string, spelling: string): string => (skeleton.length >= shortestJoin ? skeleton : `=${spelling}`)

const joinKey = (spelling: string): string => keyOfSkeleton(skeletonOf(soundOf(spelling)), spelling)

/** The skeleton of two words of one spelling and one sound each, written as one. */
const skeletonOfTwo = (one: WordForms, other: WordForms): string => {
  const start = one.spellings[0] ?? ""
  const end = other.spellings[0] ?? ""
  if (one.sounds.length > 1 || other.sounds.length > 1 || start.length + end.length > longestSpelling)
    return skeletonOf(soundOf((start + end).slice(0, longestSpelling)))
  return joinedSkeleton(start, end, one.skeletons[0] ?? "", other.skeletons[0] ?? "")
}

/** Keys that a word shares with two neighbours written as one whenever `compareJoined` finds them alike. */
export const joinKeysOf = (forms: SoundForms): ReadonlyArray<string> =>
  distinct([
    ...forms.spellings.map(joinKey),
    ...forms.skeletons.filter((skeleton) => skeleton.length >= shortestJoin),
    ...forms.syllables.map(syllableKey)
  ])

/** Words written as one have a second sound when one of them has. */
const haveSecondSounds = (parts: ReadonlyArray<WordForms>): boolean =>
  parts.some(({ sounds, spellings }) => sounds.length > spellings.length)

/** The same keys of two neighbouring words written as one. */
export const joinedKeys = (one: WordForms, other: WordForms): ReadonlyArray<string> => {
  if (one.script !== "latin" || other.script !== "latin") return joinKeysOf(joinSounds([one, other]))
  const single = one.spellings.length === 1 && other.spellings.length === 1
  const spellings = single
    ? [((one.spellings[0] ?? "") + (other.spellings[0] ?? "")).slice(0, longestSpelling)]
    : combine(one.spellings, other.spellings)
  const keys = single ? [keyOfSkeleton(skeletonOfTwo(one, other), spellings[0] ?? "")] : spellings.map(joinKey)
  if (haveSecondSounds([one, other])) {
    for (const sound of spellings.flatMap(soundsOf)) {
      const skeleton = skeletonOf(sound)
      if (skeleton.length >= shortestJoin) keys.push(skeleton)
    }
  }
  if (one.syllables.length > 0 && other.syllables.length > 0)
    for (const key of latinSyllableKeys(spellings[0] ?? "")) keys.push(syllableKey(hashOf(key)))
  return distinct(keys)
}

/** What a word shows when its neighbour has no spelling with vowels. */
const written = (forms: WordForms): ReadonlyArray<string> => (forms.outlines.length > 0 ? forms.outlines : forms.sounds)

const joinSounds = (parts: ReadonlyArray<WordForms>): SoundForms => {
  const spellings = parts.map((part) => part.spellings).reduce(combine)
  const outlines = parts.some((part) => part.script === "abjad") ? parts.map(written).reduce(combine) : nothing
  const sounds = distinct(haveSecondSounds(parts) ? spellings.flatMap(soundsOf) : spellings.map(soundOf))
  const latin = parts.every((part) => part.script === "latin" && part.syllables.length > 0)
  return {
    spellings,
    sounds,
    outlines,
    skeletons: skeletonsOf(sounds, outlines),
    syllables: latin ? hashesOf(latinSyllableKeys(spellings[0] ?? "")) : nothing
  }
}

const scriptOfAll = (parts: ReadonlyArray<WordForms>): FormScript => {
  if (parts.some(({ script }) => script === "abjad")) return "abjad"
  return parts.every(({ script }) => script === parts[0]?.script) ? (parts[0]?.script ?? "other") : "other"
}

/** The forms of neighbouring words written as one. */
export const joinForms = (parts: ReadonlyArray<WordForms>): WordForms => {
  const { outlines, skeletons, sounds, spellings, syllables } = joinSounds(parts)
  return {
    key: parts.map((part) => part.key).join(""),
    spellings,
    sounds,
    outlines,
    skeletons,
    frames: nothing,
    variants: variantsOf(spellings),
    syllables,
    japanese: nothing,
    script: scriptOfAll(parts),
    known: false,
    // A number does not vanish into a word: what it is part of is equal, or it is another.
    number: parts.some((part) => part.number),
    numeral: null
  }
}
