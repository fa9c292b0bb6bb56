import { expect, test } from "bun:test"
import fc from "fast-check"
import { normalizedLetters, normalizedText, normalizedWords } from "@vouchkit/core/verification/names/text/normalized"
import { writtenWords } from "@vouchkit/core/verification/names/text/written-words"

test("normalizing a text twice changes nothing", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => expect(normalizedText(normalizedText(text))).toBe(normalizedText(text))))
})

test("case, width, accents and the final sigma make no difference", () => {
  for (const [one, other] of [
    ["ÉCLAIR", "eclair"],
    ["Ｃhina", "china"],
    ["Παύλος", "παυλοσ"]
  ] as const)
    expect(normalizedText(one)).toBe(other)
})

test("letters stay in their script, and the vowel signs of Indic letters stay letters of the word", () => {
  expect(["Ёлка", "मीना", "مُحَمَّد"].map(normalizedLetters)).toEqual(["елка", "मीना", "محمد"])
})

test("letters that Unicode does not take apart are spelled out on printed pages", () => {
  expect(["Straße", "Łódź", "Ærø"].map(normalizedWords)).toEqual(["strasse", "lodz", "aero"])
})

test("apostrophes join a word, hyphens and dots part it, and the Irish O belongs to the word behind it", () => {
  expect(writtenWords("O’Brien, Jean-Luc J.R. Sa‘d Ó Súilleabháin")).toEqual(["OBrien", "Jean", "Luc", "J", "R", "Sad", "ÓSúilleabháin"])
})
