import type { Scope } from "./cells.ts"
import { isOrganizationLine } from "./lines.ts"
import { postcodeIn } from "./postcode-shapes.ts"
import { isHeading } from "../headings.ts"
import { leftOf, rightOf, type Segment } from "../printed-text.ts"

/** In heights of a line: how far apart the lines of a block are set, how far the lowest two seem in a picture, and how far above a code alone. */
const setReach = 1.15
const readReach = 1.4
const codeReach = 1.7
/** Cells of one line of small print stand nearer to each other than this. */
const sameLine = 2

/** A postcode and nothing else: of letters and figures, or of figures alone ("7700", "80240-000"). */
const codeAlone = /^(?:[A-Z]{1,2}\d[A-Z\d]? ?\d?[A-Z\d]{2,4}|\d{4,6}|\d{3} \d{2,3}|\d{5}-\d{3})$/u

/**
 * How far above a block, in heights of a line, its next line may stand. A code by itself belongs to what stands above it, and the heights of lines in a
 * picture are measured by the letters that they happen to have.
 */
export const reachAbove = (text: Scope, lines: ReadonlyArray<string>): number => {
  if (lines.length > 1) return setReach
  return codeAlone.test(lines[0] ?? "") ? codeReach : text.tolerant ? readReach : setReach
}

/** In heights of a line: how far before its postcode a town ends. */
const codeGap = 6
const surelyCode = 0.9

/** "GOIÂNIA/GO" before "CEP: 74230-010": the town of a postcode that is set in a cell of its own. */
export const townBeside = (text: Scope, code: Segment): Segment | null => {
  const left = leftOf(text, code)
  const printed = postcodeIn(code.text, text.country)
  if (left === null || printed === null || printed.shape.weight < surelyCode || code.left - left.right > codeGap * code.height) return null
  const alone = /^(?:c\.? ?p\.?|cep|zip|pin|postcode)?[\s:.-]*$/i.test(code.text.slice(0, printed.index)) && printed.end >= code.text.length
  const isTown = /^\p{L}[\p{L} .,'’/()-]*$/u.test(left.text) && !isHeading(text, left) && !isOrganizationLine(left.text)
  return alone && isTown ? left : null
}

/** The sender above the window of an envelope: an organization whose line goes on with a postcode in its next cell. */
export const isSenderLine = (text: Scope, segment: Segment): boolean => {
  const right = rightOf(text, segment)
  if (right === null || !isOrganizationLine(segment.text)) return false
  return right.left - segment.right < sameLine * segment.height && postcodeIn(right.text, text.country) !== null
}
