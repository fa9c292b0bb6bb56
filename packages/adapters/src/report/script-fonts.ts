import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"
import { type FontFile, openFontFile } from "./font-file.ts"

/** Families of Noto Sans, by the last part of their package's name. */
const eastAsian = ["jp", "kr", "sc"] as const
type EastAsian = (typeof eastAsian)[number]
type Family = EastAsian | (typeof ownFamily)[number][0]

/** Scripts with a family of their own, of which one file holds all letters. */
const ownFamily = [
  ["bengali", /\p{Script=Bengali}/u],
  ["devanagari", /\p{Script=Devanagari}/u],
  ["ethiopic", /\p{Script=Ethiopic}/u],
  ["gujarati", /\p{Script=Gujarati}/u],
  ["gurmukhi", /\p{Script=Gurmukhi}/u],
  ["kannada", /\p{Script=Kannada}/u],
  ["khmer", /\p{Script=Khmer}/u],
  ["lao", /\p{Script=Lao}/u],
  ["malayalam", /\p{Script=Malayalam}/u],
  ["myanmar", /\p{Script=Myanmar}/u],
  ["sinhala", /\p{Script=Sinhala}/u],
  ["tamil", /\p{Script=Tamil}/u],
  ["telugu", /\p{Script=Telugu}/u],
  ["thai", /\p{Script=Thai}/u]
] as const

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const hangul = /\p{Script=Hangul}/u
const ideographic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]/u
/** Without one of these no text needs another font than the report's own, which has Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic and common signs. */
const beyond = /[\u0900-\u109f\u1100-\u1cff\u2c00-\u{10ffff}]/u

/** One ideograph is written differently in China, Japan and Korea, and has one number: the other letters of a report tell whose it is. */
const ordersOf = {
  chinese: ["sc", "jp", "kr"],
  japanese: ["jp", "sc", "kr"],
  korean: ["kr", "sc", "jp"]
} as const satisfies Record<string, ReadonlyArray<EastAsian>>
type Order = (typeof ordersOf)[keyof typeof ordersOf]
const orderFor = (texts: ReadonlyArray<string>): Order => {
  if (texts.some((text) => kana.test(text))) return ordersOf.japanese
  return texts.some((text) => hangul.test(text)) ? ordersOf.korean : ordersOf.chinese
}

const ownOf = (letter: string) => (ideographic.test(letter) ? undefined : ownFamily.find(([, pattern]) => pattern.test(letter))?.[0])
/** Letters that are set by the fonts of their script or not at all, whatever else may have drawings of them. */
export const ofOwnScript = (letter: string): boolean => ideographic.test(letter) || ownOf(letter) !== undefined

interface Slice {
  readonly key: string
  readonly path: string
}
const readRanges = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))

/** Which file of a family has which letter, as its package says: those of East Asia come in about a hundred files each. */
const slicesOf = async (family: Family): Promise<ReadonlyMap<number, Slice>> => {
  const folder = `@fontsource-variable/noto-sans-${family}`
  const ranges = readRanges(await readFile(fileURLToPath(import.meta.resolve(`${folder}/unicode.json`)), "utf8"))
  const split = eastAsian.some((each) => each === family)
  const slices = new Map<number, Slice>()
  for (const [name, listed] of Object.entries(ranges)) {
    if (split ? !name.startsWith("[") : name !== family) continue
    const key = `${family}-${name.replace(/[[\]]/gu, "")}`
    const slice = { key, path: fileURLToPath(import.meta.resolve(`${folder}/files/noto-sans-${key}-wght-normal.woff2`)) }
    for (const range of listed.split(",")) {
      const [from = "", to = from] = range.trim().replace(/^U\+/u, "").split("-")
      for (let code_point = Number.parseInt(from, 16); code_point <= Number.parseInt(to, 16); code_point += 1) slices.set(code_point, slice)
    }
  }
  return slices
}

/**
 * Files that one report opens, and that are kept for the next ones. Names and addresses of a person need a few, a hundred hits with names in Chinese
 * a few dozen; each takes a megabyte or two while it is open. Letters beyond them are marked as missing, with their reading beside.
 */
const maxFiles = 60
/** Different letters of a report that are set so; half of what readers of Chinese know. */
const maxLetters = 2_000
const indexes = new Map<Family, Promise<ReadonlyMap<number, Slice>>>()
const files = new Map<string, Promise<FontFile | undefined>>()

const indexOf = (family: Family): Promise<ReadonlyMap<number, Slice>> => {
  const found = indexes.get(family) ?? slicesOf(family).catch(() => new Map<number, Slice>())
  indexes.set(family, found)
  return found
}
const fileOf = ({ key, path }: Slice): Promise<FontFile | undefined> => {
  const found = files.get(key) ?? openFontFile(key, path).catch(() => undefined)
  // The one that was used last stands last.
  files.delete(key)
  files.set(key, found)
  for (const oldest of files.keys()) {
    if (files.size <= maxFiles) break
    files.delete(oldest)
  }
  return found
}

/** A script whose package is not there is read in Latin letters, as those that never had one. */
const fileWith = async (opened: Map<string, FontFile | undefined>, family: Family, code_point: number): Promise<FontFile | undefined> => {
  const slice = (await indexOf(family)).get(code_point)
  if (slice === undefined) return undefined
  if (!opened.has(slice.key)) {
    if (opened.size >= maxFiles) return undefined
    opened.set(slice.key, await fileOf(slice))
  }
  const file = opened.get(slice.key)
  return file?.covers(code_point) === true ? file : undefined
}

/** The font of a letter that the report's own font does not set; undefined where no package has it. */
export type ScriptFonts = ReadonlyMap<string, FontFile>

/** The fonts that these texts need beyond the report's own; `covers` tells what that one has. */
export const scriptFontsFor = async (all: Iterable<string>, covers: (code_point: number) => boolean): Promise<ScriptFonts> => {
  const texts = [...all].filter((text) => beyond.test(text)).map((text) => text.toWellFormed().normalize("NFC"))
  const order = orderFor(texts)
  // Signs that scripts share, such as the full stops of India, are taken from one that is there anyway.
  const present = ownFamily.flatMap(([family, pattern]) => (texts.some((text) => pattern.test(text)) ? [family] : []))
  const familiesFor = (letter: string): ReadonlyArray<Family> => {
    const own = ownOf(letter)
    if (own !== undefined) return [own]
    return ideographic.test(letter) ? order : [...present, ...order]
  }
  const found = new Map<string, FontFile>()
  const opened = new Map<string, FontFile | undefined>()
  for (const letter of new Set(texts.flatMap((text) => [...text]))) {
    if (found.size >= maxLetters) break
    const code_point = letter.codePointAt(0) ?? 0
    if (covers(code_point) && !ofOwnScript(letter)) continue
    for (const family of familiesFor(letter)) {
      const file = await fileWith(opened, family, code_point)
      if (file === undefined) continue
      found.set(letter, file)
      break
    }
  }
  return found
}
