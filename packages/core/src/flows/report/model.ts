import { Schema } from "effect"

/** Bounds of a report: what lies beyond is counted in it and not shown. */
export const reportLimits = {
  fields: 80,
  pictures: 6,
  boxes: 60,
  checks: 200,
  documents: 100,
  attempts: 100,
  screenings: 20,
  hits: 100,
  cases: 20,
  steps: 800
} as const

/** How a value weighs, for its colour; its words say the same. */
export const Tone = Schema.Literals(["good", "warning", "bad", "neutral"])
export type Tone = typeof Tone.Type

const Facts = Schema.Struct({
  type: Schema.Literal("facts"),
  rows: Schema.Array(Schema.Struct({ label: Schema.String, value: Schema.String, tone: Schema.optionalKey(Tone) }))
})
const Table = Schema.Struct({
  type: Schema.Literal("table"),
  /** `share` is the part of the width that the column takes, against the shares of the others. */
  columns: Schema.Array(Schema.Struct({ title: Schema.String, share: Schema.Finite })),
  rows: Schema.Array(Schema.Array(Schema.String))
})
const Paragraph = Schema.Struct({ type: Schema.Literal("paragraph"), text: Schema.String })
const Subheading = Schema.Struct({
  type: Schema.Literal("subheading"),
  text: Schema.String,
  tone: Schema.optionalKey(Tone),
  mark: Schema.optionalKey(Schema.String)
})
const Verdict = Schema.Struct({ type: Schema.Literal("verdict"), text: Schema.String, detail: Schema.String, tone: Tone })

const Picture = Schema.Struct({
  caption: Schema.String,
  png: Schema.Uint8Array,
  /** Left, top, width and height of what was read, as fractions of the picture. */
  boxes: Schema.Array(Schema.Struct({ label: Schema.String, box: Schema.Array(Schema.Finite) }))
})
export type ReportPicture = typeof Picture.Type
const Pictures = Schema.Struct({ type: Schema.Literal("pictures"), pictures: Schema.Array(Picture) })

export const ReportBlock = Schema.Union([Facts, Table, Paragraph, Subheading, Verdict, Pictures])
export type ReportBlock = typeof ReportBlock.Type

export const ReportSection = Schema.Struct({ heading: Schema.String, blocks: Schema.Array(ReportBlock) })
export type ReportSection = typeof ReportSection.Type

/** A verification report before it is set: what it says and in which order, and nothing of how it looks. Texts are plain, in any script. */
export const Report = Schema.Struct({
  title: Schema.String,
  /** BCP 47 tag of the words that are the report's own. */
  language: Schema.String,
  organization: Schema.String,
  /** `#rrggbb`; null leaves the neutral one. */
  accent: Schema.NullOr(Schema.String),
  /** What every page says: the session. */
  reference: Schema.String,
  /** What every page warns of, such as simulated results; null where nothing is to be warned of. */
  warning: Schema.NullOr(Schema.String),
  /** ISO 8601 in UTC. */
  generated_at: Schema.String,
  /** SHA-256 of the data it was made of, in hexadecimal digits. */
  digest: Schema.String,
  sections: Schema.Array(ReportSection)
})
export type Report = typeof Report.Type

/** What stands where a value is unknown or does not apply. */
const nothing = "–"

export const facts = (...rows: ReadonlyArray<readonly [label: string, value: string | null, tone?: Tone]>): ReportBlock => ({
  type: "facts",
  rows: rows.map(([label, value, tone]) => ({
    label,
    value: value === null || value.trim() === "" ? nothing : value,
    ...(tone === undefined ? {} : { tone })
  }))
})
export const table = (
  columns: ReadonlyArray<readonly [title: string, share: number]>,
  rows: ReadonlyArray<ReadonlyArray<string | null>>
): ReportBlock => ({
  type: "table",
  columns: columns.map(([title, share]) => ({ title, share })),
  rows: rows.map((row) => row.map((cell) => (cell === null || cell.trim() === "" ? nothing : cell)))
})
export const paragraph = (text: string): ReportBlock => ({ type: "paragraph", text })

/** Says that a list goes on beyond what is shown; nothing where it does not. */
export const leftOut = (shown: number, total: number, what: string): ReadonlyArray<ReportBlock> =>
  total > shown ? [paragraph(`${total - shown} more ${what} are not shown; the API lists them.`)] : []
