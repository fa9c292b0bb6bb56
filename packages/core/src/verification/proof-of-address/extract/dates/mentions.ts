import type { DateLabel } from "./label.ts"
import { labelsIn, rangeWord } from "./labels.ts"
import type { Found } from "../phrase-finder.ts"
import { besideLeft, inColumn, leftOf, type PrintedText, rightOf, type Segment } from "../printed-text.ts"
import { connects } from "./connectors.ts"
import { hasUnknownLabel } from "./unlabelled-day.ts"
import { inItsPlace, isOfAnother, speaksOfAnother } from "./qualified.ts"
import { longPattern } from "../long-pattern.ts"
import { dayExists, type WrittenDay } from "./written-day.ts"
import { type Written, writtenDates } from "./written-dates.ts"

/** A date or span with the label that belongs to it. */
export interface Mention {
  readonly segment: Segment
  readonly written: Written
  /** Every meaning of the nearest label; empty when nothing labels it. */
  readonly labels: ReadonlyArray<DateLabel>
  /** The label was read from the cell above, as in a table with a heading. */
  readonly under: boolean
  /** Text of the same cell, up to the date and since the date before it. */
  readonly before: string
  readonly after: string
  /** One of a column of dates, as in a list of transactions. */
  readonly listed: boolean
  /** What stands above it or to its left was hardly read or is not known, and may be the label of a due date as well as of this one. */
  readonly unsure: boolean
}

/** Two dates that are printed as the ends of one period. */
export interface Range {
  readonly start: Mention & { readonly written: WrittenDay }
  readonly end: Mention & { readonly written: WrittenDay }
}

export interface Mentions {
  readonly singles: ReadonlyArray<Mention>
  readonly ranges: ReadonlyArray<Range>
}

const mostMentions = 600
/** A label further from its date than this, in characters, belongs to something else. */
const labelReach = 48

interface Annotated {
  readonly segment: Segment
  readonly dates: ReadonlyArray<Written>
  readonly labels: ReadonlyArray<Found<DateLabel>>
}

const lastLabels = (
  labels: ReadonlyArray<Found<DateLabel>>,
  { from, text, to }: { readonly from: number; readonly to: number; readonly text: string }
): ReadonlyArray<DateLabel> => {
  let last: Found<DateLabel> | null = null
  for (const label of labels) {
    // A phrase in which one sign is forgiven may take the first sign of the date for its last letter.
    const stands = label.start >= from && label.start < to && label.end <= to + 1
    if (stands && to - label.end <= labelReach && (last === null || label.end >= last.end)) last = label
  }
  if (last === null) return []
  // "nato a Modena il 17/09/1990": the article before a date says less than the word before the article.
  if (last.value === "date" && last.end - last.start <= 3 && labels.some(({ end }) => end <= (last?.start ?? 0) && end >= from)) {
    const before = lastLabels(labels, { from, text, to: last.start })
    if (before.length > 0) return before
  }
  const { start, end } = last
  return labels.filter((label) => label.start === start && label.end === end).map((label) => inItsPlace(label, text, to))
}

const withLetters = (text: PrintedText, segment: Segment): Segment | null => {
  for (let left = leftOf(text, segment), passed = 0; left !== null && passed < 3; left = leftOf(text, left), passed++) {
    if (left.skeleton.letters !== "") return left
  }
  return null
}

const hasDay = (cell: Annotated | undefined) => cell?.dates.some(({ kind }) => kind === "day") ?? false

const opensWithDay = (cell: Annotated | undefined) => cell?.dates[0]?.kind === "day" && cell.dates[0].start <= 2

const words = (text: string) => text.match(/[\p{L}\p{M}]{2,}/gu)?.length ?? 0

/** "Facture n° 10 220 331 du", "Bolletta n. 4412 del", "Rechnung Nr. 2026-88 vom": the date that follows is the document's own. */
const numberedDocument = longPattern("iu")`
    ^.{0,60}\b(?:facture|fattura|bolletta|rechnung|bescheid|factura|fatura|factuur|faktura|račun|számla|invoice|bill|statement|avis|
    certificat|attestation|bulletin|nota|n|nr|no|nº)[\s.:°º#]{1,3}(?:n|nr|no|num|numéro|numero|número|nummer|number)?[\s.:°º#]{0,3}
    (?=[\w./ -]{0,30}\d)[\p{L}\d][\w./ -]{2,30}\s(?:du|del|vom|van|da|of|dated|datée du|z dnia|od|från|fra|af)\s*:?\s*$`
const isNumbered = (text: string): boolean => numberedDocument.test(text) && !speaksOfAnother(text)

/** The labels of a cell that holds nothing else, or whose end they are: "Invoice date:", "Your account / Invoice date". */
const labelsOfCell = (cell: Annotated | undefined): ReadonlyArray<DateLabel> => {
  if (cell === undefined || hasDay(cell)) return []
  const { text } = cell.segment
  if (isNumbered(text)) return ["issue"]
  const found = lastLabels(cell.labels, { from: 0, text, to: text.length })
  return found.length === 0 && isOfAnother(text) ? ["other"] : found
}

/** A heading row that was read as one cell: its labels stand over the dates of the next row in the same order. */
const headingInOrder = (above: Annotated | undefined, cell: Annotated, position: number): ReadonlyArray<DateLabel> => {
  const ends = [...new Set((above?.labels ?? []).map(({ end }) => end))].sort((one, other) => one - other)
  const end = ends[position]
  if (above === undefined || hasDay(above) || ends.length < 2 || ends.length !== cell.dates.length || end === undefined) return []
  return above.labels.filter((label) => label.end === end).map(({ value }) => value)
}

/** Words less surely read than this may be any label. */
const hardlyRead = 0.75
const isUnreadLabel = (cell: Annotated | undefined): boolean =>
  cell !== undefined && cell.segment.confidence < hardlyRead && words(cell.segment.text) > 0 && !/\d/.test(cell.segment.text)

const mentionsOf = (text: PrintedText, annotated: ReadonlyArray<Annotated>): ReadonlyArray<Mention> => {
  const mentions: Array<Mention> = []
  for (const cell of annotated) {
    if (cell.dates.length === 0) continue
    const { segment } = cell
    const aboveSegment = inColumn(text, segment, -1)
    const above = aboveSegment === null ? undefined : annotated[aboveSegment.index]
    const belowSegment = inColumn(text, segment, 1)
    const below = belowSegment === null ? undefined : annotated[belowSegment.index]
    const leftSegment = withLetters(text, segment)
    const left = leftSegment === null ? undefined : annotated[leftSegment.index]
    let previousEnd = 0
    for (const [position, written] of cell.dates.entries()) {
      if (mentions.length >= mostMentions) return mentions
      const before = segment.text.slice(previousEnd, written.start)
      const after = segment.text.slice(written.end)
      const labelled = lastLabels(cell.labels, { from: previousEnd, text: segment.text, to: written.start })
      // The number of a paper may begin with its year: "Fattura n. 2026/114 del".
      const afterNumber = cell.dates.slice(0, position).every(({ kind }) => kind === "span") ? segment.text.slice(0, written.start) : before
      const own: ReadonlyArray<DateLabel> = isNumbered(afterNumber) ? ["issue"] : labelled
      // "Lausanne, 30 septembre 2026" says by itself what it is.
      const leading = position === 0 && words(before) <= 2 && !/\p{L}{2},\s*(?:\p{L}{1,4}\s+)?$/u.test(before)
      const inRow = own.length > 0 || !leading ? [] : labelsOfCell(left)
      const atSide = inRow.length > 0 || own.length > 0 || !leading ? null : besideLeft(text, segment)
      const fromLeft = atSide === null ? inRow : labelsOfCell(annotated[atSide.index])
      const needsAbove = own.length === 0 && fromLeft.length === 0
      const inOrder = needsAbove ? headingInOrder(above, cell, position) : []
      const fromAbove = needsAbove && inOrder.length === 0 && leading ? labelsOfCell(above) : inOrder
      mentions.push({
        segment,
        written,
        labels: own.length > 0 ? own : fromLeft.length > 0 ? fromLeft : fromAbove,
        under: needsAbove && fromAbove.length > 0,
        before,
        after,
        unsure: own.length === 0 && leading && (isUnreadLabel(left) || isUnreadLabel(above) || hasUnknownLabel(text, segment)),
        listed:
          own.length === 0 &&
          fromLeft.length === 0 &&
          opensWithDay(cell) &&
          (opensWithDay(below) || (opensWithDay(above) && fromAbove.length === 0))
      })
      previousEnd = written.end
    }
  }
  return mentions
}

type DayMention = Mention & { readonly written: WrittenDay }

const isDay = (mention: Mention | undefined): mention is DayMention => mention?.written.kind === "day"

/** Signs that may be a misread date, where no label says that they are one. */
const isGuess = ({ labels, written }: Mention): boolean => written.kind === "day" && written.mended === true && labels.length === 0

/** Ends of one range stand in one cell with a dash or "to" between them, or in neighbouring cells led by "from" and "to". */
const rangeFrom = (text: PrintedText, one: DayMention, other: DayMention): boolean => {
  if (one.segment.index === other.segment.index) {
    const between = one.segment.text.slice(one.written.end, other.written.start)
    if (connects(between)) return true
    return rangeWord(one.before) === "start" && rangeWord(other.before) === "end" && between.length <= 30
  }
  const neighbours =
    rightOf(text, one.segment)?.index === other.segment.index || inColumn(text, one.segment, 1)?.index === other.segment.index
  if (!neighbours || other.labels.some((label) => label === "other")) return false
  const lead = rangeWord(other.before)
  const trailing = /[-–—]\s*$|\b(to|bis|au|al|a|t\/m|tot|do)\s*$/i.test(one.after) && one.after.trim().length <= 4
  const leading = other.before.trim() === "" || (lead === "end" && words(other.before) <= 1) || /^[-–—]\s*$/.test(other.before.trim())
  if (trailing && leading) return true
  return leading && other.before.trim() !== "" && one.after.trim() === "" && (lead === "end" || /^[-–—]/.test(other.before.trim()))
}

/** In heights of a line: words of one line stand nearer to each other than cells of a table. */
const wordGap = 2

/** "3 November" and "2026" in two cells, where a recognizer parted one line: the day has its year from the cell beside it. */
const withYearBeside = (text: PrintedText, segment: Segment, dates: ReadonlyArray<Written>): ReadonlyArray<Written> => {
  const last = dates.at(-1)
  if (!text.tolerant || last?.kind !== "day" || last.year !== null || segment.text.slice(last.end).trim() !== "") return dates
  const right = rightOf(text, segment)
  if (right === null || right.left - segment.right > wordGap * segment.height || !/^20\d\d$/.test(right.text)) return dates
  const dated = { ...last, year: Number(right.text) }
  return dayExists(dated) ? [...dates.slice(0, -1), dated] : dates
}

/** "II rata", "II trim. 2026": a number whose letters are those of the article "lì". */
const romanNumber = /^[IVX]+$/

/** Reads every date of the document together with the label beside, before or above it. */
export const dateMentions = (text: PrintedText, language: string | null): Mentions => {
  const annotated = text.segments.map((segment) => {
    const dates = withYearBeside(text, segment, writtenDates(segment.text, text.tolerant, language))
    const labels = labelsIn(segment.skeleton, text.tolerant).filter(({ end, start }) => !romanNumber.test(segment.text.slice(start, end)))
    return { segment, dates, labels }
  })
  const mentions = mentionsOf(text, annotated)
  const bySegment = new Map<number, Mention>()
  for (const mention of mentions) if (!bySegment.has(mention.segment.index)) bySegment.set(mention.segment.index, mention)
  const used = new Set<Mention>()
  const ranges: Array<Range> = []
  for (const [position, one] of mentions.entries()) {
    if (!isDay(one) || used.has(one) || isGuess(one)) continue
    const right = rightOf(text, one.segment)
    const below = inColumn(text, one.segment, 1)
    const candidates = [
      mentions[position + 1],
      right === null ? undefined : bySegment.get(right.index),
      below === null ? undefined : bySegment.get(below.index)
    ]
    const other = candidates.find(
      (candidate): candidate is DayMention => isDay(candidate) && !used.has(candidate) && rangeFrom(text, one, candidate)
    )
    if (other === undefined) continue
    used.add(one)
    used.add(other)
    ranges.push({ start: one, end: other })
  }
  const partial = (mention: Mention) => mention.written.kind === "day" && (mention.written.year === null || isGuess(mention))
  return { singles: mentions.filter((mention) => !used.has(mention) && !partial(mention)), ranges }
}

/** The number of a letter beside its day: "Nr. 4471 / 21.09.2026", "15.09.2026 nr 26-4471/2". */
const numberBefore = longPattern("iu")`
    ^(?:(?:изх|исх|вих|исходящий|вихідний|ur|naš|naše|our|n|v|prot|ref|rif|réf)\.?\s*)?(?:nr|no|n[°º]|št|br|č|čj|č\.j|sz|№|бр|αρ|ref|rif|prot|зн)\.?[\s:]*
    [\p{L}\d./-]{1,24}\s*[/,]?\s*(?:\p{L}{2,4}\s)?$`
const numberAfter = /^\.?,?\s*(?:nr|no|št|br|č|sz|№|бр|αρ)\.?\s*[\p{L}\d./-]{1,20}$/iu

/** "31.08.2026. godine", "17.09.2026 г.": the word for the year behind a day says nothing more of it. */
const wordOfYear = /^\.?\s*(?:godine|god|goda|г|год|година|година|године|року|р|roku|r|gada|წელი|წ)(?![\p{L}\d])\.?/iu

/** True when the date stands alone in its cell, or follows a place: "Berlin, den 3. Juli 2026", or has the number of its letter beside it. */
export const standsAlone = ({ after, before }: Mention): boolean => {
  const behind = after.replace(wordOfYear, "")
  if (before.trim() === "" && numberAfter.test(behind)) return true
  if (behind.trim().length <= 3 && numberBefore.test(before)) return true
  // "Si rilascia in carta libera. Bologna, 02/10/2026": only the last sentence counts.
  const own = before.slice(Math.max(before.lastIndexOf(". "), before.lastIndexOf("; ")) + 1)
  return words(own) <= 3 && own.trim().length <= 30 && behind.trim().length <= 3 && !/\d/.test(own)
}
