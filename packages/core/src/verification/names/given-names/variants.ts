import { nameGroups } from "./name-groups.ts"
import { shortForms, spellings } from "./paper-names.ts"

interface NameGroup {
  /** Words that watchlists treat as one name. */
  readonly onWatchlists: ReadonlyArray<string>
  /** Words that are one name on papers. */
  readonly spellings: ReadonlyArray<ReadonlyArray<string>>
  /** A formal name and its short forms on papers. */
  readonly shortened: ReadonlyArray<ReadonlyArray<string>>
  /** Published lists give the words for one person: they spell one word of another script, as a family name too. */
  readonly transliterated: boolean
}

const part = /\(([^)]*)\)|(\S+) < ([^>]*) >|(\S+)/gu

const readGroup = (row: string): NameGroup => {
  const onWatchlists: Array<string> = []
  const same: Array<ReadonlyArray<string>> = []
  const shortened: Array<ReadonlyArray<string>> = []
  /** A star keeps a word from watchlists. */
  const wordsOf = (list: string): ReadonlyArray<string> =>
    list
      .trim()
      .split(" ")
      .map((word) => {
        const bare = word.replace("*", "")
        if (bare === word) onWatchlists.push(word)
        return bare
      })
  for (const [, spelled, formal, short = "", plain] of (row.split("|")[0] ?? "").matchAll(part)) {
    if (spelled !== undefined) same.push(wordsOf(spelled))
    else if (formal !== undefined) shortened.push(wordsOf(`${formal} ${short}`))
    else if (plain !== undefined) onWatchlists.push(plain)
  }
  return { onWatchlists, spellings: same, shortened, transliterated: row.endsWith("| lists") }
}

const groups: ReadonlyArray<NameGroup> = nameGroups.trim().split("\n").map(readGroup)

/** Word → numbers of the groups that it belongs to on watchlists. */
export const variantGroups: ReadonlyMap<string, ReadonlyArray<number>> = groups.reduce((groupsOf, { onWatchlists }, group) => {
  for (const word of new Set(onWatchlists)) groupsOf.set(word, [...(groupsOf.get(word) ?? []), group])
  return groupsOf
}, new Map<string, ReadonlyArray<number>>())

const rows = (table: string): ReadonlyArray<ReadonlyArray<string>> =>
  table
    .trim()
    .split(/[|\n]/u)
    .map((row) => row.split(" "))

/** Spellings of one name that the papers of one person mix. */
export const spellingsOnPapers: ReadonlyArray<ReadonlyArray<string>> = [...groups.flatMap((group) => group.spellings), ...rows(spellings)]

/** Those of them that families are spelled by as well. Stewart and Stuart are one given name and two families. */
export const spellingsOfFamilies: ReadonlyArray<ReadonlyArray<string>> = groups.flatMap((group) =>
  group.transliterated ? group.spellings : []
)

/** A formal name, then its short forms. */
export const shortFormsOnPapers: ReadonlyArray<ReadonlyArray<string>> = [...groups.flatMap((group) => group.shortened), ...rows(shortForms)]
