// Jamo of a syllable block in the order of Unicode (3.12), each with the letters that papers write for it: by the systems of the South and the North,
// and by the habits of families, who spell as English is heard. An underscore stands for no letter.
const leading = "g,k kk,gg,g,k n d,t tt,dd,t,d r,l,n,y,_ m b,p,v pp,b,p s,sh ss,s,sh _ j,ch,z jj,j,tch ch,c k,kh t,th p,ph h"
const vowels =
  "a,ah ae,ai,e,ay ya,yah yae,yai eo,o,u,uh,ou,eu e,ay,eh yeo,yo,you,yu,yuh,yeu,ye,u ye,yeh o,oh wa,oa wae,wai,oae oe,oi,we,wae yo,yoh u,oo,ou,wu,woo wo,wu,weo,won we,wae wi,wee,ui yu,yoo,you,ew eu,u,oo,e,eo ui,eui,ee,e,i,yi,uy i,ee,yi,ie,y"
const trailing = "_ k,g,ck k k n,nn n n t,d l,r,ll,el k m l l l p l m p,b p t,s t ng,n t,j t,ch k,g t p t"

const rowOf = (row: string): ReadonlyArray<ReadonlyArray<string>> =>
  row.split(" ").map((cell) => cell.split(",").map((letters) => letters.replace("_", "")))
const [leadings, middles, endings] = [rowOf(leading), rowOf(vowels), rowOf(trailing)]

const firstSyllable = 0xac00
const lastSyllable = 0xd7a3
/** A family name has two signs at most, and a given name three. */
const mostSigns = 4
const longestSpelling = 24

const none: ReadonlyArray<string> = []

/** Where in the text each beginning may end that the letters of one part of a syllable stand for. */
const after = (text: string, starts: ReadonlyArray<number>, letters: ReadonlyArray<string>): ReadonlyArray<number> => [
  ...new Set(starts.flatMap((start) => letters.flatMap((each) => (text.startsWith(each, start) ? [start + each.length] : []))))
]

/** Whether Latin letters, in lower case and without spaces, may be how papers spell a word of Hangul. Other words may be spelled so as well. */
export const maySpellHangul = (word: string, latin: string): boolean => {
  const codes = [...word].map((sign) => sign.codePointAt(0) ?? 0)
  const isHangul = codes.length > 0 && codes.length <= mostSigns && codes.every((code) => code >= firstSyllable && code <= lastSyllable)
  if (!isHangul || latin.length > longestSpelling) return false
  const ends = codes.reduce<ReadonlyArray<number>>(
    (starts, code) => {
      const place = code - firstSyllable
      const parts = [leadings[Math.floor(place / 588)], middles[Math.floor((place % 588) / 28)], endings[place % 28]]
      return parts.reduce<ReadonlyArray<number>>((from, letters) => after(latin, from, letters ?? none), starts)
    },
    [0]
  )
  return ends.includes(latin.length)
}
