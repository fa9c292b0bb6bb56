const units =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " "
  )
const tens = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ")
const tensWords: ReadonlySet<string> = new Set(tens.slice(2))
const ordinals = "- first second third fourth fifth sixth seventh eighth ninth tenth".split(" ")

const values: ReadonlyMap<string, number> = new Map([
  ...units.map((word, value) => [word, value] as const),
  ...tens.map((word, value) => [word, value * 10] as const),
  ...ordinals.map((word, value) => [word, value] as const)
])

const romans: ReadonlyMap<string, number> = new Map(
  "ii iii iv vi vii viii ix xi xii xiii xiv xv xvi xvii xviii xix xx"
    .split(" ")
    .map((word, place) => [word, [2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20][place] ?? 0])
)

/** Words and Roman figures that are numbers. */
export const numberWords: ReadonlyArray<string> = [...values.keys(), ...romans.keys()]

/** Digits of a number in figures, in English words or in Roman figures of two signs and more; null for any other word. */
export const numberOf = (word: string): string | null => {
  if (/^\d{1,12}(?:st|nd|rd|th)?$/u.test(word)) return String(Number.parseInt(word, 10))
  const value = values.get(word) ?? romans.get(word)
  return value === undefined ? null : String(value)
}

/** The number of a tens word followed by a unit word, such as forty four; null when they do not make one. */
export const joinedNumber = (first: string, second: string): string | null => {
  if (!tensWords.has(first)) return null
  const unit = units.indexOf(second)
  return unit > 0 && unit < 10 ? String(tens.indexOf(first) * 10 + unit) : null
}

/** Roman figures of two signs are names as well: Xi, Vi. */
export const isShortRoman = (word: string): boolean => word.length === 2 && romans.has(word)

/** Digits of a word of digits, or of Roman figures of two signs; null for any other word. */
export const numeralOf = (word: string): string | null => (/^\d+$/u.test(word) ? word : isShortRoman(word) ? numberOf(word) : null)
