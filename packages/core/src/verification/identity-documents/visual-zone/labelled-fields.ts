import { inColumn, type PrintedText, rightOf, type Segment } from "../../proof-of-address/extract/printed-text.ts"
import type { Spot } from "../../proof-of-address/extract/print-area.ts"
import type { DayOrder } from "../../proof-of-address/extract/dates/written-day.ts"
import { findTitles } from "../titles.ts"
import type { VisualField, VisualFieldName } from "./field.ts"
import { findVisualLabels, type VisualLabel } from "./labels.ts"
import { areaOfPrint, confidenceOf, type PrintedZone, wholeOf } from "./printed-zone.ts"
import { asBirthDate, daysIn, nameIn, nationalityIn, numberIn, sexIn, trimmed } from "./values.ts"

export interface ReadingContext {
  readonly order: DayOrder
  /** ISO 8601 calendar date. */
  readonly today: string
}

/** Labels of one meaning that stand together: "Surname / Nom". */
interface Heading {
  readonly label: VisualLabel
  readonly start: number
  readonly end: number
}

const shortLabel = 3

/** Whether a label stands where labels stand: at the start, after its number (4d), a separator, a bracket or another label. */
const opens = (text: string, start: number): boolean => {
  const before = text.slice(0, start)
  return /^(?:\d{1,2}[a-d]?)?\s*$/iu.test(before) || /[/|:;,.()\d*°-]\s*$/u.test(before)
}

/** "Name / Surname" is the surname, as the German card has it, and two labels of one meaning are one. */
const jointLabel = (one: VisualLabel, other: VisualLabel): VisualLabel | null => {
  if (one === other) return one
  if (one === "full_name" && (other === "surname" || other === "given_names")) return other
  return other === "full_name" && (one === "surname" || one === "given_names") ? one : null
}

const headingsOf = (text: PrintedText, segment: Segment): ReadonlyArray<Heading> => {
  const headings: Array<Heading> = []
  const titles = findTitles(segment.skeleton, text.tolerant)
  for (const { end, start, value } of findVisualLabels(segment.skeleton, text.tolerant)) {
    // "Residence permit" is what the document is, and no address.
    if (value === "address" && titles.some((title) => title.start <= start && title.end > end)) continue
    const last = headings.at(-1)
    const between = last === undefined ? null : segment.text.slice(last.end, start)
    const adjoining = between !== null && /^[\s/|:;,.()\d*°’'-]{0,6}$/u.test(between)
    if (!adjoining && !opens(segment.text, start) && (end - start <= shortLabel + 2 || last === undefined)) continue
    const joint = last !== undefined && adjoining ? jointLabel(last.label, value) : null
    if (last !== undefined && joint !== null) headings.splice(-1, 1, { label: joint, start: last.start, end: Math.max(last.end, end) })
    // Two meanings of the same word: the first that the table lists stands.
    else if (last === undefined || start >= last.end) headings.push({ label: value, start, end })
  }
  return headings
}

const dateLabels: ReadonlySet<VisualLabel> = new Set(["date_of_birth", "expiry_date", "issue_date"])

const isField = (label: VisualLabel): label is VisualFieldName => label !== "other"

/** Reads what a label promises out of a text; `nth` chooses among several dates under one line of headings. */
const valueIn = (label: VisualFieldName, text: string, context: ReadingContext, nth = 0): string | null => {
  if (label === "sex") return sexIn(text)
  if (label === "nationality") return nationalityIn(text)
  if (label === "document_number" || label === "personal_number") return numberIn(text)
  if (label === "given_names") return nameIn(text)?.replace(/\s?,\s?/gu, " ") ?? null
  if (label === "surname" || label === "full_name") return nameIn(text)
  if (label === "address" || label === "place_of_birth") {
    const value = trimmed(text)
    return /\p{L}{2}/u.test(value) && value.length <= 200 ? value : null
  }
  const day = daysIn(text, context.order)[nth] ?? null
  return day !== null && label === "date_of_birth" ? asBirthDate(day, context.today) : day
}

/** The text between a label and the next one. Where more of a label may follow, as after a slash, names are not taken from it. */
const inline = (segment: Segment, heading: Heading, next: Heading | undefined, context: ReadingContext): string | null => {
  if (!isField(heading.label)) return null
  const rest = segment.text.slice(heading.end, next?.start ?? segment.text.length)
  if (!/[\p{L}\p{N}]/u.test(rest)) return null
  const worded = heading.label === "address" || heading.label === "place_of_birth" || /name/u.test(heading.label)
  const goesOn = /^\s*[/|(,]/u.test(rest)
  const marked = /^\s*[:.]/u.test(rest) || rest === rest.toUpperCase()
  if (worded && (goesOn || !marked)) return null
  return valueIn(heading.label, rest, context)
}

interface Labelled {
  readonly segment: Segment
  readonly headings: ReadonlyArray<Heading>
}

const mostSteps = 3
const addressLines = 3

/** A row of labels over a row of as many values: they belong together in their order, whatever the estimated places of the cells are. */
const cellInOrder = (text: PrintedText, labelled: ReadonlyMap<number, Labelled>, { index, page, row }: Segment): Segment | null => {
  const labels = text.rows[row] ?? []
  const values = text.rows[row + 1] ?? []
  const isHeading = (segment: Segment): boolean => (labelled.get(segment.index)?.headings.length ?? 0) > 0
  if (labels.length !== values.length || values[0]?.page !== page) return null
  if (labels.filter(isHeading).length < 2 || values.some(isHeading)) return null
  return values[labels.findIndex((segment) => segment.index === index)] ?? null
}

/** The cells in which the value of a label may stand outside its own: below it, past more of the same label, or to its right. */
const neighbours = (text: PrintedText, labelled: ReadonlyMap<number, Labelled>, from: Labelled, label: VisualLabel) => {
  const free = (segment: Segment | null): Segment | null =>
    segment !== null && (labelled.get(segment.index)?.headings.length ?? 0) === 0 ? segment : null
  const inOrder = cellInOrder(text, labelled, from.segment)
  if (inOrder !== null) return { under: inOrder, aligned: true, right: null }
  let below = inColumn(text, from.segment, 1, 3)
  for (let step = 0; step < mostSteps && below !== null; step++) {
    const headings = labelled.get(below.index)?.headings ?? []
    if (headings.length === 0 || headings.some((heading) => heading.label !== label)) break
    below = inColumn(text, below, 1, 3)
  }
  const under = free(below)
  const aligned = under !== null && Math.abs(under.left - from.segment.left) < 0.06
  return { under, aligned, right: free(rightOf(text, from.segment)) }
}

const addressUnder = (text: PrintedText, labelled: ReadonlyMap<number, Labelled>, first: Segment): ReadonlyArray<Segment> => {
  const parts = [first]
  let next = inColumn(text, first, 1, 2)
  while (next !== null && parts.length < addressLines && (labelled.get(next.index)?.headings.length ?? 0) === 0) {
    parts.push(next)
    next = inColumn(text, next, 1, 2)
  }
  return parts
}

const weights = { inline: 0.95, aligned: 0.92, right: 0.9, under: 0.8, shared: 0.75 } as const

/** Reads the fields that labels announce, in any of the languages of the table. */
export const labelledFields = (zone: PrintedZone, context: ReadingContext): ReadonlyArray<VisualField> => {
  const { text } = zone
  const labelled = new Map(text.segments.map((segment) => [segment.index, { segment, headings: headingsOf(text, segment) }] as const))
  const found: Array<VisualField> = []
  for (const one of labelled.values()) {
    const { headings, segment } = one
    for (const [position, heading] of headings.entries()) {
      const { label } = heading
      if (!isField(label)) continue
      const keep = (value: string | null, print: readonly [Spot, ...ReadonlyArray<Spot>], weight: number): boolean => {
        if (value === null) return false
        const confidence = Math.round(confidenceOf(zone, print[0].segment) * weight * 1000) / 1000
        found.push({ field: label, value, confidence, area: areaOfPrint(print) })
        return true
      }
      const next = headings[position + 1]
      const own = inline(segment, heading, next, context)
      if (keep(own, [{ segment, start: heading.end, end: next?.start ?? segment.text.length }], weights.inline)) continue
      const { aligned, right, under } = neighbours(text, labelled, one, label)
      const shared = headings.length > 1
      const nth = dateLabels.has(label) ? headings.slice(0, position).filter((earlier) => dateLabels.has(earlier.label)).length : 0
      // Under one line of several labels only what has a shape of its own can be distinguished.
      if (shared && /name|address|place/u.test(label)) continue
      const below = under === null ? null : valueIn(label, under.text, context, nth)
      const beside = right === null || shared ? null : valueIn(label, right.text, context)
      if (under !== null && (aligned || beside === null)) {
        const [first = under, ...more] = label === "address" && below !== null ? addressUnder(text, labelled, under) : []
        const value = label === "address" && below !== null ? [first, ...more].map((line) => trimmed(line.text)).join(", ") : below
        const weight = shared ? weights.shared : aligned ? weights.aligned : weights.under
        if (keep(value, [wholeOf(first), ...more.map(wholeOf)], weight)) continue
      }
      if (right !== null) keep(beside, [wholeOf(right)], weights.right)
    }
  }
  return found
}
