import { shortFormsOnPapers, spellingsOfFamilies, spellingsOnPapers } from "./variants.ts"

const index = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyMap<string, ReadonlySet<number>> => {
  const found = new Map<string, Set<number>>()
  rows.forEach((row, number) => {
    for (const word of row) found.set(word, (found.get(word) ?? new Set()).add(number))
  })
  return found
}

const spellingRows = index(spellingsOnPapers)
const familyRows = index(spellingsOfFamilies)
const formalNames = new Map<string, Set<string>>()
for (const [formal = "", ...short] of shortFormsOnPapers) {
  for (const word of short) formalNames.set(word, (formalNames.get(word) ?? new Set()).add(formal))
}

const overlaps = (a: ReadonlySet<number> | undefined, b: ReadonlySet<number> | undefined): boolean =>
  a !== undefined && b !== undefined && [...a].some((row) => b.has(row))

/** True for two spellings of one given name that papers of one person mix (Mohammed and Muhammad, Stephen and Steven). */
export const areSpellingsOfOneName = (a: string, b: string): boolean => overlaps(spellingRows.get(a), spellingRows.get(b))

/** True for two spellings of one name of another script that families bear too (Hussain and Hossein). */
export const areSpellingsOfOneFamily = (a: string, b: string): boolean => overlaps(familyRows.get(a), familyRows.get(b))

const isShortFor = (short: string, formal: string): boolean => {
  const names = formalNames.get(short)
  if (names === undefined) return false
  return names.has(formal) || [...names].some((name) => areSpellingsOfOneName(name, formal))
}

/** True when one given name is a usual short form of the other, or both are short for one name (Bob, Rob and Robert). */
export const areNicknames = (a: string, b: string): boolean => {
  if (isShortFor(a, b) || isShortFor(b, a)) return true
  const namesOfA = formalNames.get(a)
  const namesOfB = formalNames.get(b)
  return namesOfA !== undefined && namesOfB !== undefined && [...namesOfA].some((name) => namesOfB.has(name))
}

/** Every given name that the tables mention. */
export const namesInTables: ReadonlySet<string> = new Set([...shortFormsOnPapers, ...spellingsOnPapers].flat())
