import type { Dwelling } from "./dwelling.ts"
import type { AddressDraft } from "./segments.ts"

/** Japanese addresses in their own script run from the prefecture down to the house without spaces. */
const japanese = /^(.{2,3}[都道府県])?((?:.{1,8}?郡)?.{1,8}?[市区町村](?:.{1,6}?区)?)(.*)$/u
const japaneseBlock = /^(\D{0,30}?)(\d[\d\-－ー−丁目番地号の]{0,20})(.*)$/u

/** Reads an address in Japanese script and sets prefecture and city; null when no line has that shape. */
export const readJapanese = (draft: AddressDraft): Dwelling | null => {
  const at = draft.segments.findIndex((segment) => /[都道府県市区町村]/u.test(segment) && /\p{Script=Han}/u.test(segment))
  const found =
    at < 0
      ? null
      : japanese.exec(
          (draft.segments[at] ?? "")
            .replace(/([一二三四五六七八九])(?=丁目)/gu, (sign) => String("一二三四五六七八九".indexOf(sign) + 1))
            .replace(/〒?\d{3}-?\d{4}|\s/gu, "")
        )
  if (found === null) return null
  const [, prefecture, city, below = ""] = found
  const [, street = below, house, rest] = japaneseBlock.exec(below) ?? []
  draft.region ??= prefecture ?? null
  draft.city = city ?? draft.city
  draft.country ??= "JP"
  return {
    recipients: draft.segments.filter((segment, index) => index !== at && /様|殿/u.test(segment)),
    units: rest === undefined || rest === "" ? [] : [rest],
    unparsed: [],
    house:
      house === undefined
        ? null
        : house
            .replace(/丁目|番地|番|の|－/gu, "-")
            .replace(/号/gu, "")
            .replace(/-+$/u, ""),
    street: street === "" ? null : street,
    houseName: null,
    poBox: null
  }
}
