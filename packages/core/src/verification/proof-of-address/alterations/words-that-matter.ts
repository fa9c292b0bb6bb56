import type { DocumentReading, PrintedWord, TextLine } from "../../document-reading.ts"
import { resolved } from "../extract/dates/day-order.ts"
import { writtenDates } from "../extract/dates/written-dates.ts"
import type { ProofOfAddressExtraction } from "../types.ts"

/** Words of one line that say one thing that the check relies on. */
export interface RelevantWords {
  readonly part: "name" | "address" | "date"
  readonly words: ReadonlyArray<PrintedWord>
}

type Printed = Required<Pick<DocumentReading, "lines" | "print">>
type Relied = Pick<ProofOfAddressExtraction, "holder_names" | "extracted_address" | "issue_date" | "period_end">

const mostLines = 2000
const mostLength = 500

/** Figures that a recognizer reads for letters: the rules mend them in a postcode, and the print of the page still has the others. */
const alike: Readonly<Record<string, string>> = { i: "1", l: "1", o: "0", s: "5", b: "8", z: "2", g: "6" }

const keyOf = (text: string): string =>
  text
    .slice(0, mostLength)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .replace(/[ilosbzg]/g, (letter) => alike[letter] ?? letter)

interface PlacedWord {
  readonly word: PrintedWord
  readonly start: number
}

const isIn = (word: PrintedWord, line: TextLine): boolean => {
  const [x, y] = [word.left + word.width / 2, word.top + word.height / 2]
  return word.page === line.page && x >= line.left && x <= line.left + line.width && y >= line.top && y <= line.top + line.height
}

/** The measured words of a line, each with its place in the line's text. */
const wordsOf = (line: TextLine, print: ReadonlyArray<PrintedWord>): ReadonlyArray<PlacedWord> => {
  let from = 0
  return print
    .filter((word) => isIn(word, line))
    .sort((a, b) => a.left - b.left)
    .flatMap((word) => {
      const start = line.text.indexOf(word.text, from)
      if (start < 0) return []
      from = start + word.text.length
      return [{ word, start }]
    })
}

const isDateRelied = (text: string, { issue_date, period_end }: Relied): ReadonlyArray<readonly [start: number, end: number]> =>
  writtenDates(text.slice(0, mostLength), true).flatMap((written) => {
    if (written.kind !== "day") return []
    const readings = [resolved(written, "day_first"), resolved(written, "month_first")]
    const relied = readings.some((date) => date !== null && (date === issue_date || date === period_end))
    return relied ? [[written.start, written.end] as const] : []
  })

/** Finds where a page prints the holder's name, the address and the date on which the check relies. */
export const wordsThatMatter = ({ lines, print }: Printed, relied: Relied): ReadonlyArray<RelevantWords> => {
  const names = relied.holder_names.map((name) => ({ whole: keyOf(name), words: new Set(name.split(/\s+/).map(keyOf)) }))
  const address = new Set(relied.extracted_address.map(keyOf).filter((key) => key.length >= 3))
  return lines.slice(0, mostLines).flatMap((line) => {
    const key = keyOf(line.text)
    const own = key === "" ? [] : wordsOf(line, print)
    if (own.length === 0) return []
    const name = names.find(({ whole }) => whole.length >= 4 && key.includes(whole))
    const named = name === undefined ? [] : own.filter(({ word }) => name.words.has(keyOf(word.text)))
    const dates = isDateRelied(line.text, relied)
    const dated = own.filter(({ start, word }) => dates.some(([from, to]) => start < to && start + word.text.length > from))
    const found: ReadonlyArray<RelevantWords> = [
      { part: "name", words: named.map(({ word }) => word) },
      { part: "address", words: address.has(key) ? own.map(({ word }) => word) : [] },
      { part: "date", words: dated.map(({ word }) => word) }
    ]
    return found.filter(({ words }) => words.length > 0)
  })
}
