import { expect, test } from "bun:test"
import { languagesOfLook } from "@vouchkit/adapters/engines/ocr/page-language"
import { printedPage } from "../../support/printed-page.ts"

const french = printedPage(`
   Banque Mutuelle de Provence
   Relevé de compte du 1er au 31 octobre 2026
   Votre solde au 31 octobre est de 220,14 euros
   Merci de votre confiance, nous restons à votre disposition`)
const wellRead = { letters: 400, confidence: 0.9, read: 0.8 }
const hardlyRead = { letters: 400, confidence: 0.4, read: 0.05 }
const all = () => true

test("a page is read again in the language of its words, where that is installed and was not tried", () => {
  expect(languagesOfLook({ lines: french, script: wellRead }, ["eng"], all)).toEqual(["fra"])
  expect(languagesOfLook({ lines: french, script: wellRead }, ["fra", "eng"], all)).toEqual([])
  expect(languagesOfLook({ lines: french, script: wellRead }, ["eng"], () => false)).toEqual([])
})

test("a page of which hardly a word was read is tried in two installed languages of other scripts, and no more", () => {
  expect(languagesOfLook({ lines: french, script: hardlyRead }, ["eng"], all)).toHaveLength(2)
  expect(languagesOfLook({ lines: french, script: hardlyRead }, ["eng"], (code) => code === "ell")).toEqual(["ell"])
  expect(languagesOfLook({ lines: french, script: hardlyRead }, ["rus", "eng"], (code) => code === "rus")).toEqual([])
})

test("a page without words is read once", () => {
  expect(languagesOfLook({ lines: [], script: { letters: 0, confidence: 0, read: 0 } }, ["eng"], all)).toEqual([])
})
