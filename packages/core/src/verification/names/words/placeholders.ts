import { wordSet } from "./word-set.ts"

/** Placeholders that systems print where a name is missing. */
export const placeholders = wordSet("fnu lnu nfn nln xxx unknown none nil null")

/** A placeholder where it stands alone, and a Chinese given name beside a surname. */
export const wholePlaceholders = wordSet("na")
