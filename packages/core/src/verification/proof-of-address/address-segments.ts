import { withSpelledLetters } from "../names/text/normalized.ts"

/** Bounds on what is searched: no postal address is longer. */
const mostLines = 40
const mostCharacters = 200

/** Arabic letters as the patterns of addresses write them. */
const arabicLetters: Readonly<Record<string, string>> = { ی: "ي", ک: "ك", "\u0640": "" }

const withoutAccents = (text: string): string =>
  text
    .slice(0, mostCharacters)
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f\u064b-\u0652]/gu, "")
    .normalize("NFC")

/** Lower case, without Latin, Greek, Cyrillic and Arabic accents, with dots and quotes turned into single spaces: "P.O. Box N° 7" is "p o box n° 7". */
const normalizedAddress = (text: string): string =>
  withSpelledLetters(withoutAccents(text))
    .replace(/[یک\u0640]/gu, (letter) => arabicLetters[letter] ?? letter)
    .replace(/[.:#'’‘"“”״׳·*_]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim()

/** An address as text to search. */
export interface NormalizedAddress {
  /** One per printed line, commas and the like read as spaces. */
  readonly lines: ReadonlyArray<string>
  /** The parts between line ends, commas, brackets and dashes. */
  readonly segments: ReadonlyArray<string>
}

const separators = /[,;|•()[\]、،]|\s[-–—]\s/u

/** Folds the printed lines of an address; lines and characters beyond what an address can have are left out. */
export const normalizeAddress = (lines: ReadonlyArray<string>): NormalizedAddress => {
  const bounded = lines.slice(0, mostLines).map((line) => line.slice(0, mostCharacters))
  const parts = bounded.map((line) => line.split(separators).map(normalizedAddress))
  return {
    lines: parts.map((segments) => segments.join(" ").trim()),
    segments: parts.flat().filter((segment) => segment !== "")
  }
}
