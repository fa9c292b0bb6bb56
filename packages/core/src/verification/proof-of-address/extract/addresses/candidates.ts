import type { AddressLabel } from "./labels.ts"
import {
  aligned,
  announcedBy,
  cellValue,
  headingAbove,
  isOtherParty,
  labelBeside,
  opensWithNameLabel,
  otherNumbering,
  partyAbove,
  type Scope
} from "./cells.ts"
import { belowCode } from "./below-code.ts"
import { belowName } from "./below-name.ts"
import { descending } from "./descending.ts"
import type { PoaDocumentType } from "../../types.ts"
import { addressForms } from "./form.ts"
import { namesLocality } from "./localities.ts"
import { labelledCell } from "./labelled-cell.ts"
import { isSenderLine, reachAbove, townBeside } from "./block-lines.ts"
import { isFranking } from "./envelope.ts"
import { breaksAddress, breaksAddressIn, isBuildingName, isCountryLine, isOrganizationLine, isStreetLike } from "./lines.ts"
import { isDocumentTitle } from "../document-types/document-type.ts"
import { fieldStart } from "../field-labels.ts"
import { isHeading } from "../headings.ts"
import { isPlainTitle } from "../parties/issuer-names.ts"
import { isTitleLine, joinsNames, nameLikeness } from "../parties/person-name.ts"
import { livingAt, withinSentence } from "./sentences.ts"
import { findOrganizationMarks } from "../parties/organization-marks.ts"
import { postcodeIn } from "./postcode-shapes.ts"
import { inColumn, leftOf, type PrintedText, type Segment } from "../printed-text.ts"

/** A run of lines that may be an address, with the recipient still on top. */
export interface Candidate {
  readonly lines: ReadonlyArray<string>
  /** The segment of its postcode, or of its last line. */
  readonly anchor: Segment
  readonly first: Segment
  readonly label: AddressLabel | null
  /** Taken from a single line or out of a sentence. */
  readonly inline: boolean
  readonly postcode: boolean
  /** What stands behind a label of an address: it has no recipient in it. */
  readonly value?: true
}

const mostAbove = 7
const largerPrint = 1.4
/** In heights of a line: how far apart the lines of one sentence stand. */
const wrapReach = 1.6
const mostCandidates = 60

const isLetterhead = (text: Scope, segment: Segment): boolean =>
  nameLikeness(segment.text) < 2 &&
  findOrganizationMarks(segment.skeleton, text.tolerant).some(({ value }) => value === "authority" || value === "sector")

/** True when a numbered street stands in this line or in one of the two above it, before another postcode. */
const isStreetAbove = (text: Scope, from: Segment): boolean => {
  let current: Segment | null = from
  for (let climbs = 0; climbs < 3 && current !== null; climbs++) {
    const value = cellValue(text, current).text
    if (value === "" || breaksAddress(value) || postcodeIn(value, text.country) !== null) return false
    if (/\d/.test(value) && isStreetLike(value)) return true
    current = inColumn(text, current, -1, 1)
  }
  return false
}

/** Climbs from the line of the postcode to the first line of its block. */
const climbed = (text: Scope, anchor: Segment): Candidate => {
  const own = cellValue(text, anchor)
  const town = townBeside(text, anchor)
  const lines = [town === null ? own.text : `${cellValue(text, town).text} ${own.text}`]
  let first = town ?? anchor
  let label = own.label ?? labelBeside(text, first)
  let step: number | null = null
  let current = first
  const lacksStreet = () => !lines.some((line) => /\p{L}{2}/u.test(line))
  for (let climbs = 0; climbs < mostAbove && (label === null || lacksStreet()); climbs++) {
    const above = inColumn(text, current, -1, 1.9)
    if (above === null) break
    const gap = current.top - above.bottom
    const height = Math.max(above.height, current.height)
    const tooFar = gap > Math.max(reachAbove(text, lines) * height, step === null ? 0 : step * 1.5 + 0.2 * height)
    // Heights that were measured in a picture vary more than those of type.
    const likeHeight = text.tolerant ? 1.9 : 1.5
    const sameHand = above.height < current.height * likeHeight && current.height < above.height * likeHeight
    const value = cellValue(text, above)
    if (value.labelled && value.text === "") {
      label = value.label
      break
    }
    if (isOtherParty(text, above)) {
      label = "foreign"
      break
    }
    const beside = labelBeside(text, above)
    if (!aligned(above, current) || !sameHand || value.text === "") break
    if (
      isFranking(value.text) ||
      isDocumentTitle(text, above) ||
      isPlainTitle(value.text) ||
      (text.identity && otherNumbering.test(above.text))
    )
      break
    const isName = nameLikeness(value.text) === 3 || isTitleLine(value.text)
    if (tooFar && !(isName && gap <= 2.2 * height)) break
    if (breaksAddress(value.text) || (postcodeIn(value.text, text.country)?.shape.weight ?? 0) >= (text.country === null ? 1 : 0.1)) break
    // A quarter may bear the name of a person ("Benito Juárez"): where a street stands above it, it is no recipient.
    const topped = lines.length > 1 && nameLikeness(lines[0] ?? "") >= 2 && !isStreetAbove(text, above)
    const goesOn = joinsNames(value.text, lines[0] ?? "")
    // The letterhead may stand close above a recipient: an authority or a bank is no one's first line.
    if (lines.length > 1 && nameLikeness(lines[0] ?? "") >= 1 && (isLetterhead(text, above) || isSenderLine(text, above))) break
    // An issuer's name is set larger than the recipient below it, also where heights were measured in a picture.
    const heading = above.height > largerPrint * current.height && isOrganizationLine(above.text)
    if (lines.length > 1 && nameLikeness(lines[0] ?? "") >= 1 && heading) break
    // A title alone on its line opens the recipient, unless it is someone at an organization.
    if (lines.length > 1 && isTitleLine(lines[0] ?? "") && !isOrganizationLine(value.text)) break
    if (topped && !isName && !goesOn && nameLikeness(value.text) < 2 && !isOrganizationLine(value.text)) break
    lines.unshift(value.text)
    first = above
    step = step ?? Math.max(0, gap)
    current = above
    label = value.label ?? beside ?? label
  }
  const heading = label ?? headingAbove(text, first)
  return { lines: [...lines, ...belowCode(text, anchor, lines.slice(0, -1))], anchor, first, label: heading, inline: false, postcode: true }
}

const separators = /\s*(?:[,;]|\s[-–•·|*]\s|[•·])\s*/u

/** "1. Dino Benussi, Sveti Lovro 14 B": the number of a list before a name. */
const withoutNumber = (line: string): string => {
  const [, rest = ""] = /^\d{1,2}[.)]\s+(\p{Lu}.*)$/u.exec(line) ?? []
  return nameLikeness(rest.split(",")[0] ?? "") > 0 ? rest : line
}

/** A name and a place alone are no address. */
const mostOfPlace = 2

/** A whole address in one line: "12 Oak Road, Leeds, LS1 4AB". */
const oneLine = (text: Scope, anchor: Segment): Candidate | null => {
  const value = cellValue(text, anchor)
  const parts = withoutNumber(value.text)
    .split(separators)
    .filter((part) => part !== "")
  if (
    parts.length < 2 ||
    // "P.O. Box 1148 - 00100" has its place on another line.
    (parts.length === 2 && !/\p{L}/u.test(parts[1] ?? "")) ||
    value.text.length > 140 ||
    parts.some((part) => breaksAddressIn(part, text.country)) ||
    (!(value.named && parts.length > mostOfPlace) &&
      !parts.slice(0, -1).some((part) => postcodeIn(part, text.country) === null && (isStreetLike(part) || isBuildingName(part))))
  )
    return null
  const label = value.label ?? labelBeside(text, anchor) ?? headingAbove(text, anchor)
  const above = inColumn(text, anchor, -1, 1.6)
  const name = above === null || label !== null ? "" : cellValue(text, above).text
  const named = above !== null && nameLikeness(name) >= 2 && aligned(above, anchor) ? [name] : []
  return {
    lines: [...named, ...parts, ...belowCode(text, anchor, parts)],
    anchor,
    first: named.length > 0 && above !== null ? above : anchor,
    label,
    inline: true,
    postcode: true
  }
}

/** "Facture établie le 02/11/2026": one word and the label of a day. */
const isTitleWithField = (text: Scope, segment: Segment, value: string): boolean =>
  fieldStart(text, segment) !== null && /^\p{L}+$/u.test(value) && segment.text.startsWith(value)

/** True where the row of a cell begins with the label of another field. */
const isBesideHeading = (text: Scope, cell: Segment, begin: Segment): boolean => {
  const left = leftOf(text, cell)
  return left !== null && left.row !== begin.row && isHeading(text, left)
}

/** "Marta Tzoc, 4a. calle 7-12 zona 3, Quetzaltenango" behind "Cliente:". */
const isNameAndAddress = (line: string): boolean => {
  const parts = line.split(separators).filter((part) => part !== "")
  return parts.length > mostOfPlace && nameLikeness(parts[0] ?? "") > 0 && !isOrganizationLine(parts[0] ?? "")
}

/** Lines below or beside a bare label, or below a titled name, where no postcode is printed (Ireland, Hong Kong, the Gulf). */
const withoutPostcode = (text: Scope, start: Segment): Candidate | null => {
  const value = cellValue(text, start)
  const announced = value.label === "own" || value.label === "premises"
  const bareLabel = value.labelled && value.text === "" && announced
  const named = nameLikeness(value.text) === 3
  const inOneLine = value.named && isNameAndAddress(value.text)
  if (!bareLabel && !named && !inOneLine && !(announced && value.text !== "")) return null
  const begin = bareLabel ? announcedBy(text, start) : start
  if (begin === null) return null
  const lines: Array<string> = []
  let current: Segment | null = begin
  let last = begin
  while (current !== null && lines.length < mostAbove) {
    const own = cellValue(text, current)
    if (
      (own.labelled && current.index !== start.index) ||
      (lines.length > 0 && (opensWithNameLabel(text, current) || isBesideHeading(text, current, begin))) ||
      own.text === "" ||
      breaksAddressIn(own.text, text.country) ||
      (lines.length > 0 && (isDocumentTitle(text, current) || isTitleWithField(text, current, own.text))) ||
      (lines.length > 0 && !aligned(current, last))
    )
      break
    lines.push(own.text)
    last = current
    const closing = own.text.split(separators).at(-1) ?? ""
    if (isCountryLine(own.text) || isCountryLine(closing) || postcodeIn(own.text, text.country) !== null) break
    const next = inColumn(text, current, 1, 1.3)
    if (own.text.split(separators).length > 2 && !/[,-]$/.test(current.text)) {
      // A whole address in one line goes on below only where the name of its country was parted.
      const rest = next === null ? "" : cellValue(text, next).text
      const tail = own.text.split(separators).at(-1) ?? ""
      if (next !== null && rest !== "" && isCountryLine(`${tail} ${rest}`)) {
        lines[lines.length - 1] = `${own.text} ${rest}`
        last = next
      }
      break
    }
    current = next
  }
  const parts = lines.length === 1 ? (lines[0] ?? "").split(separators).filter((part) => part !== "") : lines
  const streets = parts.filter((line) => /\p{L}{2}/u.test(line) && (isStreetLike(line) || namesLocality(line))).length
  if (parts.length < 2 || streets === 0 || (named && parts.length < 3)) return null
  return { lines: parts, anchor: last, first: begin, label: value.label, inline: lines.length === 1, postcode: false }
}

const lettersOf = (lines: ReadonlyArray<string>) => lines.join("").replace(/[^\p{L}\p{N}]/gu, "").length

/** Lines that may belong to a value of one row below it: a place and its country. */
const mostBelowValue = 2

/** True where a cell of one row is read whole by what looks for a postal code or a street. */
const isReadWhole = (text: Scope, segment: Segment, { lines }: Candidate): boolean => {
  const found = postcodeIn(cellValue(text, segment).text, text.country) === null ? withoutPostcode(text, segment) : oneLine(text, segment)
  return found !== null && lettersOf(found.lines) >= lettersOf(lines) && found.lines.length <= lines.length + mostBelowValue
}

/** Every run of lines that may be an address, column by column. */
export const addressCandidates = (
  printed: PrintedText,
  { country, type }: { readonly country: string | null; readonly type: PoaDocumentType | null }
): ReadonlyArray<Candidate> => {
  const text: Scope = { ...printed, country, identity: type === "identity_document" }
  const candidates: Array<Candidate> = []
  const taken = new Set<Segment>()
  for (const segment of text.segments) {
    if (candidates.length >= mostCandidates) break
    if (isFranking(segment.text) || taken.has(segment)) continue
    const cell = labelledCell(text, segment)
    if (cell !== null && (cell.cells.length > 1 || !isReadWhole(text, segment, cell.candidate))) {
      candidates.push(cell.candidate)
      for (const one of cell.cells) taken.add(one)
      continue
    }
    const postcode = postcodeIn(cellValue(text, segment).text, text.country)
    if (postcode === null) {
      const found = withoutPostcode(text, segment) ?? belowName(text, segment) ?? livingAt(text, segment)
      if (found !== null) candidates.push(found)
      continue
    }
    // The lines of a sentence stand further apart than their letters are high, and letters of a picture are measured lower.
    const above = inColumn(text, segment, -1, wrapReach)
    const wrapped =
      above !== null && above.text.length > 60 && segment.top - above.bottom < (text.tolerant ? wrapReach : 1) * segment.height
    const sentence = wrapped || segment.text.length > 40 || /^\p{Ll}/u.test(segment.text) ? withinSentence(text, segment) : null
    const found = descending(text, segment) ?? sentence ?? oneLine(text, segment) ?? climbed(text, segment)
    candidates.push(found)
  }
  const placed = candidates.map((candidate) =>
    candidate.label === "own" && partyAbove(text, candidate.first) ? { ...candidate, label: "foreign" as const } : candidate
  )
  const forms = addressForms(printed, country).map(
    ({ first, label, last, lines }): Candidate => ({
      lines,
      anchor: last,
      first,
      label: label === "own" && partyAbove(text, first) ? "foreign" : label,
      inline: true,
      postcode: true
    })
  )
  return [...placed, ...forms]
}
