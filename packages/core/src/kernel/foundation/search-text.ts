/** Text as searches compare it: compatible forms and capitals are one, and any run of white space is one space. */
export const searchable = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim()
