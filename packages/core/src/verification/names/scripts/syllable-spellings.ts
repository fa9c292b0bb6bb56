/** How Koreans spell a syllable on their papers, by its Revised romanization. */
const usual: Readonly<Record<string, ReadonlyArray<string>>> = {
  gim: ["kim"],
  i: ["lee", "yi", "rhee"],
  bak: ["park", "pak"],
  bag: ["park", "pak", "bak"],
  choe: ["choi"],
  coe: ["choi", "choe"],
  jeong: ["jung", "chung"],
  gang: ["kang"],
  jo: ["cho"],
  yun: ["yoon"],
  jang: ["chang"],
  im: ["lim", "rim"],
  an: ["ahn"],
  sin: ["shin"],
  gwon: ["kwon"],
  u: ["woo"],
  no: ["noh", "roh"],
  baek: ["paik"],
  baeg: ["baek", "paik"],
  yu: ["yoo", "ryu"],
  o: ["oh"],
  seo: ["suh"],
  seon: ["sun", "son"],
  gu: ["koo"],
  hyeon: ["hyun"],
  yeong: ["young"],
  gyeong: ["kyung"],
  geun: ["keun"],
  hun: ["hoon"],
  jun: ["joon"],
  hyi: ["hee", "hui"],
  hui: ["hee"],
  seong: ["sung"],
  cheol: ["chul"],
  beom: ["bum"],
  seok: ["suk"],
  uk: ["wook"],
  ug: ["uk", "wook"],
  su: ["soo"],
  mun: ["moon"]
}

/**
 * Latin spellings in use for a syllable of a name in Han signs or Hangul, beside the plain one. The readings that watchlists know of family names are
 * left out: papers compare signs by their spellings, and 陈 and 谭 are two families, though both may be Tan.
 */
export const usualSpellings = (syllable: string): ReadonlyArray<string> =>
  usual[syllable] ?? (syllable.startsWith("l") ? [`r${syllable.slice(1)}`] : [])
