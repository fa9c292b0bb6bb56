import { describe, expect, test } from "bun:test"
import { compareNames } from "@vouchkit/core/verification/proof-of-address/compare/names/name"

const compared = (printed: string, first_name: string, last_name: string) => compareNames([printed], { first_name, last_name })

describe("a recognizer of English takes vowels with a mark for é", () => {
  test.each([
    ["Horvéth-Kiss Péter", "Péter", "Horváth-Kiss"],
    ["Kolompér Zsuzsanna", "Zsuzsanna", "Kolompár"],
    ["Vlasta Novékova Jelinkova", "Vlasta", "Nováková Jelínková"],
    ["Sigurdur Ingi Halldérsson", "Sigurður Ingi", "Halldórsson"],
    ["Gudrun Bjork Pérhallsdottir", "Guðrún Björk", "Þórhallsdóttir"],
    ["Andrei-Cosmin Vécérescu", "Andrei-Cosmin", "Văcărescu"]
  ])("%s is %s %s", (printed, first, last) => {
    const { doubtful, score } = compared(printed, first, last)
    expect(score).toBeGreaterThanOrEqual(0.9)
    expect(doubtful).toBe(false)
  })

  test.each([
    ["Szőcs Anna", "Anna", "Szűcs"],
    ["Eva Öberg", "Eva", "Åberg"],
    ["Tóth Béla", "Bóla", "Tóth"],
    ["Horveth Anna", "Anna", "Horváth"],
    ["Anna Porsdottir", "Anna", "Þórsdóttir"],
    ["Bálint Éva", "Éva", "Bólint"]
  ])("%s is not surely %s %s", (printed, first, last) => {
    const { doubtful, score } = compared(printed, first, last)
    expect(score >= 0.9 && !doubtful).toBe(false)
  })
})
