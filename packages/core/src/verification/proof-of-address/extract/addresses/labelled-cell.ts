import type { Candidate } from "./candidates.ts"
import { aligned, cellValue, labelBeside, opensWithNameLabel, type Scope } from "./cells.ts"
import type { AddressLabel } from "./labels.ts"
import { breaksAddressIn, isCountryLine, isOrganizationLine, isStreetLike } from "./lines.ts"
import { namesLocality } from "./localities.ts"
import { postcodeIn } from "./postcode-shapes.ts"
import { isDocumentTitle } from "../document-types/document-type.ts"
import { fieldStart } from "../field-labels.ts"
import { isHeading } from "../headings.ts"
import { findNameLabels } from "../parties/holder-labels.ts"
import { nameLikeness } from "../parties/person-name.ts"
import { inColumn, leftOf, type Segment } from "../printed-text.ts"

const mostRows = 5
const longestPart = 70
/** In heights of a line: how far below each other the rows of one cell stand. */
const rowReach = 1.3
/** In parts of the page: a cell this far to the left of a value stands in the column of labels. */
const labelColumn = 0.03

const separator = /\s*[,;]\s*/u

const partsOf = (line: string): ReadonlyArray<string> => line.split(separator).filter((part) => part !== "")

const isPart = (text: Scope, part: string): boolean => part.length <= longestPart && !breaksAddressIn(part, text.country)

interface Opened {
  readonly label: AddressLabel
  readonly value: string
  /** Where the value begins, in parts of the page. */
  readonly left: number
}

/** "Registered Address" is the office of a company, and below "Name" and a person the address that a bank holds. */
const isOfHolder = (text: Scope, value: Segment): boolean => {
  const label = leftOf(text, value)
  if (label === null || !/^registered address\W*$/i.test(label.text)) return false
  const above = inColumn(text, value, -1, rowReach)
  const head = above === null ? null : leftOf(text, above)
  if (above === null || head === null || nameLikeness(above.text) === 0 || isOrganizationLine(above.text)) return false
  return findNameLabels(head.skeleton, text.tolerant).some(({ start, value: said }) => said === "holder" && start === 0)
}

/** The value behind a label in its own cell, or in the cell to the right of one that is only the label. */
const opened = (text: Scope, segment: Segment): Opened | null => {
  const own = cellValue(text, segment)
  if (own.labelled) {
    const at = segment.text.lastIndexOf(own.text)
    const left = segment.left + ((segment.right - segment.left) * Math.max(0, at)) / Math.max(1, segment.text.length)
    return own.text === "" || own.label === null ? null : { label: own.label, value: own.text, left }
  }
  const label = isOfHolder(text, segment) ? "own" : labelBeside(text, segment)
  return label === null || own.text === "" ? null : { label, value: own.text, left: segment.left }
}

/** True where the row of a cell begins with another cell, in the column of the labels. */
const opensRow = (text: Scope, cell: Segment, left: number): boolean => {
  const before = leftOf(text, cell)
  return before !== null && before.left < left - labelColumn
}

const goesOn = (text: Scope, next: Segment, { left }: Opened, last: Segment): boolean => {
  const value = cellValue(text, next)
  const below = Math.abs(next.left - left) <= labelColumn || (aligned(next, last) && next.left > left - labelColumn)
  if (!below || opensRow(text, next, left) || value.labelled || value.text === "") return false
  if (isHeading(text, next) || opensWithNameLabel(text, next) || isDocumentTitle(text, next) || /[:：]\s*\S/.test(next.text)) return false
  return fieldStart(text, next) !== 0 && !isOrganizationLine(value.text) && partsOf(value.text).every((part) => isPart(text, part))
}

const looksLikeAddress = (text: Scope, rows: ReadonlyArray<string>): boolean => {
  const parts = rows.flatMap(partsOf)
  const first = parts[0] ?? ""
  if (parts.length === 1 && nameLikeness(first) >= 2) return false
  return parts.some(
    (part) => /\p{L}{2}/u.test(part) && (isStreetLike(part) || namesLocality(part) || postcodeIn(part, text.country) !== null)
  )
}

/**
 * An address behind its label, over all the rows of its cell: what stands under a value, beside an empty column of labels, goes on with it. It
 * needs neither a street with a number nor a postal code.
 */
export const labelledCell = (
  text: Scope,
  segment: Segment
): { readonly candidate: Candidate; readonly cells: ReadonlyArray<Segment> } | null => {
  const start = opened(text, segment)
  if (start === null || start.label === "lead" || start.label === "foreign" || !partsOf(start.value).every((part) => isPart(text, part)))
    return null
  const rows = [start.value]
  const cells = [segment]
  let last = segment
  while (rows.length < mostRows && !isCountryLine(partsOf(rows.at(-1) ?? "").at(-1) ?? "")) {
    const next = inColumn(text, last, 1, rowReach)
    if (next === null || !goesOn(text, next, start, last)) break
    rows.push(cellValue(text, next).text)
    cells.push(next)
    last = next
  }
  if (!looksLikeAddress(text, rows)) return null
  if (nameLikeness(partsOf(start.value)[0] ?? "") >= 2 && !namesLocality(partsOf(start.value)[0] ?? "")) return null
  const lines = rows.length === 1 ? partsOf(start.value) : rows
  const postcode = cells.find((cell) => postcodeIn(cell.text, text.country) !== null)
  return {
    candidate: {
      lines,
      anchor: postcode ?? last,
      first: segment,
      label: start.label,
      inline: true,
      postcode: postcode !== undefined,
      value: true
    },
    cells
  }
}
