import type { ListEntry } from "../editions/entry.ts"
import { cutAt, oneLine } from "./one-line.ts"

/** One file of a list, read as often as a reader asks for it. Some lists are published as several files (OFAC's CSV set has four). */
export interface ListFile {
  /** The file's name without its folder; readers of a set tell its members apart by it. */
  readonly name: string
  readonly open: () => AsyncIterable<Uint8Array>
}

/** What a file says about one entry. A full edition only puts; a delta also takes entries off the list. */
export type ListStep = { readonly op: "put"; readonly entry: ListEntry } | { readonly op: "remove"; readonly uid: string }

/** Reads the files of a list step by step; what it met on the way stands in the notes. Throws `ListUnreadable`. */
export type ListReader = (files: ReadonlyArray<ListFile>, notes: ReadingNotes) => AsyncIterable<ListStep>

type UnreadableCode =
  | "missing_file"
  | "truncated"
  | "wrong_encoding"
  | "packed"
  | "malformed"
  | "unexpected_format"
  | "too_large"
  | "too_deep"
  | "too_long"
  | "document_type_declaration"
  | "missing_column"
  | "io"

/** The file cannot be taken for an edition of the list. Nothing of it is used: the last good edition stays. */
export class ListUnreadable extends Error {
  readonly code: UnreadableCode
  constructor(code: UnreadableCode, message: string) {
    super(message)
    this.name = "ListUnreadable"
    this.code = code
  }
}

/**
 * Something met while reading that the list was not expected to hold, or that did not fit. `notice` is as the format is known to be
 * (entries of a kind that is not screened); `warning` wants someone to look: a publisher may have changed its format.
 */
export type FindingCode = keyof typeof findingSeverities
export const findingSeverities = {
  unknown_element: "warning",
  unknown_attribute: "warning",
  unknown_column: "warning",
  unknown_value: "warning",
  unreadable_date: "warning",
  unknown_country: "warning",
  cut: "warning",
  duplicate_uid: "warning",
  no_name: "warning",
  no_uid: "warning",
  orphan_row: "warning",
  count_differs: "warning",
  absent_entry: "warning",
  absent_file: "warning",
  no_end_mark: "notice",
  skipped_kind: "notice",
  not_a_target: "notice"
} as const satisfies Record<string, "warning" | "notice">

export interface Finding {
  readonly code: FindingCode
  /** Where in the file's own words: an element's path, a column, a property. */
  readonly where: string
  /** The unknown word of the publisher's vocabulary; null where quoting it could repeat personal data. */
  readonly value: string | null
  readonly count: number
  /** One entry to look at. */
  readonly example_uid: string | null
}

export interface Noted {
  readonly code: FindingCode
  readonly where: string
  readonly value?: string | undefined
  readonly uid?: string | undefined
}

/** Most distinct findings that one reading keeps; the rest are counted. */
const maximumFindings = 500
const longestQuote = 80

/** Counts what a reader meets. Bounded: a file of nothing but surprises costs no more memory than one of 500 kinds of them. */
export class ReadingNotes {
  /** The edition's date or version as the file prints it; null until, or unless, the file says. */
  published: string | null = null
  readonly #tally = new Map<string, { finding: Omit<Finding, "count">; count: number }>()
  #beyond = 0
  #warnings = 0

  note({ code, uid, value, where }: Noted): void {
    if (findingSeverities[code] === "warning") this.#warnings += 1
    const place = cutAt(oneLine(where), longestQuote * 2)
    const quoted = value === undefined ? null : cutAt(oneLine(value), longestQuote)
    const key = JSON.stringify([code, place, quoted])
    const before = this.#tally.get(key)
    if (before !== undefined) {
      before.count += 1
      return
    }
    if (this.#tally.size >= maximumFindings) {
      this.#beyond += 1
      return
    }
    this.#tally.set(key, {
      finding: { code, where: place, value: quoted, example_uid: uid === undefined ? null : cutAt(oneLine(uid), longestQuote) },
      count: 1
    })
  }

  /** The most frequent first. */
  get findings(): ReadonlyArray<Finding> {
    return [...this.#tally.values()].map(({ count, finding }) => ({ ...finding, count })).sort((left, right) => right.count - left.count)
  }
  /** Findings of kinds beyond the bound, which are counted without their words. */
  get beyond(): number {
    return this.#beyond
  }
  /** How many times something was met that wants someone to look. */
  get warnings(): number {
    return this.#warnings
  }
}
