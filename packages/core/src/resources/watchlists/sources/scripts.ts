import { wordTable } from "./word-table.ts"

/** ISO 15924 codes of the scripts that the public lists name in words. */
const codes = wordTable<string>({
  arabic: "Arab",
  armenian: "Armn",
  bengali: "Beng",
  burmese: "Mymr",
  chinese: "Hani",
  "chinese simplified": "Hans",
  "chinese traditional": "Hant",
  cyrillic: "Cyrl",
  devanagari: "Deva",
  georgian: "Geor",
  greek: "Grek",
  han: "Hani",
  hangul: "Hang",
  hebrew: "Hebr",
  hiragana: "Hira",
  japanese: "Jpan",
  katakana: "Kana",
  khmer: "Khmr",
  korean: "Kore",
  lao: "Laoo",
  latin: "Latn",
  sinhala: "Sinh",
  tamil: "Taml",
  thai: "Thai"
})

/** The code of a script that is named in English; null when it is not said or not known. */
export const scriptCodeOf = (name: string | undefined): string | null => codes.get((name ?? "").trim().toLowerCase()) ?? null

/** BCP 47 tags of the languages that the UK lists name in words. */
const languages = wordTable<string>({
  arabic: "ar",
  belarusian: "be",
  burmese: "my",
  chinese: "zh",
  dari: "prs",
  english: "en",
  farsi: "fa",
  french: "fr",
  hebrew: "he",
  japanese: "ja",
  korean: "ko",
  pashto: "ps",
  persian: "fa",
  russian: "ru",
  serbian: "sr",
  turkish: "tr",
  ukrainian: "uk",
  urdu: "ur"
})

/** The tag of a language that is named in English or by its tag of two letters; null when it is not said or not known. */
export const languageTagOf = (name: string | undefined): string | null => {
  const word = (name ?? "").trim().toLowerCase()
  return /^[a-z]{2}$/.test(word) ? word : (languages.get(word) ?? null)
}
