/** Text as searches compare it: compatible forms and capitals are one, and any run of white space is one space. */
export const searchable = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim()

/** The words of a query, each of which has to be found somewhere in the search text. */
export const searchTerms = (query: string): ReadonlyArray<string> =>
  [...new Set(searchable(query).split(" "))].filter((term) => term !== "")
