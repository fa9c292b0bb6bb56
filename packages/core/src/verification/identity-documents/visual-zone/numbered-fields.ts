import { rightOf, type Segment } from "../../proof-of-address/extract/printed-text.ts"
import type { VisualField, VisualFieldName } from "./field.ts"
import type { ReadingContext } from "./labelled-fields.ts"
import { areaOfPrint, confidenceOf, type PrintedZone } from "./printed-zone.ts"
import { asBirthDate, daysIn, nameIn, numberIn, trimmed } from "./values.ts"

/** Numbers of the fields of a driving licence: Directive 2006/126/EC annex I, and the same numbers in the AAMVA card design standard. */
const marks = ["1", "2", "3", "4a", "4b", "4c", "4d", "5", "6", "7", "8", "9", "10", "11", "12", "14"] as const
type Mark = (typeof marks)[number]

/** What recognition makes of small numbers before a point. */
const misread: Readonly<Record<string, Mark>> = {
  l: "1",
  i: "1",
  "|": "1",
  "46": "4b",
  "4h": "4b",
  "4o": "4a",
  "40": "4a",
  "4e": "4c",
  s: "5"
}

const isMark = (text: string): text is Mark => marks.some((mark) => mark === text)

const markOf = (printed: string): Mark | null => {
  const plain = printed.toLowerCase().replace(/\s/gu, "")
  return isMark(plain) ? plain : (misread[plain] ?? null)
}

interface Marked {
  readonly mark: Mark
  readonly segment: Segment
  readonly text: string
  /** Where the text stands in the segment. */
  readonly start: number
}

const numbered = /(?<![\p{L}\p{N}./-])(1[0-24]|4 ?[a-dA-D6hoe0]|[1-9]|[lI|sS])[.,)](?!\d{1,2}[./]\d) ?/gu
/** Cards of North America print no point behind the number. */
const bare = /^(4[abd]|[1238]|15) (?=\S)/u

/** Numbers of fields go up along a line; a house number with a comma behind it does not open the next field. */
const ascending = (
  matches: ReadonlyArray<RegExpExecArray>
): ReadonlyArray<{ readonly mark: Mark; readonly start: number; readonly end: number }> => {
  const found: Array<{ readonly mark: Mark; readonly start: number; readonly end: number }> = []
  for (const match of matches) {
    const mark = markOf(match[1] ?? "")
    const last = found.at(-1)
    const comma = match[0].includes(",") && match.index > 0
    if (mark === null || comma || (last !== undefined && marks.indexOf(mark) <= marks.indexOf(last.mark))) continue
    found.push({ mark, start: match.index, end: match.index + match[0].length })
  }
  return found
}

const marksIn = (zone: PrintedZone, segment: Segment, pointless: boolean): ReadonlyArray<Marked> => {
  const found = ascending([...segment.text.matchAll(numbered)])
  const opening = found.length === 0 && pointless ? bare.exec(segment.text) : null
  const all = opening === null ? found : ascending([opening])
  return all.map(({ end, mark }, position): Marked => {
    const own = segment.text.slice(end, all[position + 1]?.start ?? segment.text.length)
    const alone = trimmed(own) === "" && position === all.length - 1
    const right = alone ? rightOf(zone.text, segment) : null
    return right === null ? { mark, segment, text: own, start: end } : { mark, segment: right, text: right.text, start: 0 }
  })
}

/** With so many different numbers of the licence's first five fields the print is taken for one. */
const leastMarks = 3
const telling: ReadonlySet<Mark> = new Set<Mark>(["1", "2", "3", "4a", "4b", "5"])
const weight = 0.9

/** How many of the numbers that only driving licences carry stand in the print; 0 where they are too few to mean anything. */
export const licenceMarks = (zone: PrintedZone): number => {
  const seen = new Set(zone.text.segments.flatMap((segment) => marksIn(zone, segment, false)).map(({ mark }) => mark))
  const count = [...seen].filter((mark) => telling.has(mark)).length
  return count >= leastMarks && (seen.has("4a") || seen.has("4b")) ? count : 0
}

const valuesOf = (
  { mark, text }: Marked,
  northAmerican: boolean,
  context: ReadingContext
): ReadonlyArray<readonly [VisualFieldName, string | null]> => {
  const day = daysIn(text, context.order)[0] ?? null
  switch (mark) {
    case "1":
      return [["surname", nameIn(text)]]
    case "2":
      return [["given_names", nameIn(text)]]
    case "3": {
      const place = trimmed(text.replace(/^[\s\d./,-]{6,12}/u, ""))
      return [
        ["date_of_birth", day === null ? null : asBirthDate(day, context.today)],
        ["place_of_birth", day !== null && /^\p{L}{2}[\p{L}\s.,'()/-]*$/u.test(place) ? place : null]
      ]
    }
    case "4a":
      return [["issue_date", day]]
    case "4b":
      return [["expiry_date", day]]
    case "4d":
      return [[northAmerican ? "document_number" : "personal_number", numberIn(text)]]
    case "5":
      return [["document_number", northAmerican ? null : numberIn(text)]]
    case "8":
      return [["address", /\p{L}{2}/u.test(text) && trimmed(text).length <= 200 ? trimmed(text) : null]]
    default:
      return []
  }
}

/** Reads the fields of a driving licence by their numbers; `country` is ISO 3166-1 alpha-2 when known. */
export const numberedFields = (
  zone: PrintedZone,
  context: ReadingContext & { readonly country: string | null }
): ReadonlyArray<VisualField> => {
  const northAmerican = context.country === "US" || context.country === "CA"
  if (!northAmerican && licenceMarks(zone) === 0) return []
  return zone.text.segments
    .flatMap((segment) => marksIn(zone, segment, northAmerican))
    .flatMap((marked) =>
      valuesOf(marked, northAmerican, context).flatMap(([field, value]) =>
        value === null
          ? []
          : [
              {
                field,
                value,
                confidence: Math.round(confidenceOf(zone, marked.segment) * weight * 1000) / 1000,
                area: areaOfPrint([{ segment: marked.segment, start: marked.start, end: marked.start + marked.text.length }])
              }
            ]
      )
    )
}
