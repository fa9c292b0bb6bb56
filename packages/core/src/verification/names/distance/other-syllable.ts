/** Longest word in which another vowel beside another consonant is another syllable and not two slips. */
const longestOfSyllable = 6

const writtenVowels = new Set("aeiouyw")
const isVowelAt = (word: string, place: number): boolean => writtenVowels.has(word.charAt(place))

/** Whether two spellings of one length differ in a vowel and a consonant side by side, and in nothing else, as Sandhu and Siddhu do. */
export const differInSyllable = (left: string, right: string): boolean => {
  const length = left.length
  if (length !== right.length || length > longestOfSyllable) return false
  let from = 0
  while (from < length && left.charCodeAt(from) === right.charCodeAt(from)) from++
  let to = length
  while (to > from && left.charCodeAt(to - 1) === right.charCodeAt(to - 1)) to--
  if (to - from !== 2) return false
  return isVowelAt(left, from) !== isVowelAt(left, from + 1) && isVowelAt(right, from) !== isVowelAt(right, from + 1)
}
