import { type AddressLabel, findAddressLabels } from "./labels.ts"
import { fieldStart } from "../field-labels.ts"
import { isHeading } from "../headings.ts"
import { findNameLabels } from "../parties/holder-labels.ts"
import { nameLikeness } from "../parties/person-name.ts"
import { postcodeIn } from "./postcode-shapes.ts"
import { inColumn, leftOf, type PrintedText, rightOf, type Segment } from "../printed-text.ts"

/** The text with the country whose postcodes are expected. */
export interface Scope extends PrintedText {
  readonly country: string | null
  readonly identity: boolean
}

/** What a cell says apart from its label. */
interface CellValue {
  readonly text: string
  readonly label: AddressLabel | null
  /** The line began with a label of its own. */
  readonly labelled: boolean
  /** The line began with a label of the customer's name. */
  readonly named: boolean
}

/** Field 8 of a driving licence holds the address, in Europe and in America. */
const numbering = /^8\s?[.)]\s*(?=\d|\p{Lu}{2})/u
const bareNumbering = /^8\s+(?=\d+\s+\p{L})/u
/** A numbered field of a licence other than its address. */
export const otherNumbering = /^(?:[1-79]|1\d)\s?[a-d]?[.)]?\s+\p{Lu}/u

/** Where a label such as "Customer:" ends that opens the line, or null. */
const nameLabelEnd = (text: Scope, segment: Segment): number | null => {
  const found = findNameLabels(segment.skeleton, text.tolerant).find(
    ({ value, start }) => value === "holder" && segment.text.slice(0, start).trim() === ""
  )
  if (found === undefined) return null
  const rest = /^\s*(?:\(\s*s\s*\))?\s*(?:[:：]\s*|[.,]?$)/.exec(segment.text.slice(found.end))
  return rest === null ? null : found.end + rest[0].length
}

/** "Customer account number 4471": a line that begins with the label of another field. */
export const opensWithNameLabel = (text: Scope, segment: Segment): boolean => {
  const field = fieldStart(text, segment)
  const before = field === null ? "" : segment.text.slice(0, field).trim()
  return before !== "" && findNameLabels(segment.skeleton, text.tolerant).some(({ end, start }) => start === 0 && end >= before.length)
}

const houseAtEnd =
  /^(?:no|nr|num|n[°º])\.?\s?[:：]\s?\d{1,4}(?:\s?[/-]\s?\d{1,3})?\s?\p{L}?(?:\s+(?:d|daire|kat|k|iç kapı no)\s?[.:]\s?\d{1,3})*\s*$/iu

/** "Küme Evler No:21": the number of a house behind its street, which is no field of its own. */
const endsInHouse = (line: string, start: number): boolean => /\p{L}{3}/u.test(line.slice(0, start)) && houseAtEnd.test(line.slice(start))

/** A cell is asked about by several rules: what it says stays with the text in the country for which it was read. */
const valuesOf = new WeakMap<Scope, Map<Segment, CellValue>>()

/** A line without the label in front of it and without another column's field behind it. */
export const cellValue = (text: Scope, segment: Segment): CellValue => {
  const values = valuesOf.get(text) ?? new Map<Segment, CellValue>()
  valuesOf.set(text, values)
  const known = values.get(segment)
  if (known !== undefined) return known
  const value = readCell(text, segment)
  values.set(segment, value)
  return value
}

const readCell = (text: Scope, segment: Segment): CellValue => {
  const start = fieldStart(text, segment)
  const field = start === null || endsInHouse(segment.text, start) ? null : start
  const cut = field === null ? segment.text : segment.text.slice(0, field)
  let label: AddressLabel | null = null
  let from = 0

  for (const found of findAddressLabels(segment.skeleton, text.tolerant)) {
    const rest = cut.slice(found.end)
    const before = cut.slice(0, found.start)
    // "Service address 203-6688 Royal Oak Ave": a label of two words needs no colon before a number.
    const followed =
      before.trim() === "" && /^\s+\d/.test(rest) && cut.slice(found.start, found.end).includes(" ") && found.value !== "lead"
    const marked = followed || /^\s*(?:\([^)]{0,40}\))?\s*[:：]/.test(rest)
    const whole = rest.replace(/[\s:：.()]+/g, "") === "" && before.trim() === ""
    if (found.end > cut.length || (!marked && !whole)) continue
    if (before.trim() !== "" && (postcodeIn(before, text.country) !== null || before.trim().split(" ").length > 5)) break
    label = found.value
    from = found.end + (/^\s*(?:\([^)]{0,40}\))?\s*[:：]?\s*/.exec(rest)?.[0].length ?? 0)

    break
  }
  const named = from === 0 ? nameLabelEnd(text, segment) : null
  if (named !== null && named <= cut.length && cut.slice(named).replace(/[\s:：.()]+/g, "") === "") {
    return { text: "", label: "own", labelled: true, named: true }
  }
  const value = cut
    .slice(named ?? from)
    .replace(/^[\s:：]+/, "")
    .replace(text.identity ? bareNumbering : numbering, "")
    .replace(numbering, "")
    .replace(/[\s,;|]+$/, "")
  return { text: value.trim(), label, labelled: label !== null, named: named !== null && named <= cut.length }
}

const alignment = 0.02
/** Cells cut out of a longer line stand only about where their letters do. */
const approximateAlignment = 0.09

/** True for lines of one block: flush left, flush right or centred. */
export const aligned = (one: Segment, other: Segment) =>
  Math.abs(one.left - other.left) <= (one.approximate || other.approximate ? approximateAlignment : alignment) ||
  Math.abs(one.right - other.right) <= alignment * 0.6 ||
  Math.abs((one.left + one.right) / 2 - (other.left + other.right) / 2) <= alignment * 0.6

/** The label that fills the cell to the left. */
export const labelBeside = (text: Scope, segment: Segment): AddressLabel | null => {
  const left = leftOf(text, segment)
  const value = left === null ? null : cellValue(text, left)
  return value?.labelled === true && value.text === "" ? value.label : null
}

/** "Empresa: ..." above "Domicilio: ...": an address that belongs to the other party of the paper, in the lines above it in its column. */
export const partyAbove = (text: Scope, first: Segment): boolean => {
  let current = inColumn(text, first, -1, 1.2)
  for (let climbs = 0; climbs < 4 && current !== null; climbs++) {
    const cell: Segment = current
    const opens = ({ end, start }: { readonly start: number; readonly end: number }) =>
      cell.text.slice(0, start).trim() === "" && /^\s*(?:\([^)]{0,20}\))?\s*[:：]/.test(cell.text.slice(end))
    const names = findNameLabels(cell.skeleton, text.tolerant).filter(opens)
    if (names.some(({ value }) => value === "holder" || value === "tenant")) return false
    const others = findAddressLabels(cell.skeleton, text.tolerant).filter(opens)
    if (names.some(({ value }) => value === "landlord" || value === "other") || others.some(({ value }) => value === "foreign")) return true
    current = inColumn(text, cell, -1, 1.2)
  }
  return false
}

/** "Your contact", "Vermieter": a cell that is only the label of someone who is never the customer. */
export const isOtherParty = (text: Scope, segment: Segment): boolean =>
  findNameLabels(segment.skeleton, text.tolerant).some(
    ({ end, start, value }) =>
      (value === "landlord" || value === "other") && /^[\s:：.]*$/.test(segment.text.slice(0, start) + segment.text.slice(end))
  )

/** The label that fills the line above. */
export const headingAbove = (text: Scope, first: Segment): AddressLabel | null => {
  const above = inColumn(text, first, -1, 2.5)
  const value = above === null ? null : cellValue(text, above)
  return value?.labelled === true && value.text === "" ? value.label : null
}

/** What a bare label announces: the cell beside it, unless that is another head of a table; a name below the label is its value, and no words beside it. */
export const announcedBy = (text: Scope, label: Segment): Segment | null => {
  const right = rightOf(text, label)
  const below = inColumn(text, label, 1, 2)
  if (right === null || right.left - label.right >= 0.3) return below
  const isHead = isHeading(text, right) || (below !== null && nameLikeness(below.text) > 0 && nameLikeness(right.text) === 0)
  return below !== null && isHead && !/\d/.test(right.text) && !isHeading(text, below) ? below : right
}
