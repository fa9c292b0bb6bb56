import { Schema } from "effect"
import type { TextLine } from "../document-reading.ts"
import { isMachineLine } from "../identity-documents/visual-zone/printed-zone.ts"
import { skeletonOf } from "../proof-of-address/extract/skeleton.ts"
import type { FindPhrases } from "./phrases.ts"
import { softwareOf } from "./software.ts"

/** Bounds of a fingerprint. A document says enough of its layout on its first pages. */
export const fingerprintLimits = { pages: 2, parts: 80, lines: 600, characters: 300, repeated: 80, proportions: 20 } as const

const text = (most: number) => Schema.String.check(Schema.isMaxCodePoints(most))
const Share = Schema.Finite

/**
 * A part of a page that stands in its place on every document of one layout. `phrase` is a phrase of our own lists; `value` is where a value begins,
 * without the value; `place` is the portrait, or a line of the machine readable zone.
 */
const LayoutPart = Schema.Struct({
  kind: Schema.Literals(["phrase", "value", "place"]),
  key: text(120),
  page: Schema.Int,
  left: Share,
  top: Share,
  height: Share,
  /** Only of what has the same width on every document: a line that holds nothing but the phrase. */
  width: Schema.NullOr(Share),
  font: Schema.NullOr(text(64))
})
export interface LayoutPart extends Schema.Schema.Type<typeof LayoutPart> {}

/** How a document is set, without anything that it says of a person. Positions are shares of the page. */
export const LayoutFingerprint = Schema.Struct({
  /** Text of a PDF, whose places are exact, or print that was read by sight. */
  medium: Schema.Literals(["text", "picture"]),
  /** Width over height of the pages, or of the outlined document. */
  proportions: Schema.Array(Schema.Finite).check(Schema.isMaxLength(fingerprintLimits.proportions)),
  /** A name of our own list of software; null where the file names none of them. */
  producer: Schema.NullOr(text(40)),
  parts: Schema.Array(LayoutPart).check(Schema.isMaxLength(fingerprintLimits.parts)),
  /** Phrases that stand more than once on a page, as `page phrase`: none of them has a place of its own. */
  repeated: Schema.Array(text(130)).check(Schema.isMaxLength(fingerprintLimits.repeated))
}).annotate({ identifier: "LayoutFingerprint" })
export interface LayoutFingerprint extends Schema.Schema.Type<typeof LayoutFingerprint> {}

/** A value that was read, for its place alone: the text finds the line and goes no further. */
interface PlacedValue {
  readonly key: string
  readonly text: string
  /** Of the issuer: its name has the same width on all of its documents. */
  readonly fixed?: true
}

interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface LayoutSource {
  readonly medium: LayoutFingerprint["medium"]
  readonly lines: ReadonlyArray<TextLine>
  /** For each line, where a text layer names it. */
  readonly fonts: ReadonlyArray<string | null>
  readonly proportions: ReadonlyArray<number>
  readonly producer: string | null
  readonly values: ReadonlyArray<PlacedValue>
  /** Whatever else was read of the person: what a line says from there on is not looked at. */
  readonly personal: ReadonlyArray<string>
  readonly portrait: Place | null
  readonly find: FindPhrases
}

/** Lines whose left edges differ by less than this share of the page stand under one another. */
const sameEdge = { text: 0.003, picture: 0.008 } as const
/** The face on a portrait is no frame: its place is kept as roughly as it stands. */
const portraitStep = 0.02

const rounded = (value: number, step = 0.0001): number => Math.round(value / step) * step

const condensed = (value: string): string =>
  value
    .slice(0, fingerprintLimits.characters)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")

interface Row {
  readonly line: TextLine
  readonly font: string | null
  readonly text: string
  /** The text up to where a value of the person begins. */
  readonly public: string
  /** Another line begins at the same left edge, so that the edge says nothing of the length of the text. */
  readonly flush: boolean
}

/** The part of a line before the first of these values; nothing of a line that holds one in other letters. */
const publicPart = (printed: string, values: ReadonlyArray<string>): string => {
  const lower = printed.toLowerCase()
  const whole = condensed(printed)
  const ends = values.flatMap((value): ReadonlyArray<number> => {
    const wanted = condensed(value)
    if (wanted.length < 2 || !whole.includes(wanted)) return []
    return [Math.max(0, lower.indexOf(value.toLowerCase()))]
  })
  return printed.slice(0, Math.min(printed.length, ...ends))
}

const rowsOf = ({ fonts, lines, medium, personal, values }: LayoutSource): ReadonlyArray<Row> => {
  const known = [...personal, ...values.flatMap(({ fixed, text: value }) => (fixed === true ? [] : [value]))]
  const seen = lines
    .map((line, index) => ({ line, font: fonts[index] ?? null }))
    .filter(({ line }) => line.page >= 1 && line.page <= fingerprintLimits.pages)
    .slice(0, fingerprintLimits.lines)
  return seen.map(({ font, line }) => ({
    line,
    font,
    text: line.text.slice(0, fingerprintLimits.characters),
    public: publicPart(line.text.slice(0, fingerprintLimits.characters), known),
    flush: seen.some(
      ({ line: other }) =>
        other !== line &&
        other.page === line.page &&
        Math.abs(other.left - line.left) <= sameEdge[medium] &&
        Math.abs(other.top - line.top) > line.height / 2
    )
  }))
}

const partOf = ({ font, line }: Row, part: Pick<LayoutPart, "key" | "kind"> & { readonly wide: boolean }): LayoutPart => ({
  kind: part.kind,
  key: part.key,
  page: line.page,
  left: rounded(line.left),
  top: rounded(line.top),
  height: rounded(line.height),
  width: part.wide ? rounded(line.width) : null,
  font
})

/** A number of a field, such as "4b." on licences, may stand before a label; words may not. */
const beforeLabel = /^[\s\p{P}\p{S}\d]{0,4}[a-d]?[\s\p{P}\p{S}]{0,3}$/u
const letters = /[\p{L}\p{N}]/u

/** The phrase that a line begins with, and whether the line holds nothing beside phrases. */
const phraseOf = (row: Row, { find, medium }: LayoutSource): { readonly key: string; readonly whole: boolean } | null => {
  const found = find(skeletonOf(row.public), medium === "picture")
  const heads = found
    .filter(({ start }) => beforeLabel.test(row.public.slice(0, start)))
    .sort((one, other) => one.start - other.start || other.end - one.end || (one.value < other.value ? -1 : 1))
  const [head] = heads
  if (head === undefined) return null
  let rest = row.public.slice(head.start)
  for (const { end, start } of found) if (start >= head.start) rest = masked(rest, start - head.start, end - head.start)
  return { key: head.value, whole: row.public.length === row.text.length && !letters.test(rest) }
}

const masked = (line: string, start: number, end: number): string => line.slice(0, start) + " ".repeat(end - start) + line.slice(end)

/** The line on which a value stands: the first that holds it, and nothing much beside it. */
const rowOf = (rows: ReadonlyArray<Row>, value: string): Row | undefined => {
  const wanted = condensed(value)
  if (wanted.length < 3) return undefined
  return rows.find((row) => {
    const printed = condensed(row.text)
    return printed.includes(wanted) && printed.length <= wanted.length + 12
  })
}

const valueParts = (rows: ReadonlyArray<Row>, values: LayoutSource["values"]): ReadonlyMap<Row, LayoutPart | null> => {
  const parts = new Map<Row, LayoutPart | null>()
  for (const { fixed, key, text: value } of values) {
    const row = rowOf(rows, value)
    if (row === undefined || parts.has(row)) continue
    const alone = fixed === true && condensed(row.text) === condensed(value)
    // The edge of a centred or right-aligned value moves with its length, which would be a trace of it.
    parts.set(row, alone || row.flush ? partOf(row, { kind: "value", key, wide: alone }) : null)
  }
  return parts
}

const phraseParts = (rows: ReadonlyArray<Row>, source: LayoutSource): Pick<LayoutFingerprint, "parts" | "repeated"> => {
  const byPlace = new Map<string, Array<LayoutPart>>()
  for (const row of rows) {
    const phrase = phraseOf(row, source)
    if (phrase === null || !(phrase.whole || row.flush)) continue
    const part = partOf(row, { kind: "phrase", key: phrase.key, wide: phrase.whole })
    const name = `${part.page} ${part.key}`
    byPlace.set(name, [...(byPlace.get(name) ?? []), part])
  }
  const parts = [...byPlace.values()].flatMap((found) => (found.length === 1 ? found : []))
  const repeated = [...byPlace].flatMap(([name, found]) => (found.length > 1 ? [name] : []))
  return { parts, repeated: repeated.slice(0, fingerprintLimits.repeated) }
}

const zoneParts = (rows: ReadonlyArray<Row>): ReadonlyArray<LayoutPart> =>
  rows
    .filter(({ text: printed }) => isMachineLine(printed))
    .slice(0, 3)
    .map((row, index) => partOf(row, { kind: "place", key: `zone ${index + 1}`, wide: false }))

const portraitPart = ({ height, left, top, width }: Place): LayoutPart => ({
  kind: "place",
  key: "portrait",
  page: 1,
  left: rounded(left + width / 2, portraitStep),
  top: rounded(top + height / 2, portraitStep),
  height: rounded(height, portraitStep),
  width: null,
  font: null
})

/**
 * The layout of one document. Only phrases of our own lists, places and names of fonts and software enter it: a word of the page that no list holds
 * leaves no trace, and of a value no more than where it begins (docs/decisions/templates.md).
 */
export const layoutFingerprint = (source: LayoutSource): LayoutFingerprint => {
  const rows = rowsOf(source)
  const values = valueParts(rows, source.values)
  const printed = rows.filter((row) => !values.has(row) && !isMachineLine(row.text))
  const { parts, repeated } = phraseParts(printed, source)
  return {
    medium: source.medium,
    proportions: source.proportions.slice(0, fingerprintLimits.pages).map((value) => rounded(value)),
    producer: softwareOf(source.producer),
    parts: [
      ...[...values.values()].flatMap((part) => part ?? []),
      ...(source.medium === "picture" ? zoneParts(rows) : []),
      ...(source.portrait === null ? [] : [portraitPart(source.portrait)]),
      ...parts
    ].slice(0, fingerprintLimits.parts),
    repeated
  }
}
