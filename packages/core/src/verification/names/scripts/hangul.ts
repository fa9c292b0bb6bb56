// Jamo of a syllable block in the order of Unicode (3.12): leading consonants, vowels, trailing consonants.
// Three systems each: Revised Romanization (South), then McCune-Reischauer without marks and the system of the North, which lists use.
const leading = [
  "g kk n d tt r m b pp s ss - j jj ch k t p h",
  "k kk n t tt r m p pp s ss - ch tch ch k t p h",
  "k kk n t tt r m p pp s ss - j jj ch k t p h"
].map((row) => row.split(" "))
const northern = "a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i"
const vowels = ["a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i", northern, northern].map((row) => row.split(" "))
const trailing = "- k k k n n n t l k m l l l p l m p p t t ng t t k t p t".split(" ")

const firstSyllable = 0xac00
const lastSyllable = 0xd7a3

const syllable = (code: number, system: 0 | 1 | 2): string => {
  const place = code - firstSyllable
  const parts = [leading[system]?.[Math.floor(place / 588)], vowels[system]?.[Math.floor((place % 588) / 28)], trailing[place % 28]]
  return parts.join("").replaceAll("-", "")
}

const families: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  "김 kim|이 lee ri yi|리 ri lee|박 park pak|최 choi choe|정 jung chong jong|강 kang|조 cho jo|윤 yoon yun|장 jang chang|임 lim im rim|림 rim lim|한 han|오 oh o|서 seo so suh|신 shin sin|권 kwon|황 hwang|안 ahn an|송 song|전 jeon chon|홍 hong|유 yoo yu ryu|류 ryu yu|고 ko go|문 moon mun|양 yang ryang|손 son|배 bae pae|백 paek baek|허 huh ho|남 nam|심 shim sim|노 noh ro|로 ro noh|하 ha|곽 kwak|성 sung song|차 cha|주 joo chu|우 woo u|구 koo ku|민 min|현 hyon hyun|태 tae|방 pang bang|변 pyon byun|염 yom ryom|려 ryo|석 sok seok|설 sol|선 son sun|길 kil gil|연 yon|위 wi|표 pyo|명 myong|기 ki|반 ban pan|라 ra na|나 na ra|왕 wang|금 kum|옥 ok|육 yuk|인 in|맹 maeng|제 che|모 mo|탁 tak|국 kuk|어 o eo|은 un eun|편 pyon|용 yong|남궁 namkung namgung|황보 hwangbo|선우 sunwoo sonu"
    .split("|")
    .map((row) => row.split(" "))
    .map(([sign = "", ...latin]) => [sign, latin])
)

/** True for a block of Hangul, as opposed to its single letters. */
const isSyllable = (sign: string): boolean => {
  const code = sign.codePointAt(0) ?? 0
  return code >= firstSyllable && code <= lastSyllable
}

const mostReadings = 5

/** Latin spellings of a Hangul word; a word that is a family name has its usual ones first. */
export const readHangul = (word: string): ReadonlyArray<string> => {
  const spell = (system: 0 | 1 | 2): string =>
    [...word].map((sign) => (isSyllable(sign) ? syllable(sign.codePointAt(0) ?? 0, system) : "")).join("")
  return [...new Set([...(families.get(word) ?? []), spell(0), spell(1), spell(2)])].filter((text) => text !== "").slice(0, mostReadings)
}

/** A whole name without spaces, taken apart into the family name and the given one; any other word stays whole. */
export const splitHangul = (word: string): ReadonlyArray<string> => {
  if (word.length === 4 && families.has(word.slice(0, 2))) return [word.slice(0, 2), word.slice(2)]
  if (word.length === 3 && families.has(word.slice(0, 1))) return [word.slice(0, 1), word.slice(1)]
  return [word]
}
