import { expect, test } from "bun:test"
import { northernLayouts } from "../../../packages/adapters/bench/bill-pages/developed/northern.ts"
import { households } from "../../../packages/adapters/bench/bill-pages/people.ts"
import { uploadOf } from "../../../packages/adapters/bench/bill-pages/pictures.ts"
import { Sheet } from "../../../packages/adapters/bench/bill-pages/sheet.ts"
import { readingOf } from "../../support/reading.ts"

const withoutMarks = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "")

/** Beside the recipient stands another column in smaller print, whose lines fall between those of the recipient. */
test.each([
  ["Korhonen", 12],
  ["Söderström", 14]
] as const)(
  "a recipient beside lines of another height is read line by line: %s",
  async (last_name, seed) => {
    const layout = northernLayouts.find((one) => one.country === "FI")
    const person = households.FI.find((one) => one.last_name === last_name)
    if (layout === undefined || person === undefined) throw new Error("no such bill")
    const sheet = await Sheet.open(layout.family)
    layout.draw(sheet, person)
    const { lines } = await readingOf(await uploadOf(await sheet.bytes(), "scan", seed), "image/jpeg")
    const texts = lines.map(({ text }) => withoutMarks(text).toLowerCase())
    const printed = [`${person.first_name} ${person.last_name}`, person.street, `${person.postal_code} ${person.city}`]
    expect(texts).toEqual(expect.arrayContaining(printed.map((line) => withoutMarks(line).toLowerCase())))
  },
  300_000
)
