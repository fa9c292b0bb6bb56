import { japaneseReadings } from "../../../names/scripts/han.ts"
import { inJapanese } from "../../../names/scripts/japanese.ts"
import type { WordScript } from "../../../names/scripts/letters.ts"
import { hashOf } from "../hash-pairs.ts"

const none: ReadonlyArray<never> = []

const keysOf = (readings: ReadonlyArray<string>): ReadonlyArray<number> => {
  const keys = readings.flatMap((reading) => {
    const standard = inJapanese(reading)
    return standard === null ? [] : [hashOf(`ja ${standard}`)]
  })
  return keys.length < 2 ? keys : [...new Set(keys)]
}

/**
 * Hashes that two words share when they may be one word of a Japanese name: signs in any of their readings, kana, and Latin words in whatever
 * romanization. None for a word that is none of these.
 */
export const japaneseKeys = (key: string, script: WordScript, spellings: ReadonlyArray<string>): ReadonlyArray<number> => {
  if (script === "han") return keysOf(japaneseReadings(key))
  return script === "latin" || script === "kana" ? keysOf(spellings.slice(0, 1)) : none
}
