const likeLetters: ReadonlyArray<readonly [RegExp, string]> = [
  [/ph/gu, "f"],
  [/[ckq]+h?/gu, "k"],
  [/[szx]+h?/gu, "s"],
  [/t+h?|d+h?/gu, "t"],
  [/[vwbf]+/gu, "f"],
  [/[jgy](?=[eiy])/gu, "j"],
  [/(.)\1+/gu, "$1"]
]

/**
 * What a word sounds like, coarsely: consonants of one kind are one letter, and vowels count at the beginning alone. Customers' lists store keys
 * made of it, so that it changes with their `formsVersion` only.
 */
export const coarseSound = (word: string): string => {
  const alike = likeLetters.reduce((text, [pattern, letter]) => text.replace(pattern, letter), word)
  const first = /^[aeiouyh]/u.test(alike) ? "a" : alike.slice(0, 1)
  return (
    first +
    alike
      .slice(1)
      .replace(/[aeiouyh]/gu, "")
      .replace(/(.)\1+/gu, "$1")
  )
}
