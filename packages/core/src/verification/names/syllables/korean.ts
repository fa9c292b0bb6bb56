import { koreanReadings } from "../scripts/han-tables.ts"
import { readHangul } from "../scripts/hangul.ts"
import { usualSpellings } from "../scripts/syllable-spellings.ts"
import { inventoryOf, type Inventory } from "./inventory.ts"

/** Syllables of names beside those of the table of readings. */
const others =
  "가강거겸고곤곽구국권균극금김나남내노농능단달당대도독동두라락란량려력련렬령례로록론뢰룡루류륙륜률륭름리린림립마막만말망매맹면명모목몽묘무묵물박반발방배백변별보본부북분비사산삼상새생서석선섭세소손솔송쇠순술슬습승시실심아악안애야약양어언엄여역연열염엽예오옥온완왕요용우욱운웅월위유육윤율음응의이익인임자작잠재저적전점제조좌죽중즉지직진집차채척청체초촌최추축출취치칠탁탄탐택토통파팔패표품풍피필하함합항해허헌험혁협형혜호혼홍화확황회획효후휘흑흔흠흡흥"

const readSyllables = (): ReadonlyArray<string> =>
  koreanReadings
    .trim()
    .split(/[|\n]/u)
    .map((row) => [...row][0] ?? "")

const firstSyllable = 0xac00
const [perLeading, perVowel] = [588, 28]
const [nieun, rieul, ieung] = [2, 5, 11]

/** Vowels that begin with the sound of i or y, in the order of Unicode: ya, yae, yeo, ye, yo, yu, i. */
const narrowVowels: ReadonlySet<number> = new Set([2, 3, 6, 7, 12, 17, 20])

/**
 * The syllable as the South says it at the start of a word: r falls silent before i and y and is n before other vowels (Korean orthography, articles 11
 * and 12). Ryong is Yong, and Ro is No and never O, which is another name.
 */
const southern = (syllable: string): ReadonlyArray<string> => {
  const code = syllable.charCodeAt(0) - firstSyllable
  if (Math.floor(code / perLeading) !== rieul) return []
  const leading = narrowVowels.has(Math.floor((code % perLeading) / perVowel)) ? ieung : nieun
  return [String.fromCharCode(firstSyllable + leading * perLeading + (code % perLeading))]
}

/** Beginnings, vowels and ends of a syllable in the order of Unicode, as the systems, the North and papers spell them. */
const leadings = "g k|kk|n|d t|tt|r l|m|b p|pp|s|ss||j ch|jj|ch|k kh|t th|p ph|h".split("|").map((row) => row.split(" "))
const vowels = "a|ae ai|ya|yae|eo o u|e|yeo yo yu you|ye|o|wa|wae|oe oi|yo|u oo|wo weo|we|wi|yu yoo|eu u|ui eui ee|i ee"
  .split("|")
  .map((row) => row.split(" "))
const trailings = "|k g|k|k|n|n|n|t|l|k|m|l|l|l|p|l|m|p b|p|t|t|ng|t|t|k|t|p|t".split("|").map((row) => row.split(" "))
const sios = 9
const narrow = /^w?i|^ee/u

/** A syllable as papers spell it, by the habits that each of its parts has: Byung, Kyoung, Sook, Shin, Thaek. */
const byHabit = (syllable: string): ReadonlyArray<string> => {
  const code = syllable.charCodeAt(0) - firstSyllable
  const leading = Math.floor(code / perLeading)
  const [starts, middles, ends] = [leadings[leading], vowels[Math.floor((code % perLeading) / perVowel)], trailings[code % perVowel]]
  return (starts ?? []).flatMap((start) =>
    (middles ?? []).flatMap((middle) =>
      (ends ?? []).flatMap((end) => {
        const plain = start + middle + end
        if (leading === sios && narrow.test(middle)) return [plain, `sh${middle}${end}`]
        return leading === ieung && middle === "oo" ? [plain, `w${middle}${end}`] : [plain]
      })
    )
  )
}

const latinOf = (syllable: string): ReadonlyArray<string> => {
  const read = readHangul(syllable)
  return [...read, ...read.flatMap(usualSpellings), ...byHabit(syllable)]
}

/** Syllables of Korean names in the systems and habits of romanization, by the signs of Hangul that they may be. */
export const korean: Inventory = inventoryOf(() =>
  [...new Set([...others, ...readSyllables()])].flatMap((syllable) =>
    [syllable, ...southern(syllable)].flatMap((said) => latinOf(said).map((spelling) => [spelling, syllable] as const))
  )
)

/** What a sign of Hangul may be beside itself: the northern and the southern spelling of one syllable. */
export const hangulSyllable = (sign: string): ReadonlyArray<string> => [sign, ...southern(sign)]
