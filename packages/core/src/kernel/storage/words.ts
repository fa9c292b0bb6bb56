import { searchable } from "../foundation/search-text.ts"

/**
 * What a search finds: a term stands at the beginning of a word. A word begins at the beginning of a text, behind a space or a line end, and behind a
 * sign (`-`, `_`, `.`, `@`, an apostrophe, ...); in scripts that are written without spaces it begins with every character. PostgreSQL keeps the words
 * of a text in a table (0032_kept_elements.sql) and reads them by the same rule.
 */
export const signs = "\\u0021-\\u002F\\u003A-\\u0040\\u005B-\\u0060\\u007B-\\u007E\\u00AB\\u00B7\\u00BB\\u2010-\\u2027\\u3001\\u3002"
const unspaced = "\\u0E00-\\u0EFF\\u1000-\\u109F\\u1780-\\u17FF\\u3040-\\u30FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uAC00-\\uD7AF\\uF900-\\uFAFF"

const before = new RegExp(`[ \\n${signs}]`, "u")
const everywhere = new RegExp(`^[${unspaced}]`, "u")

/** How much of a word counts, in characters. */
const wordLength = 64

/** Whether every place is the beginning of a word for this term. */
export const beginsAnywhere = (term: string): boolean => everywhere.test(term)

/** As much of a term as counts. */
const termOf = (text: string): string => [...text].slice(0, wordLength).join("")

/** Whether a word of the text begins with the term. Both are compared as they are. */
export const startsWord = (text: string, term: string): boolean => {
  if (term === "") return true
  const anywhere = beginsAnywhere(term)
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    if (at === 0 || anywhere || before.test(text.charAt(at - 1))) return true
  }
  return false
}

/** The terms of a query, each of which has to begin a word of the search text. */
export const searchTerms = (query: string): ReadonlyArray<string> =>
  [...new Set(searchable(query).split(" ").map(termOf))].filter((term) => term !== "")
