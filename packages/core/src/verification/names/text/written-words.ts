/** Signs that stand inside a word and are no letter of it: O'Brien, Sa‘d. */
export const apostrophes = /[\u02b0-\u02bf\u2018\u2019\u201b\u00b4\u0060\u2032\u05f3\u05f4'"\u201c\u201d\u02ee]/gu

/** Signs that no one sees: joiners, direction marks, control characters. */
export const invisible = /[\p{Cf}\p{Cc}]/gu

/** The words of a text as they are written: hyphens and dots part words, apostrophes join them. A bar may be a misread letter. */
export const writtenWords = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFC")
    .replace(apostrophes, "")
    // The Irish Ó belongs to the word behind it, as O' does.
    .replace(/(?<![\p{L}\p{M}])([Óó])\s+(?=\p{L}{2})/gu, "$1")
    .split(/[^\p{L}\p{M}\p{N}|]+/u)
    .filter((part) => part !== "")
