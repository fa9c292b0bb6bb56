import type { Candidate } from "./candidates.ts"
import { aligned, cellValue, headingAbove, isOtherParty, labelBeside, partyAbove, type Scope } from "./cells.ts"
import type { AddressLabel } from "./labels.ts"
import { isFranking } from "./envelope.ts"
import { breaksAddress, isCountryLine, isOrganizationLine, isStreetLike } from "./lines.ts"
import { namesLocality } from "./localities.ts"
import { hasNoPostalCodes } from "../../compare/addresses/postal-codes.ts"
import { isDocumentTitle } from "../document-types/document-type.ts"
import { fieldStart } from "../field-labels.ts"
import { isHeading } from "../headings.ts"
import { findOrganizationMarks } from "../parties/organization-marks.ts"
import { isTitleLine, nameLikeness } from "../parties/person-name.ts"
import { inColumn, leftOf, type Segment } from "../printed-text.ts"

/** Countries that have postal codes, and whose bills seldom print them. */
const seldomPrinted = new Set(
  "CL CO PE EC UY PY VE GT HN NI DO CR SV CU KE NG MA DZ TN EG KW SA JO LB IE PH VN LK PK NP BD TT NA TZ ET SN MZ LR LS SZ MG".split(" ")
)

const mostParts = 8
const mostWords = 4
const sameEdge = 0.02
const separator = /\s*,\s*|\s+[-–]\s+/u
/** "VIÑA DEL MAR": a line of letters that names a place. */
const place = /^\p{L}[\p{L} .'’()/-]{1,50}$/u

/** In parts of the page: what stands above this is a letterhead, where a name in capitals may be anyone's. */
const letterhead = 0.1
/** In heights of a line: the name of an issuer is set larger than its address. */
const muchLarger = 1.4

const isRecipient = (text: Scope, segment: Segment): boolean => {
  const likeness = nameLikeness(segment.text)
  const capitals = segment.text === segment.text.toUpperCase()
  return (
    (likeness >= 2 || (likeness === 1 && capitals && segment.top > letterhead)) &&
    !isOrganizationLine(segment.text) &&
    !isStreetLike(segment.text) &&
    !isHeading(text, segment) &&
    !isFranking(segment.text) &&
    !isDocumentTitle(text, segment)
  )
}

/** In parts of the page: a block that begins right of this is not that of the letterhead beside it. */
const rightHalf = 0.42

/** "МЕЛЬНИЧУК ІРИНА" or "Y Thuân Niê Kdăm" at the right of the letterhead: a name by its form, and no organization by any mark. */
const isBesideLetterhead = (text: Scope, segment: Segment): boolean =>
  segment.left >= rightHalf &&
  nameLikeness(segment.text) > 0 &&
  !isOrganizationLine(segment.text) &&
  findOrganizationMarks(segment.skeleton, text.tolerant).length === 0 &&
  !isStreetLike(segment.text) &&
  !namesLocality(segment.text) &&
  !isHeading(text, segment) &&
  !isFranking(segment.text) &&
  !isDocumentTitle(text, segment)

/** A postal code that closes a block on a line of its own. */
const codeAlone = /^\d{4,6}$/

const isNumberedStreet = (line: string): boolean => /\d/.test(line) && /\p{L}{3}/u.test(line) && isStreetLike(line)

/** "Account manager": words that stand close above a name say whose it is, and are no label that is known. */
const isUnknownCaption = (text: Scope, name: Segment): boolean => {
  const above = inColumn(text, name, -1, 1)
  if (above === null || Math.abs(above.left - name.left) > sameEdge || /\d/.test(above.text)) return false
  const { labelled } = cellValue(text, above)
  return !labelled && !isTitleLine(above.text) && nameLikeness(above.text) === 0 && above.text.split(" ").length <= mostWords
}

/** "Arrendador" above the name or beside it: the block is that of someone else. */
const labelOf = (text: Scope, name: Segment): AddressLabel | null => {
  const heads = [inColumn(text, name, -1, 2.5), leftOf(text, name)]
  const other = heads.some((head) => head !== null && isOtherParty(text, head)) || partyAbove(text, name)
  return other || isUnknownCaption(text, name) ? "foreign" : (headingAbove(text, name) ?? labelBeside(text, name))
}

/** A line with a number that is a part of a dwelling, or a place by its kind: what may stand anywhere in an address. */
const isDwellingPart = (line: string): boolean => isNumberedStreet(line) || namesLocality(line)

/** The lines of a block below its name, down to what is no part of an address. */
const linesBelow = (
  text: Scope,
  name: Segment
): { readonly parts: ReadonlyArray<string>; readonly code: string | null; readonly last: Segment } => {
  const parts: Array<string> = []
  let last = name
  for (let current = inColumn(text, name, 1, 1.3); current !== null && parts.length < mostParts; current = inColumn(text, last, 1, 1.3)) {
    const { labelled, text: line } = cellValue(text, current)
    if (
      labelled ||
      line === "" ||
      !aligned(current, last) ||
      name.height > muchLarger * current.height ||
      breaksAddress(line) ||
      fieldStart(text, current) === 0
    )
      break
    if (isHeading(text, current) || isDocumentTitle(text, current) || isOrganizationLine(line)) break
    const own = line.split(separator).filter((part) => part !== "")
    const started = parts.some(isDwellingPart)
    if (started && codeAlone.test(line)) return { parts, code: line, last: current }
    if (started && !own.every((part) => place.test(part) || namesLocality(part) || isCountryLine(part))) break
    if (!started && parts.length > 0 && !own.some(isDwellingPart)) break
    parts.push(...own)
    last = current
  }
  return { parts, code: null, last }
}

/** True where one of the two lines below names a place by its kind: what is asked of every cell of a page has to be asked fast. */
const isAboveLocality = (text: Scope, name: Segment): boolean => {
  const next = inColumn(text, name, 1, 1.3)
  if (next === null || !aligned(next, name)) return false
  if (namesLocality(next.text)) return true
  const after = inColumn(text, next, 1, 1.3)
  return after !== null && aligned(after, next) && namesLocality(after.text)
}

/** "Señor", "Către,": a form of address right above the name. */
const isAddressed = (text: Scope, name: Segment): boolean => {
  const above = inColumn(text, name, -1, 1)
  return above !== null && isTitleLine(above.text)
}

/**
 * The lines below a name down to a place, where the country prints no postal code ("AV ARCE 2140, LA PAZ"), or where they name two places by their
 * kind ("sat Văleni nr. 212", "com. Chiuza Mare").
 */
export const belowName = (text: Scope, name: Segment): Candidate | null => {
  const seldom = hasNoPostalCodes(text.country) || seldomPrinted.has(text.country ?? "")
  if (!seldom && !isAboveLocality(text, name)) return null
  const beside = isBesideLetterhead(text, name)
  if (!isRecipient(text, name) && !beside && !(isAddressed(text, name) && nameLikeness(name.text) > 0 && !isHeading(text, name)))
    return null
  const { code, last, parts } = linesBelow(text, name)
  const street = parts.findIndex(isNumberedStreet)
  const localities = parts.filter(namesLocality).length
  const town = parts.at(-1) ?? ""
  const isStreetAndPlace = seldom && street >= 0 && street < parts.length - 1
  if (!isStreetAndPlace && localities < 2 && !(localities === 1 && seldom && parts.length > 1)) return null
  if (!(place.test(town) || isCountryLine(town) || namesLocality(town))) return null
  return {
    lines: [name.text, ...parts, ...(code === null ? [] : [code])],
    anchor: last,
    first: name,
    label: labelOf(text, name),
    inline: false,
    postcode: false
  }
}
