import type { TextLine } from "../../document-reading.ts"
import { type Area, areaAround } from "../../evidence/place.ts"
import { areaOf, type Spot } from "../../proof-of-address/extract/print-area.ts"
import { type PrintedText, printedText, type Segment } from "../../proof-of-address/extract/printed-text.ts"

/** The print of one picture outside its machine readable zone, arranged for reading. */
export interface PrintedZone {
  readonly text: PrintedText
  readonly lines: ReadonlyArray<TextLine>
}

const most = { lines: 400, length: 300 } as const

/** Whether a line is one of a machine readable zone, however badly it was recognised. The zone must not confirm itself. */
export const isMachineLine = (text: string): boolean => {
  const dense = text.replace(/\s+/gu, "")
  if (dense.length < 26) return false
  const fillers = dense.match(/[<«‹]/gu)?.length ?? 0
  const blanks = text.trim().length - dense.length
  return fillers >= 2 || (blanks <= 2 && /^[A-Z0-9<]+$/u.test(dense) && /\d/u.test(dense))
}

/** Digits stay digits here: what recognised text would have mended in a letter may be a document number. */
export const printedZone = (recognised: ReadonlyArray<TextLine>): PrintedZone => {
  const lines = recognised
    .slice(0, most.lines)
    .filter(({ text }) => !isMachineLine(text))
    .map((line) => ({ ...line, text: line.text.slice(0, most.length) }))
  return { text: { ...printedText({ lines, source: "text_layer" }), tolerant: true }, lines }
}

/** Where stretches of print stand together; null where one of them has no place. */
export const areaOfPrint = (spots: ReadonlyArray<Spot>): Area | null =>
  spots.every(({ segment }) => segment.placed) ? areaAround(spots.map(areaOf)) : null

/** The stretch of print that is all of a segment. */
export const wholeOf = (segment: Segment): Spot => ({ segment, start: 0, end: segment.text.length })

/** 0 to 1: how sure the recognition was of the line that a segment is part of. */
export const confidenceOf = ({ lines }: PrintedZone, segment: Segment): number => {
  const holding = lines.filter(
    ({ page, text, top }) =>
      page === segment.page && Math.abs(top - segment.top) < 0.02 && text.replace(/\s+/gu, " ").includes(segment.text)
  )
  const [first] = holding.length > 0 ? holding : lines.filter(({ text }) => text.replace(/\s+/gu, " ").includes(segment.text))
  const confidence = first?.confidence ?? 0.5
  return confidence >= 0 && confidence <= 1 ? confidence : 0.5
}
