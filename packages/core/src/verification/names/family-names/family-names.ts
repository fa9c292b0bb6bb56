import { confusableFamilies } from "./confusable-families.ts"

const families = new Map<string, number>()
confusableFamilies
  .trim()
  .split(/[|\n]/)
  .forEach((row, number) => {
    for (const word of row.split(" ")) families.set(word, number)
  })

/** True when two family names are known to belong to different families although they look alike (Patel and Patil, Chan and Chen). */
export const areDifferentFamilyNames = (a: string, b: string): boolean => {
  const row = families.get(a)
  return a !== b && row !== undefined && row === families.get(b)
}

const genderedEndings: ReadonlyArray<readonly [RegExp, string]> = [
  [/(ov|ev|in|yn)a$/, "$1"],
  [/(sk|ck|dzk)(a|aya|aia|aja|iy|ii|ij|y|i)$/, "$1"],
  [/ova$/, ""],
  [/(opoulo)[su]$/, "$1"],
  [/(opoul)o[su]$/, "$1"],
  [/(id|ad|ak|ell)(?:is|i|es|e)$/, "$1i"]
]

const ungendered = (word: string): string => {
  for (const [ending, stem] of genderedEndings) if (word.length >= 5 && ending.test(word)) return word.replace(ending, stem)
  return word
}

/** True for the masculine and feminine form of one family name (Kowalski and Kowalska, Ivanov and Ivanova, Papadopoulos and Papadopoulou). */
export const areFormsOfOneFamilyName = (a: string, b: string): boolean => {
  if (a === b || a.length < 5 || b.length < 5) return false
  const stemA = ungendered(a)
  const stemB = ungendered(b)
  return stemA === stemB || `${a}ova` === b || `${b}ova` === a
}
