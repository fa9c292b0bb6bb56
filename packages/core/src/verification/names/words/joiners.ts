import { wordSet } from "./word-set.ts"

/** Words that join two holders in one line in any case. */
export const joiners = wordSet("and und et or oder och plus")

/** Words that join two holders only when written in lower case, or in front of a title: elsewhere they are names or particles. */
export const quietJoiners = wordSet("en og ve ou ja eller y e i o a и і και")
