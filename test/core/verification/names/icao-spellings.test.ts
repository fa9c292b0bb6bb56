import { describe, expect, test } from "bun:test"
import { decodedArabic, icaoSpellings } from "@vouchkit/core/verification/names/transliteration/icao-spellings"

describe("a machine readable zone prints", () => {
  const printed: ReadonlyArray<readonly [word: string, spellings: ReadonlyArray<string>]> = [
    ["Ångström", ["aangstroem", "angstrom"]],
    ["Núñez", ["nunez", "nunxxez"]],
    ["Gümüş", ["guemues", "gumus", "guxxmuxxs"]],
    ["Straße", ["strasse"]],
    ["Þór", ["thor"]],
    ["Đặng", ["dang"]],
    ["Рождественский", ["rozhdestvenskii"]],
    ["Хлеб", ["khleb", "hleb"]],
    ["Ґригорій", ["grigorii", "gryhorii"]],
    ["Їжак", ["izhak", "yizhak"]],
    ["Живковић", ["zhivkovic", "zivkovic"]],
    ["Щерев", ["shcherev", "shterev"]],
    ["محمد", ["mxhmd"]],
    ["فاطمة", ["faxttmxah"]],
    ["شريف", ["xshryf"]],
    ["آدم", ["xaadm"]],
    ["محمّد", ["mxhmmd", "mxhmd"]]
  ]
  for (const [word, spellings] of printed) {
    test(`${word} as ${spellings.join(" or ")}`, () => {
      for (const spelling of spellings) expect(icaoSpellings(word)).toContain(spelling)
    })
  }
})

test("scripts without a table have no spelling", () => {
  for (const word of ["王", "김", "Παππάς", "สมชาย", ""]) expect(icaoSpellings(word)).toEqual([])
})

test("X codes of Arabic are decoded to the consonants of a romanization, and Latin names with an X are not", () => {
  expect(decodedArabic("mxhmd")).toBe("mhmd")
  expect(decodedArabic("xssalxh")).toBe("salh")
  expect(decodedArabic("xshryf")).toBe("shryf")
  for (const name of ["xavier", "alexander", "maxim", "felix", "rexhep".replace("xh", "x")]) expect(decodedArabic(name)).toBeNull()
})
