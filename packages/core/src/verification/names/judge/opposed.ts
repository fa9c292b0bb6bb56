import { wordSet } from "../words/word-set.ts"
import type { PersonName } from "./reading.ts"

/** Words that tell a woman's name from a man's where both have the others in common: Nguyen Thi An and Nguyen Van An, Nur binti Ahmad and Nur bin Ahmad. */
const pairs = [
  [wordSet("thi"), wordSet("van")],
  [wordSet("binti binte bint bte bt"), wordSet("bin ibn")]
] as const

const has = ({ readings: [reading] }: PersonName, words: ReadonlySet<string>): boolean =>
  reading !== undefined && [...reading.surname, ...reading.given].some(({ token }) => words.has(token.native))

/** Whether one name has the word of a woman and the other that of a man. */
export const areOpposed = (one: PersonName, other: PersonName): boolean =>
  pairs.some(([her, his]) => {
    const isHers = (name: PersonName): boolean => has(name, her) && !has(name, his)
    const isHis = (name: PersonName): boolean => has(name, his) && !has(name, her)
    return (isHers(one) && isHis(other)) || (isHers(other) && isHis(one))
  })
