import type { PostalAddress } from "../../types.ts"

/** Scripts that leave vowels out, or whose signs no table says: what they spell in Latin letters is known to whoever reads them. */
const unsaidScripts =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Ethiopic}\p{Script=Sinhala}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u
const nearestOther = 0.65

/** Streets and cities that one side has in such a script and the other in Latin letters, and that do not agree by what is made of them. */
export const unsaidParts = (
  a: PostalAddress,
  b: PostalAddress,
  scores: Readonly<Record<"street" | "city", number | null>>
): ReadonlyArray<"street" | "city"> =>
  (["street", "city"] as const).filter((part) => {
    const [one, other] = [a[part] ?? "", b[part] ?? ""]
    const score = scores[part]
    return score !== null && score < nearestOther && unsaidScripts.test(one) !== unsaidScripts.test(other)
  })
