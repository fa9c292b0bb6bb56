import { normalizedLetters } from "../../../names/text/normalized.ts"

/** Left and right of a landing, in as few letters as are written. */
const sides: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?:izquierda|izqda|izda|izq)$/u, "izq"],
  [/^(?:derecha|drcha|dcha|dch)$/u, "dcha"],
  [/^(?:esquerdo|esquerda|esq)$/u, "esq"],
  [/^(?:direito|direita|dto|dta|dt)$/u, "dto"]
]
const side = (word: string): string => sides.find(([pattern]) => pattern.test(word))?.[1] ?? word

const unitWords = (unit: string): ReadonlyArray<string> =>
  normalizedLetters(unit.slice(0, 100))
    .replace(/\b(?:flat|apartment|apt|unit|suite|ste|no|floor|fl|level|door|room|nr)\b/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map(side)

/** Floor 3, Flat 1 and Flat 1 are one door; of two that both name more, neither holds the other. */
export const isSameUnit = (a: string, b: string): boolean => {
  const [one, other] = [unitWords(a), unitWords(b)]
  const holds = (whole: ReadonlyArray<string>, part: ReadonlyArray<string>) => part.length > 0 && part.every((word) => whole.includes(word))
  return one.join("") === other.join("") || holds(one, other) || holds(other, one)
}
