import { fieldStart } from "../field-labels.ts"
import { nameLikeness } from "../parties/person-name.ts"
import { inColumn, leftOf, type PrintedText, type Segment } from "../printed-text.ts"
import { findDateLabels } from "./labels.ts"
import { isWeekday } from "./weekdays.ts"

const words = (text: string) => text.match(/[\p{L}\p{M}]{2,}/gu) ?? []

/** A place before its day: "Lyon le", "Oslo den", "Bergamo lì". */
const placeAndArticle = /^\p{Lu}[\p{L}.'’ -]{1,24},?\s+(?:le|den|lì|li)\s*$/u

/** True where no words but a place or a weekday stand before a day: what another word says of it is not known. */
export const standsBare = (before: string): boolean => {
  const own = before.slice(Math.max(before.lastIndexOf(". "), before.lastIndexOf("; ")) + 1).trim()
  if (/,\s*(?:\p{L}+\.?\s*){0,2}$/u.test(own) || placeAndArticle.test(`${own} `)) return true
  return words(own).every((word) => word.length <= 3 || isWeekday(word))
}

const isKnownField = (text: PrintedText, cell: Segment): boolean =>
  !/\d{3}/.test(cell.text) && (fieldStart(text, cell) === 0 || findDateLabels(cell.skeleton, text.tolerant).length > 0)

const isWording = (cell: Segment): boolean => words(cell.text).length > 0 && !/\d/.test(cell.text)

const sameEdge = 0.03
const inLine = (one: Segment, other: Segment) =>
  Math.abs(one.left - other.left) <= sameEdge || Math.abs(one.right - other.right) <= sameEdge

/** One of several fields with their values to the right: the cell to the left is a label, though not one that is known. */
const isFieldBeside = (text: PrintedText, segment: Segment): boolean => {
  const left = leftOf(text, segment)
  if (left === null || !isWording(left)) return false
  if (/[:：]$/.test(left.text)) return true
  if (nameLikeness(left.text) >= 2) return false
  return ([-1, 1] as const).some((step) => {
    const label = inColumn(text, left, step)
    const value = inColumn(text, segment, step)
    return (
      label !== null &&
      value !== null &&
      label.row === value.row &&
      inLine(label, left) &&
      inLine(value, segment) &&
      isKnownField(text, label)
    )
  })
}

/** One of several values below their heads: the cell above is a head, though not one that is known. */
const isFieldAbove = (text: PrintedText, segment: Segment): boolean => {
  const above = inColumn(text, segment, -1)
  if (above === null || !isWording(above)) return false
  const heads = (text.rows[above.row] ?? []).filter((cell) => cell.index !== above.index)
  return heads.some((head) => {
    const value = inColumn(text, head, 1)
    return value !== null && value.row === segment.row && isKnownField(text, head)
  })
}

/** A day without a label that is known may still have one that is not: then it is the day of anything. */
export const hasUnknownLabel = (text: PrintedText, segment: Segment): boolean => isFieldBeside(text, segment) || isFieldAbove(text, segment)
