import { isAbjad } from "../scripts/letters.ts"
import { readWord } from "../scripts/reading.ts"
import { commonNames, veryCommonNames } from "../words/name-words.ts"
import { variantGroups } from "../words/variants.ts"
import { skeletonOf, soundOf } from "./sound.ts"

/** Everything about one word that comparing it needs, computed once per word of a list and once per word of a query. */
export interface WordForms {
  readonly key: string
  /** Whole Latin spellings; those of an abjad come from the dictionary of names and may be none. */
  readonly spellings: ReadonlyArray<string>
  readonly sounds: ReadonlyArray<string>
  /** Sounds of an abjad word: consonants and long vowels in the readings that the letters allow. */
  readonly outlines: ReadonlyArray<string>
  readonly skeletons: ReadonlyArray<string>
  /** Numbers of the groups of equal names. */
  readonly variants: ReadonlyArray<number>
  readonly script: "latin" | "abjad" | "other"
  /** A name that many bear, in its usual spelling: a word near it that is another such name is not a slip. */
  readonly known: boolean
  /** A word of digits is equal or it is another. */
  readonly number: boolean
}

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

const isKnown = (spelling: string): boolean =>
  spelling.length <= longestKnown && (variantGroups.has(spelling) || commonNames.has(spelling) || veryCommonNames.has(spelling))

const variantsOf = (spellings: ReadonlyArray<string>): ReadonlyArray<number> => {
  let found: ReadonlyArray<number> = nothing
  for (const spelling of spellings) {
    const groups = variantGroups.get(spelling)
    if (groups !== undefined) found = distinct([...found, ...groups])
  }
  return found
}

/** The forms of a folded word. */
export const formsOf = (key: string): WordForms => {
  const { outlines: read, script, spellings: all } = readWord(key)
  const spellings = distinct(all.filter((spelling) => spelling !== "").map((spelling) => spelling.slice(0, longestSpelling)))
  const sounds = distinct(spellings.map(soundOf))
  const outlines = read.length === 0 ? nothing : distinct(read.map(soundOf))
  const abjad = isAbjad(script)
  return {
    key,
    spellings,
    sounds,
    outlines,
    skeletons: skeletonsOf(sounds, outlines),
    variants: variantsOf(spellings),
    script: abjad ? "abjad" : script === "latin" ? "latin" : "other",
    known: spellings.some(isKnown),
    number: /^\d+$/u.test(key)
  }
}

const mostCombined = 4
const longestSpelling = 40

const combine = (first: ReadonlyArray<string>, second: ReadonlyArray<string>): ReadonlyArray<string> => {
  const combined: Array<string> = []
  for (const start of first)
    for (const end of second) if (combined.length < mostCombined) combined.push((start + end).slice(0, longestSpelling))
  return combined
}

/** Skeletons of two neighbouring words written as one. */
export const joinedSkeletons = (one: WordForms, other: WordForms): ReadonlyArray<string> => {
  const plain = one.script === "latin" && other.script === "latin"
  return plain ? skeletonsOf(combine(one.spellings, other.spellings).map(soundOf), nothing) : joinForms([one, other]).skeletons
}

/** What a word shows when its neighbour has no spelling with vowels. */
const written = (forms: WordForms): ReadonlyArray<string> => (forms.outlines.length > 0 ? forms.outlines : forms.sounds)

/** The forms of neighbouring words written as one. */
export const joinForms = (parts: ReadonlyArray<WordForms>): WordForms => {
  const spellings = parts.map((part) => part.spellings).reduce(combine)
  const abjad = parts.some((part) => part.script === "abjad")
  const outlines = abjad ? parts.map(written).reduce(combine) : nothing
  const sounds = distinct(spellings.map(soundOf))
  return {
    key: parts.map((part) => part.key).join(""),
    spellings,
    sounds,
    outlines,
    skeletons: skeletonsOf(sounds, outlines),
    variants: variantsOf(spellings),
    script: abjad ? "abjad" : parts.every((part) => part.script === "latin") ? "latin" : "other",
    known: false,
    number: false
  }
}
