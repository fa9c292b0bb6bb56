import { existsSync } from "node:fs"
import { mkdtemp, rm, symlink } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const require = createRequire(import.meta.url)

/** Tesseract languages by country (ISO 3166-1 alpha-2), where a language other than English is printed on bills. */
const byCountry: Readonly<Record<string, ReadonlyArray<string>>> = {
  AR: ["spa"],
  AT: ["deu"],
  BE: ["nld", "fra"],
  BG: ["bul"],
  BR: ["por"],
  CA: ["fra"],
  CH: ["deu", "fra"],
  CL: ["spa"],
  CO: ["spa"],
  CZ: ["ces"],
  DE: ["deu"],
  DK: ["dan"],
  EE: ["est"],
  ES: ["spa"],
  FI: ["fin"],
  FR: ["fra"],
  GR: ["ell"],
  HR: ["hrv"],
  HU: ["hun"],
  IT: ["ita"],
  LT: ["lit"],
  LU: ["fra", "deu"],
  LV: ["lav"],
  MX: ["spa"],
  NL: ["nld"],
  NO: ["nor"],
  PE: ["spa"],
  PL: ["pol"],
  PT: ["por"],
  RO: ["ron"],
  RU: ["rus"],
  SE: ["swe"],
  SI: ["slv"],
  SK: ["slk"],
  TR: ["tur"],
  UA: ["ukr"]
}

/** Tesseract languages by the language of a page (ISO 639-1). */
const byLanguage: Readonly<Record<string, string>> = {
  bg: "bul",
  cs: "ces",
  da: "dan",
  de: "deu",
  el: "ell",
  en: "eng",
  es: "spa",
  et: "est",
  fi: "fin",
  fr: "fra",
  hr: "hrv",
  hu: "hun",
  it: "ita",
  lt: "lit",
  lv: "lav",
  nl: "nld",
  no: "nor",
  pl: "pol",
  pt: "por",
  ro: "ron",
  ru: "rus",
  sk: "slk",
  sl: "slv",
  sv: "swe",
  tr: "tur",
  uk: "ukr"
}

/** The Tesseract language of a page's language; null where there is none. */
export const languageNamed = (language: string | null): string | null => (language === null ? null : (byLanguage[language] ?? null))

/** Languages whose script a reading in Latin letters tells nothing of. */
export const otherScripts: ReadonlyArray<string> = ["rus", "ukr", "bul", "ell"]

interface LanguageFolder {
  /** Languages as Tesseract wants them: `fra+eng`. Empty when none is installed. */
  readonly codes: string
  /** A folder that holds the data of each. */
  readonly path: string
  /** Removes the folder where it was made for the occasion. */
  readonly dispose: () => Promise<void>
}

const fileName = (code: string): string => `${code}.traineddata.gz`

/** The folder of an installed language, or null. A missing file must be noticed here: Tesseract waits for it for ever. */
const folderOf = (code: string): string | null => {
  try {
    const folder = join(dirname(require.resolve(`@tesseract.js-data/${code}/package.json`)), "4.0.0_best_int")
    return existsSync(join(folder, fileName(code))) ? folder : null
  } catch {
    return null
  }
}

/** Tesseract reads all its languages from one folder, while each package has its own: links in a temporary folder bring them together. */
const collected = async (found: ReadonlyArray<{ readonly code: string; readonly folder: string }>): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), "vouchkit-ocr-"))
  for (const { code, folder } of found) await symlink(join(folder, fileName(code)), join(path, fileName(code)))
  return path
}

/** Languages wanted for a country: its own and English. */
export const languagesFor = (country: string | null): ReadonlyArray<string> => [...(byCountry[country ?? ""] ?? []), "eng"]

/** Which of the languages are installed, as Tesseract names them together. */
export const installedLanguages = (codes: ReadonlyArray<string>): string => codes.filter((code) => folderOf(code) !== null).join("+")

/**
 * Finds the data of the wanted languages in the packages that are installed beside this one. Nothing is ever fetched:
 * an operator adds a language by adding its package, and a language that is missing is left out.
 */
export const languageFolder = async (codes: ReadonlyArray<string>): Promise<LanguageFolder> => {
  const found = codes.flatMap((code) => {
    const folder = folderOf(code)
    return folder === null ? [] : [{ code, folder }]
  })
  const names = found.map(({ code }) => code).join("+")
  const [only] = found
  if (only !== undefined && found.length === 1) return { codes: names, path: only.folder, dispose: async () => {} }
  const path = await collected(found).catch(() => null)
  // An engine without a folder of its own reads in the first language alone.
  if (path === null) return { codes: found[0]?.code ?? "", path: found[0]?.folder ?? "", dispose: async () => {} }
  return { codes: names, path, dispose: () => rm(path, { recursive: true, force: true }) }
}
