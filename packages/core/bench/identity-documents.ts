import { examineIdentity } from "../src/verification/identity-documents/examine.ts"
import { judgeAuthenticity } from "../src/verification/identity-documents/judges/authenticity.ts"
import { judgeExtraction } from "../src/verification/identity-documents/judges/extraction.ts"
import { parseMrz } from "../src/verification/identity-documents/mrz/parse.ts"
import { daysIn } from "../src/verification/identity-documents/visual-zone/values.ts"
import {
  evidence,
  passport,
  passportLines,
  passportPrint,
  printed,
  today
} from "../../../test/core/verification/identity-documents/documents.ts"

/**
 * What the rules on identity documents make of changed and of misread print, over every place and digit, and how long they take beside
 * parsing the zone alone. Print is made from one layout: the figures are of the rules, and not of recognition.
 */
const values = { number: "14CV28561", birth: "13 07 1990", expiry: "11 02 2031" } as const
type Part = keyof typeof values

const changed = (text: string): ReadonlyArray<string> =>
  [...text].flatMap((character, at) =>
    /\d/.test(character)
      ? [..."0123456789"].filter((digit) => digit !== character).map((digit) => text.slice(0, at) + digit + text.slice(at + 1))
      : []
  )

const outcomeOf = (part: Part, text: string, confidence: number): string =>
  judgeAuthenticity(examineIdentity(evidence([passport({ lines: printed(passportPrint({ [part]: text }), confidence) })]))).outcome

console.log("One digit of the print differs from the zone: how often a person is asked, by the confidence of recognition")
for (const part of ["number", "birth", "expiry"] as const) {
  // A day that no calendar has is read as none, and confirms nothing.
  const variants = changed(values[part]).filter((text) => part === "number" || daysIn(text, "day_first").length > 0)
  const flagged = (confidence: number): number => variants.filter((text) => outcomeOf(part, text, confidence) !== "passed").length
  console.log(
    `${part.padEnd(7)} N=${variants.length}  0.95: ${flagged(0.95)}  0.85: ${flagged(0.85)}  0.70: ${flagged(0.7)}  0.50: ${flagged(0.5)}`
  )
}

const rounds = 200
const time = (work: () => unknown): number => {
  for (let round = 0; round < 20; round++) work()
  const start = performance.now()
  for (let round = 0; round < rounds; round++) work()
  return (performance.now() - start) / rounds
}
const zone = time(() => parseMrz(passportLines(), today))
const whole = time(() => {
  const examined = examineIdentity(evidence([passport()]))
  return [judgeExtraction(examined), judgeAuthenticity(examined)]
})
console.log(`One passport, read and judged twice: ${whole.toFixed(2)} ms; parsing its zone alone: ${zone.toFixed(3)} ms (N=${rounds})`)
