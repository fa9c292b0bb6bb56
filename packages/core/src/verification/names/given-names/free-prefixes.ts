import { wordSet } from "../words/word-set.ts"

/** Vietnamese middle words that tell women and men apart and no other people. */
export const vietnameseMarkers = wordSet("thi van")

/** Names that are put in front of the name a person goes by, and left out as freely. */
export const freePrefixes: ReadonlySet<string> = new Set([
  ...wordSet("mohammed muhammad mohamed mohammad md mohd maria syed abdul sri"),
  ...vietnameseMarkers
])
