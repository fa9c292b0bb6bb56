import type { FileForensics } from "../../document-reading.ts"
import { dayNumber } from "../calendar-day.ts"
import type { ProofOfAddressExtraction } from "../types.ts"

/**
 * Software that prints what a screen shows: browsers, and the printing systems behind them. Reports and scanning applications use the same
 * printing systems, so a name from this list says nothing alone.
 */
const printers: ReadonlyArray<RegExp> = [
  /\bskia\/pdf\b/i,
  /\bquartz pdfcontext\b/i,
  /\bmicrosoft:? print to pdf\b/i,
  /\bcairo\b/i,
  /^mozilla\b/i,
  /\b(?:chrom(?:e|ium)|firefox|safari|opera)\b/i
]

/** Software that writes documents and hands them to one of the printing systems. */
const writers = /\b(?:word|excel|pages|numbers|writer|calc|google (?:docs|sheets))\b/i

/** A person who prints a bill from the page of its issuer does so when it arrives; from this many days on, a person looks. */
const lateFrom = 14

const isPrinted = ({ creator, producer }: Pick<FileForensics, "creator" | "producer">): boolean => {
  const names = [producer ?? "", creator ?? ""].map((name) => name.slice(0, 200))
  return !names.some((name) => writers.test(name)) && names.some((name) => printers.some((pattern) => pattern.test(name)))
}

/** A file with text of its own that a browser printed long after the day that the document carries: a web page can be changed before it is printed. */
export const isPrintedLater = (
  { created_at, creator, producer }: Pick<FileForensics, "created_at" | "creator" | "producer">,
  { issue_date, period_end }: Pick<ProofOfAddressExtraction, "issue_date" | "period_end">
): boolean => {
  const dated = issue_date ?? period_end
  const from = dated === null ? null : dayNumber(dated)
  const made = created_at === null ? null : dayNumber(created_at.slice(0, 10))
  return from !== null && made !== null && made - from >= lateFrom && isPrinted({ creator, producer })
}
