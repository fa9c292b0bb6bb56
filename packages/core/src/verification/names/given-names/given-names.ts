import { commonGivenNames } from "./common-given-names.ts"
import { areNicknames, areSpellingsOfOneName, namesInTables } from "./nicknames.ts"
import { romanizationKey } from "../sound/romanization-key.ts"

const known: ReadonlySet<string> = new Set([...commonGivenNames.trim().split(/\s+/), ...namesInTables])

/** True for a given name in wide use, in Latin letters and lower case. */
export const isKnownGivenName = (word: string): boolean => known.has(word)

const endings: ReadonlyArray<readonly [RegExp, RegExp]> = [
  [/a$/, /[oe]$/],
  [/[oe]$/, /a$/]
]

/** True when two given names are known to be names of different people, so that their likeness is not a slip (Maria and Mario, Jane and John). */
export const areDifferentGivenNames = (a: string, b: string): boolean => {
  if (a === b || areSpellingsOfOneName(a, b) || areNicknames(a, b)) return false
  if (a.length >= 4 && romanizationKey(a) === romanizationKey(b)) return false
  if (known.has(a) && known.has(b)) return true
  const shorter = a.length <= b.length ? a : b
  const longer = a.length <= b.length ? b : a
  // A feminine ending on a known name, or one ending in place of the other, marks another person in most of Europe and Latin America.
  if (longer === `${shorter}a` && known.has(shorter)) return true
  if (a.length !== b.length || a.slice(0, -1) !== b.slice(0, -1) || a.length < 4) return false
  return endings.some(([one, other]) => one.test(a) && other.test(b))
}
