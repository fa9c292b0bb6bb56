/** The name field of a zone, its fillers as spaces. Transliteration is not undone: MUELLER stays MUELLER. */
export interface MrzNames {
  /** Primary identifier; empty when the field begins with the separator or is empty. */
  readonly surname: string
  /** Secondary identifier; empty where the holder has one name only (ICAO 9303-3, section 4.6). */
  readonly given_names: string
  /** True when the field is full to its last place: the name may have been cut there (ICAO 9303-3, section 4.7). */
  readonly names_truncated: boolean
}

const words = (text: string): string => text.split("<").filter(Boolean).join(" ")

/** Names that stand in two fields, one for each identifier. */
export const namesApart = (surname: string, given_names: string): MrzNames => ({
  surname: words(surname),
  given_names: words(given_names),
  names_truncated: [surname, given_names].some((field) => field !== "" && !field.endsWith("<"))
})

/** Splits at the first two fillers in a row; later ones, which some issuers print between given names, separate words like any other. */
export const namesOf = (field: string): MrzNames => {
  const end = field.indexOf("<<")
  const names_truncated = field !== "" && !field.endsWith("<")
  if (end < 0) return { surname: words(field), given_names: "", names_truncated }
  return { surname: words(field.slice(0, end)), given_names: words(field.slice(end)), names_truncated }
}
