import { japaneseReadings } from "../../../names/scripts/han.ts"
import { inJapanese } from "../../../names/scripts/japanese.ts"
import type { WordScript } from "../../../names/scripts/letters.ts"
import { hashOf, hashOn } from "../hash-pairs.ts"

const none: ReadonlyArray<never> = []

/** Keys of this language are unlike those of any other. */
const language = hashOf("ja ")

const keyOf = (reading: string): ReadonlyArray<number> => {
  const standard = inJapanese(reading)
  return standard === null ? none : [hashOn(language, standard)]
}

/**
 * Hashes that two words share when they may be one word of a Japanese name: signs in any of their readings, kana, and Latin words in whatever
 * romanization. None for a word that is none of these.
 */
export const japaneseKeys = (key: string, script: WordScript, spellings: ReadonlyArray<string>): ReadonlyArray<number> => {
  if (script === "han") return [...new Set(japaneseReadings(key).flatMap(keyOf))]
  return script === "latin" || script === "kana" ? keyOf(spellings[0] ?? "") : none
}
