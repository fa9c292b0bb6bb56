/*
 * Words of Han signs or of Hangul, compared with words of the same script. Their readings say little then: names that sound alike are distinguished
 * by how they are written, and one sign more, less or other is what a slip looks like.
 */

/** Signs that the shortest of two words has when another sign in it is a slip and not another name. */
const shortestChanged = 3

const signsOf = (word: string): ReadonlyArray<string> => [...word]

/** The jamo of a Hangul word: the letters that its blocks are made of. */
const jamoOf = (word: string): string => word.normalize("NFD")

const without = (signs: ReadonlyArray<string>, place: number): string => signs.toSpliced(place, 1).join("")

const missing = (shorter: string, longer: ReadonlyArray<string>): boolean => longer.some((_, place) => without(longer, place) === shorter)

/** Keys by which words that are one sign, or one letter of Hangul, from each other find one another: two such words have a key in common. */
export const signKeys = (word: string, script: "han" | "hangul"): ReadonlyArray<string> => {
  const signs = signsOf(word)
  const shortened = signs.length < 2 ? [] : signs.map((_, place) => without(signs, place))
  if (script === "han") return [word, ...shortened]
  const jamo = signsOf(jamoOf(word))
  return [word, ...shortened, jamo.join(""), ...jamo.map((_, place) => without(jamo, place))]
}

/** How alike two unequal words of one script are by their signs; 0 for words that are more than one sign apart. */
export const signSimilarity = (one: string, other: string, script: "han" | "hangul"): number => {
  const [left, right] = [signsOf(one), signsOf(other)]
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left]
  if (longer.length === shorter.length + 1 && missing(shorter.join(""), longer))
    return longer.length === 2 ? 0.7 : longer.length === 3 ? 0.8 : 0.88
  if (longer.length !== shorter.length) return 0
  if (script === "hangul" && jamoIsOneApart(one, other)) return shorter.length > 1 ? 0.85 : 0.7
  const changed = left.filter((sign, place) => sign !== right[place]).length
  return changed === 1 && shorter.length >= shortestChanged ? (shorter.length === shortestChanged ? 0.75 : 0.85) : 0
}

const jamoIsOneApart = (one: string, other: string): boolean => {
  const [left, right] = [signsOf(jamoOf(one)), signsOf(jamoOf(other))]
  if (left.length !== right.length) return Math.abs(left.length - right.length) === 1 && oneMore(left, right)
  return left.filter((letter, place) => letter !== right[place]).length === 1
}

const oneMore = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): boolean =>
  left.length < right.length ? missing(left.join(""), right) : missing(right.join(""), left)
