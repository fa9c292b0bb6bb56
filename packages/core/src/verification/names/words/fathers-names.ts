import { wordSet } from "./word-set.ts"

/** Words of kinship that join with the next word: lighter than a name, heavier than a particle. */
export const kinship = wordSet("abu abou abul aboul abol abi umm um oum bou bu zade zadeh oglu ogly kyzy kizi bay bey khan beg jan gul din")

/** Names of the father in Slavic languages: Petrovich, Sergeevna. */
export const slavicPatronymic = /(?:ovich|evich|ovych|evych|ovna|evna|ivna|yivna|ovic|evic|ichna|avich|auna|ouna)$/u

/** The same in Turkic languages, and as Poland and Hungary spell them. */
const otherPatronymic = /(?:owicz|ewicz|ovits|oglu|ogly|kizi|kyzy|qizi|uulu|uly)$/u

/**
 * True for a word that names the father on papers: Petrovich, Mammadoglu. On watchlists only the Slavic ones are distinguished: Polish and Hungarian
 * ones are family names there, and the Turkic words stand alone.
 */
export const isPatronymic = (word: string): boolean => word.length >= 6 && (slavicPatronymic.test(word) || otherPatronymic.test(word))
