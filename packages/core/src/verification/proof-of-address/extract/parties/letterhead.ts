import { findOrganizationMarks } from "./organization-marks.ts"
import { type Skeleton, skeletonOf } from "../skeleton.ts"
import { postcodeOf } from "../addresses/printed-postcode.ts"
import { inColumn, type PrintedText, type Segment } from "../printed-text.ts"

/** Print less surely read is a stain, a picture or a misread line, and names no one. */
const surelyRead = 0.6
/** The name in a letterhead is larger than the text by this, and is read without doubt. */
const largePrint = 1.2
const clearlyRead = 0.8
/** Two lines of one name are of one size and begin at one place. */
const sameSize = 1.3
const sameLeft = 0.03

/** Whether a line was read well enough to name an issuer at all. */
export const isSurelyRead = ({ confidence }: Segment): boolean => confidence >= surelyRead

/** Printed as the name in a letterhead is. */
export const isProminent = ({ usualHeight }: PrintedText, { confidence, height }: Segment): boolean =>
  height > usualHeight * largePrint && confidence >= clearlyRead

const mostLetters = 60

/** True for words of a trade and legal forms alone, as in "Energy" or "Mobile Ltd": they are the rest of a name. */
export const isRestOfName = (name: string, skeleton: () => Skeleton = () => skeletonOf(name)): boolean => {
  if (name.length > mostLetters) return false
  const marks = findOrganizationMarks(skeleton(), false).filter(({ value }) => value === "sector" || value === "form")
  const left = marks.reduce((text, { end, start }) => text.slice(0, start) + " ".repeat(end - start) + text.slice(end), name)
  return marks.length > 0 && !/\p{L}/u.test(left)
}

const isRest = ({ skeleton, text }: Segment): boolean => isRestOfName(text, () => skeleton)

const belongsTogether = (text: PrintedText, one: Segment, other: Segment): boolean =>
  isProminent(text, one) &&
  isProminent(text, other) &&
  Math.max(one.height, other.height) <= sameSize * Math.min(one.height, other.height) &&
  Math.abs(one.left - other.left) <= sameLeft

/** Words of a trade above a name with its legal form are the beginning of that name. */
const beginsName = (upper: Segment, lower: Segment): boolean =>
  isRest(upper) && findOrganizationMarks(lower.skeleton, false).some(({ start, value }) => value === "form" && start > 2)

/**
 * The line below that ends the name of this one, as in "Severn" above "Energy Ltd" and "Stadtwerke" above "Nordmark GmbH"; null where the name
 * is whole.
 */
export const restBelow = (text: PrintedText, segment: Segment): Segment | null => {
  const below = inColumn(text, segment, 1, 1)
  if (below === null || !belongsTogether(text, segment, below) || isRest(segment) === isRest(below)) return null
  return isRest(below) || beginsName(segment, below) ? below : null
}

/** True for the line that ends the name above it: by itself it names no one. */
export const isRestOfAbove = (text: PrintedText, segment: Segment): boolean => {
  const above = inColumn(text, segment, -1, 1)
  return above !== null && restBelow(text, above)?.index === segment.index
}

/** A town above its postcode is a line of an address and no letterhead. */
export const isTownAbovePostcode = (text: PrintedText, segment: Segment): boolean => {
  const below = inColumn(text, segment, 1, 1)
  const code = below === null ? null : postcodeOf(below)
  return below !== null && code !== null && code.shape.weight >= 2 && code.index === 0 && below.text.length - code.end <= 2
}
