import { findAddressLabels } from "../addresses/labels.ts"
import { fieldStart } from "../field-labels.ts"
import { isHeading } from "../headings.ts"
import { findNameLabels, type NameLabel } from "./holder-labels.ts"
import { nameLikeness } from "./person-name.ts"
import { inColumn, type PrintedText, rightOf, type Segment } from "../printed-text.ts"

/** A value that stands beside, behind or below a label of a name. */
export interface Labelled {
  readonly label: NameLabel
  readonly name: string
  /** Printed row of the label. */
  readonly row: number
}

const mostLabels = 200

/** A value ends where another field, an address or a bracket begins. */
const trimmed = (text: PrintedText, segment: Segment, from: number): string => {
  const field = fieldStart(text, segment)
  const address = findAddressLabels(segment.skeleton, text.tolerant).find(
    ({ value, start, end }) => start > from && (value === "lead" || /^\s*[:：]/.test(segment.text.slice(end)))
  )
  const nextName = findNameLabels(segment.skeleton, text.tolerant).find(
    ({ start, end }) => start > from && /^\s*[:：]/.test(segment.text.slice(end))
  )
  const end = Math.min(
    segment.text.length,
    ...[field, address?.start, nextName?.start].flatMap((at) => (at !== null && at !== undefined && at >= from ? [at] : []))
  )
  return segment.text
    .slice(from, end)
    .replace(/^[\s:：.\-–*_(]+/, "")
    .replace(/\s*[(;|].*$/, "")
    .replace(/,?\s+(?:of|at)\s+(?:flat|apartment|\d).*$/i, "")
    .replace(/,\s*\d.*$/, "")
    .replace(/[\s,;:.\-–_]+$/, "")
    .trim()
}

const alternatives = /^\s*(?:oder|or|ou|od|y|e|o|of|lub|eller|en|und|and|et|i)\s+/iu

/** True where a label goes on as "oder Nachname" to the end of its cell. */
const isAlternative = (text: PrintedText, segment: Segment, end: number): boolean => {
  const joiner = alternatives.exec(segment.text.slice(end))
  if (joiner === null) return false
  const from = end + joiner[0].length
  return findNameLabels(segment.skeleton, text.tolerant).some(
    (found) => found.start === from && /^[\s:：.]*$/.test(segment.text.slice(found.end))
  )
}

/** In parts of the page: a cell this far away is that of another column where a name stands right below the label. */
const farBeside = 0.2
const sameEdge = 0.03

/** The cell to the right of a label, unless it is a label or a title itself, or stands far away while a name stands below. */
const valueBeside = (text: PrintedText, label: Segment): Segment | null => {
  const right = rightOf(text, label)
  if (right === null || right.left - label.right < farBeside) return right
  const below = inColumn(text, label, 1, 1.8)
  const isBelow = below !== null && Math.abs(below.left - label.left) <= sameEdge && nameLikeness(below.text) > 0 && !isHeading(text, below)
  return isBelow || isHeading(text, right) ? null : right
}

/** A label counts when it opens its cell and its value follows a colon, a wide gap or a new line. */
export const labelledNames = (text: PrintedText): ReadonlyArray<Labelled> => {
  const names: Array<Labelled> = []
  for (const segment of text.segments) {
    if (names.length >= mostLabels) break
    let taken = -1
    for (const { value: label, start, end } of findNameLabels(segment.skeleton, text.tolerant)) {
      if (start < taken) continue
      const before = segment.text.slice(0, start)
      const rest = segment.text.slice(end)
      // "Señor(a):" is a label with a bracket in it.
      const marked = /^\)?\s*(?:\(\s*s\s*\))?(?:\s*\/[^:]{0,40})?\s*[:：.]?\s*(?:[:：]|$)/.test(rest)
      const opening =
        before.trim() === "" || /[:;,.)/]\s*$/.test(before) || /^\W*\d{0,2}[.)]?\s*$/.test(before) || fieldStart(text, segment) === 0
      const close = label === "family" || label === "given" || segment.text.slice(start, end).split(/\s+/).length >= 2
      const joined = before.trim() === "" && close && nameLikeness(rest.trim()) > 0
      if ((!marked && !joined && !isAlternative(text, segment, end)) || !opening) continue
      taken = end
      // "Nom / Name" and "Familienname oder Nachname" are labels in two words, and the name stands elsewhere.
      const bilingual = /^\s*(?:\(\s*s\s*\)\s*)?\/[^:：]*$/.test(rest) || isAlternative(text, segment, end)
      const own = bilingual ? "" : trimmed(text, segment, end + (/^[^:：]{0,44}[:：]/.exec(rest)?.[0].length ?? 0))
      const right = own === "" ? valueBeside(text, segment) : null
      const beside = right === null ? "" : trimmed(text, right, 0)
      const under =
        own === "" && (beside === "" || (nameLikeness(beside) === 0 && label !== "family" && label !== "given"))
          ? inColumn(text, segment, 1, 1.8)
          : null
      const below = under === null ? "" : trimmed(text, under, 0)
      const isLabel = under !== null && findNameLabels(under.skeleton, text.tolerant).some(({ end: last }) => last >= under.text.length - 2)
      const name = own || (below !== "" && !isLabel && (beside === "" || nameLikeness(below) > 0) ? below : beside)
      if (name !== "") names.push({ label, name, row: segment.row })
    }
  }
  return names
}

/** Values under one label, in printed order. */
export const namesUnder = (text: PrintedText, label: NameLabel): ReadonlyArray<string> =>
  labelledNames(text).flatMap((entry) => (entry.label === label && /\p{L}{2}/u.test(entry.name) ? [entry.name] : []))
