/** Words that tell generations of one family apart, wherever they stand. */
const named = { jr: "2", jnr: "2", junior: "2", sr: "1", snr: "1", senior: "1" } as const

/** Marks that tell generations of one family apart; the value is what they are compared by. */
export const generations: Readonly<Record<string, string>> = {
  ...named,
  ii: "2",
  "2nd": "2",
  iii: "3",
  "3rd": "3",
  iv: "4",
  "4th": "4",
  filho: "2",
  neto: "3"
}

/** Generations that watchlists print as words of a name. Figures are compared there as numbers, and Filho and Neto are family names. */
export const generationNames: ReadonlyArray<string> = ["jr", "sr", "junior", "senior"]
