import { areaAround, boxOnPage } from "../../evidence/place.ts"
import type { DocumentReading } from "../../document-reading.ts"
import type { ExtractionPlaces, PrintPlace, ProofOfAddressExtraction } from "../types.ts"
import type { DateSpots } from "./dates/date-spots.ts"
import { labelledNames } from "./parties/labelled-names.ts"
import { skeletonOf } from "./skeleton.ts"
import { areaOf, type Spot } from "./print-area.ts"
import type { PrintedText, Segment } from "./printed-text.ts"

/** The rows of a block that a rule has read. */
interface Block {
  readonly first: Segment
  readonly last: Segment
}

/** Countries and regions stand up to two rows below the postcode, and a row of a form may lie between. */
const rowsBelow = 3
/** A value is printed under its label at most this many rows below it. */
const rowsUnderLabel = 2
/** A value that is put together of more pieces of print than this was not read as one. */
const mostPieces = 12

/** Where a text stands in a piece of print as whole words, whatever its case, accents and spaces. */
const spotIn = (segment: Segment, wanted: string): Spot | null => {
  const { at, letters, starts } = segment.skeleton
  for (let found = letters.indexOf(wanted); found >= 0; found = letters.indexOf(wanted, found + 1)) {
    const after = found + wanted.length
    if (starts[found] === true && (after === letters.length || starts[after] === true))
      return { segment, start: at[found] ?? 0, end: (at[after - 1] ?? segment.text.length - 1) + 1 }
  }
  return null
}

const firstSpot = (segments: ReadonlyArray<Segment>, wanted: string): Spot | null => {
  for (const segment of segments) {
    const spot = spotIn(segment, wanted)
    if (spot !== null) return spot
  }
  return null
}

/** The print of a value: in one piece, else word by word. Null unless all of it is there. */
const spotsOf = (segments: ReadonlyArray<Segment>, value: string): ReadonlyArray<Spot> | null => {
  const { letters } = skeletonOf(value)
  if (letters === "") return null
  const whole = firstSpot(segments, letters)
  if (whole !== null) return [whole]
  const words = value.split(/[\s,;/]+/u).flatMap((word) => skeletonOf(word).letters || [])
  if (words.length < 2 || words.length > mostPieces) return null
  const spots = words.map((word) => firstSpot(segments, word))
  return spots.every((spot) => spot !== null) ? spots : null
}

/** The print of a block, the pieces nearest to its column first. */
const within = ({ segments }: PrintedText, { first, last }: Block): ReadonlyArray<Segment> =>
  segments
    .filter(({ page, row }) => page === first.page && row >= first.row && row <= last.row + rowsBelow)
    .toSorted((one, other) => Math.abs(one.left - last.left) - Math.abs(other.left - last.left))

/** Print that a label of a name announces. */
const underLabels = (text: PrintedText): ReadonlyArray<Segment> => {
  const rows = new Set(labelledNames(text).flatMap(({ row }) => Array.from({ length: rowsUnderLabel + 1 }, (_, step) => row + step)))
  return text.segments.filter(({ row }) => rows.has(row))
}

type Reading = Pick<DocumentReading, "pages" | "source">

const placeOf = (spots: ReadonlyArray<Spot> | null, reading: Reading): PrintPlace | null => {
  const [first] = spots ?? []
  if (spots === null || first === undefined) return null
  const { page } = first.segment
  const here = reading.pages?.find((one) => one.page === page)
  const area = spots.every(({ segment }) => segment.placed && segment.page === page) ? areaAround(spots.map(areaOf)) : null
  return {
    page,
    box: area === null ? null : boxOnPage(area, here?.onto ?? null),
    source: here?.source ?? reading.source,
    confidence: Math.min(...spots.map(({ segment }) => segment.confidence))
  }
}

/** Where the values of an extraction are printed: what rules read in a block is looked for in that block first. */
export const placesOf = (
  text: PrintedText,
  reading: Reading,
  { extracted_address, holder_names, issuer }: Pick<ProofOfAddressExtraction, "extracted_address" | "holder_names" | "issuer">,
  { address, dates }: { readonly address: Block | null; readonly dates: DateSpots }
): ExtractionPlaces => {
  const block = address === null ? [] : within(text, address)
  const labelled = holder_names.some((name) => spotsOf(block, name) === null) ? underLabels(text) : []
  const heads = text.segments.toSorted((one, other) => one.page - other.page || other.height - one.height)
  const date = (spot: Spot | null) => placeOf(spot === null ? null : [spot], reading)
  return {
    holder_names: holder_names.map((name) =>
      placeOf(spotsOf(block, name) ?? spotsOf(labelled, name) ?? spotsOf(text.segments, name), reading)
    ),
    extracted_address: extracted_address.map((line) => placeOf(spotsOf(block, line), reading)),
    issuer: issuer === null ? null : placeOf(spotsOf(heads, issuer), reading),
    issue_date: date(dates.issue_date),
    period_start: date(dates.period_start),
    period_end: date(dates.period_end),
    valid_until: date(dates.valid_until)
  }
}
